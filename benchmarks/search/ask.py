"""Indexes a project through the product and asks it, in one process, every question in every way that is compared."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import codegraph
from benchmarks.search.questions import Question, answers
from benchmarks.search.scores import DEPTH, Figures, figures
from codegraph.config import Embedding
from codegraph.embed.providers.onnx import OnnxProvider

LEXICAL, VECTOR, HYBRID = "lexical", "vector", "hybrid"


class Way(NamedTuple):
    """A way to search: a mode, the fusion of hybrid, and what is taken away from the ranking (``PARTS``)."""

    name: str
    mode: str
    fusion: str = "convex"
    without: tuple[str, ...] = ()


WAYS = (
    Way("lexical", LEXICAL),
    Way("vector", VECTOR),
    Way("hybrid", HYBRID),
    Way("hybrid, rrf", HYBRID, fusion="rrf"),
)
PARTS: dict[str, dict[str, object]] = {
    "names and places covered": {
        "codegraph.search.lexical.NAME_COVERAGE": 0.0,
        "codegraph.search.lexical.QUERY_COVERAGE": 0.0,
    },
    "callers' scores": {"codegraph.search.callers.SHARE": 0.0},
    "kinds": {"codegraph.search.kinds.KIND_WEIGHTS": {"words": {}, "meaning": {}}},
}
"""What can be taken away, by the constants that then have other values."""

_COLUMNS = ("doc", "place", "signature", "callers", "body")


def index(project: Path, *, embeddings: bool) -> None:
    """Index a project, or bring its index up to date."""
    codegraph.index(project, embeddings=embeddings).close()


def ask(project: Path, questions: Sequence[Question], ways: Iterable[Way]) -> Iterator[tuple[Way, Figures]]:
    """The figures of each way, as soon as they are there; a question is embedded once for all of them."""
    provider = OnnxProvider(Embedding())
    embed_query = cache(OnnxProvider.embed_query)
    for way in ways:
        with (
            patch.object(OnnxProvider, "embed_query", lambda _, text: embed_query(provider, text)),
            codegraph.open(project, search={"fusion": way.fusion}) as opened,
            _without(way.without),
        ):
            yield way, _figures(opened, questions, way.mode)


def ablations() -> Iterator[Way]:
    """The search by words, and hybrid, without one of their parts at a time."""
    for part in ("names and places covered", "kinds", *(f"column {column}" for column in _COLUMNS)):
        yield Way(f"lexical without {part}", LEXICAL, without=(part,))
    for part in ("kinds", "callers' scores"):
        yield Way(f"hybrid without {part}", HYBRID, without=(part,))


def _figures(opened: codegraph.Codegraph, questions: Sequence[Question], mode: str) -> Figures:
    seconds, ranked = [], []
    for question in questions:
        begin = time.perf_counter()
        hits = opened.search(question.text, top_k=DEPTH, mode=mode).hits
        seconds.append(time.perf_counter() - begin)
        ranked.append(([answers(hit.path, hit.fqn, question) for hit in hits], len(question.targets)))
    return figures(ranked, 1000 * statistics.median(seconds) if seconds else 0.0)


@contextmanager
def _without(parts: Sequence[str]) -> Iterator[None]:
    """Search without parts of the ranking: their constants are replaced for the time."""
    from codegraph.search import lexical
    from codegraph.store.lexical import COLUMN_WEIGHTS

    changes: dict[str, object] = {}
    for part in parts:
        if part in PARTS:
            changes |= PARTS[part]
        else:
            column = part.removeprefix("column ")
            weights = [0.0 if name == column else weight for name, weight in COLUMN_WEIGHTS.items()]
            changes[f"{lexical.__name__}._WEIGHTS"] = f"bm25({', '.join(map(str, weights))})"
    patches = [patch(name, value) for name, value in changes.items()]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()
