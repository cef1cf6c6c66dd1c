"""The build's progress on stderr: live bars on a terminal, one line per phase elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from codegraph.tools.phases import LABELS

if TYPE_CHECKING:
    from rich.progress import Progress as RichBars
    from rich.progress import TaskID

    from codegraph.builder import Progress

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


class _Phase:
    """How far a phase is, in words."""

    def __init__(self, name: str, total: int | None) -> None:
        self.label = LABELS.get(name, name)
        self.total = total
        self.done = 0
        self._begun = time.monotonic()

    def under_way(self, note: str) -> str:
        """``1,203 of 2,932, 81/s, 21 s left``; the phase's own note, where it has one, says rate and rest."""
        if not self.total:
            return f"{self.done:,}" if self.done else ""
        seconds = time.monotonic() - self._begun
        state = f"{self.done:,} of {self.total:,}"
        if note:
            return f"{state}, {note}"
        if seconds < 1 or not self.done:
            return state
        rate = self.done / seconds
        return f"{state}, {rate:,.0f}/s, {duration((self.total - self.done) / rate)} left"

    def over(self) -> str:
        """``2,932 in 36 s``."""
        seconds = duration(time.monotonic() - self._begun)
        return f"{self.done:,} in {seconds}" if self.done else seconds


class _Lines:
    """Says in one line what a phase did, and every ten seconds how far a long one has come."""

    _EVERY = 10.0

    def start(self, phase: str, total: int | None) -> None:
        self._phase = _Phase(phase, total)
        self._told = time.monotonic()
        if phase == "embed" and total:
            print(_QUESTIONABLE, file=sys.stderr)

    def advance(self, phase: str, n: int, note: str = "") -> None:  # noqa: ARG002 (the protocol's)
        self._phase.done += n
        if note and not n:
            print(note, file=sys.stderr)
        now = time.monotonic()
        if now - self._told >= self._EVERY:
            self._told = now
            print(f"{self._phase.label}: {self._phase.under_way(note)}", file=sys.stderr)

    def finish(self, phase: str) -> None:  # noqa: ARG002
        print(f"{self._phase.label}: {self._phase.over()}", file=sys.stderr)


class _Bars:
    """A live bar for each phase, gone when the build is done."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self.live: RichBars = Progress(
            SpinnerColumn(finished_text="[green]✓[/green]"),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TimeElapsedColumn(),  # of phases that can't tell how far they are it is all that moves
            TextColumn("{task.fields[state]}", style="dim"),
            console=Console(stderr=True),
            transient=True,
        )
        self._phases: dict[str, tuple[_Phase, TaskID]] = {}

    def start(self, phase: str, total: int | None) -> None:
        if phase == "embed" and total:
            self.live.console.print(_QUESTIONABLE, style="dim", highlight=False)
        begun = _Phase(phase, total)
        self._phases[phase] = begun, self.live.add_task(begun.label, total=total, state="")

    def advance(self, phase: str, n: int, note: str = "") -> None:
        at, task = self._phases[phase]
        at.done += n
        if note and not n:
            self.live.console.print(note, style="dim", highlight=False, markup=False)
            note = ""
        self.live.update(task, advance=n, state=at.under_way(note))

    def finish(self, phase: str) -> None:
        at, task = self._phases[phase]
        done = max(at.done, 1)
        self.live.update(task, total=done, completed=done, state=at.over())


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
