"""Which node a text means: an FQN, a tail of it, dotted, a path, a path and a line; never a guess."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.graph.inherited import inherited_members
from codegraph.graph.spelling import Fold, Name, Query, read_query, tails, tidy_path
from codegraph.graph.suggest import suggestions
from codegraph.model import SEPARATOR, Level, NodeKind
from codegraph.store.names import bare

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

MAX_CANDIDATES = 20
_ABOVE = re.compile(r"(.+)(?:::|\.)([^.:]+)", re.DOTALL)
_BEHIND: dict[str, int] = {NodeKind.ENDPOINT: 1, NodeKind.EXTERNAL: 2}


def find(view: GraphView, text: str, root: Path | None = None) -> int:
    """The row that ``text`` means, see ``candidates``.

    Raises:
        NotFoundError: nothing fits; carries up to three FQNs that come near.
        AmbiguousError: several nodes fit equally well; carries their FQNs.
    """
    rows = candidates(view, text, root)
    if len(rows) == 1:
        return rows[0]
    if root is not None and Path(text).is_absolute():
        text = tidy_path(text, root)  # as it is called in the index
    if not rows:
        folder = tidy_path(text, root).strip("/")
        if folder and view.rows_under(folder):
            raise NotFoundError(
                f"{text!r} is a folder, which is no node; `codegraph map {folder}` shows what is in it"
            )
        near = suggestions(view, text)
        hint = f"did you mean {near[0]}?" if near else "`codegraph map` shows what it holds"
        raise NotFoundError(f"nothing in the index is called {text!r}; {hint}", near)
    fqns = [view.fqn(row) for row in rows[:MAX_CANDIDATES]]
    raise AmbiguousError(f"{text!r} fits {len(rows)} nodes; give more of the name, or path:line", fqns)


def candidates(view: GraphView, text: str, root: Path | None = None) -> list[int]:
    """All rows that ``text`` fits, in order; the first reading that fits anything decides.

    1. The exact FQN; the exact path of a file or of a package's folder; ``path::Symbol`` with the exact path.
    2. ``path:line``: the definition whose name stands there, else the innermost one around it.
    3. A tail of an FQN or of a path, cut at ``::`` or ``/``.
    4. A dotted tail, or one with or without a file's extension where the FQN has it otherwise.
    5. The same without parameter types (``run`` for ``run(int)``) and numbers (``run`` for ``run@2``).
    6. A member that a class inherits: ``Flask.route`` is ``Scaffold::route``.
    7. Readings 3 to 5 in any case, unless what comes before the last word is a module or package as it stands:
       ``flask.url_for`` is not ``Flask.url_for``.

    In readings 3 to 5 endpoints and, last, external nodes stand behind all others, so they are found when nothing
    else fits: ``login`` is the function, though there is a ``POST /auth/login``.
    """
    # A file's name may hold backslashes and begin with a blank: it is looked for as it stands first.
    readings = dict.fromkeys((read_query(text, root, literal=True), read_query(text, root)))
    return next((rows for query in readings if (rows := _fitting(view, query))), [])


def _fitting(view: GraphView, query: Query) -> list[int]:
    for exact in query.texts:
        if rows := _exact(view, exact):
            return rows
    if query.leaves_root:
        return []
    if query.line is not None and (rows := _at_line(view, query.path, query.line)):
        return rows
    if rows := _by_name(view, query, str):
        return rows
    if above := _ABOVE.fullmatch(query.texts[-1]):
        holders = _by_name(view, Query((above[1],)), str)
        if rows := inherited_members(view, _symbols(view, above[1], holders), above[2]):
            return rows
        if any(view.level(row) <= Level.MODULE for row in holders):
            return []
    return _by_name(view, query, str.casefold)


def _symbols(view: GraphView, text: str, rows: list[int]) -> list[int]:
    """The symbols among ``rows``, or those of that name where a package or module of the same name hides them."""
    found = [row for row in rows if view.level(row) == Level.SYMBOL]
    return found or [row for row in view.rows_named(text) if view.level(row) == Level.SYMBOL]


def _by_name(view: GraphView, query: Query, fold: Fold) -> list[int]:
    keyed = _keyed(view, query)
    groups: tuple[list[int], list[int], list[int]] = ([], [], [])
    for row in keyed:
        groups[_BEHIND.get(view.kind(row), 0)].append(row)
    names = {row: _name(view, row) for row in keyed}
    for rows in groups:
        for fits in (Name.fits_literally, Name.fits_loosely, Name.fits_bare):
            if found := [row for row in rows if any(fits(names[row], text, fold) for text in query.texts)]:
                return found
    return []


def _exact(view: GraphView, text: str) -> list[int]:
    row = view.row_of(text)
    if row is not None:
        return [row]
    path, separator, symbols = text.partition(SEPARATOR)
    if not path:
        return []
    at_path = [row for row in view.rows_at("" if path == "." else path) if view.level(row) <= Level.MODULE]
    if not separator:
        # The root is both the repository's path and its first package's: the coarser one is meant.
        return at_path[:1]
    inside = (view.row_of(f"{view.fqn(row)}{SEPARATOR}{symbols}") for row in at_path)
    return [row for row in inside if row is not None]


def _at_line(view: GraphView, path: str, line: int) -> list[int]:
    """The definitions at a line of the file, or of each file, that ``path`` means."""
    modules = [row for row in candidates(view, path) if view.level(row) == Level.MODULE]
    return sorted(row for module in modules for row in _definitions_at(view, module, line))


def _definitions_at(view: GraphView, module: int, line: int) -> list[int]:
    if line == 0:
        return [module]
    symbols = [
        row
        for row in view.rows_at(view.path(module))
        # An endpoint is no definition: where a route is declared, its handler is meant.
        if view.level(row) == Level.SYMBOL and view.kind(row) != NodeKind.ENDPOINT
    ]
    if named := [row for row in symbols if view.line(row) == line]:
        return [
            row for row in named if all(row == other or _holds(view, row, other) for other in named)
        ] or named
    around = [row for row in symbols if view.start_line(row) <= line <= view.end_line(row)]
    if around:
        return [min(around, key=lambda row: (view.end_byte(row) - view.start_byte(row), row))]
    last = view.end_line(module)
    return [module] if not last or line <= last else []


def _holds(view: GraphView, outer: int, inner: int) -> bool:
    """Whether one definition's text holds another's and more."""
    outside, inside = _span(view, outer), _span(view, inner)
    return outside != inside and outside[0] <= inside[0] and inside[1] <= outside[1]


def _span(view: GraphView, row: int) -> tuple[int, int]:
    return view.start_byte(row), view.end_byte(row)


def _keyed(view: GraphView, query: Query) -> list[int]:
    """The rows that have a key which may be the query's last word."""
    words = {tail for text in query.texts for whole in (text, bare(text)) for tail in tails(whole)}
    return sorted(_union(view.rows_keyed(word) for word in words))


def _union(groups: Iterable[list[int]]) -> set[int]:
    return {row for group in groups for row in group}


def _name(view: GraphView, row: int) -> Name:
    fqn, path = view.fqn(row), view.path(row)
    above = view.module(row) if view.kind(row) != NodeKind.EXTERNAL else -1
    module = view.fqn(above) if above >= 0 else ""
    inside = fqn == module or fqn.startswith(module + SEPARATOR)
    return Name(fqn, module if inside else "", path)
