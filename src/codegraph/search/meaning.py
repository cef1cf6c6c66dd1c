"""Ranks by meaning where that is possible, and says why where it isn't."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import (
    IndexFormatError,
    MissingPartError,
    ServiceError,
    SettingsError,
    VectorStoreError,
)
from codegraph.search.kinds import MEANING, weighed
from codegraph.store.layout import VECTORS_FILE

if TYPE_CHECKING:
    from codegraph.embed import EmbeddingProvider
    from codegraph.embed.provider import Vectors
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Question, Ranking
    from codegraph.vectors.outside import Outside


class ByMeaning(NamedTuple):
    """A ranking with the share of texts that have a vector; or, without one, the reason.

    ``note`` tells why another store than the settings' answered. ``vector`` is the question's.
    """

    ranking: Ranking
    share: float
    why_not: str
    note: str = ""
    vector: Vectors | None = None


def rank_by_meaning(
    view: GraphView,
    generation_dir: Path,
    question: Question,
    provider: EmbeddingProvider | None,
    outside: Outside | None = None,
) -> ByMeaning:
    """Ask the vectors of a generation; numpy and the model are loaded only when there are vectors."""
    embeddings = view.manifest.get("embeddings") or {}
    if provider is None:
        return ByMeaning([], 0.0, "no embedding model is set up (embedding.provider is none)")
    if not embeddings.get("vectors", 0):
        return ByMeaning([], 0.0, "nothing is embedded yet; `codegraph index` does it")
    from codegraph.search.dense import open_vectors

    try:
        if embeddings.get("model") != provider.fingerprint:
            return ByMeaning([], 0.0, "the vectors are another model's; `codegraph index` makes new ones")
        wider = question._replace(depth=2 * question.depth)
        vector = provider.embed_query(question.text)
        ranking, note = _rank_outside(outside, view, vector, wider)
        if ranking is None:
            ranking = open_vectors(generation_dir / VECTORS_FILE).rank(vector, wider, view.node_count)
    except FileNotFoundError:
        return ByMeaning([], 0.0, f"{generation_dir / VECTORS_FILE} is missing; run `codegraph index`")
    except (MissingPartError, ServiceError, IndexFormatError) as error:
        return ByMeaning([], 0.0, error.message)
    best = weighed(view, question, ranking, MEANING)[: question.depth]
    return ByMeaning(best, embedded_share(view), "", note, vector)


def embedded_share(view: GraphView) -> float:
    """The share of a generation's texts that have a vector, 0 to 1."""
    embeddings = view.manifest.get("embeddings") or {}
    share: float = min(embeddings.get("vectors", 0) / max(embeddings.get("chunks", 0), 1), 1.0)
    return share


def _rank_outside(
    outside: Outside | None, view: GraphView, vector: Vectors, question: Question
) -> tuple[Ranking | None, str]:
    """The ranking of the store that the settings name; or None, and why the index's own file has to answer."""
    embeddings = view.manifest["embeddings"]
    if outside is None or not outside.is_wanted(embeddings):
        return None, ""
    store = outside.settings.store
    if not outside.is_current(view.generation, embeddings):
        return None, f"the store {store} lacks these vectors; `codegraph index` sends them"
    from codegraph.search.outside import rank_outside

    try:
        return rank_outside(outside, view, vector, question, embeddings["model"]), ""
    except (VectorStoreError, MissingPartError, SettingsError) as error:
        return None, f"the index's own vectors answer: {error.message}"
