"""Signals that end a command: what Ctrl-C would tidy up is tidied up, too, when the system or a program ends it."""

from __future__ import annotations

import os
import signal
from types import FrameType

_BASE = 128
"""What shells add to the number of a signal to tell it as an exit code."""
_received: list[int] = []


def end_as_interrupted() -> None:
    """Have SIGTERM and SIGHUP end this process as Ctrl-C does, and a second one at once.

    Whoever started it may have it ignore them (``nohup``): then it does.
    """
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def ending_code() -> int | None:
    """The exit code that tells which signal ended the command: 143, 129; None where none did."""
    return _BASE + _received[0] if _received else None


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (what a handler is given)
    if _received:
        os._exit(_BASE + number)
    _received.append(number)
    raise KeyboardInterrupt
