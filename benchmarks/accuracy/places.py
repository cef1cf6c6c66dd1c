"""From a file and a line to the definition that is meant there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from benchmarks.accuracy.gold import CALL_KINDS, JUDGED_KINDS, Definition

_SEPARATORS = re.compile(r"::|->|[.#/]")


class Place(NamedTuple):
    """What an edge ends in: a definition, a module (line 0), or (without a name) nothing the reference knows."""

    file: str
    line: int = 0
    name: str = ""


def bare(name: str) -> str:
    """The last part of a qualified name; a private ``#name`` without its mark, a computed ``[name]`` whole."""
    if name.startswith("["):
        return name
    return _SEPARATORS.split(name.split("(", maxsplit=1)[0])[-1].strip()


class Places:
    """The definitions of a set by where they stand."""

    def __init__(self, definitions: Iterable[Definition]) -> None:
        self._in_file: dict[str, list[Definition]] = defaultdict(list)
        self._on_line: dict[tuple[str, int], list[Definition]] = defaultdict(list)
        for definition in definitions:
            self._in_file[definition.file].append(definition)
            self._on_line[definition.file, definition.line].append(definition)

    def at(self, file: str, line: int, name: str = "") -> Definition | None:
        """The definition named on a line; else the innermost whose head (decorators, modifiers) holds the line.

        Of several the ones called ``name`` are preferred, then the shortest.
        """
        found = self._on_line.get((file, line)) or [
            definition
            for definition in self._in_file.get(file, ())
            if definition.start <= line <= definition.line
        ]
        called = [definition for definition in found if name and bare(definition.name) == bare(name)]
        return min(called or found, key=lambda one: (one.end - one.start, one.line), default=None)

    def around(self, file: str, line: int) -> Definition | None:
        """The innermost definition whose text holds a line."""
        return max(
            (
                definition
                for definition in self._in_file.get(file, ())
                if definition.start <= line <= definition.end and definition.kind in JUDGED_KINDS
            ),
            key=lambda one: (one.start, -one.end),
            default=None,
        )

    def above(self, definition: Definition) -> Iterator[Definition]:
        """The definitions around one, from the inside out."""
        current: Definition | None = definition
        while current is not None and (current := self._parent(current)) is not None:
            yield current

    def home(self, definition: Definition) -> Definition:
        """Whom calls in a definition count for: the outermost function around it, or itself."""
        functions = [one for one in self.above(definition) if one.kind in CALL_KINDS]
        return functions[-1] if functions else definition

    def source(self, file: str, line: int | None, name: str = "", site: int = 0) -> Place:
        """The place that a call comes from; ``line`` is its definition's, 0 for the module.

        Where a tool names no definition (``line`` is None), it is found around the call's own line.
        """
        definition = None
        if line:
            definition = self.at(file, line, name) or self.around(file, line)
        elif line is None and site:
            definition = self.around(file, site)
        return place_of(self.home(definition)) if definition else Place(file)

    def target(self, file: str, line: int, name: str = "") -> Place:
        """The place that an edge leads to."""
        definition = self.at(file, line, name) if line else None
        return place_of(definition) if definition else Place(file, line)

    def _parent(self, definition: Definition) -> Definition | None:
        around = [
            other
            for other in self._on_line.get((definition.file, definition.parent), ())
            if other is not definition and other.end >= definition.end
        ]
        wanted = definition.qual.rpartition(".")[0]
        return next((other for other in around if other.qual == wanted), around[0] if around else None)


def place_of(definition: Definition) -> Place:
    """The place of a definition."""
    return Place(definition.file, definition.line, definition.name)
