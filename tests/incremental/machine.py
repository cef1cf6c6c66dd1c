"""A state machine that edits a small project, brings its index up to date, and compares it with one built anew."""

from __future__ import annotations

import gc
import shutil
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from codegraph.errors import SettingsError
from tests.incremental.building import Embedder, build_anew, build_at, in_this_process
from tests.incremental.comparing import differences, report_differences
from tests.incremental.tree import DAMAGES, STROKES, Folder, Stroke, Tree

if TYPE_CHECKING:
    from tests.incremental.templates import Change, Sample

IN_MEMORY = Path("/dev/shm")
NUMBERS = st.integers(0, 40)
PLACES = st.integers(0, 200)
STEPS: Counter[str] = Counter()
"""Comparisons made, by sample."""
AGAIN: Counter[str] = Counter()
"""Those of them before which a part of the files was resolved, and no more."""


def _folder() -> str:
    return tempfile.mkdtemp(prefix="codegraph-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None)


def machine_of(sample: Sample, *, whole: bool = False) -> type[RuleBasedStateMachine]:
    """The machine that edits ``sample``.

    A ``whole`` one has vectors and LanceDB's tables, too, which take more time than all the rest.
    """
    name = f"{sample.name}_whole" if whole else sample.name
    changes = st.sampled_from(sample.changes)
    places = st.sampled_from(sample.elsewhere)

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.work = Path(_folder())
            self.stack = ExitStack()
            self.tree, self.branch = Tree(sample), Tree(sample)
            self.folder = Folder(self.work / "project")
            self.index = self.work / "index"

        @initialize(statements=st.booleans())
        def begin(self, statements: bool) -> None:
            self.options = {"include_statements": statements, "embeddings": whole}
            (self.work / "project").mkdir()
            self.unreadable = self.stack.enter_context(
                in_this_process(statements=statements, embedder=Embedder() if whole else None, tables=whole)
            )
            self.update()
            assert not self.report.skipped, self.report.skipped
            gc.freeze()  # what is there now stays, and builds that collect need not look at it

        @rule(change=changes)
        def rewrite(self, change: Change) -> None:
            """Write one place in another way."""
            self.tree.change(change)
            self.update()

        @rule(several=st.lists(changes, min_size=2, max_size=6))
        def rewrite_several(self, several: list[Change]) -> None:
            """Some edits at once, as a commit has them."""
            for change in several:
                self.tree.change(change)
            self.update()

        @rule(change=changes)
        def rewrite_in_no_time(self, change: Change) -> None:
            """An edit that a file's size and time don't tell, where the sizes can be the same."""
            self.tree.change(change)
            self.update(same_times=True)

        @rule(number=NUMBERS, how=st.sampled_from(STROKES), place=PLACES, other=PLACES)
        def stroke(self, number: int, how: str, place: int, other: int) -> None:
            """A line or a word is edited by somebody who does not know the language."""
            path = self.tree.path(number)
            if path is not None:
                self.tree.stroke(path, Stroke(how, place, other))
                self.update()

        @rule(change=changes, seconds=st.sampled_from([-86_400, -1, 3600, 10**9]))
        def rewrite_with_another_clock(self, change: Change, seconds: int) -> None:
            """An edit after the clock was set, maybe to a time that is yet to come."""
            self.folder.turn_clock(seconds)
            self.tree.change(change)
            self.update()

        @rule(number=NUMBERS, place=places)
        def move(self, number: int, place: str) -> None:
            """A file gets another path; what lay there is gone."""
            path = self.tree.path(number)
            if path is not None and path != place:
                self.tree.places[place] = self.tree.places.pop(path)
                self.update()

        @rule(number=NUMBERS, place=places)
        def copy(self, number: int, place: str) -> None:
            """A second file with the same content."""
            path = self.tree.path(number)
            if path is not None:
                self.tree.places[place] = self.tree.places[path]
                self.update()

        @rule(number=NUMBERS)
        def delete(self, number: int) -> None:
            """A file goes away."""
            path = self.tree.path(number)
            if path is not None:
                del self.tree.places[path]
                self.update()

        @rule(file=st.sampled_from(sorted(sample.files)))
        def put_back(self, file: str) -> None:
            """A file is where it was at first."""
            self.tree.places[file] = file
            self.update()

        @rule(first=NUMBERS, second=NUMBERS)
        def swap(self, first: int, second: int) -> None:
            """Two files change places."""
            one, other = self.tree.path(first), self.tree.path(second)
            if one is not None and other is not None and one != other:
                places = self.tree.places
                places[one], places[other] = places[other], places[one]
                self.update()

        @rule(number=NUMBERS, how=st.sampled_from(DAMAGES))
        def damage(self, number: int, how: str) -> None:
            """A file is no text any more, or has no proper syntax."""
            path = self.tree.path(number)
            if path is not None:
                self.tree.damaged[path] = how
                self.update()

        @rule()
        def repair(self) -> None:
            """All files are whole again."""
            self.tree.damaged.clear()
            self.update()

        @rule()
        def revert(self) -> None:
            """All is as it was at first."""
            self.tree = Tree(sample)
            self.update()

        @rule()
        def branch_off(self) -> None:
            """Another branch begins here."""
            self.branch = self.tree.copy()

        @rule()
        def switch(self) -> None:
            """The other branch is checked out."""
            self.tree, self.branch = self.branch, self.tree
            self.update()

        @rule()
        def touch(self) -> None:
            """All files get new times."""
            self.folder.touch(self.tree.places)
            self.update()

        @rule()
        def empty(self) -> None:
            """All files go away."""
            self.tree.places.clear()
            self.update()

        def update(self, *, same_times: bool = False) -> None:
            """Bring the folder to the state of the tree, and the index to that of the folder."""
            self.folder.follow(self.tree.files(), same_times=same_times)
            self.folder.touch(self.tree.unreadable ^ self.unreadable)  # what may be read changes with a time
            self.unreadable.clear()
            self.unreadable |= self.tree.unreadable
            try:
                self.report = build_at(self.folder.root, self.index, **self.options)
            except SettingsError:  # codegraph.toml is broken, which is told, and the index stays as it was
                return
            self.compared = False

        @invariant()
        def equals_one_built_anew(self) -> None:
            """What this test is about."""
            if getattr(self, "compared", True):
                return
            self.compared = True
            STEPS[name] += 1
            AGAIN[name] += 0 < self.report.files_resolved < sum(self.report.files.values())
            anew, queries = self.work / "anew", sample.queries
            report = build_anew(self.folder.root, anew, **self.options)
            some = queries if whole else queries[:2]
            wrong = differences(self.index, anew, self.folder.root, some, lance=whole)
            wrong += report_differences(self.report, report)
            assert not wrong, "\n".join(wrong)

        def teardown(self) -> None:
            self.stack.close()
            gc.unfreeze()
            shutil.rmtree(self.work, ignore_errors=True)

    Machine.__name__ = Machine.__qualname__ = name.title()
    return Machine
