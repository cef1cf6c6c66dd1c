"""Phase 2, parse: reads files in watched worker processes and extracts what each says by itself.

What is offered here is imported when it is asked for: a look-up that only wants ``content_id`` pays for no pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codegraph.parse.cache import FactsCache, content_id
    from codegraph.parse.messages import Check, Reader, Status
    from codegraph.parse.phase import (
        DEFAULT_TIMEOUT,
        InputFile,
        ParsedFile,
        ParseOutcome,
        available_workers,
        parse_files,
    )
    from codegraph.parse.processes import StartMethod

__all__ = [
    "DEFAULT_TIMEOUT",
    "Check",
    "FactsCache",
    "InputFile",
    "ParseOutcome",
    "ParsedFile",
    "Reader",
    "StartMethod",
    "Status",
    "available_workers",
    "content_id",
    "parse_files",
]

_MODULES = {
    "cache": ("FactsCache", "content_id"),
    "messages": ("Check", "Reader", "Status"),
    "phase": (
        "DEFAULT_TIMEOUT",
        "InputFile",
        "ParseOutcome",
        "ParsedFile",
        "available_workers",
        "parse_files",
    ),
    "processes": ("StartMethod",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
