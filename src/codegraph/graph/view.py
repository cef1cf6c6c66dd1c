"""The graph of one published generation, read in place: rows, names and neighbours (standard library only).

A node is a row number. ``view.fqn(row)``, ``view.line(row)`` and the like read one column of it; rows are
sorted by FQN, and row numbers mean something in this one generation only.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from functools import cached_property
from itertools import compress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from codegraph.graph.columns import Flag, Integer, LongText, Text, Texts, Word
from codegraph.graph.records import Adjacency, Edge, Site, Unresolved
from codegraph.graph.spelling import letters
from codegraph.graph.unresolved import UnresolvedTable
from codegraph.model import Confidence, EdgeKind, Level
from codegraph.store.container import Container
from codegraph.store.encode import META
from codegraph.store.graph_file import CONFIDENCES, EDGE_KINDS
from codegraph.store.layout import (
    GRAPH_FILE,
    SUMMARY_FILE,
    UNRESOLVED_FILE,
    Generation,
    current_generation,
    damaged,
    read_json,
    unreadable,
)
from codegraph.store.lease import Lease
from codegraph.store.strings import NAMES, TEXTS, StringTable

METRICS = ("loc", "cyclomatic", "cognitive", "parameters", "nesting", "fan_in", "fan_out")


class GraphView:
    """Reads one generation; get one with ``open`` and close it, or use it in a ``with`` statement.

    Damage to a part of the file is found when that part is first used.
    """

    fqn: Callable[[int], str]
    unresolved: UnresolvedTable
    """The references without a target."""
    id = Integer("id")
    name = Text("name")
    level = Integer("level")
    kind = Word("kind")
    language = Word("language")
    path = Text("path")
    line = Integer("line")
    column = Integer("column")
    start_line = Integer("start_line")
    end_line = Integer("end_line")
    start_byte = Integer("start_byte")
    end_byte = Integer("end_byte")
    parent = Integer("parent")
    signature = LongText("signature")
    doc = LongText("doc")
    visibility = Word("visibility")
    modifiers = Texts("modifiers")
    decorators = Texts("decorators")
    tags = Texts("tags")
    exported = Flag("exported")
    is_test = Flag("is_test")
    content_hash = LongText("content_hash")
    parse_status = Word("parse_status")
    loc = Integer("loc")
    cyclomatic = Integer("cyclomatic")
    cognitive = Integer("cognitive")
    parameters = Integer("parameters")
    nesting = Integer("nesting")
    fan_in = Integer("fan_in")
    fan_out = Integer("fan_out")
    module = Integer("module")
    """The nearest module of a row, itself included, or -1; of an external its topmost external."""
    package = Integer("package")
    """The nearest package of a row, itself included, or -1; of an external its topmost external."""

    def __init__(self, generation: Generation) -> None:
        self.generation = generation.number
        self.folder = generation.folder
        self.manifest = generation.manifest
        with ExitStack() as opened:
            self._lease = Lease(generation.folder)
            opened.callback(self._lease.close)
            self.container = Container(generation.folder / GRAPH_FILE)
            opened.callback(self.container.close)
            meta = self.container.json(META)
            self.node_count: int = meta["nodes"]
            self.edge_count: int = meta["edges"]
            self.vocabulary: dict[str, list[str]] = meta["vocabulary"]
            self.names = StringTable(self.container, NAMES)
            self.unresolved = UnresolvedTable(generation.folder / UNRESOLVED_FILE)
            opened.pop_all()
        self.fqn = self.names.text

    @classmethod
    def open(cls, index_dir: Path) -> Self:
        """The current generation of the index at ``index_dir``.

        The view stays as it is while writers publish newer generations, and so do the files of its generation,
        which may be opened later.

        Raises:
            NotIndexedError: there is no finished index.
            IndexFormatError: it is damaged or of another version.
            StorageError: a file of it can't be read.
        """
        generation = current_generation(index_dir)
        while True:
            try:
                return cls(generation)
            except FileNotFoundError as error:
                # Writers may have published twice, and cleared this one away, since its number was read.
                newer = current_generation(index_dir)
                if newer.number == generation.number:
                    raise damaged(Path(error.filename), "is missing") from None
                generation = newer
            except OSError as error:
                raise unreadable(Path(error.filename), error) from error

    def close(self) -> None:
        """Give the files back; the view can't be used any more."""
        self.container.close()
        self.unresolved.close()
        self._lease.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What the builder reported of this generation: counts, times, skipped files, warnings."""
        return read_json(self.folder / SUMMARY_FILE)

    @cached_property
    def texts(self) -> StringTable:
        """The table of long strings: signatures, docs and the like."""
        return StringTable(self.container, TEXTS)

    # --- nodes -----------------------------------------------------------------------------------------

    def attributes(self, row: int) -> dict[str, Any]:
        """What a fingerprint knows of a node (``http_method``, ``route``, ...); empty for most."""
        text = self._attributes(row)
        return json.loads(text) if text else {}

    _attributes = LongText("attributes")

    def metrics(self, row: int) -> dict[str, int]:
        """All metrics of a node by name."""
        return {name: getattr(self, name)(row) for name in METRICS}

    @cached_property
    def has_statements(self) -> bool:
        """Whether statements are nodes; they are found by their FQNs and with ``statements_at`` alone."""
        return int(Level.STATEMENT) in bytes(self.container.array("level"))

    def children(self, row: int) -> list[int]:
        """The rows directly under ``row``, by their position in the file; statements are left out."""
        return self._without_statements(self._group("child", row))

    def _without_statements(self, rows: list[int]) -> list[int]:
        if not self.has_statements:
            return rows
        return [row for row in rows if self.level(row) != Level.STATEMENT]

    def descendants(self, row: int) -> list[int]:
        """All rows under ``row``, without itself and statements, each parent before its children."""
        found: list[int] = []
        waiting = self.children(row)[::-1]
        while waiting and len(found) < self.node_count:
            child = waiting.pop()
            found.append(child)
            waiting.extend(reversed(self.children(child)))
        return found

    def ancestors(self, row: int) -> list[int]:
        """The rows above ``row``, the nearest first."""
        found: list[int] = []
        above = self.parent(row)
        while above >= 0 and len(found) < self.node_count:
            found.append(above)
            above = self.parent(above)
        return found

    def rows(self, level: Level | None = None) -> list[int]:
        """All rows, or those of one level, in order of their FQNs."""
        if level is None:
            return list(range(self.node_count))
        return places_of(self.container.array("level"), int(level))

    # --- look-up ---------------------------------------------------------------------------------------

    def row_of(self, fqn: str) -> int | None:
        """The row whose FQN is exactly ``fqn``."""
        wanted = fqn.encode("utf-8", "surrogatepass")
        row = bisect_left(range(self.node_count), wanted, key=self.names.raw)
        return row if row < self.node_count and self.names.raw(row) == wanted else None

    def rows_keyed(self, key: str) -> list[int]:
        """The rows that may be asked for by the last word ``key``, in any case (see ``store.names``)."""
        place = self._place("key", key.casefold())
        return [] if place is None else self._without_statements(self._group("key", place))

    def rows_named(self, name: str) -> list[int]:
        """The rows whose bare name is exactly ``name``."""
        return [row for row in self.rows_keyed(name) if self.name(row) == name]

    def rows_at(self, path: str) -> list[int]:
        """The rows of a file, the module first, then by position; or the package whose folder it is."""
        place = self._place("file", path)
        return [] if place is None else self._without_statements(self._group("file", place))

    def statements_at(self, path: str) -> list[int]:
        """The statements of a file that are nodes, by position."""
        place = self._place("file", path)
        rows = [] if place is None else self._group("file", place)
        return [row for row in rows if self.level(row) == Level.STATEMENT]

    def rows_under(self, folder: str) -> list[int]:
        """The rows of all files in a folder and below it; of all files for ``""``."""
        offsets = self.container.array("file_offsets")
        paths = self.container.array("file")
        if not folder:
            return self._without_statements(list(self.container.array("file_rows")[: offsets[-1]]))
        prefix = folder.encode("utf-8", "surrogatepass") + b"/"
        begin = bisect_left(paths, prefix, key=self.names.raw)
        end = bisect_left(paths, prefix[:-1] + b"0", begin, key=self.names.raw)  # "0" follows "/"
        return self._without_statements(
            list(self.container.array("file_rows")[offsets[begin] : offsets[end]])
        )

    def count_paths(self, rows: Iterable[int]) -> dict[str, int]:
        """How many of ``rows`` lie in each file ("" for externals), the most first."""
        counts = Counter(map(self.container.array("path").__getitem__, rows))
        return {self.names.text(number): count for number, count in counts.most_common()}

    def keys(self) -> list[str]:
        """All case-folded names of the name index, in order."""
        return [self.names.text(number) for number in self.container.array("key")]

    @cached_property
    def key_letters(self) -> list[str]:
        """The letters and digits of each of ``keys()``: what is left of a name in any of its spellings."""
        return list(map(letters, self.keys()))

    def paths(self) -> list[str]:
        """All paths of files and of package folders, in order."""
        return [self.names.text(number) for number in self.container.array("file")]

    def _place(self, index: str, word: str) -> int | None:
        numbers, wanted = self.container.array(index), word.encode("utf-8", "surrogatepass")
        place = bisect_left(numbers, wanted, key=self.names.raw)
        return place if place < len(numbers) and self.names.raw(numbers[place]) == wanted else None

    def _group(self, index: str, place: int) -> list[int]:
        offsets = self.container.array(f"{index}_offsets")
        return self.container.array(f"{index}_rows")[offsets[place] : offsets[place + 1]].tolist()

    # --- edges -----------------------------------------------------------------------------------------

    @cached_property
    def forward(self) -> Adjacency:
        """All edges by their source."""
        get = self.container.array
        edges = range(self.edge_count)
        return Adjacency(get("out_offsets"), bytes(get("out_code")), get("out_end"), edges)

    @cached_property
    def backward(self) -> Adjacency:
        """All edges by their destination."""
        get = self.container.array
        return Adjacency(get("in_offsets"), bytes(get("in_code")), get("in_end"), get("in_edge"))

    def accept(self, kinds: Collection[str] | None = None, floor: str = Confidence.POSSIBLE) -> bytes:
        """What each code of an ``Adjacency`` means for a query, as a table of 256 bytes.

        1: an edge of one of ``kinds`` (all when None) whose confidence is at least ``floor``; 2: of one of
        the kinds, but below the floor; 0: of another kind.
        """
        table = bytearray(256)
        enough = CONFIDENCES.index(Confidence(floor))
        for place, kind in enumerate(EDGE_KINDS):
            if kinds is None or kind in kinds:
                for rank in range(len(CONFIDENCES)):
                    table[place * len(CONFIDENCES) + rank] = 1 if rank <= enough else 2
        return bytes(table)

    def kind_of(self, code: int) -> str:
        """The edge kind that a code of an ``Adjacency`` stands for."""
        return EDGE_KINDS[code // len(CONFIDENCES)].value

    def edge_from_parent(self, row: int) -> int:
        """The number of the ``contains`` edge that leads to a node from its parent, -1 if there is none."""
        above, along = self.parent(row), self.backward
        for place in range(along.offsets[row], along.offsets[row + 1]):
            if along.ends[place] == above and self.kind_of(along.codes[place]) == EdgeKind.CONTAINS:
                return along.edges[place]
        return -1

    def out_edges(
        self, row: int, kinds: Collection[str] | None = None, floor: str = Confidence.POSSIBLE
    ) -> Iterator[Edge]:
        """The edges from ``row``, by kind and destination."""
        return self._edges(self.forward, row, kinds, floor)

    def in_edges(
        self, row: int, kinds: Collection[str] | None = None, floor: str = Confidence.POSSIBLE
    ) -> Iterator[Edge]:
        """The edges to ``row``, by source and kind."""
        return self._edges(self.backward, row, kinds, floor)

    def successors(self, row: int, accepted: bytes) -> list[int]:
        """The far ends of the edges from ``row`` that ``accepted`` maps to 1 (see ``accept``)."""
        return self.forward.select(row, accepted)

    def predecessors(self, row: int, accepted: bytes) -> list[int]:
        """The far ends of the edges to ``row`` that ``accepted`` maps to 1 (see ``accept``)."""
        return self.backward.select(row, accepted)

    def iter_edges(
        self, kinds: Collection[str] | None = None, floor: str = Confidence.POSSIBLE
    ) -> Iterator[Edge]:
        """All edges, sorted by source, kind and destination as the resolver left them."""
        accepted = self.accept(kinds, floor)
        for number, code in enumerate(self.forward.codes):
            if accepted[code] == 1:
                yield self.edge(number)

    def edge(self, number: int) -> Edge:
        """One edge by its number, its rank among all edges."""
        get = self.container.array
        kind, confidence = divmod(self.forward.codes[number], len(CONFIDENCES))
        flags = get("flags")[number]
        return Edge(
            get("src")[number],
            self.forward.ends[number],
            EDGE_KINDS[kind].value,
            CONFIDENCES[confidence].value,
            self.rule(number),
            bool(flags & 1),
            bool(flags & 2),
            self.sites(number),
        )

    def rule(self, number: int) -> str:
        """The rule by which an edge was found."""
        text: str = self.vocabulary["rule"][self.container.array("rule")[number]]
        return text

    def sites(self, number: int) -> tuple[Site, ...]:
        """Where the references of an edge stand, in the file of its source."""
        offsets = self.container.array("site_offsets")
        flat = self.container.array("sites")[offsets[number] : offsets[number + 1]].tolist()
        return tuple(zip(flat[::2], flat[1::2], strict=True))

    def _edges(
        self, adjacency: Adjacency, row: int, kinds: Collection[str] | None, floor: str
    ) -> Iterator[Edge]:
        accepted = self.accept(kinds, floor)
        for place in range(adjacency.offsets[row], adjacency.offsets[row + 1]):
            if accepted[adjacency.codes[place]] == 1:
                yield self.edge(adjacency.edges[place])

    # --- references without a target -------------------------------------------------------------------

    @property
    def unresolved_count(self) -> int:
        """How many references have no target."""
        return len(self.unresolved)

    def unresolved_of(self, row: int) -> list[Unresolved]:
        """The references of a node that have no target, by position."""
        return self.unresolved.of(row)

    def iter_unresolved(self) -> Iterator[Unresolved]:
        """All references without a target, sorted by source and position."""
        return (self.unresolved[number] for number in range(len(self.unresolved)))


def places_of(values: Any, wanted: int) -> list[int]:
    """Where a small number stands in a column; of single bytes without a step of Python for each."""
    if values.itemsize == 1:
        marked = bytes(values).translate(bytes(value == wanted for value in range(256)))
        return list(compress(range(len(marked)), marked))
    return [place for place, value in enumerate(values) if value == wanted]
