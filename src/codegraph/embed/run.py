"""Embeds what has no vector yet, in steps that are each safe to stop after."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from codegraph.embed.provider import EmbeddingProvider, Vectors
    from codegraph.model import Columns

STEP_SIZE = 2000
"""Texts a step: about a quarter of a minute on two cores, so that is what an interruption can cost."""

_REPORT_EVERY = 25
_FULL_WORK = 450  # characters beyond which the model cuts most texts, so more of them cost nothing


class EmbedProgress(NamedTuple):
    """How far a run is; the times are estimates from its own speed so far, 0 before there is one."""

    done: int
    total: int
    texts_per_second: float
    remaining_seconds: float


class EmbedReport(NamedTuple):
    """What a run did."""

    embedded: int
    steps: int
    seconds: float


def texts_without_vector(nodes: Columns, chunks: Columns, known: Container[str]) -> dict[str, str]:
    """The dense texts by hash that ``known`` lacks, each once, the most useful first.

    What most people will look for comes first: code before tests, exported before private, and in each of
    these what is used most.
    """
    is_test, exported, fan_in = nodes["is_test"], nodes["exported"], nodes["fan_in"]
    rows = chunks["node"]
    order = sorted(
        range(len(rows)),
        key=lambda i: (is_test[rows[i]], not exported[rows[i]], -fan_in[rows[i]], i),
    )
    hashes, texts = chunks["dense_text_hash"], chunks["dense_text"]
    return {hashes[i]: texts[i] for i in order if hashes[i] not in known}


def embed_missing(
    provider: EmbeddingProvider,
    texts: Mapping[str, str],
    commit: Callable[[list[str], Vectors], None],
    progress: Callable[[EmbedProgress], None] | None = None,
    *,
    step_size: int = STEP_SIZE,
) -> EmbedReport:
    """Embed ``texts`` (hash → text) in their order, a step at a time.

    Args:
        commit: stores a step: its hashes and their vectors, float16 of shape (n, dimensions).
        progress: called every few texts, in this thread.

    Raises:
        MissingPartError: the model is missing or damaged; nothing was embedded.
    """
    meter = _Meter(texts, progress)
    hashes = iter(texts)
    steps = 0
    while step := list(islice(hashes, step_size)):
        commit(step, provider.embed_documents([texts[key] for key in step], partial(meter.count, step)))
        steps += 1
    return EmbedReport(len(texts), steps, meter.seconds)


class _Meter:
    """Counts finished texts and estimates what is left by characters: the long ones of a step come first."""

    def __init__(self, texts: Mapping[str, str], report: Callable[[EmbedProgress], None] | None) -> None:
        self._texts = texts
        self._left = sum(map(_work, texts.values()))
        self._report = report
        self._done = 0
        self._worked = 0
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def count(self, step: Sequence[str], position: int) -> None:
        """Note that one text of a step is finished."""
        work = _work(self._texts[step[position]])
        self._done += 1
        self._worked += work
        self._left -= work
        if self._report and (self._done % _REPORT_EVERY == 0 or self._done == len(self._texts)):
            elapsed = max(self.seconds, 1e-9)
            remaining = elapsed * self._left / self._worked
            self._report(EmbedProgress(self._done, len(self._texts), self._done / elapsed, remaining))


def _work(text: str) -> int:
    return min(len(text), _FULL_WORK) + 1
