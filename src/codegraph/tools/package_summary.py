"""``package_summary``: what a package is, how it is entered, what it offers, and what it depends on."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from codegraph.errors import IndexFormatError, NotFoundError
from codegraph.graph.packages import PackageFacts, dependents_of, package_facts
from codegraph.graph.view import GraphView
from codegraph.model import DOCUMENT_LANGUAGES, Level, NodeKind
from codegraph.tools.answers import Symbol, SymbolAnswer, first_sentence, symbol, symbol_fields
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages

ENTRY_POINT = "entry-point"
_NOT_OFFERED = (NodeKind.ENDPOINT, NodeKind.SECTION)


class PackageSummaryRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``fqn`` may be any name of a package, its folder, or something in it; "" is the package of the root."""

    fqn: str = ""
    include_public_exports: bool = True
    include_dependencies: bool = True
    max_exports: int = 50
    max_dependencies: int = 500
    cursor: str = ""


class Entry(msgspec.Struct, kw_only=True):
    """A way into the package: ``kind`` is ``bin``, ``main`` or ``script`` of the manifest, or ``code``.

    ``target`` is a file, a function or a command as the manifest has it, or the FQN of the code.
    """

    kind: str
    name: str
    target: str
    path: str = ""
    line: int = 0


class DependencyEntry(msgspec.Struct, kw_only=True):
    """A declared dependency.

    ``group`` is ``runtime``, ``optional``, ``peer``, ``dev``, ``test`` or ``build``; ``label`` the extra, scope or
    platform it belongs to; ``target`` the package of the repository that it means, "" for one from outside.
    ``status`` is ``imported``, ``unused`` (told only where it is certain), ``not imported`` (for a ``reason``) or
    ``unknown``; ``uses`` counts references and imports, ``in_tests`` those in test code; ``imports`` is what code
    calls it where that is not its name.
    """

    name: str
    group: str
    ecosystem: str
    status: str
    range: str = ""
    label: str = ""
    manifest: str = ""
    line: int = 0
    target: str = ""
    indirect: bool = False
    reason: str = ""
    imports: list[str] = []
    uses: int = 0
    in_tests: int = 0


class ImportEntry(msgspec.Struct, kw_only=True):
    """An import that no declared dependency has; ``package`` is what it is of, where that is known.

    ``path`` and ``line`` are one of its places. ``reason`` is "" for an undeclared dependency, else why it may be none.
    """

    name: str
    ecosystem: str
    package: str = ""
    reason: str = ""
    path: str = ""
    line: int = 0
    uses: int = 0
    in_tests: int = 0


class LinkEntry(msgspec.Struct, kw_only=True):
    """Another package of the repository: how often one refers to the other, and whether that is declared."""

    fqn: str
    uses: int = 0
    in_tests: int = 0
    declared: bool = False


class PackageSummary(SymbolAnswer, kw_only=True):
    """Lists that were not asked for are empty; ``totals`` counts each list before it was cut.

    ``unmatched`` are imports of which it can't be told whether a dependency brings them. ``counts`` has declared
    dependencies by status. ``uses`` are other packages of the repository that this one refers to, ``dependents``
    those that declare or use this one.
    """

    ecosystem: str = ""
    manifest: str = ""
    version: str = ""
    workspace: bool = False
    summary_short: str = ""
    file_count: int = 0
    document_count: int = 0
    symbol_count: int = 0
    loc: int = 0
    languages: dict[str, int] = msgspec.field(default_factory=dict)
    endpoints: int = 0
    entry_points: list[Entry] = msgspec.field(default_factory=list)
    public_exports: list[Symbol] = msgspec.field(default_factory=list)
    dependencies: list[DependencyEntry] = msgspec.field(default_factory=list)
    undeclared: list[ImportEntry] = msgspec.field(default_factory=list)
    unmatched: list[ImportEntry] = msgspec.field(default_factory=list)
    uses: list[LinkEntry] = msgspec.field(default_factory=list)
    dependents: list[LinkEntry] = msgspec.field(default_factory=list)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    totals: dict[str, int] = msgspec.field(default_factory=dict)
    total: int = 0
    limit: int = 50
    truncated: bool = False
    cursor: str = ""


def run(index: Index, request: PackageSummaryRequest) -> PackageSummary:
    """The package that a name means, or that the named thing lies in.

    Exports are those that others use most first; dependencies come by ecosystem, group and name.

    Raises:
        NotFoundError, AmbiguousError: the name fits nothing or several nodes, or lies in no package.
        IndexFormatError: what the index keeps of the package is damaged.
    """
    view, pages = index.view, Pages(request, index.view.generation)
    row = _package(index, request.fqn)
    facts = package_facts(view, row)
    inside = view.descendants(row)
    files = [at for at in inside if view.level(at) == Level.MODULE]
    modules = [at for at in files if view.language(at) not in DOCUMENT_LANGUAGES]
    symbols = [at for at in inside if view.level(at) == Level.SYMBOL and view.kind(at) != NodeKind.SECTION]
    answer = PackageSummary(
        **symbol_fields(view, row),
        ecosystem=facts.text("ecosystem"),
        manifest=facts.text("manifest"),
        version=facts.text("version"),
        workspace=facts.attributes.get("workspace") is True,
        summary_short=first_sentence(facts.text("description")),
        file_count=len(modules),
        document_count=len(files) - len(modules),
        symbol_count=len(symbols),
        loc=sum(map(view.loc, modules)),
        languages=dict(Counter(map(view.language, modules)).most_common()),
        endpoints=sum(view.kind(at) == NodeKind.ENDPOINT for at in symbols),
        entry_points=[*_read(facts, "entries", Entry), *_entry_code(view, [*modules, *symbols])],
        counts=facts.counts(),
        limit=request.max_exports,
    )
    if request.include_public_exports:
        _put(answer, pages, "public_exports", _exports(view, modules), request.max_exports)
    if request.include_dependencies:
        for part, kind in _LISTS.items():
            _put(answer, pages, part, _read(facts, part, kind), request.max_dependencies)
        _put(answer, pages, "uses", _read(facts, "links", LinkEntry), request.max_dependencies)
        dependents = PackageFacts({"links": dependents_of(view, row)})
        _put(answer, pages, "dependents", _read(dependents, "links", LinkEntry), request.max_dependencies)
    return answer


_Entry = TypeVar("_Entry", bound=msgspec.Struct)
_LISTS: dict[str, Any] = {
    "dependencies": DependencyEntry,
    "undeclared": ImportEntry,
    "unmatched": ImportEntry,
}


def _package(index: Index, name: str) -> int:
    """The row of the package that a name means, or that the named thing lies in."""
    view = index.view
    row = index.row(name) if name else next(iter(view.rows(Level.REPOSITORY)), -1)
    if row >= 0 and view.level(row) == Level.REPOSITORY:
        row = next((at for at in view.rows(Level.PACKAGE) if not view.path(at)), -1)
    package = view.package(row) if row >= 0 else -1
    if package < 0 or view.level(package) != Level.PACKAGE:
        raise NotFoundError(
            f"{name or 'the root'!r} lies in no package of the index; `codegraph map` lists them"
        )
    return package


def _read(facts: PackageFacts, part: str, kind: type[_Entry]) -> list[_Entry]:
    """A list of what the index keeps.

    Raises:
        IndexFormatError: it is not as it was written.
    """
    try:
        return msgspec.convert(facts.list(part), list[kind])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        raise IndexFormatError(
            f"the index keeps {part} of a package that can't be read ({error}); "
            "run `codegraph index` to build it again"
        ) from None


def _entry_code(view: GraphView, symbols: list[int]) -> Iterator[Entry]:
    for row in symbols:
        if ENTRY_POINT in view.tags(row):
            yield Entry(
                kind="code",
                name=view.name(row),
                target=view.fqn(row),
                path=view.path(row),
                line=view.line(row),
            )


def _exports(view: GraphView, modules: list[int]) -> list[Symbol]:
    """What modules offer, those that others use most first; what tests offer is left out."""
    offered = [
        child
        for module in modules
        if not view.is_test(module)
        for child in view.children(module)
        if view.exported(child) and view.level(child) == Level.SYMBOL and view.kind(child) not in _NOT_OFFERED
    ]
    return [symbol(view, row) for row in sorted(offered, key=lambda row: (-view.fan_in(row), row))]


def _put(answer: PackageSummary, pages: Pages, part: str, entries: list[Any], limit: int) -> None:
    answer.totals[part] = len(entries)
    answer.total += len(entries)
    shown = pages.cut(part, entries, limit)
    answer.truncated = answer.truncated or len(shown) < len(entries)
    answer.cursor = pages.cursor
    setattr(answer, part, shown)
