"""``symbol_detail``: what a symbol is, what is in it, and what it has to do with others."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from codegraph.graph.records import Edge
from codegraph.graph.view import GraphView
from codegraph.model import Confidence, EdgeKind, Level
from codegraph.tools.answers import (
    Related,
    Site,
    Symbol,
    SymbolAnswer,
    first_sentence,
    related,
    symbol,
    symbol_fields,
)
from codegraph.tools.body_metrics import body_of
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.statements import Statement, StatementReader
from codegraph.tools.vocabulary import choice, listed

_CALLS = (EdgeKind.CALLS, EdgeKind.INSTANTIATES, EdgeKind.HANDLES, EdgeKind.REQUESTS)
_IMPORTS = (EdgeKind.IMPORTS,)
_DOCUMENTS = (EdgeKind.DOCUMENTS,)
EXPANSIONS = (
    "none",
    "members",
    "inheritance",
    "imports",
    "callers",
    "callees",
    "tests",
    "documents",
    "public_exports",
    "decorators",
    "parent_chain",
    "unresolved",
    "statements",
    "all",
)


class SymbolDetailRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``expand`` says which parts to add; see ``EXPANSIONS``. ``all`` is all but the statements, which are many.

    ``include_metrics`` adds the metrics that the index holds, ``include_body_metrics`` also those that are counted from
    the statements of the body.
    """

    fqn: str
    expand: Sequence[str] | str = ("none",)
    include_signature: bool = True
    include_doc: bool = True
    include_metrics: bool = False
    include_body_metrics: bool = False
    include_possible: bool = False
    max_children: int = 50
    max_relations: int = 10
    cursor: str = ""


class OpenReference(msgspec.Struct, frozen=True):
    """A reference in the symbol that has no target in the graph, and why."""

    kind: str
    text: str
    site: Site
    reason: str
    candidates: tuple[str, ...]


class SymbolDetail(SymbolAnswer, kw_only=True):
    """Lists that were not asked for are empty; ``totals`` counts each list before it was cut.

    ``documented_by`` are documents and sections that name the symbol, ``documents`` what a section names.
    ``namesakes`` are symbols that bear the name of the package or module that is shown.
    ``definitions`` has the symbol and, where its name is defined several times (overloads), all of them;
    relations are those of all.
    """

    definitions: list[Symbol] = msgspec.field(default_factory=list)
    namesakes: list[str] = msgspec.field(default_factory=list)

    signature: str = ""
    doc_comment: str = ""
    summary_short: str = ""
    visibility: str = ""
    exported: bool = False
    modifiers: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    attributes: dict[str, Any] = msgspec.field(default_factory=dict)
    body: dict[str, int] = msgspec.field(default_factory=dict)
    parent_chain: list[Symbol] = msgspec.field(default_factory=list)
    members: list[Symbol] = msgspec.field(default_factory=list)
    public_exports: list[Symbol] = msgspec.field(default_factory=list)
    extends: list[Related] = msgspec.field(default_factory=list)
    implements: list[Related] = msgspec.field(default_factory=list)
    overrides: list[Related] = msgspec.field(default_factory=list)
    subclasses: list[Related] = msgspec.field(default_factory=list)
    implementers: list[Related] = msgspec.field(default_factory=list)
    overridden_by: list[Related] = msgspec.field(default_factory=list)
    imported_by: list[Related] = msgspec.field(default_factory=list)
    imports: list[Related] = msgspec.field(default_factory=list)
    top_callers: list[Related] = msgspec.field(default_factory=list)
    top_callees: list[Related] = msgspec.field(default_factory=list)
    tested_by: list[Related] = msgspec.field(default_factory=list)
    documented_by: list[Related] = msgspec.field(default_factory=list)
    documents: list[Related] = msgspec.field(default_factory=list)
    unresolved: list[OpenReference] = msgspec.field(default_factory=list)
    statements: list[Statement] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)
    totals: dict[str, int] = msgspec.field(default_factory=dict)
    possible: int = 0
    total: int = 0
    limit: int = 50
    truncated: bool = False
    cursor: str = ""


def run(index: Index, request: SymbolDetailRequest) -> SymbolDetail:
    """The symbol with the parts that the request expands; callers and callees with most sites come first.

    A route calls its handler, a client the endpoint that it requests.
    ``possible`` counts the edges of the parts asked for that are too unsure to be
    shown by default.

    Raises:
        NotFoundError, AmbiguousError: the name fits nothing or several nodes.
        UsageError: an expansion has an unknown name.
    """
    view, rows = index.view, index.definitions(request.fqn)
    row = rows[0]
    wanted = {choice("expansion", word, EXPANSIONS) for word in listed(request.expand)}
    detail = _card(view, row, request)
    detail.definitions = [symbol(view, other) for other in rows]
    detail.namesakes = index.namesakes(request.fqn, row)
    collector = _Collector(view, rows, request, detail)

    def has(part: str) -> bool:
        return part in wanted or "all" in wanted

    if has("decorators"):
        detail.decorators = view.decorators(row)
    if has("parent_chain"):
        detail.parent_chain = [symbol(view, above) for above in view.ancestors(row)]
    if has("members"):
        collector.nodes("members", _members(view, row))
    if has("public_exports"):
        collector.nodes("public_exports", (child for child in view.children(row) if view.exported(child)))
    if has("inheritance"):
        collector.inheritance()
    if has("imports"):
        collector.ranked("imported_by", _IMPORTS, incoming=True)
        collector.ranked("imports", _IMPORTS, incoming=False)
    if has("callers"):
        collector.ranked("top_callers", _CALLS, incoming=True)
    if has("callees"):
        collector.ranked("top_callees", _CALLS, incoming=False)
    if has("tests"):
        collector.ranked("tested_by", (EdgeKind.TESTS,), incoming=True)
    if has("documents"):
        collector.ranked("documented_by", _DOCUMENTS, incoming=True)
        collector.ranked("documents", _DOCUMENTS, incoming=False)
    if has("unresolved"):
        collector.open_references()
    if "statements" in wanted or request.include_body_metrics:
        _add_statements(index, row, request, detail, collector if "statements" in wanted else None)
    return detail


def _add_statements(
    index: Index, row: int, request: SymbolDetailRequest, detail: SymbolDetail, collector: "_Collector | None"
) -> None:
    """What stands in the body of a symbol, and what is counted of it; found in its file when the index lacks it."""
    view, reader = index.view, StatementReader(index)
    if collector is None and not view.cyclomatic(row):
        return
    found = list(reader.of([row]))
    if collector is not None:
        collector.put("statements", found, request.max_children)
    if request.include_body_metrics and view.cyclomatic(row) and not (reader.stale or reader.unread):
        detail.body |= msgspec.structs.asdict(body_of(view, row, found))
    if reader.stale:
        reader.notes.append(f"{view.path(row)} has changed since it was indexed: its statements are left out")
    detail.notes = reader.notes


def _members(view: GraphView, row: int) -> list[int]:
    """What stands in a symbol, and what other places add to it."""
    inside = view.children(row)
    contained = {edge.dst for edge in view.out_edges(row, (EdgeKind.CONTAINS,))} - set(inside)
    return [*inside, *sorted(other for other in contained if view.level(other) < Level.STATEMENT)]


def _card(view: GraphView, row: int, request: SymbolDetailRequest) -> SymbolDetail:
    doc = view.doc(row)
    return SymbolDetail(
        **symbol_fields(view, row),
        signature=view.signature(row) if request.include_signature else "",
        doc_comment=doc if request.include_doc else "",
        summary_short=first_sentence(doc),
        visibility=view.visibility(row),
        exported=view.exported(row),
        modifiers=view.modifiers(row),
        tags=view.tags(row),
        attributes=view.attributes(row),
        body=view.metrics(row) if request.include_metrics or request.include_body_metrics else {},
        limit=request.max_children,
    )


class _Collector:
    """Fills the lists of one answer, cuts them and counts what they were."""

    def __init__(
        self, view: GraphView, rows: list[int], request: SymbolDetailRequest, detail: SymbolDetail
    ) -> None:
        self.view, self.rows, self.request, self.detail = view, rows, request, detail
        self.pages = Pages(request, view.generation)

    def nodes(self, part: str, rows: Iterable[int]) -> None:
        self.put(part, [symbol(self.view, row) for row in rows], self.request.max_children)

    def inheritance(self) -> None:
        for out, back, kind in (
            ("extends", "subclasses", EdgeKind.EXTENDS),
            ("implements", "implementers", EdgeKind.IMPLEMENTS),
            ("overrides", "overridden_by", EdgeKind.OVERRIDES),
        ):
            for part, incoming in ((out, False), (back, True)):
                edges = self._edges((kind,), incoming)
                ends = [related(self.view, e.src if incoming else e.dst, e) for e in edges]
                self.put(part, ends, self.request.max_children)

    def ranked(self, part: str, kinds: Sequence[str], *, incoming: bool) -> None:
        edges = sorted(self._edges(kinds, incoming), key=lambda edge: -len(edge.sites))
        ends = [related(self.view, e.src if incoming else e.dst, e) for e in edges]
        self.put(part, ends, self.request.max_relations)

    def open_references(self) -> None:
        found = [
            OpenReference(u.kind, u.text, Site(u.path, u.line, u.column), u.reason, u.candidates)
            for row in self.rows
            for u in self.view.unresolved_of(row)
        ]
        self.put("unresolved", found, self.request.max_relations)

    def _edges(self, kinds: Sequence[str], incoming: bool) -> list[Edge]:
        along = self.view.in_edges if incoming else self.view.out_edges
        edges = [edge for row in self.rows for edge in along(row, kinds)]
        if self.request.include_possible:
            return edges
        sure = [edge for edge in edges if edge.confidence != Confidence.POSSIBLE]
        self.detail.possible += len(edges) - len(sure)
        return sure

    def put(self, part: str, entries: list[Any], limit: int) -> None:
        shown = self.pages.cut(part, entries, limit)
        self.detail.totals[part] = len(entries)
        self.detail.total += len(entries)
        self.detail.truncated = self.detail.truncated or len(shown) < len(entries)
        self.detail.cursor = self.pages.cursor
        setattr(self.detail, part, shown)
