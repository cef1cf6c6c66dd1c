"""Embeds what has no vector yet, in steps that are each safe to stop after."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from codegraph.embed.limits import CODE_TOKENS

if TYPE_CHECKING:
    from codegraph.embed.order import Waiting
    from codegraph.embed.provider import EmbeddingProvider, Vectors

CHARS_PER_TOKEN = 4
"""In prose; code has a little less, which evens out with what is cut."""

_REPORT_EVERY = 25


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


def estimated_tokens(texts: Iterable[Waiting]) -> int:
    """About how many tokens a model reads of these texts."""
    return sum(map(_work, texts)) // CHARS_PER_TOKEN


def embed_missing(
    provider: EmbeddingProvider,
    texts: Mapping[str, Waiting],
    commit: Callable[[list[str], Vectors], None],
    progress: Callable[[EmbedProgress], None] | None = None,
    *,
    step_size: int = 0,
) -> EmbedReport:
    """Embed ``texts`` (by hash) in their order, a step at a time: what is committed survives whatever follows.

    Args:
        commit: stores a step: its hashes and their vectors, float16 of shape (n, dimensions).
        progress: called every few texts, in this thread.
        step_size: texts a step; the provider's own measure when 0.

    Raises:
        MissingPartError: the model is missing or damaged; nothing was embedded.
        ServiceError: the server that embeds fails; the steps before stay.
    """
    meter = _Meter(texts, progress)
    hashes = iter(texts)
    steps = 0
    while step := list(islice(hashes, step_size or provider.step_size)):
        waiting = [texts[key] for key in step]
        vectors = provider.embed_documents(
            [each.text for each in waiting], partial(meter.count, step), [each.limit for each in waiting]
        )
        commit(step, vectors)
        steps += 1
    return EmbedReport(len(texts), steps, meter.seconds)


class _Meter:
    """Counts finished texts and estimates what is left by characters: the long ones of a step come first."""

    def __init__(self, texts: Mapping[str, Waiting], report: Callable[[EmbedProgress], None] | None) -> None:
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


def _work(waiting: Waiting) -> int:
    """The characters that the model sees: what is cut off costs nothing."""
    return min(len(waiting.text), CHARS_PER_TOKEN * (waiting.limit or CODE_TOKENS)) + 1
