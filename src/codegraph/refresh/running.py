"""One refresh: wait for other writers, build what changed without new vectors, say what it brought."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from codegraph.errors import NO_MEMORY, BusyError, CodegraphError

_MOST_PATHS = 1000
_TO_THE_END = frozenset({"store", "embed", "mirror"})
"""Phases that are not given up for want of time: what they make is nearly there."""


class Order(msgspec.Struct, kw_only=True):
    """What is to be refreshed.

    Args:
        root: the project's folder.
        overrides: settings that the caller made.
        suspects: files whose contents are looked at in any case; ``look_at_all``: all of them.
        budget: seconds after which the refresh is given up, None for never.
        wait: seconds to wait for another writer, negative for as long as it takes.
        embed: the vectors of at most so many new texts are made as well; 0 for none.
    """

    root: str
    overrides: dict[str, Any] = {}
    suspects: Sequence[str] = ()
    look_at_all: bool = False
    budget: float | None = None
    wait: float = 0.0
    embed: int = 0


class Outcome(msgspec.Struct, kw_only=True):
    """How a refresh went: ``files`` are at most a thousand of the ``count`` files that were changed.

    ``parsed`` is how many files were parsed. ``error`` is "" when it succeeded; ``busy`` says that another process
    was writing all the time, ``gave_up`` that time ran out, ``died`` that memory did, or that its process ended
    before it had one. ``seconds`` is what it took, ``cost`` that or the time of the processors, whichever is less.
    """

    generation: int = 0
    changed: bool = False
    files: list[str] = []
    count: int = 0
    parsed: int = 0
    seconds: float = 0.0
    cost: float = 0.0
    error: str = ""
    busy: bool = False
    gave_up: bool = False
    died: bool = False


class _OutOfTimeError(Exception):
    """The time for a refresh is over."""


class _Deadline:
    """A progress that gives a build up when its time is over, before it begins to write."""

    def __init__(self, budget: float | None) -> None:
        self._end = None if budget is None else time.monotonic() + budget
        self._going_on = True

    def start(self, phase: str, total: int | None) -> None:  # noqa: ARG002 (a progress is told so)
        """A phase begins."""
        self._going_on = phase in _TO_THE_END
        self._check()

    def advance(self, phase: str, n: int, note: str = "") -> None:  # noqa: ARG002
        """Units of it are done."""
        self._check()

    def finish(self, phase: str) -> None:
        """It is over."""

    def _check(self) -> None:
        if self._end is not None and not self._going_on and time.monotonic() > self._end:
            raise _OutOfTimeError


def refresh(order: Order) -> Outcome:
    """Bring the index of a project up to date, as ``codegraph index`` would, with the options that it was built with.

    Nothing is raised but what a bug or the user raises: an error is part of the outcome, and the old index stays.
    """
    begun, processors = time.monotonic(), _processors()
    outcome = Outcome()
    try:
        outcome = _refresh(order)
    except _OutOfTimeError:
        outcome.gave_up = True
        outcome.error = f"the refresh was given up after {time.monotonic() - begun:.1f} s"
    except BusyError as error:
        outcome.busy, outcome.error = True, error.message
    except CodegraphError as error:
        outcome.error = error.message
    except MemoryError:
        outcome.error, outcome.died = NO_MEMORY, True
    outcome.seconds = round(time.monotonic() - begun, 3)
    outcome.cost = round(min(outcome.seconds, _processors() - processors), 3)
    return outcome


def _processors() -> float:
    """The seconds that processors worked for this process and for those that it started and that ended."""
    return sum(os.times()[:4])


def _refresh(order: Order) -> Outcome:
    from codegraph.builder import build
    from codegraph.freshness.delta import changed_paths
    from codegraph.store.lock import REFRESH
    from codegraph.tools.lasting_options import choose

    root = Path(order.root)
    deadline = _Deadline(order.budget)
    chosen = choose(root, order.overrides)
    index_dir = root / chosen.settings.index_dir
    left = _wait(index_dir, order.wait)
    before = _contents(index_dir)
    suspects = list(before) if order.look_at_all else order.suspects
    report = build(
        root,
        chosen.settings,
        progress=deadline,
        embeddings=False,
        workers=chosen.settings.workers or None,
        options=chosen.options,
        suspects=suspects,
        wait=left,  # another writer may come first once more
        command=REFRESH,
        relist=False,
    )
    changed = changed_paths(before, _contents(index_dir))
    if 0 < _lacking(report.embedded) <= order.embed:
        report = build(
            root, chosen.settings, embeddings=True, options=chosen.options, command="codegraph watch"
        )
    return Outcome(
        generation=report.generation,
        changed=bool(changed) or report.changed,
        files=changed[:_MOST_PATHS],
        count=len(changed),
        parsed=report.files_parsed,
    )


def _lacking(embedded: Mapping[str, Any]) -> int:
    return int(embedded.get("chunks", 0)) - int(embedded.get("done", 0))


def _contents(index_dir: Path) -> dict[str, tuple[str, str]]:
    from codegraph.store.files import load_files
    from codegraph.store.layout import FILES_FILE, current_generation

    states = load_files(current_generation(index_dir).folder / FILES_FILE)
    return {state.path: (state.content_id, state.status) for state in states}


def _wait(index_dir: Path, seconds: float) -> float:
    """Wait until nobody else writes; how many of the seconds are left, negative for any number.

    Raises:
        BusyError: somebody does all the time.
        StorageError: the folder can't be written.
    """
    from codegraph.store.disk import storage_errors
    from codegraph.store.lock import REFRESH, writer_lock

    begun = time.monotonic()
    with storage_errors(index_dir), writer_lock(index_dir, REFRESH, seconds):
        return seconds if seconds < 0 else max(0.0, seconds - (time.monotonic() - begun))
