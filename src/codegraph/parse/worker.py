"""A worker: reads, hashes and parses the files it is told to, one after the other, until its pipe closes.

It writes the number of the file it is at into memory that it shares with the pool, so that the pool knows
which file is to blame when the worker hangs or dies: a parse can't be interrupted or survived from inside.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable
from typing import IO, TYPE_CHECKING

from codegraph.errors import AdapterError
from codegraph.model import OUT_OF_MEMORY, UNREADABLE
from codegraph.parse.cache import content_id
from codegraph.parse.messages import (
    Batch,
    Result,
    Setup,
    Status,
    Task,
    encode,
    read_frame,
    tasks_decoder,
    write_frame,
)

if TYPE_CHECKING:
    from codegraph.parse.extract import Grammar

MOST_MEMORY = 4 << 30
"""Bytes that a worker may have: a file that makes its parser take more is lost alone, and the system stays usable."""
IDLE = -1
"""The file that a worker is at between files."""

_BATCH = 1 << 17  # bytes of facts that are sent together
Grammars = dict[tuple[str, str], "Grammar | AdapterError"]


def load_grammars(setup: Setup, wanted: set[tuple[str, str]]) -> Grammars:
    """The grammars of some (language, grammar) pairs, or why there is none."""
    from codegraph.parse.extract import load_grammar

    found: Grammars = {}
    for language, grammar in sorted(wanted):
        try:
            found[language, grammar] = load_grammar(
                setup.adapters[language], grammar, statements=setup.statements
            )
        except AdapterError as error:
            found[language, grammar] = error
    return found


def serve(
    setup: Setup, tasks: IO[bytes], results: IO[bytes], mark: Callable[[int], None], grammars: Grammars
) -> None:
    """Work until there is nothing more to do.

    Args:
        tasks: lists of ``Task`` come in here.
        results: ``Batch``es go out here.
        mark: told the number of each file before it is read, and ``IDLE`` after.
        grammars: those that are loaded already; others are added as files need them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle: it ends its workers
    _set_limits()
    alarm = _alarm(setup.patience)
    gc.disable()  # a file's objects go when it is done; looking for cycles among them only costs time
    gc.freeze()
    while (frame := read_frame(tasks)) is not None:
        done: list[Result] = []
        size = 0
        for task in tasks_decoder.decode(frame):
            pair = task.language, task.grammar
            if pair not in grammars:
                grammars.update(load_grammars(setup, {pair}))
            mark(task.index)
            alarm(True)
            done.append(_process(setup, task, grammars[pair]))
            alarm(False)
            mark(IDLE)
            size += len(done[-1].facts)
            if size >= _BATCH:
                write_frame(results, encode(Batch(done, False)))
                done, size = [], 0
        write_frame(results, encode(Batch(done, True)))


def _set_limits() -> None:
    """Let the system refuse what is beyond ``MOST_MEMORY``, and write no core file where this process dies.

    Linux counts what a process can write to; other systems have no such limit.
    """
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if sys.platform == "linux" and (soft == resource.RLIM_INFINITY or soft > MOST_MEMORY):
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, hard))


def _alarm(patience: float) -> Callable[[bool], None]:
    """Arms and disarms a timer that ends this process: a hanging parse must not outlive a dead parent."""

    def alarm(on: bool) -> None:
        signal.setitimer(signal.ITIMER_REAL, patience if on else 0)

    def no_alarm(on: bool) -> None:
        """Windows has no such timer."""

    if not hasattr(signal, "setitimer"):
        return no_alarm
    signal.signal(
        signal.SIGALRM, signal.SIG_DFL
    )  # the system's default ends the process, even inside a parse
    return alarm


def _process(setup: Setup, task: Task, grammar: Grammar | AdapterError) -> Result:
    if isinstance(grammar, AdapterError):
        return Result(task.index, Status.NO_ADAPTER, "", b"", grammar.message)
    try:
        data = setup.reader(setup.root, task.path)
    except OSError as error:
        return _failed(task, f"{UNREADABLE}: {error.strerror or error}")
    except ValueError as error:
        return _failed(task, str(error))
    except MemoryError:
        return _failed(task, OUT_OF_MEMORY)
    try:
        return _extracted(setup, task, grammar, data)
    except MemoryError:
        return _failed(task, OUT_OF_MEMORY)
    except Exception as error:  # the outermost handler: a bug at one odd file must not cost the others
        return _failed(task, f"extraction failed: {type(error).__name__}: {error}")


def _extracted(setup: Setup, task: Task, grammar: Grammar, data: bytes) -> Result:
    from codegraph.parse.extract import extract

    content = content_id(data)
    reason = setup.check(data)  # first: what is in the cache may have been checked with other limits
    if reason is not None:
        return Result(task.index, Status.SKIPPED, content, b"", reason)
    if not task.fresh and content in setup.known.get((task.language, task.grammar), ()):
        return Result(task.index, Status.CACHED, content, b"", "")
    return Result(task.index, Status.PARSED, content, extract(data, grammar), "")


def _failed(task: Task, reason: str) -> Result:
    return Result(task.index, Status.FAILED, "", b"", reason)


def main() -> None:
    """The whole of a worker process that was not forked: told all it needs over its standard input."""
    import pickle
    import traceback

    from codegraph.parse.processes import Slots

    code = 1
    try:
        tasks, results = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # whatever prints must not end up among the results
        frame = read_frame(tasks)
        if frame is not None:
            setup, path, number = pickle.loads(frame)  # noqa: S301 - a pipe from the parent's memory
            serve(setup, tasks, results, Slots.open(path).marker(number), {})
        code = 0
    except BrokenPipeError:  # the parent is gone
        code = 0
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(code)  # nothing is left to tidy up, and nothing may hold up the end
