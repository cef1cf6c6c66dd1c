"""``codebase_map``: what the repository is made of, from packages down to symbols, with counts."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from codegraph.graph.packages import package_facts
from codegraph.graph.view import GraphView
from codegraph.model import DOCUMENT_LANGUAGES, Level, NodeKind
from codegraph.tools.answers import Answer, Symbol, symbol, symbol_fields
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import level_of


class CodebaseMapRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``root_fqn`` may also be a folder; ``folder_depth`` adds the folders down to so many below it."""

    level: str | int = "L1_Package"
    include_metrics: bool = False
    root_fqn: str = ""
    max_entries: int = 200
    folder_depth: int = 0
    cursor: str = ""


class MapEntry(Symbol, kw_only=True):
    """A node of the level asked for; ``modules`` and ``symbols`` count everything below it.

    Of a package ``dependencies`` counts those that are declared, ``unused`` those of them that nothing imports,
    ``undeclared`` imports that none of them has.
    """

    children_count: int
    modules: int
    symbols: int
    exported: bool
    signature: str
    loc: int | None = None
    cyclomatic: int | None = None
    dependencies: int = 0
    unused: int = 0
    undeclared: int = 0


class FolderEntry(msgspec.Struct):
    """A folder of the scope ("" for the root) with everything below it."""

    path: str
    depth: int
    modules: int
    symbols: int
    loc: int
    languages: dict[str, int]


class MapTotals(msgspec.Struct):
    """What lies in the scope."""

    node: int
    package: int
    module: int
    symbol: int
    loc: int
    document: int = 0
    section: int = 0


class CodebaseMap(Answer, kw_only=True):
    """``total`` counts the entries before they were cut to ``limit``; ``scope`` is the node asked for.

    Documents are counted apart from code, by format, and are entries only where the scope holds nothing else.
    """

    level: int
    scope: Symbol | None
    entries: list[MapEntry]
    folders: list[FolderEntry]
    totals: MapTotals
    languages: dict[str, int]
    total: int
    limit: int
    truncated: bool
    cursor: str = ""
    documents: dict[str, int] = msgspec.field(default_factory=dict)


class Size(msgspec.Struct):
    """What lies below something."""

    modules: int = 0
    symbols: int = 0
    loc: int = 0

    def add(self, other: "Size") -> None:
        """Add what lies below a part."""
        self.modules += other.modules
        self.symbols += other.symbols
        self.loc += other.loc


def run(index: Index, request: CodebaseMapRequest) -> CodebaseMap:
    """Everything of one level in the scope, by FQN; lines of code are those of the modules.

    Raises:
        UsageError: there is no such level.
        NotFoundError, AmbiguousError: the scope fits nothing or several nodes.
    """
    view, level, pages = index.view, level_of(request.level), Pages(request, index.view.generation)
    scope = index.scope(request.root_fqn)
    code, prose = _apart(view, scope.rows)
    documents = [row for row in prose if view.level(row) == Level.MODULE]
    by_level = _rows_by_level(
        view, code if any(view.level(row) >= Level.MODULE for row in code) else scope.rows
    )
    sizes = _module_sizes(view, by_level[Level.MODULE], by_level[Level.SYMBOL])
    chosen = by_level[level]
    shown = pages.cut("entries", chosen, request.max_entries)
    above = _sizes_above(view, sizes)
    return CodebaseMap(
        level=int(level),
        scope=None if scope.row is None else symbol(view, scope.row),
        entries=[_entry(view, row, sizes | above, request) for row in shown],
        folders=_folders(view, sizes, request.folder_depth) if request.folder_depth else [],
        totals=MapTotals(
            sum(len(rows) for rows in by_level.values()),
            len(by_level[Level.PACKAGE]),
            len(by_level[Level.MODULE]),
            len(by_level[Level.SYMBOL]),
            sum(size.loc for size in sizes.values()),
            len(documents),
            len(prose) - len(documents),
        ),
        languages=_by_size(Counter(view.language(row) for row in by_level[Level.MODULE])),
        total=len(chosen),
        limit=request.max_entries,
        truncated=len(chosen) > len(shown),
        cursor=pages.cursor,
        documents=_by_size(Counter(view.language(row) for row in documents)),
    )


def _apart(view: GraphView, rows: Sequence[int]) -> tuple[list[int], list[int]]:
    """The rows of code, packages among them, and those of documents and sections."""
    code: list[int] = []
    prose: list[int] = []
    for row in rows:
        is_prose = view.kind(row) == NodeKind.SECTION or view.language(row) in DOCUMENT_LANGUAGES
        (prose if is_prose else code).append(row)
    return code, prose


def _rows_by_level(view: GraphView, rows: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {int(level): [] for level in Level}
    level, kind = view.level, view.kind
    for row in rows:
        if kind(row) != NodeKind.EXTERNAL:
            found[level(row)].append(row)
    return found


def _module_sizes(view: GraphView, modules: Sequence[int], symbols: Sequence[int]) -> dict[int, Size]:
    counts = Counter(map(view.module, symbols))
    return {row: Size(1, counts[row], view.loc(row)) for row in modules}


def _sizes_above(view: GraphView, sizes: dict[int, Size]) -> dict[int, Size]:
    """The sizes of the packages around modules, and of the repository."""
    found: dict[int, Size] = {}
    for row, size in sizes.items():
        for above in view.ancestors(row):
            found.setdefault(above, Size()).add(size)
    return found


def _entry(view: GraphView, row: int, sizes: dict[int, Size], request: CodebaseMapRequest) -> MapEntry:
    inside = view.level(row) > Level.MODULE
    depends = package_facts(view, row).counts() if view.level(row) == Level.PACKAGE else {}
    size = Size(0, len(view.descendants(row)), view.loc(row)) if inside else sizes.get(row, Size())
    return MapEntry(
        **symbol_fields(view, row),
        children_count=len(view.children(row)),
        modules=size.modules if view.level(row) < Level.MODULE else 0,
        symbols=size.symbols,
        exported=view.exported(row),
        signature=view.signature(row),
        loc=size.loc if request.include_metrics else None,
        cyclomatic=view.cyclomatic(row) if request.include_metrics else None,
        dependencies=depends.get("declared", 0),
        unused=depends.get("unused", 0),
        undeclared=depends.get("undeclared", 0),
    )


def _folders(view: GraphView, sizes: dict[int, Size], depth: int) -> list[FolderEntry]:
    """The folders of the modules with all that lies below them, down to ``depth`` below their common one."""
    folders: dict[str, tuple[int, Size, Counter[str]]] = {}
    top = _common_folder([view.path(row) for row in sizes])
    for row, size in sizes.items():
        for level, folder in enumerate(_folders_of(view.path(row), top)[: depth + 1]):
            _, sum_, languages = folders.setdefault(folder, (level, Size(), Counter()))
            sum_.add(size)
            languages[view.language(row)] += 1
    return [
        FolderEntry(path, level, size.modules, size.symbols, size.loc, _by_size(languages))
        for path, (level, size, languages) in sorted(folders.items(), key=lambda item: item[0].split("/"))
    ]


def _common_folder(paths: list[str]) -> str:
    common: list[str] = paths[0].split("/")[:-1] if paths else []
    for path in paths:
        parts = path.split("/")[:-1]
        same = next((i for i, (a, b) in enumerate(zip(common, parts, strict=False)) if a != b), None)
        common = common[: min(len(common), len(parts)) if same is None else same]
    return "/".join(common)


def _folders_of(path: str, top: str) -> list[str]:
    """The folders that hold a file, from ``top`` down."""
    parts = path.split("/")[:-1]
    first = top.count("/") + 1 if top else 0
    return ["/".join(parts[:end]) for end in range(first, len(parts) + 1)]


def _by_size(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
