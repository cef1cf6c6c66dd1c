"""Who contains whom in a table of nodes, and the code of a symbol cut for composing."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.model import TYPE_KINDS, Columns, Level, NodeKind
from codegraph.text import SourceOf, dedent, read_or_nothing

MAX_CODE_BYTES = 6000  # more than any composed text keeps
MAX_HEADER_LINES = 15

_CONTAINERS = TYPE_KINDS | {NodeKind.NAMESPACE}
_DATA = frozenset({NodeKind.FIELD, NodeKind.VARIABLE, NodeKind.CONSTANT})


class Outline:
    """The tree that the ``parent`` column describes, read in the order of the source."""

    def __init__(self, nodes: Columns) -> None:
        self._nodes = nodes
        self._children: dict[int, list[int]] = {}
        parents, levels, starts = nodes["parent"], nodes["level"], nodes["start_byte"]
        for row, parent in enumerate(parents):
            if parent >= 0 and levels[row] <= Level.SYMBOL and nodes["kind"][row] != NodeKind.EXTERNAL:
                self._children.setdefault(parent, []).append(row)
        for rows in self._children.values():
            rows.sort(key=lambda row: (starts[row], row))

    def children(self, row: int) -> Sequence[int]:
        """The modules or symbols right inside a node, statements left out."""
        return self._children.get(row, ())

    def qualified_name(self, row: int) -> str:
        """The dotted name of a symbol inside its module: ``QuerySet.filter``."""
        names = []
        nodes = self._nodes
        while row >= 0 and nodes["level"][row] == Level.SYMBOL:
            names.append(nodes["name"][row])
            row = nodes["parent"][row]
        return ".".join(reversed(names))


class SymbolSource:
    """The code of symbols: from the line of the name on, without the indentation that it stands in.

    Of a type or namespace it is the header and the names of the members, whose code has chunks of its own.
    """

    def __init__(self, nodes: Columns, outline: Outline, source_of: SourceOf) -> None:
        self._nodes = nodes
        self._outline = outline
        self._source_of = source_of
        self._path = ""
        self._source = b""

    def code(self, row: int) -> str:
        """The code of one symbol; "" when its file can't be read."""
        nodes = self._nodes
        source = self._read(nodes["path"][row])
        begin, end = self._begin(source, row), min(nodes["end_byte"][row], len(source))
        indent = _indent_before(source, begin)
        if nodes["kind"][row] not in _CONTAINERS:
            return _text(source[begin : min(end, begin + MAX_CODE_BYTES)], indent)
        children = self._outline.children(row)
        members = [child for child in children if nodes["kind"][child] not in _DATA]
        first = min((nodes["start_byte"][child] for child in members), default=end)
        header = _text(source[begin : max(begin, min(end, first))], indent)
        header = "\n".join(header.split("\n")[:MAX_HEADER_LINES]).rstrip()
        names = ", ".join(dict.fromkeys(nodes["name"][child] for child in members))
        return f"{header}\n{names}" if names else header

    def _read(self, path: str) -> bytes:
        if path != self._path:
            self._path, self._source = path, read_or_nothing(self._source_of, path)
        return self._source

    def _begin(self, source: bytes, row: int) -> int:
        """Where the line of the declared name begins: decorators stand before it."""
        nodes = self._nodes
        begin: int = nodes["start_byte"][row]
        for _ in range(nodes["line"][row] - nodes["start_line"][row]):
            newline = source.find(b"\n", begin, nodes["end_byte"][row])
            if newline < 0:
                break
            begin = newline + 1
        while source[begin : begin + 1] in (b" ", b"\t"):
            begin += 1
        return begin


def _indent_before(source: bytes, begin: int) -> str:
    before = source[source.rfind(b"\n", 0, begin) + 1 : begin]
    return before.decode("ascii") if before.isspace() else ""


def _text(code: bytes, indent: str) -> str:
    return dedent(code.decode("utf-8", "ignore").replace("\r\n", "\n"), indent)
