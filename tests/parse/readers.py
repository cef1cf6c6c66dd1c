"""Readers and checks that pools in tests are given: they hang, die or refuse at files of certain names."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from codegraph.parse.worker import MOST_MEMORY


def read(root: Path, path: str) -> bytes:
    """The file's bytes; what its name says happens first."""
    name = path.rpartition("/")[2]
    if name.startswith("hangs"):
        print("hangs in", os.getpid(), file=sys.stderr, flush=True)
        threading.Event().wait()
    if name.startswith("killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    if name.startswith("segfaults"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if name.startswith("aborts"):
        os.abort()
    if name.startswith("greedy"):
        return bytes(MOST_MEMORY + len(name))
    if name.startswith("exits"):
        os._exit(3)
    if name.startswith("odd"):
        raise ValueError("begins like UTF-16 but is not")
    return (root / path).read_bytes()


def check(data: bytes) -> str | None:
    """Texts that say so are not worth parsing."""
    return "boring" if data.startswith(b"# boring") else None


def check_and_fail(data: bytes) -> str | None:
    """A check with a bug."""
    raise ZeroDivisionError(f"{len(data)} / 0")


def read_without_files_of_the_parent(root: Path, path: str) -> bytes:
    """The file's bytes, if the descriptor that it names is not open here."""
    data = (root / path).read_bytes()
    number = int(data.removeprefix(b"# descriptor "))
    try:
        os.fstat(number)
    except OSError:
        return data
    raise ValueError(f"descriptor {number} of the parent is open in the worker")
