"""Which rows of the index a change means: the index may stand for either side of a diff, or for neither."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from codegraph.changes.comparing import ChangeKind, Difference
from codegraph.model import CALLABLE_KINDS, SEPARATOR, Level, NodeKind, join_fqn
from codegraph.parse.cache import content_id

if TYPE_CHECKING:
    from codegraph.changes.definitions import Definition
    from codegraph.changes.gathering import Pair
    from codegraph.graph.view import GraphView
    from codegraph.store import FileState

Fit = Literal["new", "old", "other"]
_NUMBER = re.compile(r"@\d+$")
_PARTS = frozenset(
    {
        ChangeKind.REMOVED,
        ChangeKind.RENAMED,
        ChangeKind.MOVED,
        ChangeKind.BASES,
        ChangeKind.SIGNATURE,
        ChangeKind.DECORATORS,
    }
)
"""Changes of a class that concern whoever uses its members."""
_UNUSED = frozenset({ChangeKind.DOC, ChangeKind.IMPORTS})
"""Changes that nobody depends on: what uses another import has changed itself, or is a symbol of its own."""


class Located(NamedTuple):
    """A difference with its FQNs and rows: ``row`` its node in the index or -1, ``seeds`` where its impact begins."""

    difference: Difference
    fqn: str
    old_fqn: str
    row: int
    seeds: list[int]


def fit_of(states: Mapping[str, FileState], pair: Pair) -> Fit:
    """Which side of a file the index was made of."""
    now, before = states.get(pair.new_path), states.get(pair.old_path)
    if pair.new is None:
        if before is None:
            return "new"
    elif now is not None and now.content_id == content_id(pair.new):
        return "new"
    if pair.old is None:
        return "old" if now is None else "other"
    return "old" if before is not None and before.content_id == content_id(pair.old) else "other"


class Rows:
    """Finds rows and FQNs.

    Args:
        view: the graph.
        states: the files as they were indexed.
        stem_of: the name of a module in its package, from its path below the package's folder and its language.
    """

    def __init__(
        self, view: GraphView, states: Mapping[str, FileState], stem_of: Callable[[str, str], str]
    ) -> None:
        self.view = view
        self.states = states
        self._stem_of = stem_of
        self._inside = cache(self._rows_in)
        self._packages = sorted(
            ((view.path(row), view.fqn(row)) for row in view.rows(Level.PACKAGE)),
            key=lambda item: -len(item[0]),
        )

    def locate(self, found: Difference) -> Located:
        """The FQNs of a change and where its impact begins."""
        pair, old_pair = found.pair, found.old_pair
        is_module = found.old is None and found.new is None
        new_row = self._row(pair.new_path, found.new) if found.new or is_module else -1
        old_row = self._row(old_pair.old_path, found.old) if found.old or is_module else -1
        if self._is_gone(found):
            old_row = -1  # what bears the old name there now is something else
        row = new_row if new_row >= 0 else old_row
        new_fqn = self._fqn(pair.new_path, pair.language, found.new) if pair.new_path else ""
        old_fqn = self._old_fqn(found) if old_pair.old_path else ""
        removed = found.kinds[0] == ChangeKind.REMOVED
        fqn = self.view.fqn(row) if row >= 0 else (old_fqn if removed else new_fqn)
        was = old_fqn if old_fqn != fqn and not removed and (found.old or is_module) else ""
        seeds = sorted({seed for start in (new_row, old_row) for seed in self._seeds(start, found)})
        return Located(found, fqn, was, row, seeds)

    def _is_gone(self, found: Difference) -> bool:
        """Whether the index is that of a side which has no more what the change took away."""
        gone = found.kinds[0] in (ChangeKind.REMOVED, ChangeKind.RENAMED, ChangeKind.MOVED)
        moved = found.old is not None and found.new is not None and found.old.names != found.new.names
        return (gone or moved) and fit_of(self.states, found.old_pair) == "new"

    def _old_fqn(self, found: Difference) -> str:
        pair = found.old_pair
        if not self._is_gone(found) or found.old is None:
            return self._fqn(pair.old_path, pair.language, found.old)
        return self._named_fqn(pair.old_path, pair.language, found.old)

    def _seeds(self, row: int, found: Difference) -> list[int]:
        """The rows whose users a change concerns."""
        if row < 0 or _UNUSED.issuperset(found.kinds):
            return []
        view = self.view
        seeds = [row]
        if view.level(row) == Level.SYMBOL:
            if view.kind(row) not in CALLABLE_KINDS and not _PARTS.isdisjoint(found.kinds):
                seeds += view.descendants(row)
            above = view.parent(row)
            while above >= 0 and view.level(above) == Level.SYMBOL and view.kind(above) in CALLABLE_KINDS:
                seeds.append(above)
                above = view.parent(above)
            if view.kind(row) == NodeKind.CONSTRUCTOR and above >= 0 and view.level(above) == Level.SYMBOL:
                seeds.append(above)
        return seeds

    def _row(self, path: str, definition: Definition | None) -> int:
        first, module, by_name = self._inside(path)
        if definition is None or first < 0:
            return module
        view, names = self.view, SEPARATOR.join(definition.names)
        number = f"@{definition.number}" if definition.number > 1 else ""
        exact = view.row_of(f"{view.fqn(first)}{SEPARATOR}{names}{number}")
        named = by_name.get(definition.name, [])
        if exact in named and (not number or view.line(exact) == definition.line):
            return exact if exact is not None else -1
        alike = [row for row in named if view.kind(row) == definition.kind] or named
        on_line = [row for row in alike if view.line(row) == definition.line]
        if on_line or len(alike) == 1:
            return (on_line or alike)[0]
        tail = [row for row in alike if _NUMBER.sub("", view.fqn(row)).partition("(")[0].endswith(names)]
        return min(tail, key=lambda row: abs(view.line(row) - definition.line), default=-1)

    def _rows_in(self, path: str) -> tuple[int, int, dict[str, list[int]]]:
        """Of a file its first row, that of its module (-1 for none), and all its rows by name."""
        view = self.view
        rows = [row for row in (view.rows_at(path) if path else ()) if view.level(row) >= Level.MODULE]
        by_name: dict[str, list[int]] = {}
        for row in rows:
            by_name.setdefault(view.name(row), []).append(row)
        module = next((row for row in rows if view.level(row) == Level.MODULE), -1)
        return (rows[0] if rows else -1), module, by_name

    def _fqn(self, path: str, language: str, definition: Definition | None) -> str:
        known = self._row(path, definition)
        return self.view.fqn(known) if known >= 0 else self._named_fqn(path, language, definition)

    def _named_fqn(self, path: str, language: str, definition: Definition | None) -> str:
        """An FQN made of the names in a text."""
        row = self._row(path, None)
        module = self.view.fqn(row) if row >= 0 else self._module_fqn(path, language)
        if definition is None:
            return module
        number = f"@{definition.number}" if definition.number > 1 else ""
        return join_fqn(module, *definition.names) + number

    def _module_fqn(self, path: str, language: str) -> str:
        for folder, fqn in self._packages:
            if not folder or path.startswith(f"{folder}/"):
                return join_fqn(fqn, self._stem_of(path[len(folder) + 1 :] if folder else path, language))
        return self._stem_of(path, language)


def module_stem(module_name: str, path: str) -> str:
    """The name of a module in its package, as the resolver gives it: without extension where its language says so."""
    if module_name != "stem":
        return path
    folder, slash, file = path.rpartition("/")
    stem = file.partition(".")[0]
    return folder + slash + stem if stem else path
