"""Questions that come back to themselves: when they are asked again."""

from __future__ import annotations

from codegraph.resolve.values import CERTAIN, Answer

OPEN = Answer((), CERTAIN, "dynamic")
"""Of a variable whose values are being found out."""


class Circles:
    """Variables that are made from themselves: ``box = box.plain() if box else box``.

    Where a question comes back to itself it has no answer. Once the other values of the variable are known, it is asked
    again, and so is what was answered after it came back.

    Attributes:
        back: the variables that questions came back to, by module and row.
        trail: the memos that were written since, and where.
        settled: those that have been asked again.
    """

    __slots__ = ("back", "settled", "trail")

    def __init__(self) -> None:
        self.back: set[tuple[int, int]] = set()
        self.trail: list[tuple[list[Answer | None], int]] = []
        self.settled: set[tuple[int, int]] = set()

    def ends(self, key: tuple[int, int], answer: Answer) -> bool:
        """Whether a variable, for which there is an answer now, is to be asked again."""
        if key not in self.back:
            return False
        self.back.discard(key)
        again = bool(answer.found) and key not in self.settled
        self.settled.add(key)
        if again:
            for memo, row in self.trail:
                memo[row] = None
        if not self.back:
            self.trail.clear()
        return again
