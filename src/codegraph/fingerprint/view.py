"""A graph as rules look at it: rows by name, edges by end, classes by what they derive from."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from codegraph.model import (
    CALLABLE_KINDS,
    TYPE_KINDS,
    Coded,
    Columns,
    EdgeKind,
    Graph,
    Level,
    Listed,
    Lists,
    NodeKind,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Bools: TypeAlias = npt.NDArray[np.bool_]
    Numbers: TypeAlias = npt.NDArray[np.int64]

CALLS = frozenset({EdgeKind.CALLS, EdgeKind.INSTANTIATES})
_NODE_KINDS = tuple(NodeKind)
_MODULE = int(Level.MODULE)  # plain numbers are compared faster than members of enumerations
DERIVES = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


class Use:
    """One end of an edge: the row at its other end, its confidence, and where it stands in the source's file.

    Args:
        row: at the other end.
        confidence: of the edge.
        places: the sites of all edges, none where they do not matter.
        edge: the edge's number.
    """

    __slots__ = ("_edge", "_places", "confidence", "row")

    def __init__(self, row: int, confidence: str, places: Sequence[list[int]], edge: int = 0) -> None:
        self.row = row
        self.confidence = confidence
        self._places = places
        self._edge = edge

    @property
    def sites(self) -> list[tuple[int, int]]:
        """Line and column of each place; a list is made each time, as most of those who ask for edges need none."""
        numbers = self._places[self._edge]
        return list(zip(numbers[::2], numbers[1::2], strict=True))


_NOWHERE: Sequence[list[int]] = ([],)


class View:
    """Questions that rules ask; each costs about what it finds, or one pass over the edges."""

    def __init__(self, graph: Graph) -> None:
        self.nodes: Columns = graph.nodes
        self.edges: Columns = Listed(graph.edges)
        self._coded: dict[str, Coded] = {}
        self._columns = graph.edges
        self._of_kind: dict[str, list[int]] = {}
        self.unresolved: Columns = graph.unresolved
        self.fqns = graph.nodes["fqn"]
        self._defined: dict[int, dict[tuple[int, int], int]] = {}
        self._packages: dict[int, int] = {}

    def row(self, fqn: str) -> int:
        """The row of a node, -1 for none."""
        at = bisect_left(self.fqns, fqn)
        return at if at < len(self.fqns) and self.fqns[at] == fqn else -1

    def is_callable(self, row: int) -> bool:
        """Whether a node is a function of any kind."""
        return self.nodes["kind"][row] in CALLABLE_KINDS

    def is_type(self, row: int) -> bool:
        """Whether a node is a class of any kind."""
        return self.nodes["kind"][row] in TYPE_KINDS

    def children(self, row: int) -> list[int]:
        """The definitions right within a node."""
        kinds, (begin, end) = self.edges["kind"], self._outgoing[row : row + 2]
        begin = bisect_left(kinds, EdgeKind.CONTAINS, begin, end)  # edges are sorted by source and kind
        return list(self.edges["dst"][begin : bisect_right(kinds, EdgeKind.CONTAINS, begin, end)])

    def holds_variables(self, row: int) -> bool:
        """Whether a node is a module or a class: what has variables that are nodes, and is none itself."""
        return self.nodes["level"][row] == Level.MODULE or self.is_type(row)

    def module(self, row: int) -> int:
        """The module that a symbol lies in."""
        return self._module_of[row] if row >= 0 else row

    @cached_property
    def _module_of(self) -> Sequence[int]:
        return array("i", self.modules_of.tobytes())

    @cached_property
    def modules_of(self) -> npt.NDArray[np.int32]:
        """The module of each node, the node itself where it is coarser than a module."""
        import numpy as np

        inside = np.asarray(self.nodes["level"], np.int32) > Level.MODULE
        found = np.arange(len(self.fqns), dtype=np.int32)
        parents = np.where(inside, np.asarray(self.nodes["parent"], np.int32), found)
        while not np.array_equal(found, further := np.where(found < 0, found, parents[found])):
            found = further
        return found

    def scopes(self, row: int) -> Iterator[str]:
        """The FQNs of a node and of all around it, up to its module."""
        while row >= 0 and self.nodes["level"][row] >= Level.MODULE:
            yield self.fqns[row]
            row = self.nodes["parent"][row]

    def uses(self, rows: Collection[int], kinds: Collection[str]) -> dict[int, list[Use]]:
        """The edges of some kinds that lead to each of some nodes."""
        return {row: found for row in rows if (found := self.into(row, kinds))}

    def of_kind(self, kind: str) -> Sequence[int]:
        """The numbers of all edges of a kind, in order."""
        known = self._of_kind.get(kind)
        if known is None:
            known = self._of_kind[kind] = self.edges_of({kind}).tolist()
        return known

    def edges_of(self, kinds: Collection[str]) -> Numbers:
        """The numbers of all edges of some kinds as an array, in order."""
        import numpy as np

        return np.flatnonzero(self.edges_where("kind", kinds))

    def edges_where(self, name: str, values: Collection[object]) -> Bools:
        """Which edges have one of some values in a column of few different ones."""
        import numpy as np

        column = self.coded(name)
        fits = np.array([value in values for value in column.values] or [False], bool)
        found: Bools = fits[column.codes]
        return found

    def coded(self, name: str) -> Coded:
        """A column of edges that has few different values."""
        column = self._coded.get(name)
        if column is None:
            column = self._coded[name] = Coded.of(self._columns[name])
        return column

    def part(self, graph: Graph) -> View:
        """The same questions to a graph with the same nodes, of which some columns may say less, and other edges."""
        found = View(graph)
        found.node_kinds, found.modules_of = self.node_kinds, self.modules_of
        return found

    def ends(self, name: str) -> npt.NDArray[np.int32]:
        """The rows at one end of all edges, ``src`` or ``dst``, as an array."""
        import numpy as np

        return np.asarray(self.edges[name], np.int32)

    def nodes_of(self, kinds: Collection[str]) -> Bools:
        """Which nodes are of some kinds."""
        import numpy as np

        fits = np.array([kind in kinds for kind in _NODE_KINDS], bool)
        found: Bools = fits[self.node_kinds]
        return found

    @cached_property
    def node_kinds(self) -> npt.NDArray[np.int8]:
        """The kind of each node by its number."""
        import numpy as np

        kinds = self.nodes["kind"]
        numbers = {kind: number for number, kind in enumerate(_NODE_KINDS)}
        return np.fromiter(map(numbers.__getitem__, kinds), np.int8, len(kinds))

    @cached_property
    def tagged(self) -> list[tuple[int, list[str]]]:
        """The rows that have tags, with these."""
        return [(row, tags) for row, tags in enumerate(self.nodes["tags"]) if tags]

    @cached_property
    def files(self) -> list[int]:
        """The rows of all modules, in order."""
        import numpy as np

        return np.flatnonzero(np.asarray(self.nodes["level"], np.int8) == _MODULE).tolist()

    def into(self, row: int, kinds: Collection[str]) -> list[Use]:
        """The edges of some kinds that lead to a node, by their sources."""
        order, starts = self._incoming
        edges = order[starts[row] : starts[row + 1]]
        kind, src, confidence, places = (self.edges[name] for name in ("kind", "src", "confidence", "sites"))
        return [Use(src[edge], confidence[edge], places, edge) for edge in edges if kind[edge] in kinds]

    @cached_property
    def _incoming(self) -> tuple[Sequence[int], Sequence[int]]:
        """The edges by the node that they lead to, and where those of each node begin."""
        import numpy as np

        dst = self.ends("dst").astype(np.int64)
        order = np.sort(dst << 32 | np.arange(len(dst))).astype(np.int32)  # the lower half: numbers of edges
        return array("i", order.tobytes()), self._begins(dst)

    @cached_property
    def _outgoing(self) -> Sequence[int]:
        """Where the edges of each node begin; they are sorted by source."""
        return self._begins(self.ends("src"))

    def _begins(self, rows: npt.NDArray[np.integer[Any]]) -> Sequence[int]:
        """Where the edges of each node begin, in the order of these ends of theirs, and where the last ones end."""
        import numpy as np

        counts = np.bincount(rows, minlength=len(self.fqns))
        return array("i", np.append([0], np.cumsum(counts)).astype(np.int32).tobytes())

    def numbers(self, row: int) -> range:
        """The numbers of the edges that lead away from a node."""
        starts = self._outgoing
        return range(starts[row], starts[row + 1])

    def out(self, row: int, kind: str) -> list[Use]:
        """The edges of a kind that lead away from a node."""
        kinds, dst, confidence, places = (self.edges[name] for name in ("kind", "dst", "confidence", "sites"))
        return [
            Use(dst[edge], confidence[edge], places, edge)
            for edge in self.numbers(row)
            if kinds[edge] == kind
        ]

    def members(self, module: int) -> range:
        """The rows of all that lies in a module or class; names are sorted, so that they are side by side."""
        head = f"{self.fqns[module]}::"
        return range(bisect_left(self.fqns, head), bisect_left(self.fqns, head[:-1] + ";"))

    def sites(self, module: int) -> dict[tuple[int, int], list[tuple[str, Use]]]:
        """All edges that leave a module and what lies in it, by the positions where they stand."""
        found: dict[tuple[int, int], list[tuple[str, Use]]] = {}
        edges, starts, inside = self.edges, self._outgoing, self.members(module)
        kinds, dst, confidences, column = edges["kind"], edges["dst"], edges["confidence"], edges["sites"]
        sites = column if isinstance(column, Lists) else Lists.of(column)
        ranges = [range(starts[module], starts[module + 1])]
        if len(inside):
            ranges.append(range(starts[inside.start], starts[inside.stop]))
        for numbers in ranges:
            ends = sites.offsets[numbers.start : numbers.stop + 1]
            places = sites.values[ends[0] : ends[-1]].tolist()
            begin = ends[0]
            for edge, first, end in zip(numbers, ends, ends[1:], strict=False):
                if first == end:
                    continue
                item = (kinds[edge], Use(dst[edge], confidences[edge], _NOWHERE))
                for at in range(first - begin, end - begin, 2):
                    found.setdefault((places[at], places[at + 1]), []).append(item)
        return found

    def defined(self, module: int) -> dict[tuple[int, int], int]:
        """The definitions in a module by the positions of their names."""
        known = self._defined.get(module)
        if known is None:
            lines, columns = self.nodes["line"], self.nodes["column"]
            rows = self.members(module)
            known = self._defined[module] = {(lines[row], columns[row]): row for row in reversed(rows)}
        return known

    @cached_property
    def _modules(self) -> dict[str, int]:
        paths = self.nodes["path"]
        return {paths[row]: row for row in self.files}

    @cached_property
    def _stems(self) -> dict[str, list[tuple[str, int]]]:
        """The modules by the last part of their path without its extension, with the whole path before that."""
        found: dict[str, list[tuple[str, int]]] = {}
        for path, row in self._modules.items():
            stem = path.rpartition("/")[2].partition(".")[0]
            whole = path[: len(path) - len(path.rpartition("/")[2])] + stem
            found.setdefault(stem, []).append((whole, row))
        return found

    def module_at(self, path: str) -> int:
        """The module of a file, -1 for none."""
        return self._modules.get(path, -1)

    def modules(self, name: str) -> list[int]:
        """The modules that a dotted name or path may mean."""
        parts = [part for part in re.split(r"[./\\:]+", name) if part]
        if not parts:
            return []
        wanted = "/".join(parts)
        found = self._stems.get(parts[-1], [])
        return sorted(row for whole, row in found if f"/{whole}".endswith(f"/{wanted}"))

    def package(self, row: int) -> int:
        """The package that a node lies in, -1 for none."""
        module = self.module(row)
        known = self._packages.get(module)
        if known is None:
            known = module
            while known >= 0 and self.nodes["level"][known] > Level.PACKAGE:
                known = int(self.nodes["parent"][known])
            self._packages[module] = known
        return known

    def below_package(self, path: str) -> str:
        """A file's path below the folder of its package."""
        row = self.package(self.module_at(path))
        folder = self.nodes["path"][row] if row >= 0 else ""
        return path[len(folder) + 1 :] if folder and path.startswith(f"{folder}/") else path

    @cached_property
    def types(self) -> dict[str, list[int]]:
        """The types of the project by name."""
        found: dict[str, list[int]] = {}
        names, kinds = self.nodes["name"], self.nodes["kind"]
        for row, kind in enumerate(kinds):
            if kind in TYPE_KINDS:
                found.setdefault(names[row], []).append(row)
        return found

    def variable_at(self, module: int, line: int) -> int:
        """The variable of a module whose definition holds a line, -1 for none."""
        nodes = self.nodes
        head = f"{self.fqns[module]}::"
        for row in range(bisect_left(self.fqns, head), len(self.fqns)):
            if not self.fqns[row].startswith(head):
                break
            spans = nodes["start_line"][row] <= line <= nodes["end_line"][row]
            if spans and nodes["parent"][row] == module and not (self.is_callable(row) or self.is_type(row)):
                return row
        return -1

    def decorated_at(self, module: int, line: int) -> int:
        """The function or class of a module among whose decorators a line is, -1 for none."""
        nodes = self.nodes
        for row in self.children(module):
            if nodes["start_line"][row] <= line < nodes["line"][row] and (
                self.is_callable(row) or self.is_type(row)
            ):
                return row
        return -1

    # --- classes ---

    @cached_property
    def _derived(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        src, dst = self.edges["src"], self.edges["dst"]
        for edge in self.edges_of(DERIVES).tolist():
            found.setdefault(dst[edge], []).append(src[edge])
        return found

    def derived(self, row: int) -> Sequence[int]:
        """The classes of the project that derive from a class right away."""
        return self._derived.get(row, ())

    def descendants(self, row: int, without: str = "") -> Iterator[int]:
        """All classes of the project that derive from a class, nearest first.

        Args:
            row: the class, of the project or external.
            without: a member's name; a class that has one of its own is left out with all that derive from it.
        """
        seen = {row}
        queue: list[int] = [row]
        for current in queue:
            for child in self._derived.get(current, ()):
                if child in seen or (without and self.row(f"{self.fqns[child]}::{without}") >= 0):
                    continue
                seen.add(child)
                queue.append(child)
                yield child

    def bases(self, row: int) -> Iterator[int]:
        """A class and all that it derives from, nearest first, external ones too."""
        seen = {row}
        queue = [row]
        for current in queue:
            yield current
            for kind in (EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS):
                for use in self.out(current, kind):
                    if use.row not in seen:
                        seen.add(use.row)
                        queue.append(use.row)

    def member(self, row: int, name: str) -> int:
        """The member of a class that a name means, an inherited one too; -1 for none in the project."""
        for base in self.bases(row):
            found = self.row(f"{self.fqns[base]}::{name}")
            if found >= 0 and self.nodes["kind"][found] != NodeKind.EXTERNAL:
                return found
        return -1
