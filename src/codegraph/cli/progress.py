"""The build's progress on stderr: live bars on a terminal, one line per phase elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as RichBars
    from rich.progress import TaskID

    from codegraph.builder import Progress

_LABELS = {
    "discovery": "finding files",
    "parse": "parsing",
    "resolve": "resolving names",
    "fingerprint": "recognising frameworks",
    "store": "writing the index",
    "embed": "embedding",
}
_QUESTIONABLE = "the graph is ready and can be questioned while the embeddings are made (Ctrl-C keeps it)"


@contextmanager
def shown_progress(*, quiet: bool) -> Iterator[Progress | None]:
    """A progress that suits stderr, for the time of a build; ``None`` when nothing is to be shown."""
    if quiet:
        yield None
    elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        bars = _Bars()
        with bars.live:
            yield bars
    else:
        yield _Lines()


class _Lines:
    """Says in one line what a phase did, and every ten seconds how far a long one has come."""

    _EVERY = 10.0

    def __init__(self) -> None:
        self._begun = self._told = time.monotonic()
        self._done = 0
        self._total: int | None = None

    def start(self, phase: str, total: int | None) -> None:
        self._begun = self._told = time.monotonic()
        self._done, self._total = 0, total
        if phase == "embed" and total:
            print(_QUESTIONABLE, file=sys.stderr)

    def advance(self, phase: str, n: int, note: str = "") -> None:
        self._done += n
        now = time.monotonic()
        if now - self._told >= self._EVERY:
            self._told = now
            print(f"{_LABELS.get(phase, phase)}: {self._state(now)}{note and '  ' + note}", file=sys.stderr)

    def finish(self, phase: str) -> None:
        took = time.monotonic() - self._begun
        count = f"{self._done:,} in " if self._done else ""
        print(f"{_LABELS.get(phase, phase)}: {count}{took:.1f} s", file=sys.stderr)

    def _state(self, now: float) -> str:
        rate = self._done / max(now - self._begun, 1e-9)
        if not self._total:
            return f"{self._done:,}"
        left = (self._total - self._done) / rate if rate else 0
        return f"{self._done:,} of {self._total:,}, {rate:,.0f}/s, {duration(left)} left"


class _Bars:
    """A live bar for each phase, gone when the build is done."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self.live: RichBars = Progress(
            SpinnerColumn(finished_text="[green]✓[/green]"),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
            transient=True,
        )
        self._tasks: dict[str, TaskID] = {}
        self._begun: dict[str, float] = {}
        self._done: dict[str, int] = {}

    def start(self, phase: str, total: int | None) -> None:
        if phase == "embed" and total:
            self.live.console.print(_QUESTIONABLE, style="dim", highlight=False)
        self._tasks[phase] = self.live.add_task(_LABELS.get(phase, phase), total=total, rate="")
        self._begun[phase] = time.monotonic()
        self._done[phase] = 0

    def advance(self, phase: str, n: int, note: str = "") -> None:
        self._done[phase] += n
        seconds = time.monotonic() - self._begun[phase]
        rate = f"{self._done[phase] / seconds:,.0f}/s" if seconds > 1 else ""
        self.live.update(self._tasks[phase], advance=n, rate=note or rate)

    def finish(self, phase: str) -> None:
        done = max(self._done[phase], 1)
        self.live.update(self._tasks[phase], total=done, completed=done, rate="")


def duration(seconds: float) -> str:
    """A time for people: ``0.4 s``, ``12 s``, ``3 min 20 s``, ``1 h 5 min``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
