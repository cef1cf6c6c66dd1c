"""Keeps an index warm: waits for the file system to tell of changes, looks what they are, and brings them in.

Only folders that hold something of interest are watched, each by itself, so that what is ignored wakes nobody. Where
the system does not watch that many, the tree is looked at from time to time, rarely enough to cost next to nothing.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from codegraph.errors import CodegraphError
from codegraph.freshness.delta import Changes  # noqa: TC001 (the type of a field)
from codegraph.refresh.refresher import Refresher
from codegraph.store.tree import is_passing, load_tree
from codegraph.tools.freshness import known_files

if TYPE_CHECKING:
    from codegraph.tools.index import Index

EMBEDDED = 500
"""The vectors of at most so many new texts are made after a refresh; with more it takes ``codegraph index``."""
QUIET_MS = 200
"""A burst of changes is over when nothing happened for so long."""
TICK_MS = 1000
"""So often it is asked whether somebody else published."""
SAFETY_TICKS = 60
"""After so many ticks without a word the tree is looked at all the same: systems may lose events."""
POLL_SHARE = 200
"""Without events, a look is taken when this many times its own duration has passed: half a percent of a core."""
LEAST_POLL = 2.0
_STOP_SECONDS = 0.1
_MOST_UNKNOWN = 20


class WatchEvent(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What happened: a ``started`` watch, a ``refreshed`` index, a refresh that ``failed``, and ``stopped``.

    ``polling`` says that the system does not tell of changes, and why. Of a refresh ``changes`` are the files and
    FQNs, ``parsed`` how many files were parsed in how many ``seconds``.
    """

    event: Literal["started", "polling", "refreshed", "failed", "stopped"]
    root: str = ""
    folders: int = 0
    message: str = ""
    seconds: float = 0.0
    parsed: int = 0
    changes: Changes | None = None


class Watcher:
    """Watches one project until it is told to stop.

    Args:
        index: the project's index; nobody else uses this object meanwhile.
        tell: is told what happens.
        stop: set from outside, or by a signal, to end it.
        embed: also make the vectors of new texts, where the index has vectors.
        poll: look from time to time, and do not ask the system at all.
    """

    def __init__(
        self,
        index: Index,
        tell: Callable[[WatchEvent], None],
        stop: threading.Event,
        *,
        embed: bool = True,
        poll: bool = False,
    ) -> None:
        self.index = index
        self.refresher = Refresher(index, stays=True, patience=float("inf"), embed=EMBEDDED if embed else 0)
        self._tell = tell
        self._stop = stop
        self._poll = poll
        self._ended = threading.Event()
        self._error = ""
        self._known: frozenset[str] = frozenset()
        self._known_of = -1

    def run(self) -> None:
        """Watch until told to stop.

        Raises:
            NotIndexedError, IndexFormatError: there is no index, or it can't be read.
        """
        end = self.refresher.subscribe(self._changed)
        threading.Thread(target=self._give_up_at_stop, daemon=True).start()
        try:
            self._bring()
            folders = self._folders()
            self._tell(WatchEvent(event="started", root=str(self.index.root), folders=len(folders)))
            if not self._poll:
                self._follow_events(folders)
            if not self._stop.is_set():
                self._follow_looks()
        finally:
            end()
            self._stop.set()
            self._ended.set()
            self.refresher.close()
        self._tell(WatchEvent(event="stopped", root=str(self.index.root)))

    def _give_up_at_stop(self) -> None:
        """Once told to stop, let no refresh go on, however long it would take."""
        self._stop.wait()
        while not self._ended.wait(_STOP_SECONDS):
            self.refresher.settle()

    def _follow_events(self, folders: list[str]) -> None:
        """Wait for events until told to stop; come back where the system does not tell of any."""
        while not self._stop.is_set():
            try:
                self._watch(folders)
            except FileNotFoundError:  # a folder went away before it was watched
                self._bring()
            except (OSError, RuntimeError) as error:
                self._tell(
                    WatchEvent(event="polling", root=str(self.index.root), message=_advice(error, folders))
                )
                return
            folders = self._folders()

    def _watch(self, folders: list[str]) -> None:
        """Watch these folders until others are of interest.

        Raises:
            OSError, RuntimeError: the system does not watch them.
        """
        ticks = SAFETY_TICKS  # what happened before the watch began shows at the first tick
        for paths in _events(folders, self._stop, self.index.settings.freshness.debounce_ms):
            ticks += 1
            if paths and not self._concerns(paths):
                continue
            if not paths and ticks < SAFETY_TICKS:
                self.refresher.tell()
                continue
            ticks = 0
            self._bring()
            if self._folders() != folders:
                return

    def _follow_looks(self) -> None:
        """Look from time to time until told to stop."""
        wait = LEAST_POLL
        while not self._stop.wait(wait):
            begun = time.thread_time()
            self._bring()
            wait = max(LEAST_POLL, POLL_SHARE * (time.thread_time() - begun))

    def _bring(self) -> None:
        """Bring the index up to date, and tell of a failure once."""
        if self._stop.is_set():
            return
        try:
            found = self.refresher.bring()
            error = found.last_error if found.stale else ""
        except CodegraphError as failure:
            error = failure.message
        if error and error != self._error and not self._stop.is_set():
            self._tell(WatchEvent(event="failed", root=str(self.index.root), message=error))
        self._error = error

    def _changed(self, changes: Changes) -> None:
        outcome = self.refresher.outcome
        own = outcome is not None and outcome.generation == changes.generation
        self._tell(
            WatchEvent(
                event="refreshed",
                root=changes.root,
                seconds=outcome.seconds if outcome is not None and own else 0.0,
                parsed=outcome.parsed if outcome is not None and own else 0,
                changes=changes,
            )
        )

    def _folders(self) -> list[str]:
        """The folders to watch, absolute."""
        tree = load_tree(self.index.index_dir)
        inner = tree.folders if tree is not None else [""]
        root = str(self.index.root)
        return [f"{root}{os.sep}{folder}" if folder else root for folder in inner]

    def _concerns(self, paths: Iterable[str]) -> bool:
        """Whether any of these paths may matter: it is indexed, or consulted, or new and not ignored."""
        root = str(self.index.root) + os.sep
        inner = {path.removeprefix(root).replace(os.sep, "/") for path in paths if path.startswith(root)}
        unknown = {path for path in inner - self._interesting() if not is_passing(path)}
        if inner & self._interesting() or len(unknown) > _MOST_UNKNOWN:
            return True
        return any(not self._is_ignored(path) for path in sorted(unknown))

    def _interesting(self) -> frozenset[str]:
        generation = self.index.view.generation
        if generation != self._known_of:
            tree = load_tree(self.index.index_dir)
            paths = {state.path for state in known_files(self.index)}
            self._known = frozenset(paths.union(tree.consulted if tree is not None else ()))
            self._known_of = generation
        return self._known

    def _is_ignored(self, path: str) -> bool:
        from codegraph.discovery import git
        from codegraph.discovery.inventory import path_filter

        if path_filter(self.index.root, self.index.settings)(path):
            return True
        root = os.fsencode(self.index.root)
        if not self.index.settings.respect_gitignore or git.top_of_work_tree(root) is None:
            return False
        with suppress(git.GitError):
            return git.is_ignored_path(root, path)
        return False


def _events(folders: list[str], stop: threading.Event, debounce_ms: int) -> Iterator[set[str]]:
    """The paths of each burst of changes in folders; an empty set at each tick without any."""
    from watchfiles import watch

    bursts = watch(
        *folders,
        watch_filter=None,
        debounce=max(debounce_ms, QUIET_MS),
        step=QUIET_MS,
        stop_event=stop,
        rust_timeout=TICK_MS,
        yield_on_timeout=True,
        recursive=False,
        ignore_permission_denied=True,
    )
    for burst in bursts:
        yield {path for _, path in burst}


def _advice(error: Exception, folders: list[str]) -> str:
    """Why the system does not watch, and what can be done about it."""
    limit = _watch_limit()
    if limit is not None and limit < 2 * len(folders):
        return (
            f"the system lets a user watch {limit:,} folders and here are {len(folders):,}; looking from time to time "
            "instead; raise fs.inotify.max_user_watches with sysctl"
        )
    return f"the system does not tell of changes ({error}); looking from time to time instead"


def _watch_limit() -> int | None:
    try:
        return int(Path("/proc/sys/fs/inotify/max_user_watches").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
