"""Before a question is answered: look what changed, bring it in if the time suffices, else say what is behind."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.freshness.marks import NONE, clear_marks, read_marks
from codegraph.freshness.memory import Memory, recall, remember, signature
from codegraph.refresh.running import Order, Outcome, refresh
from codegraph.tools.freshness import LEAST_LOOK, Freshness, as_found, look_at, without_refresh

if TYPE_CHECKING:
    from codegraph.freshness.look import Look
    from codegraph.refresh.process import RefreshProcess
    from codegraph.refresh.telling import Listener, Teller
    from codegraph.tools.index import Index

CHEAP = 20
"""A look that takes less than this part of the debounce time is taken before each question."""
TOUCHED = 50
"""So many files whose times changed and whose contents did not are worth being noted anew."""
HOPELESS = 2.0
"""Where a refresh is expected to take this many times the budget, no question waits for it."""


class Refresher:
    """Keeps one index up to date for whoever asks it, from whatever threads; one refresh goes on at a time.

    Args:
        index: the index, as it is opened for questions. It is used by one thread at a time.
        stays: whether this process lives on after an answer: then refreshes are done in a process of their own, and
            go on when the time for an answer is over. Else they are done here, and given up.
        patience: seconds that an answer waits in place of the setting's; infinite ones are never given up.
        embed: the vectors of at most so many new texts are made after a refresh.
    """

    def __init__(self, index: Index, *, stays: bool, patience: float | None = None, embed: int = 0) -> None:
        self.index = index
        self.stays = stays
        self.outcome: Outcome | None = None
        """What came of the last refresh that was done here."""
        self._embed = embed
        self.patience = patience
        self._lock = threading.Lock()
        self._running: _Running | None = None
        self._latest = Freshness()
        self._looked_at = float("-inf")
        self._look_cost = 0.0
        self._vain_before = 0
        self._generation = -1
        self.teller: Teller | None = None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener told, in whatever thread, what each refresh changes; what comes back ends that.

        Raises:
            NotIndexedError, IndexFormatError: there is no index, or it can't be read.
        """
        from codegraph.refresh.telling import Teller

        if self.teller is None:
            self.teller = Teller(self.index.root, self.index.index_dir)
        return self.teller.subscribe(listener)

    @property
    def latest(self) -> Freshness:
        """How far the index was behind when the last question was answered."""
        return self._latest

    @property
    def budget(self) -> float:
        """Seconds that an answer waits for a refresh."""
        return self.index.settings.freshness.budget_ms / 1000 if self.patience is None else self.patience

    @property
    def is_manual(self) -> bool:
        """Whether the settings leave it to the user to bring the index up to date."""
        return self.index.settings.freshness.mode == "manual"

    def bring(self) -> Freshness:
        """Bring the index up to date as far as time allows, and say how far it is behind.

        Raises:
            NotIndexedError, IndexFormatError, StorageError: there is no index, or it can't be read.
        """
        with self._lock:
            if self.is_manual and self.patience is None:
                self._latest = without_refresh(self.index, self.budget)
            else:
                self._latest = self._bring()
            self.index.renew()
            if self._running is None:
                self.tell()
            return self._latest

    def tell(self) -> None:
        """Tell listeners what was published since they were told last, by whatever process."""
        if self.teller is not None:
            self.teller.tell()

    def settle(self) -> None:
        """Let go of a refresh that goes on: somebody else is about to write the index."""
        running = self._running
        if running is not None:
            running.process.stop()
            running.thread.join()

    def close(self) -> None:
        """End what goes on, and let go of all listeners."""
        self.settle()
        if self.teller is not None:
            self.teller.close()

    def _bring(self) -> Freshness:
        begun = time.monotonic()
        brought = Freshness()
        if self._running is not None:
            ended = self._await(self._running)
            if ended is None:
                return self._behind()
            brought = self._after(ended)
        elif self._is_debounced():
            return Freshness(
                stale=self._latest.stale,
                dirty_paths=self._latest.dirty_paths,
                last_error=self._latest.last_error,
            )
        marks = read_marks(self.index.index_dir)
        found = look_at(self.index, marks, begun + max(self.budget, LEAST_LOOK))
        self._looked_at, self._look_cost = time.monotonic(), found.cost
        self._generation = self.index.view.generation
        if found.is_clean and found.touched < TOUCHED:
            if found.complete:
                clear_marks(self.index.index_dir, marks)
            now = as_found(self.index, found)
            now.refreshed_files = brought.refreshed_files
            return now
        now = self._refresh(found, begun)
        now.refreshed_files += brought.refreshed_files
        return now

    def _is_debounced(self) -> bool:
        """Whether the last look is recent, was not cheap, and nothing speaks for another."""
        debounce = self.index.settings.freshness.debounce_ms / 1000
        if time.monotonic() - self._looked_at >= debounce or self._look_cost < debounce / CHEAP:
            return False
        return read_marks(self.index.index_dir) == NONE and self.index.view.generation == self._generation

    def _refresh(self, found: Look, begun: float) -> Freshness:
        """Bring in what a look found."""
        index = self.index
        memory = recall(index.index_dir)
        self._vain_before = memory.vain  # commands that run out of time together count as one
        expected = memory.estimate(len(found.changed), time.time())
        trouble = self._obstacle(found, memory)
        if not trouble and not self.stays:
            trouble = self._vain(memory, expected)
            if trouble and not found.changed:
                now = as_found(index, found)
                if not now.stale:
                    return now
        if trouble:
            now = as_found(index, found)
            now.last_error = now.last_error or trouble
            return now
        order = Order(
            root=str(index.root),
            overrides=index.overrides,
            suspects=sorted(found.marks.paths),
            look_at_all=found.marks.all_files,
            embed=self._embed,
        )
        left = max(0.0, self.budget - (time.monotonic() - begun))
        if not self.stays:
            order.budget = None if left == float("inf") else left
            order.wait = -1.0 if left == float("inf") else left
            self.outcome = refresh(order)
            return self._after(_Ended(found, self.outcome))
        order.wait = -1.0
        running = self._start(order, found)
        ended = None if expected > HOPELESS * self.budget else self._await(running)
        return self._behind() if ended is None else self._after(ended)

    def _obstacle(self, found: Look, memory: Memory) -> str:
        """Why a refresh is not even tried; "" where it is."""
        if not os.access(self.index.index_dir, os.W_OK):
            return f"{self.index.index_dir} can't be written; check the permissions of the index folder"
        return memory.error if memory.forbids(self._signature(found), time.time()) else ""

    def _vain(self, memory: Memory, expected: float) -> str:
        """Why a refresh would most likely be given up; "" where it may end in time."""
        if self.budget == float("inf"):
            return ""
        advice = "run `codegraph index`, or ask with --refresh"
        if memory.pauses(time.time()):
            return f"the last refresh ran out of time and was given up; {advice}"
        if memory.gave_up or expected <= self.budget:
            return ""
        return f"a refresh takes about {expected:.0f} s and an answer waits for {self.budget:g} s; {advice}"

    def _signature(self, found: Look) -> str:
        return signature(self.index.root, [*found.changed, *("?" for _ in range(found.around))])

    def _start(self, order: Order, found: Look) -> _Running:
        from codegraph.refresh.process import RefreshProcess

        running = _Running(RefreshProcess(order), found, time.monotonic())
        running.thread = threading.Thread(target=self._follow, args=[running], daemon=True)
        running.thread.start()
        self._running = running
        return running

    def _follow(self, running: _Running) -> None:
        self.outcome = running.process.run()
        running.ended.set()
        if self.outcome.changed:
            self.tell()

    def _await(self, running: _Running) -> _Ended | None:
        """What came of a refresh; None when the time for it is over before it is."""
        left = running.begun + self.budget - time.monotonic()
        if not running.ended.wait(max(0.0, min(left, threading.TIMEOUT_MAX))):
            return None
        self._running = None
        return _Ended(running.found, running.process.outcome, stopped=running.process.stopped)

    def _behind(self) -> Freshness:
        """That a refresh goes on and was not waited for."""
        running = self._running
        dirty = running.found.changed if running is not None else []
        return Freshness(
            stale=True, dirty_paths=list(dirty), last_error="the index is being brought up to date"
        )

    def _after(self, ended: _Ended) -> Freshness:
        """What a refresh brought, or why it brought nothing."""
        found, outcome, stopped = ended
        index_dir = self.index.index_dir
        if not outcome.busy and not stopped and (outcome.changed or outcome.error):
            memory = Memory(
                seconds=outcome.cost,
                files=max(len(found.changed), outcome.count),
                gave_up=outcome.gave_up,
                vain=self._vain_before + 1 if outcome.gave_up else 0,
                died=outcome.died,
                error=outcome.error,
                signature=self._signature(found) if outcome.error else "",
                at=time.time(),
            )
            remember(index_dir, memory)
        if outcome.error:
            now = as_found(self.index, found)
            now.last_error = outcome.error
            return now
        clear_marks(index_dir, found.marks)
        self._generation = outcome.generation
        return Freshness(refreshed_files=outcome.count)


class _Running:
    """A refresh in a process of its own, and what it is for."""

    thread: threading.Thread

    def __init__(self, process: RefreshProcess, found: Look, begun: float) -> None:
        self.process = process
        self.found = found
        self.begun = begun
        self.ended = threading.Event()


class _Ended(NamedTuple):
    """A look, and what came of the refresh for it; ``stopped``: it was ended from here."""

    found: Look
    outcome: Outcome
    stopped: bool = False
