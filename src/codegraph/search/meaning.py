"""Ranks by meaning where that is possible, and says why where it isn't."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import IndexFormatError, MissingPartError, ServiceError
from codegraph.search.kinds import MEANING, weighed
from codegraph.store.layout import VECTORS_FILE

if TYPE_CHECKING:
    from codegraph.embed import EmbeddingProvider
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Question, Ranking


class ByMeaning(NamedTuple):
    """A ranking with the share of texts that have a vector; or, without one, the reason."""

    ranking: Ranking
    share: float
    why_not: str


def rank_by_meaning(
    view: GraphView, generation_dir: Path, question: Question, provider: EmbeddingProvider | None
) -> ByMeaning:
    """Ask the vectors of a generation; numpy and the model are loaded only when there are vectors."""
    embeddings = view.manifest.get("embeddings") or {}
    chunks, vectors = embeddings.get("chunks", 0), embeddings.get("vectors", 0)
    if provider is None:
        return ByMeaning([], 0.0, "no embedding model is set up (embedding.provider is none)")
    if not vectors:
        return ByMeaning([], 0.0, "nothing is embedded yet; `codegraph index` does it")
    from codegraph.search.dense import open_vectors

    try:
        if embeddings.get("model") != provider.fingerprint:
            return ByMeaning([], 0.0, "the vectors are another model's; `codegraph index` makes new ones")
        index = open_vectors(generation_dir / VECTORS_FILE)
        wider = question._replace(depth=2 * question.depth)
        ranking = index.rank(provider.embed_query(question.text), wider, view.node_count)
    except FileNotFoundError:
        return ByMeaning([], 0.0, f"{generation_dir / VECTORS_FILE} is missing; run `codegraph index`")
    except (MissingPartError, ServiceError, IndexFormatError) as error:
        return ByMeaning([], 0.0, error.message)
    best = weighed(view, question, ranking, MEANING)[: question.depth]
    return ByMeaning(best, min(vectors / max(chunks, 1), 1.0), "")
