"""How this process and glibc's allocator get on: few arenas, and freed memory goes back to the system."""

from __future__ import annotations

import sys
from typing import Any

_M_ARENA_MAX = -8
_ARENAS = 2


def give_memory_back() -> None:
    """Let the system have what is freed: glibc keeps it for later, tens of megabytes after a model is loaded."""
    trim = _libc("malloc_trim")
    if trim is not None:
        trim(0)


def share_arenas() -> None:
    """Have threads that are started from now on share two arenas.

    Each would get its own, up to eight a core, and keep in it what it has freed. For a process of one's own: it
    holds for all that runs in there.
    """
    mallopt = _libc("mallopt")
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, _ARENAS)


def _libc(name: str) -> Any:
    """A function of the C library; None where it is not glibc, which needs none of this."""
    if sys.platform != "linux":
        return None
    import ctypes

    return getattr(ctypes.CDLL(None), name, None)
