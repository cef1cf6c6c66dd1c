"""A progress that remembers what a build told it."""

from __future__ import annotations


class Recorder:
    """Notes for each phase how many units it announced and how many it did."""

    def __init__(self) -> None:
        self.totals: dict[str, int | None] = {}
        self.done: dict[str, int] = {}

    def start(self, phase: str, total: int | None) -> None:
        """A phase begins."""
        self.totals[phase] = total
        self.done[phase] = 0

    def advance(self, phase: str, n: int, note: str = "") -> None:
        """Units are done."""
        self.done[phase] += n

    def finish(self, phase: str) -> None:
        """A phase is over."""
