"""The references without a target of one generation, read in place."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from pathlib import Path

from codegraph.graph.columns import Integer, Text, Texts, Word
from codegraph.graph.records import Unresolved
from codegraph.store.container import Container
from codegraph.store.encode import META
from codegraph.store.strings import NAMES, TEXTS, StringTable


class UnresolvedTable:
    """All references without a target, sorted by source and position; index it like a list."""

    src = Integer("src")
    kind = Word("kind")
    text = Text("text")
    path = Text("path")
    line = Integer("line")
    column = Integer("column")
    reason = Word("reason")
    candidates = Texts("candidates")

    def __init__(self, path: Path) -> None:
        self.container = Container(path)

    @cached_property
    def vocabulary(self) -> dict[str, list[str]]:
        """The words of the columns that have few."""
        words: dict[str, list[str]] = self.container.json(META)["vocabulary"]
        return words

    @cached_property
    def names(self) -> StringTable:
        """The table of strings."""
        return StringTable(self.container, NAMES)

    @cached_property
    def texts(self) -> StringTable:
        """The table of long strings."""
        return StringTable(self.container, TEXTS)

    def close(self) -> None:
        """Give the file back."""
        self.container.close()

    def __len__(self) -> int:
        return len(self.container.array("src"))

    def __getitem__(self, number: int) -> Unresolved:
        return Unresolved(
            self.src(number),
            self.kind(number),
            self.text(number),
            self.path(number),
            self.line(number),
            self.column(number),
            self.reason(number),
            self.candidates(number),
        )

    def of(self, row: int) -> list[Unresolved]:
        """The references of one node."""
        sources = self.container.array("src")
        begin = bisect_left(sources, row)
        return [self[number] for number in range(begin, bisect_left(sources, row + 1, begin))]
