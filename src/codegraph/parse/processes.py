"""Starts worker processes, by fork where that is safe, else as fresh interpreters, and ends them."""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, Self, cast

from codegraph.parse.messages import Setup, write_frame
from codegraph.parse.worker import IDLE, Grammars, serve

if TYPE_CHECKING:
    from types import TracebackType

StartMethod = Literal["auto", "fork", "spawn"]

# Libraries that start threads of their own: a forked copy of them may wait for a lock for ever.
_THREADED = ("numpy", "pyarrow", "lancedb", "onnxruntime", "torch")
_SPAWNED = "import sys; sys.path[:] = sys.argv[1:]; from codegraph.parse.worker import main; main()"


class Slots:
    """For each worker the number of the file that it is at, in memory that it shares with the pool."""

    def __init__(self, path: Path, memory: mmap.mmap) -> None:
        self.path = path
        self._memory = memory
        self._view = memoryview(memory).cast("i")

    @classmethod
    def create(cls, path: Path, count: int) -> Self:
        """Slots for ``count`` workers, all idle, backed by a new file."""
        path.write_bytes(IDLE.to_bytes(4, sys.byteorder, signed=True) * count)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The slots that another process created."""
        with path.open("r+b") as file:
            return cls(path, mmap.mmap(file.fileno(), 0))

    def __getitem__(self, number: int) -> int:
        return self._view[number]

    def marker(self, number: int) -> Callable[[int], None]:
        """A function that sets the slot of one worker."""
        view = self._view

        def mark(index: int) -> None:
            view[number] = index

        return mark

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._view.release()
        self._memory.close()


class Process:
    """A running worker: its pipes, and how to end it."""

    def __init__(
        self, tasks: IO[bytes], results: IO[bytes], pid: int, child: subprocess.Popen[bytes] | None
    ) -> None:
        self.tasks = tasks
        self.results = results
        self.pid = pid
        self._child = child
        self._code: int | None = None

    def kill(self) -> None:
        """End it at once."""
        if self._child is not None:
            self._child.kill()
        elif self._code is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Its exit code once it has ended, negative for the signal that ended it."""
        if self._code is None:
            if self._child is not None:
                self._code = self._child.wait()
            else:
                self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._code

    def close(self) -> None:
        """Give its pipes back."""
        for pipe in (self.tasks, self.results):
            with suppress(OSError):  # what could not be sent to a dead worker
                pipe.close()


def can_fork() -> bool:
    """Whether a forked worker is safe now: no other threads, and no library that has some behind the scenes.

    macOS has fork, but system libraries there do not survive it.
    """
    return (
        hasattr(os, "fork")
        and sys.platform != "darwin"
        and threading.active_count() == 1
        and not any(name in sys.modules for name in _THREADED)
    )


def start(setup: Setup, slots: Slots, number: int, grammars: Grammars, *, fork: bool) -> Process:
    """Start a worker.

    Args:
        slots: where it tells which file it is at, at position ``number``.
        grammars: those that the parent has loaded; a forked worker has them at once.
    """
    return _fork(setup, slots, number, grammars) if fork else _spawn(setup, slots, number)


def _fork(setup: Setup, slots: Slots, number: int, grammars: Grammars) -> Process:
    task_read, task_write = os.pipe()
    result_read, result_write = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            # Above all the lock of the index and the pipes of other workers: both must end with the parent.
            _close_all_but(task_read, result_write)
            tasks, results = os.fdopen(task_read, "rb"), os.fdopen(result_write, "wb")
            serve(setup, tasks, results, slots.marker(number), grammars)
            code = 0
        except BrokenPipeError:  # the parent is gone
            code = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(task_read)
    os.close(result_write)
    return Process(os.fdopen(task_write, "wb"), os.fdopen(result_read, "rb"), pid, None)


def _close_all_but(*kept: int) -> None:
    at = 3
    for number in sorted(kept):
        os.closerange(at, number)
        at = number + 1
    os.closerange(at, os.sysconf("SC_OPEN_MAX"))


def _spawn(setup: Setup, slots: Slots, number: int) -> Process:
    import pickle

    # -P: the folder we stand in may be the indexed project's, and its modules are not to be imported.
    command = [sys.executable, "-P", "-c", _SPAWNED, *(entry for entry in sys.path if entry)]
    group = None if sys.platform == "win32" else 0  # one of its own, so that Ctrl-C reaches the parent alone
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=group)
    process = Process(cast("IO[bytes]", child.stdin), cast("IO[bytes]", child.stdout), child.pid, child)
    with suppress(OSError):  # it ended at once; whoever reads its results will see
        write_frame(process.tasks, pickle.dumps((setup, slots.path, number)))
    return process
