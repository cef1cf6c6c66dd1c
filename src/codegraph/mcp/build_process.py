"""The process in which a tool of the server builds an index: a request on stdin, progress and answer on stdout.

Each message is one line of JSON: ``{"tool", "request"}`` in; ``{"progress"}``, at last ``{"answer"}`` or ``{"error"}``
out. When stdin ends, whoever asked is gone, and the build stops as at Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import IO, Any

import msgspec

from codegraph.errors import CodegraphError, error_object
from codegraph.refresh.process import stop_at_end_of_input
from codegraph.tools.registry import tool

_EVERY = 0.1
"""Seconds between two messages of one phase."""


class _Told:
    """A build's progress as lines of JSON."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._done = 0
        self._total: int | None = None
        self._told = 0.0

    def start(self, phase: str, total: int | None) -> None:
        """A phase begins."""
        self._done, self._total = 0, total
        self._tell(phase, "")

    def advance(self, phase: str, n: int, note: str = "") -> None:
        """Units of it are done; what comes quickly one after another is told as one."""
        self._done += n
        if note or time.monotonic() - self._told >= _EVERY:
            self._tell(phase, note)

    def finish(self, phase: str) -> None:
        """It is over."""
        self._done = self._total or self._done
        self._tell(phase, "", over=True)

    def _tell(self, phase: str, note: str, *, over: bool = False) -> None:
        told = {"phase": phase, "done": self._done, "total": self._total, "note": note, "over": over}
        send(self._out, {"progress": told})
        self._told = time.monotonic()


def send(out: IO[bytes], message: dict[str, Any]) -> None:
    """Write one message."""
    out.write(msgspec.json.encode(message) + b"\n")
    out.flush()


def main() -> int:
    """Do what the first line of stdin asks for; 0 also where the answer is an error."""
    from codegraph.store.lean_import import lean_imports

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a server in the background may ignore it
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what others print must not come between the messages
    asked = msgspec.json.decode(sys.stdin.buffer.readline())
    threading.Thread(target=stop_at_end_of_input, daemon=True).start()
    one = tool(asked["tool"])
    try:
        request = msgspec.convert(asked["request"], one.request_type)
        with lean_imports():
            answer = one.module.run(request, _Told(out))
        send(out, {"answer": msgspec.to_builtins(answer)})
    except CodegraphError as error:
        send(out, {"error": error_object(error)})
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
