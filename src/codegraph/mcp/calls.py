"""Calls of tools: arguments become a request, the request is asked, the answer fits the caller's budget."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from codegraph.errors import CodegraphError, NotIndexedError, UsageError
from codegraph.mcp.budget import Fitted, cut_down, fit, harmless_value
from codegraph.mcp.builds import Tell, run_build
from codegraph.mcp.failures import ToolFailure, bad_arguments, failure_of
from codegraph.mcp.schemas import DEFAULT_BUDGET, HIDDEN, LEAST_BUDGET, MOST_BUDGET
from codegraph.mcp.worker import Worker
from codegraph.refresh.asking import not_found_as_of
from codegraph.refresh.refresher import Refresher
from codegraph.tools.freshness import Freshness, tell
from codegraph.tools.index import Index
from codegraph.tools.registry import Tool, tool

if TYPE_CHECKING:
    from codegraph.freshness.delta import Changes
    from codegraph.mcp.roots import Roots

_T = TypeVar("_T")


def _nobody(changes: Changes) -> None:
    """Changes that nobody is told of."""


class Project:
    """One served project: its index stays open, and all questions to it are asked in one thread."""

    def __init__(self, root: Path, changed: Callable[[Changes], None]) -> None:
        self.index = Index.open(root)
        self.refresher = Refresher(self.index, stays=True)
        self._worker = Worker()
        self._loop = asyncio.get_running_loop()
        self._told_of = changed
        self._listens = False
        self._stop = threading.Event()

    async def run(self, work: Callable[[Index], _T]) -> _T:
        """Do something with the index; a caller that is cancelled does not wait for it any more."""
        return await self._worker.run(lambda: self._ask(work))

    def _ask(self, work: Callable[[Index], _T]) -> _T:
        with self.index.snapshot():
            return work(self.index)

    def listen(self) -> None:
        """Have the service told of refreshes from now on; called in the thread that asks.

        Raises:
            NotIndexedError, IndexFormatError: there is no index, or it can't be read.
        """
        if not self._listens:
            self.refresher.subscribe(self._hear)
            self._listens = True
            if self.index.settings.freshness.mode == "watch":
                threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Follow the file system for as long as the project is served."""
        from codegraph.refresh.watching import Watcher

        index = Index.open(self.index.root)
        with suppress(CodegraphError):  # an index that has gone is told of by the next question
            Watcher(index, lambda _: self.refresher.tell(), self._stop).run()
        index.close()

    def _hear(self, changes: Changes) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(self._told_of, changes)

    def close(self) -> None:
        """Let the thread end when it has answered what waits, and what brings the index up to date at once."""
        self._stop.set()
        self._worker.end()
        self.refresher.close()


class Service:
    """The tools over some roots; projects stay open between calls and see each newly published index.

    Args:
        changed: is told, in the loop, what each refresh changed.
    """

    def __init__(self, changed: Callable[[Changes], None] = _nobody) -> None:
        self._projects: dict[Path, Project] = {}
        self._changed = changed
        self._building: dict[Path, asyncio.Lock] = {}

    async def call(self, name: str, arguments: Mapping[str, Any], roots: Roots, tell: Tell) -> Fitted:
        """The answer of a tool.

        Raises:
            ToolFailure: the arguments make no sense, or the tool can't answer.
        """
        one = tool(name)
        given = dict(arguments)
        try:
            root, budget = _own(given, one)
            request = request_of(one, given)
            if one.builds:
                return await self._build(one, request, roots, tell, budget)
            if one.rootless:
                return cut_down(harmless_value(await self._path(one, request, roots)), budget)
            if one.name == "index_status" and not root.strip() and len(roots.folders) > 1:
                return cut_down(await self._all_states(one, request, roots), budget)
            project = self.project(roots.indexed(root))
            chosen = frozenset(given)
            return await project.run(lambda _: _answer(one, project, request, budget, chosen))
        except CodegraphError as error:
            raise failure_of(error) from error

    def project(self, root: Path) -> Project:
        """The opened project at a root."""
        if root not in self._projects:
            self._projects[root] = Project(root, self._changed)
        return self._projects[root]

    async def mark(self, paths: Sequence[str], word: str, roots: Roots) -> None:
        """Note that files of a project were written.

        Raises:
            CodegraphError: there is no such project, or a path lies outside of it.
        """
        from codegraph.freshness.marks import add_marks

        index = self.project(roots.indexed(word)).index
        await asyncio.to_thread(add_marks, index.index_dir, index.root, paths)

    def close(self) -> None:
        """Close all projects."""
        for project in self._projects.values():
            project.close()

    async def _build(self, one: Tool, request: Any, roots: Roots, tell: Tell, budget: int) -> Fitted:
        # An empty path is answered by the tool itself, with an example.
        root = roots.folder(request.root_path) if request.root_path.strip() else None
        wanted = msgspec.structs.replace(request, root_path=str(root or ""))
        if root is None:
            await asyncio.to_thread(one.module.run, wanted)
        async with self._building.setdefault(root or Path(), asyncio.Lock()):
            if root in self._projects:
                await asyncio.to_thread(self._projects[root].refresher.settle)
            answer = await run_build(one, wanted, tell)
            if root in self._projects:
                await asyncio.to_thread(self._projects[root].refresher.tell)
        return cut_down(harmless_value(answer), budget)

    async def _all_states(self, one: Tool, request: Any, roots: Roots) -> dict[str, Any]:
        """The state of each served project that is indexed, in one answer; changed files with their project."""
        whole: dict[str, Any] = {}
        for name in roots.names:
            try:
                project = self.project(roots.indexed(name))
            except NotIndexedError:
                continue
            answer = await project.run(lambda index: one.module.run(index, request))
            found = harmless_value(msgspec.to_builtins(answer))
            found["dirty_paths"] = [f"{name}/{path}" for path in found["dirty_paths"]]
            if not whole:
                whole = found
                continue
            for field in ("roots", "dirty_paths", "dirty_count"):
                whole[field] += found[field]
            for field in ("stale", "truncated"):
                whole[field] = whole[field] or found[field]
        if not whole:
            raise NotIndexedError("none of the projects that are served is indexed; call index_codebase")
        return whole

    async def _path(self, one: Tool, request: Any, roots: Roots) -> dict[str, Any]:
        base = roots.folder(request.root_path)
        place = roots.inside(str(base / request.virtual_path)) if request.virtual_path.strip() else base
        wanted = msgspec.structs.replace(
            request, virtual_path=str(place) if request.virtual_path.strip() else "", root_path=str(base)
        )
        answer: dict[str, Any] = msgspec.to_builtins(await asyncio.to_thread(one.module.run, wanted))
        if answer["root_parent"] and not roots.holds(Path(answer["root_parent"])):
            answer |= {"indexed": False, "root_parent": "", "indexed_at": "", "reason": "no index around it"}
        return answer


def request_of(one: Tool, given: dict[str, Any]) -> Any:
    """The request that arguments mean.

    Raises:
        ToolFailure: they don't fit.
    """
    fields = msgspec.structs.fields(one.request_type)
    known = [field.encode_name for field in fields if field.encode_name not in HIDDEN]
    try:
        if HIDDEN & given.keys():
            raise msgspec.ValidationError(f"there is no parameter {min(HIDDEN & given.keys())}")
        return msgspec.convert(given, one.request_type, strict=False)
    except msgspec.ValidationError as error:
        raise bad_arguments(error, given, known) from None


def _answer(one: Tool, project: Project, request: Any, budget: int, chosen: frozenset[str]) -> Fitted:
    refresher = project.refresher
    project.listen()
    # The state of the index is asked for as it is; it says by itself how far it is behind.
    freshness = Freshness() if one.name == "index_status" else refresher.bring()

    def ask(wanted: Any) -> Any:
        with not_found_as_of(freshness):
            answer = one.module.run(refresher.index, wanted)
        if one.name != "index_status":
            tell(freshness, answer)
        return answer

    return fit(ask, request, budget, chosen)


def _own(given: dict[str, Any], one: Tool) -> tuple[str, int]:
    """The arguments that are the server's own, taken out: root and budget."""
    root = given.pop("root", "") if not (one.builds or one.rootless) else ""
    budget = given.pop("token_budget", DEFAULT_BUDGET)
    if not isinstance(root, str):
        raise ToolFailure({"code": "invalid_argument", "message": "root is a text", "suggestions": []})
    if isinstance(budget, bool) or not isinstance(budget, int) or not LEAST_BUDGET <= budget <= MOST_BUDGET:
        raise UsageError(f"token_budget is a whole number from {LEAST_BUDGET:,} to {MOST_BUDGET:,}")
    return root, budget
