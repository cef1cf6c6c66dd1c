"""``codebase_map``: what the repository is made of, from packages down to symbols, with counts."""

from collections import Counter

import msgspec

from codegraph.graph.view import GraphView
from codegraph.model import Level, NodeKind
from codegraph.tools.answers import Symbol, symbol, symbol_fields
from codegraph.tools.index import Index
from codegraph.tools.vocabulary import level_of


class CodebaseMapRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``root_fqn`` may also be a folder; ``folder_depth`` adds the folders down to so many below it."""

    level: str | int = "L1_Package"
    include_metrics: bool = False
    root_fqn: str = ""
    max_entries: int = 200
    folder_depth: int = 0


class MapEntry(Symbol, kw_only=True):
    """A node of the level asked for; ``modules`` and ``symbols`` count everything below it."""

    children_count: int
    modules: int
    symbols: int
    exported: bool
    signature: str
    loc: int | None = None
    cyclomatic: int | None = None


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


class CodebaseMap(msgspec.Struct, kw_only=True):
    """``total`` counts the entries before they were cut to ``limit``; ``scope`` is the node asked for."""

    level: int
    scope: Symbol | None
    entries: list[MapEntry]
    folders: list[FolderEntry]
    totals: MapTotals
    languages: dict[str, int]
    total: int
    limit: int
    truncated: bool


def run(index: Index, request: CodebaseMapRequest) -> CodebaseMap:
    """Everything of one level in the scope, by FQN; lines of code are those of the modules.

    Raises:
        UsageError: there is no such level.
        NotFoundError, AmbiguousError: the scope fits nothing or several nodes.
    """
    view, level = index.view, level_of(request.level)
    scope = index.scope(request.root_fqn)
    rows = [row for row in scope.rows if view.kind(row) != NodeKind.EXTERNAL]
    levels = Counter(view.level(row) for row in rows)
    modules = [row for row in rows if view.level(row) == Level.MODULE]
    chosen = [row for row in rows if view.level(row) == level]
    return CodebaseMap(
        level=int(level),
        scope=None if scope.row is None else symbol(view, scope.row),
        entries=[_entry(view, row, request) for row in chosen[: request.max_entries]],
        folders=_folders(view, modules, request.folder_depth) if request.folder_depth else [],
        totals=MapTotals(
            len(rows),
            levels[Level.PACKAGE],
            len(modules),
            levels[Level.SYMBOL],
            sum(view.loc(row) for row in modules),
        ),
        languages=_by_size(Counter(view.language(row) for row in modules)),
        total=len(chosen),
        limit=request.max_entries,
        truncated=len(chosen) > request.max_entries,
    )


def _entry(view: GraphView, row: int, request: CodebaseMapRequest) -> MapEntry:
    below = Counter(view.level(child) for child in view.descendants(row))
    return MapEntry(
        **symbol_fields(view, row),
        children_count=len(view.children(row)),
        modules=below[Level.MODULE],
        symbols=below[Level.SYMBOL],
        exported=view.exported(row),
        signature=view.signature(row),
        loc=_loc(view, row) if request.include_metrics else None,
        cyclomatic=view.cyclomatic(row) if request.include_metrics else None,
    )


def _loc(view: GraphView, row: int) -> int:
    """Lines of code: of a package the sum of its modules."""
    if view.level(row) >= Level.MODULE:
        return view.loc(row)
    return sum(view.loc(child) for child in view.descendants(row) if view.level(child) == Level.MODULE)


def _folders(view: GraphView, modules: list[int], depth: int) -> list[FolderEntry]:
    """The folders of the modules with all that lies below them, down to ``depth`` below their common one."""
    folders: dict[str, FolderEntry] = {}
    top = _common_folder([view.path(row) for row in modules])
    for row in modules:
        symbols = sum(view.level(child) == Level.SYMBOL for child in view.descendants(row))
        for level, folder in enumerate(_folders_of(view.path(row), top)):
            if level > depth:
                break
            entry = folders.setdefault(folder, FolderEntry(folder, level, 0, 0, 0, {}))
            entry.modules += 1
            entry.symbols += symbols
            entry.loc += view.loc(row)
            language = view.language(row)
            entry.languages[language] = entry.languages.get(language, 0) + 1
    for entry in folders.values():
        entry.languages = _by_size(Counter(entry.languages))
    return [folders[path] for path in sorted(folders, key=lambda path: path.split("/"))]


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
