"""What a diff changes, and who is affected by that: both sides parsed, compared, found in the index, followed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from codegraph.changes.comparing import ChangeKind, Compared, compare
from codegraph.changes.gathering import Project, Sides
from codegraph.changes.old_uses import old_uses
from codegraph.changes.patched import from_patch
from codegraph.changes.reading import read_pairs
from codegraph.changes.rows import Located, Rows, fit_of, module_stem
from codegraph.changes.sources import from_git, repository_of
from codegraph.discovery import language_reader
from codegraph.discovery.git import GitError
from codegraph.discovery.revisions import span_of, staged_span
from codegraph.errors import UsageError
from codegraph.graph.arrivals import reached_tests
from codegraph.graph.impact import Impact as Found
from codegraph.graph.impact import numbers_of
from codegraph.graph.reach import DEPENDS
from codegraph.languages.registry import load_registry
from codegraph.model import CALLABLE_KINDS, EdgeKind, Level, NodeKind, Skipped
from codegraph.tools.freshness import known_files
from codegraph.tools.impact_answers import (
    ChangedSymbol,
    DiffSummary,
    Impact,
    MovedFile,
    RemainingUse,
    Unread,
    found_fields,
)
from codegraph.tools.impact_walk import Asked
from codegraph.tools.test_runners import select

if TYPE_CHECKING:
    from codegraph.languages.registry import Registry
    from codegraph.store import FileState
    from codegraph.tools.impact_analysis import ImpactAnalysisRequest
    from codegraph.tools.index import Index

_COUNTED = 400
"""Changes whose dependants are counted one by one; each costs a walk."""


def of_diff(index: Index, request: ImpactAnalysisRequest) -> Impact:
    """The impact of a diff.

    Raises:
        UsageError: a revision is unknown, the patch is none, or the project is in no git repository.
    """
    states = {state.path: state for state in known_files(index)}
    registry = load_registry(index.root)
    sides = _sides(index, request, registry, states)
    read, failed = read_pairs(index.root, sides.pairs, registry, index.settings)
    compared = compare(read)
    rows = Rows(
        index.view,
        states,
        lambda path, language: module_stem(registry.adapters[language].spec.module_name, path),
    )
    located = [rows.locate(found) for found in compared.differences]
    return _Answer(index, request, sides, failed, compared, located, states).answer()


def _sides(
    index: Index, request: ImpactAnalysisRequest, registry: Registry, states: Mapping[str, FileState]
) -> Sides:
    settings = index.settings
    language_of = language_reader(index.root, settings, registry.table)
    project = Project(index.root, language_of, states, settings.max_file_bytes)
    try:
        words = (request.patch or request.diff).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise UsageError("the patch or revision has characters that are none (lone surrogates)") from None
    if request.patch:
        return from_patch(project, words)
    folder = repository_of(index.root)
    try:
        span = staged_span(folder) if request.staged else span_of(folder, request.diff)
        return from_git(project, span)
    except GitError as error:
        raise UsageError(str(error)) from None


class _Answer:
    """Puts the answer together."""

    def __init__(
        self,
        index: Index,
        request: ImpactAnalysisRequest,
        sides: Sides,
        failed: Sequence[Skipped],
        compared: Compared,
        located: Sequence[Located],
        states: Mapping[str, FileState],
    ) -> None:
        self.index, self.request, self.view = index, request, index.view
        self.sides, self.failed, self.compared = sides, failed, compared
        self.located, self.states = located, states
        self.asked = Asked(index, request)
        self.seeds = sorted({seed for one in located for seed in one.seeds})
        self.kinds = self.asked.kinds or self._kinds()

    def _kinds(self) -> Collection[str]:
        """The edges to follow; importers count when what a module itself does at its import has changed."""
        imports = any(
            self.view.level(seed) == Level.MODULE and not _harmless(one)
            for one in self.located
            for seed in one.seeds
        )
        return DEPENDS | ({EdgeKind.IMPORTS} if imports else set())

    def answer(self) -> Impact:
        view, asked = self.view, self.asked
        found = asked.walk(self.seeds, self.kinds, parts=False, hidden=True)
        answer = Impact(
            target=None,
            definitions=[],
            namesakes=[],
            max_depth=asked.depth,
            **found_fields(view, found, asked.pages, asked.limit),
            diff=self._summary(),
        )
        answer.cursor = asked.pages.cursor
        answer.selection = select(view, self._tests(found), self.request.runner)
        return answer

    def _tests(self, found: Found) -> list[int]:
        """The tests that are reached or changed themselves."""
        changed = reached_tests(self.view, {row for row in self.seeds if self.view.is_test(row)})
        return sorted({hit.row for hit in found.tests.hits} | changed)

    def _summary(self) -> DiffSummary:
        fits = {pair.new_path or pair.old_path: fit_of(self.states, pair) for pair in self.sides.pairs}
        kinds = set(fits.values())
        changes = [self._changed(number, one) for number, one in enumerate(self.located)]
        shown = self.asked.pages.cut("changes", changes, self.asked.limit)
        remaining = self._remaining()
        return DiffSummary(
            old=self.sides.old_name,
            new=self.sides.new_name,
            index_is=_side_of(kinds),
            misfits=sorted(path for path, fit in fits.items() if fit == "other"),
            changes=shown,
            by_change=dict(Counter(one.change for one in changes).most_common()),
            formatting=[pair.new_path for pair in self.compared.formatting],
            moved_files=[
                MovedFile(old_path=pair.old_path, path=pair.new_path) for pair in self.compared.moved_files
            ],
            unread=[Unread(path=path, reason=why) for path, why in sorted([*self.sides.unread, *self.failed])],
            outside=self.sides.outside,
            remaining_uses=self.asked.pages.cut("remaining_uses", remaining, self.asked.limit),
            remaining_total=len(remaining),
            untested=[
                one.fqn
                for one in changes[:_COUNTED]
                if one.indexed and not one.is_test and not one.tests and one.kind in CALLABLE_KINDS
                and one.change not in (ChangeKind.REMOVED, ChangeKind.DOC)
            ],
            notes=[*self.sides.notes, *_uncounted(len(changes))],
            total=len(changes),
            limit=self.asked.limit,
            truncated=len(shown) < len(changes),
        )  # fmt: skip

    def _changed(self, number: int, one: Located) -> ChangedSymbol:
        kinds = [str(kind) for kind in one.difference.kinds]
        direct, tests = self._numbers(one) if number < _COUNTED else (0, 0)
        return ChangedSymbol(
            **self._symbol(one),
            change=kinds[0],
            changes=kinds,
            old_fqn=one.old_fqn,
            old_path=one.difference.old_pair.old_path if one.old_fqn else "",
            indexed=one.row >= 0,
            direct=direct,
            tests=tests,
        )

    def _numbers(self, one: Located) -> tuple[int, int]:
        """How many nodes depend on a change directly, and how many tests reach it."""
        if not one.seeds:
            return 0, 0
        asked = self.asked
        return numbers_of(self.view, one.seeds, kinds=self.kinds, floor=asked.floor, far=asked.far)

    def _symbol(self, one: Located) -> dict[str, Any]:
        """The fields of a ``Symbol``: from the index if it has the newer side, else from the texts."""
        view, found = self.view, one.difference
        pair = found.pair if found.kinds[0] != ChangeKind.REMOVED else found.old_pair
        definition = found.new or found.old
        path = pair.new_path or pair.old_path
        module = next(iter(view.rows_at(path)), -1)
        row = one.row if one.row >= 0 else module
        return {
            "fqn": one.fqn,
            "name": definition.name if definition is not None else os.path.basename(path),  # noqa: PTH119
            "kind": definition.kind if definition is not None else NodeKind.MODULE,
            "level": int(Level.SYMBOL if definition is not None else Level.MODULE),
            "language": pair.language,
            "path": path,
            "line": definition.line if definition is not None else 0,
            "start_line": definition.start_line if definition is not None else 0,
            "end_line": definition.end_line if definition is not None else 0,
            "is_test": row >= 0 and view.is_test(row),
        }

    def _remaining(self) -> list[RemainingUse]:
        """References by the old names of what was removed, renamed or moved."""
        gone = []
        for one in self.located:
            kind, pair = one.difference.kinds[0], one.difference.old_pair
            if kind == ChangeKind.REMOVED and one.difference.old is not None:
                gone.append((one.fqn, pair.old_path))
            elif kind == ChangeKind.RENAMED and one.old_fqn:
                gone.append((one.old_fqn, pair.old_path))
        table = self.view.unresolved
        uses = [
            RemainingUse(
                symbol=use.fqn,
                fqn=self.view.fqn(table.src(use.number)),
                text=table.text(use.number),
                path=table.path(use.number),
                line=table.line(use.number),
                likely=use.likely,
            )
            for use in old_uses(self.view, gone)
        ]
        return sorted(uses, key=lambda use: (not use.likely, use.path, use.line, use.symbol))


def _uncounted(total: int) -> list[str]:
    """What has to be told where not all changes were looked at one by one."""
    if total <= _COUNTED:
        return []
    rest = f"those of the other {total - _COUNTED:,} are given as 0"
    return [f"dependants and tests were counted for the first {_COUNTED:,} changes one by one; {rest}"]


def _side_of(kinds: Collection[str]) -> str:
    """Which side the index stands for, by how it fits each file."""
    if "other" in kinds:
        return "other"
    if len(kinds) > 1:
        return "mixed"
    return next(iter(kinds), "new")


def _harmless(one: Located) -> bool:
    """Whether a module changed in nothing that it does when it is imported."""
    found = one.difference
    if found.new is not None or found.old is not None:
        return True
    return set(found.kinds) <= {ChangeKind.DOC, ChangeKind.IMPORTS, ChangeKind.ADDED}
