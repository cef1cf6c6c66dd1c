"""The definitions of one text, each with what of it can change: tokens, signature, decorators, documentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Flag, columns
from codegraph.model import TYPE_KINDS, NodeKind

if TYPE_CHECKING:
    from codegraph.languages.facts import FileFacts
    from codegraph.parse.shape import Shape, Token

KINDS = tuple(NodeKind)
_SPACE = re.compile(r"\s+|,\s*(?=[)\]}>])")
_SHINGLE = 3


@dataclass(eq=False, slots=False)
class Definition:
    """One definition of a text; ``own`` tokens are those that are in no definition below it.

    ``names`` is its name below the module, from outside in; equal ones are told apart by ``number`` (from 1).
    """

    text: Text
    kind: str
    name: str
    names: tuple[str, ...]
    number: int
    parent: Definition | None
    line: int
    start_line: int
    end_line: int
    start: int
    end: int
    signature: str
    doc: str
    decorators: tuple[str, ...]
    modifiers: str
    children: list[Definition] = field(default_factory=list)

    @property
    def is_type(self) -> bool:
        """Whether it is a class or the like."""
        return self.kind in TYPE_KINDS

    @cached_property
    def own(self) -> list[Token]:
        """Its tokens without those of definitions below it."""
        holes = [(child.start, child.end) for child in self.children]
        return self.text.shape.between(self.start, self.end, holes)

    @cached_property
    def whole(self) -> list[Token]:
        """All its tokens."""
        return self.text.shape.between(self.start, self.end)

    @cached_property
    def body(self) -> list[Token]:
        """Its own tokens from where its body begins; all but the signature where that is not known."""
        start = self.text.shape.body_of(self.start, self.end)
        holes = [(child.start, child.end) for child in self.children]
        return self.text.shape.between(start, self.end, holes)

    @cached_property
    def head(self) -> str:
        """Its signature as far as layout does not matter, without decorators that stand in it."""
        text = _SPACE.sub("", self.signature)
        for decorator in self.decorators:
            text = text.replace(_SPACE.sub("", decorator), "", 1)
        return text.replace("@", "")

    @cached_property
    def shingles(self) -> frozenset[tuple[str, ...]]:
        """Runs of three tokens, with a blank for its own name: what tells how alike two bodies are."""
        words = ["" if text == self.name else text for _, text, _ in self.whole]
        return frozenset(zip(*(words[at:] for at in range(_SHINGLE)), strict=False))

    @cached_property
    def nameless(self) -> tuple[tuple[str, str, int], ...]:
        """All its tokens with a blank for its own name."""
        return tuple((kind, "" if text == self.name else text, depth) for kind, text, depth in self.whole)


class Text(NamedTuple):
    """One side of a file: its definitions in order, tokens outside of all of them, and the module's documentation."""

    source: bytes
    shape: Shape
    definitions: list[Definition]
    doc: str
    lines: int
    imports: list[tuple[int, int]]
    """Where the statements are that import something, as ranges of bytes."""

    def outside(self) -> list[Token]:
        """The tokens of the module itself."""
        holes = [(found.start, found.end) for found in self.definitions if found.parent is None]
        return self.shape.between(0, len(self.source) + 1, holes)


def definitions_of(facts: FileFacts, shape: Shape, source: bytes) -> Text:
    """The definitions of a file's facts that have a node in the graph."""
    tables = columns(facts, ("definitions", "decorators", "imports", "holders"))
    strings = facts.strings
    text = Text(source, shape, [], facts.doc, facts.lines, _imports(source, shape, tables["imports"]))
    decorators: dict[int, list[str]] = {}
    for definition, _, words in zip(*tables["decorators"], strict=True):
        decorators.setdefault(definition, []).append(_string(strings, words))
    made: dict[int, Definition] = {}
    seen: dict[tuple[str, ...], int] = {}
    rows = list(zip(*tables["definitions"], strict=True))
    holders = set(tables["holders"][0])  # types that members are added to from outside of them
    for number, row in enumerate(rows):
        if row[12] & Flag.ANONYMOUS:
            continue
        parent = _parent(made, rows, row[2])
        name = strings[row[1]]
        held = (strings[rows[row[2]][1]],) if row[2] in holders else ()
        names = (*(parent.names if parent is not None else ()), *held, name)
        seen[names] = seen.get(names, 0) + 1
        found = Definition(
            text, KINDS[row[0]], name, names, seen[names], parent, row[4], row[6], row[7], row[8], row[9],
            _string(strings, row[10]), _string(strings, row[11]), tuple(decorators.get(number, ())),
            _string(strings, row[13]),
        )  # fmt: skip
        made[number] = found
        text.definitions.append(found)
        if parent is not None:
            parent.children.append(found)
    return text


def _imports(source: bytes, shape: Shape, table: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    starts = [0, *(match.end() for match in re.finditer(rb"\n", source)), len(source)]
    lines, offsets = table[5], table[6]
    return sorted(
        {
            shape.statement_at(starts[min(line, len(starts)) - 1] + column)
            for line, column in zip(lines, offsets, strict=True)
        }
    )


def _parent(made: dict[int, Definition], rows: Sequence[tuple[int, ...]], number: int) -> Definition | None:
    """The nearest definition around that has a node."""
    for _ in range(len(rows)):
        if number < 0 or number in made:
            break
        number = rows[number][2]
    return made.get(number)


def _string(strings: Sequence[str], number: int) -> str:
    return strings[number] if number >= 0 else ""
