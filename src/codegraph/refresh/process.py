"""The process in which a host that lives on has its index refreshed: an order on stdin, the outcome on stdout.

Each is one line of JSON. When stdin ends before that, whoever asked is gone, and the refresh stops as at Ctrl-C: what
was published last stays.
"""

from __future__ import annotations

import _thread
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

import msgspec

from codegraph.errors import INTERRUPTED
from codegraph.refresh.running import Order, Outcome, refresh

_PATIENCE = 5.0


class RefreshProcess:
    """A refresh that goes on in a process of its own; ``outcome`` is there once it has ended.

    Args:
        order: what is to be done.
    """

    def __init__(self, order: Order) -> None:
        self.outcome = Outcome(error="the refresh was stopped", died=True)
        self.stopped = False
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "codegraph.refresh.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._order = msgspec.json.encode(order) + b"\n"

    def run(self) -> Outcome:
        """Wait for its end, in whatever thread; what came of it."""
        process = self._process
        asked_of, told_by = process.stdin, process.stdout
        if asked_of is None or told_by is None:
            raise RuntimeError("a refresh was started without pipes")
        with suppress(OSError):
            asked_of.write(self._order)
            asked_of.flush()
        answer = told_by.readline()
        with suppress(OSError, ValueError):
            asked_of.close()
        code = process.wait()
        told_by.close()
        try:
            self.outcome = msgspec.json.decode(answer, type=Outcome)
        except msgspec.DecodeError:
            self.outcome = Outcome(error=_ending(code), died=True)
        return self.outcome

    def stop(self) -> None:
        """End it as Ctrl-C would, and by force if it does not obey."""
        self.stopped = True
        process = self._process
        with suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _ending(code: int) -> str:
    """Why a refresh told no outcome, in words."""
    if code in (INTERRUPTED, -signal.SIGINT):
        return "the refresh was stopped"
    try:
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    except ValueError:
        how = f"signal {-code}"
    return f"the process of the refresh died ({how}); run `codegraph index` to see why"


def main() -> int:
    """Do what the first line of stdin asks for."""
    from codegraph.store.lean_import import lean_imports

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a host in the background may ignore it
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what others print must not come before the outcome
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    threading.Thread(target=stop_at_end_of_input, daemon=True).start()
    try:
        with lean_imports():
            outcome = refresh(order)
        out.write(msgspec.json.encode(outcome) + b"\n")
        out.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        return INTERRUPTED
    return 0


def stop_at_end_of_input() -> None:
    """Wait until stdin ends, then interrupt this process as Ctrl-C does."""
    while os.read(0, 1024):  # not by sys.stdin, whose lock would be held when the process ends
        pass
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
