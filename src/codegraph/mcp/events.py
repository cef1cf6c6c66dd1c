"""Tells clients what a refresh changed: the resource ``codegraph://changes``, and notices to who subscribed to it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated

from codegraph.mcp.resources import CHANGES, MAP

if TYPE_CHECKING:
    from codegraph.freshness.delta import Changes

MARK_DIRTY = "notifications/codegraph/mark_dirty"
"""The notification by which a host tells of files that it wrote."""
_MOST_SESSIONS = 100


class MarkDirtyParams(types.NotificationParams):
    """The files that were written; ``root`` is needed only where several projects are served."""

    paths: list[str]
    root: str = ""


class Events:
    """The latest changes of each project, and who wants to hear of them."""

    def __init__(self) -> None:
        self._latest: dict[str, Changes] = {}
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        """Serves the subscriptions of newer versions of the protocol."""
        self._sessions: dict[str, list[Any]] = {CHANGES: [], MAP: []}
        self._telling: set[asyncio.Task[None]] = set()

    @property
    def latest(self) -> list[Changes]:
        """What the last refresh of each project changed, by project."""
        return [self._latest[root] for root in sorted(self._latest)]

    def subscribe(self, uri: str, session: Any) -> None:
        """Note that a session wants to hear of a resource; others than the map and the changes never change."""
        if uri in self._sessions and session not in self._sessions[uri]:
            self._sessions[uri] = [*self._sessions[uri][1 - _MOST_SESSIONS :], session]

    def unsubscribe(self, uri: str, session: Any) -> None:
        """Note that it does not any more."""
        self._sessions[uri] = [other for other in self._sessions.get(uri, ()) if other is not session]

    def publish(self, changes: Changes) -> None:
        """Keep what changed, and tell of it; called in the loop of the server."""
        self._latest[changes.root] = changes
        task = asyncio.ensure_future(self._tell())
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self) -> None:
        for uri in (CHANGES, MAP):
            await self._bus.publish(ResourceUpdated(uri=uri))
            for session in self._sessions[uri]:
                try:
                    await session.send_resource_updated(uri)
                except Exception:  # whatever is wrong with it: that client has gone
                    self.unsubscribe(uri, session)
