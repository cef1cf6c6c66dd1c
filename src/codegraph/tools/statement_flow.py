"""Data flow inside a symbol: from which statements the values of a variable come to which."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from codegraph.errors import UsageError
from codegraph.graph.dataflow import Access, links_of
from codegraph.graph.flow import ENTRY, EXIT, Flow, flow_of
from codegraph.model import CALLABLE_KINDS, NodeKind
from codegraph.tools.vocabulary import names_of

if TYPE_CHECKING:
    from codegraph.languages.statements import Placed
    from codegraph.parse.uses import Use
    from codegraph.tools.index import Index
    from codegraph.tools.statements import FileStatements, StatementReader

PARAMETER, OUTSIDE, STATEMENT, RESULT = "parameter", "outside", "statement", "result"
MAX_STEPS = 3000
"""Functions with more statements are told of instead of followed."""


class FlowEnd(msgspec.Struct, kw_only=True):
    """A place where a variable is written or read.

    ``kind`` is ``statement``, ``parameter``, ``outside`` (the value comes from around the symbol; no place) or
    ``result`` (read by what is no statement, such as a last expression that is given back).
    """

    kind: str
    statement_id: str
    line: int
    column: int


class DataFlow(msgspec.Struct, kw_only=True):
    """A value that may come from one place to another on some way through the symbol."""

    name: str
    from_: FlowEnd = msgspec.field(name="from")
    to: FlowEnd


class SymbolFlow:
    """A symbol with its statements in their file and the flow through them."""

    def __init__(self, index: Index, reader: StatementReader, name: str) -> None:
        self.index, self.reader = index, reader
        view = index.view
        self.row = index.busiest_definition(name)
        if view.kind(self.row) not in {*CALLABLE_KINDS, NodeKind.MODULE}:
            raise UsageError(
                f"{view.fqn(self.row)} is a {view.kind(self.row)}; name a function, a method or a module"
            )
        found = reader.tree_of(view.path(self.row))
        if found is None:
            why = (
                reader.notes[-1]
                if reader.notes
                else f"{view.path(self.row)} has changed since it was indexed"
            )
            raise UsageError(f"there is no flow of {view.fqn(self.row)}: {why}; run `codegraph index`")
        self.file: FileStatements = found
        self.owner = next((at for at, owner in enumerate(found.owners) if owner.row == self.row), -1)
        self.rules = reader.registry.adapters[view.language(found.module)].spec.flow
        self.flow: Flow = flow_of(found.placed, self.owner, found.source, self.rules)


def flows_of(index: Index, reader: StatementReader, parents: Sequence[str], name: str) -> list[DataFlow]:
    """The flow of a variable's values, or of all variables for ``*``, in the order of the reading places.

    Raises:
        UsageError: not one symbol with a body was named, or it is too large.
        NotFoundError, AmbiguousError: its name fits nothing or several nodes.
    """
    named = names_of(parents)
    if len(named) != 1:
        raise UsageError("data flow is followed inside of one symbol; name it in parent_fqns")
    symbol = SymbolFlow(index, reader, named[0])
    if len(symbol.flow.steps) > MAX_STEPS:
        raise UsageError(
            f"{named[0]} has {len(symbol.flow.steps):,} statements, too many to follow values through"
        )
    return _Follower(symbol, name).links()


class _Follower:
    def __init__(self, symbol: SymbolFlow, name: str) -> None:
        self.symbol, self.file = symbol, symbol.file
        self.wanted = None if name in ("*", "all") else name.lstrip("$")
        self.ends: dict[int, FlowEnd] = {-1: FlowEnd(kind=OUTSIDE, statement_id="", line=0, column=0)}
        self.accesses: dict[int, list[Access]] = {}
        self.step_of: dict[int, int] = {
            row: number for number, step in enumerate(symbol.flow.steps) for row in step.rows
        }

    def links(self) -> list[DataFlow]:
        uses, parameters = self._uses()
        for use in parameters:
            self._access(
                ENTRY, use, FlowEnd(kind=PARAMETER, statement_id="", line=use.line, column=use.column)
            )
        bound = {use.name for use in [*uses, *parameters] if use.writes}
        around = _Around(self.file.placed, self.step_of, self.symbol.owner)
        for use in uses:
            if use.name not in bound:
                continue
            row = around.row_of(use.start)
            if row is None:
                continue
            kind, identifier = (STATEMENT, self.file.placed[row].id) if row >= 0 else (RESULT, "")
            end = FlowEnd(kind=kind, statement_id=identifier, line=use.line, column=use.column)
            self._access(self.step_of[row] if row >= 0 else EXIT, use, end)
        return [
            DataFlow(name=link.name, from_=self.ends[link.source], to=self.ends[link.target])
            for link in links_of(self.symbol.flow, self.accesses)
        ]

    def _access(self, step: int, use: Use, end: FlowEnd) -> None:
        if self.wanted is None or use.name.lstrip("$") == self.wanted:
            self.ends[use.start] = end
            self.accesses.setdefault(step, []).append(Access(use.name, use.start, use.reads, use.writes))

    def _uses(self) -> tuple[list[Use], list[Use]]:
        """The names in the symbol's body, and its parameters."""
        from codegraph.languages.query import load_language
        from codegraph.parse.reading import Reading
        from codegraph.parse.uses import binding_query, parameters_of, updated, uses_in, written

        reader, file, view = self.symbol.reader, self.file, self.symbol.index.view
        adapter = reader.registry.adapters[view.language(file.module)]
        grammar = reader.registry.grammar_for(adapter.spec.name, file.path)
        reading, root = Reading(adapter.spec), file.root
        begin, end = 0, len(file.source)
        parameters: list[Use] = []
        if self.symbol.owner >= 0:
            owner = file.owners[self.symbol.owner]
            end = owner.end
            parameters, begin = parameters_of(root, file.source, reading, owner.start, end)
            parameters = [use for use in parameters if use.name != view.name(owner.row)]
        query = binding_query(adapter, load_language(adapter, grammar), grammar)
        at = written(query, root, file.source, reading, begin, end)
        both = {
            updated(file.source, file.placed[row].raw.start, file.placed[row].raw.end)
            for row in self.step_of
            if file.placed[row].kind == "assignment"
        }
        uses = [
            use._replace(reads=True, writes=True) if use.start in both else use
            for use in uses_in(root, file.source, reading, begin, end, at)
        ]
        return uses, parameters


class _Around:
    """Finds the statement that a name belongs to, by its place."""

    def __init__(self, placed: Sequence[Placed], steps: Iterable[int], owner: int) -> None:
        self.placed, self.owner = placed, owner
        self.steps = set(steps)
        self.starts = [item.raw.start for item in placed]
        self.first = min((placed[row].raw.start for row in self.steps), default=0)

    def row_of(self, at: int) -> int | None:
        """The innermost statement of a step around a place; -1 when there is none; None for other symbols' names."""
        place = bisect_right(self.starts, at) - 1
        while place >= 0:
            item = self.placed[place]
            if item.raw.end > at:
                return self._step(place)
            place = self._before(place)
        return -1 if at > self.first else None

    def _before(self, place: int) -> int:
        """The statement around one that ends before, or the one before that."""
        parent = self.placed[place].parent
        return parent if parent >= 0 else place - 1

    def _step(self, place: int) -> int | None:
        """The nearest statement from one outwards that is in a step."""
        if self.placed[place].owner != self.owner:
            return None
        row = place
        while row >= 0 and row not in self.steps:
            row = self.placed[row].parent
        return row if row >= 0 else None
