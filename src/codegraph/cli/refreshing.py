"""What ``--refresh`` and ``--no-refresh`` say, and what is told of an index that is behind its files."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from codegraph.errors import UsageError

if TYPE_CHECKING:
    from codegraph.api import Codegraph
    from codegraph.tools.freshness import Freshness

_chosen: set[str] = set()


def choose_refresh(options: Collection[str]) -> None:
    """Note what this run of the program was told: ``--refresh``, ``--no-refresh``, or nothing.

    Raises:
        UsageError: both.
    """
    _chosen.clear()
    _chosen.update({"--refresh", "--no-refresh"}.intersection(options))
    if len(_chosen) > 1:
        raise UsageError("--refresh and --no-refresh exclude each other")


def overrides() -> dict[str, Any]:
    """The settings that the options make."""
    return {"freshness.mode": "manual"} if "--no-refresh" in _chosen else {}


def set_up(graph: Codegraph) -> None:
    """Have a project refreshed as suits a command, which ends with its answer: here, and given up in time."""
    graph.refresher.stays = False
    if "--refresh" in _chosen:
        graph.refresher.patience = float("inf")


def words(freshness: Freshness) -> str:
    """What people are told of an index that is behind its files; "" where it is not."""
    if not freshness.stale:
        return f"warning: {freshness.last_error}" if freshness.last_error else ""
    count = len(freshness.dirty_paths)
    files = "what it was made of" if not count else "1 file" if count == 1 else f"{count:,} files"
    why = f" ({freshness.last_error})" if freshness.last_error else "; run `codegraph index`"
    return f"the index is behind {files}{why}"
