"""What ``--refresh`` and ``--no-refresh`` say."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from codegraph.errors import UsageError

if TYPE_CHECKING:
    from codegraph.api import Codegraph

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
