"""A pool of watched workers: what hangs or dies costs the one file that did it, never the run.

A parse holds Python's lock and can't be interrupted, so each worker is a process of its own, even the only
one. The pool knows from shared memory which file a worker is at. One that stays there too long is killed;
when a worker ends, its file has failed, the rest of its chunk goes back to the queue, and another takes over.
"""

from __future__ import annotations

import signal
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

from codegraph.errors import CodegraphError, StorageError
from codegraph.model import CRASHED
from codegraph.parse.messages import (
    Result,
    Setup,
    Status,
    Task,
    batch_decoder,
    encode,
    read_frame,
    write_frame,
)
from codegraph.parse.processes import Process, Slots, StartMethod, can_fork, start
from codegraph.parse.worker import IDLE, Grammars, load_grammars

if TYPE_CHECKING:
    from types import TracebackType

WORKER_WORTH = 200_000
"""Bytes of source for which a further worker is worth its start."""

_CHUNK_MIN, _CHUNK_MAX = 100_000, 500_000
_FILE_COST = 2_000  # what a file costs besides its text, in bytes of source
_CHUNK_FILES = 500
_START_PATIENCE = 60.0
_MAX_FRUITLESS = 3


class _Worker:
    """A worker as the pool sees it: what it has to do, and since when it has been at which file."""

    def __init__(self, number: int, process: Process) -> None:
        self.number = number
        self.process = process
        self.tasks: dict[int, Task] = {}
        self.at = IDLE
        self.since = time.monotonic()
        self.fruitful = False
        self.hangs = False
        self.reader: threading.Thread | None = None


class Pool:
    """Runs tasks in worker processes; a context manager that leaves no process behind.

    Args:
        setup: what every worker is told.
        tasks: the files, each with its size in bytes.
        workers: how many processes at most; few bytes get fewer.
        timeout: seconds that a worker may spend on one file.
        method: how to start them; ``auto`` forks where that is safe.

    Raises:
        StorageError: no temporary file can be made.
    """

    def __init__(
        self,
        setup: Setup,
        tasks: Sequence[tuple[Task, int]],
        *,
        workers: int,
        timeout: float,
        method: StartMethod = "auto",
    ) -> None:
        self._setup = setup
        self._open = len(tasks)
        self._timeout = timeout
        self._chunks = deque(_chunks(tasks, workers))
        worth = sum(size for _, size in tasks) // WORKER_WORTH + 1
        self._count = max(1, min(workers, worth, len(self._chunks)))
        self._method = method
        self._tick = min(0.25, timeout / 4)
        self._next_look = 0.0
        self._workers: dict[int, _Worker] = {}
        self._inbox: SimpleQueue[tuple[_Worker, bytes | None]] = SimpleQueue()
        self._fruitless = 0
        self._begun = False
        with _temporary_files():
            self._folder = TemporaryDirectory(prefix="codegraph-", ignore_cleanup_errors=True)
            self._slots = Slots.create(Path(self._folder.name, "slots"), self._count)

    def add(self, task: Task) -> None:
        """One more file."""
        self._open += 1
        self._chunks.append([task])

    def begin(self) -> None:
        """Have the workers begin; asked again it does nothing.

        Raises:
            CodegraphError: no worker can be started.
        """
        if not self._begun:
            self._begun = True
            self._employ(fork=self._method == "fork" or (self._method == "auto" and can_fork()))

    def results(self) -> Iterator[Result]:
        """A result for each file, in the order in which they are done.

        Raises:
            CodegraphError: no worker can be started.
        """
        self.begin()
        while self._open:
            self._employ(fork=False)  # there are threads by now
            for result in self._received():
                self._open -= 1
                yield result
            self._look_after()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers.values():
            worker.process.kill()
        for worker in self._workers.values():
            self._end(worker)
        self._slots.__exit__(None, None, None)
        self._folder.cleanup()

    # --- workers ---

    def _employ(self, *, fork: bool) -> None:
        """See to it that there are workers, and that each has something to do."""
        self._staff(fork=fork)
        for worker in self._workers.values():
            if not worker.tasks and self._chunks:
                self._feed(worker, self._chunks.popleft())

    def _staff(self, *, fork: bool) -> None:
        """Start the workers that are missing, as far as there is work for them."""
        missing = [number for number in range(self._count) if number not in self._workers]
        missing = missing[: len(self._chunks)]
        grammars: Grammars = {}
        if fork and len(missing) > 1:  # loaded once, before the fork; a single worker does it beside us
            pairs = {(task.language, task.grammar) for chunk in self._chunks for task in chunk}
            adapters = self._setup.adapters  # the queries of a project are loaded only under watch
            grammars = load_grammars(self._setup, {pair for pair in pairs if adapters[pair[0]].trusted})
        for number in missing:
            self._slots.marker(number)(IDLE)
            process = start(self._setup, self._slots, number, grammars, fork=fork)
            self._workers[number] = _Worker(number, process)
        for number in missing:  # threads only now: a process with threads had better not fork
            self._listen(self._workers[number])

    def _listen(self, worker: _Worker) -> None:
        def listen() -> None:
            while (frame := read_frame(worker.process.results)) is not None:
                self._inbox.put((worker, frame))
            self._inbox.put((worker, None))

        worker.reader = threading.Thread(target=listen, name="codegraph-worker-results", daemon=True)
        worker.reader.start()

    def _feed(self, worker: _Worker, chunk: list[Task]) -> None:
        worker.tasks = {task.index: task for task in chunk}
        worker.since = time.monotonic()
        try:
            write_frame(worker.process.tasks, encode(chunk))
        except OSError:
            worker.process.kill()  # it has ended already; the end of its results tells the rest

    def _received(self) -> Iterator[Result]:
        try:
            worker, frame = self._inbox.get(timeout=self._tick)
        except Empty:
            return
        if frame is None:
            yield from self._bury(worker)
            return
        for result in batch_decoder.decode(frame).results:
            del worker.tasks[result.index]
            worker.fruitful = True
            self._fruitless = 0
            yield result

    def _look_after(self) -> None:
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + self._tick
        for worker in self._workers.values():
            at = self._slots[worker.number]
            if at != worker.at or not worker.tasks:
                worker.at, worker.since = at, now
            patience = self._timeout if at != IDLE else max(self._timeout, _START_PATIENCE)
            if now - worker.since >= patience and not worker.hangs:
                worker.hangs = True
                worker.process.kill()

    def _bury(self, worker: _Worker) -> Iterator[Result]:
        """Let go of a worker that has ended; the file that it was at has failed, its other files are open."""
        code = self._end(worker)
        task = worker.tasks.pop(self._slots[worker.number], None)
        del self._workers[worker.number]
        if worker.tasks:
            self._chunks.appendleft(list(worker.tasks.values()))
        if task is None and not worker.fruitful:
            self._fruitless += 1
            if self._fruitless >= _MAX_FRUITLESS:
                raise CodegraphError(
                    f"the processes that parse end before they begin ({_ending(code)}); see what they wrote "
                    "above, and check the installation with `codegraph languages`"
                )
        if task is not None:
            late = worker.hangs or code == -getattr(signal, "SIGALRM", 0)
            reason = f"timed out after {self._timeout:g} s" if late else f"{CRASHED} ({_ending(code)})"
            yield Result(task.index, Status.FAILED, "", b"", reason)

    def _end(self, worker: _Worker) -> int:
        code = worker.process.wait()
        if worker.reader is not None:
            worker.reader.join()
        worker.process.close()
        return code


@contextmanager
def _temporary_files() -> Iterator[None]:
    """Turn an error of the system's folder for temporary files into a StorageError."""
    try:
        yield
    except OSError as error:
        place = error.filename or tempfile.tempdir or "the system's folder for them"
        raise StorageError(
            f"temporary files can't be written at {place}: {error.strerror or error}; "
            "free some space there or let TMPDIR name another folder"
        ) from error


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _chunks(tasks: Sequence[tuple[Task, int]], workers: int) -> Iterator[list[Task]]:
    """The tasks in chunks of work, the biggest files first, smaller chunks towards the end."""
    ordered = sorted(tasks, key=lambda item: (-item[1], item[0].index))
    left = sum(size + _FILE_COST for _, size in ordered)
    chunk: list[Task] = []
    held = 0
    for task, size in ordered:
        chunk.append(task)
        held += size + _FILE_COST
        target = min(max(left // (workers * 4), _CHUNK_MIN), _CHUNK_MAX)
        if held >= target or len(chunk) >= _CHUNK_FILES:
            yield chunk
            left -= held
            chunk, held = [], 0
    if chunk:
        yield chunk
