"""What requests pass on their way to the routes of a router, by the calls that add it: which, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.prefix_rules import Use
from codegraph.fingerprint.trees import Expr

if TYPE_CHECKING:
    from codegraph.fingerprint.routers import Origin


class _Added(NamedTuple):
    """One call that adds middleware."""

    call: Expr
    passes: list[Expr]
    use: Use


class Middleware:
    """The middleware of one framework's routers."""

    def __init__(self) -> None:
        self._added: dict[Origin, list[_Added]] = {}

    def add(self, router: Origin, call: Expr, passes: list[Expr], use: Use) -> None:
        """Take down that a call adds some to a router; calls must come in order of files and positions."""
        self._added.setdefault(router, []).append(_Added(call, passes, use))

    def of(self, router: Origin, call: Expr) -> list[Expr]:
        """What requests pass in a router before what a call declares through it, the first one first."""
        found: list[Expr] = []
        for added in self._added.get(router, ()):
            if not _holds_for(added, call):
                continue
            if added.use.last_first:
                found[:0] = added.passes
            else:
                found += added.passes
        return found


def _holds_for(added: _Added, call: Expr) -> bool:
    if added.use.routes == "all" or added.call.file.path != call.file.path:
        return True
    return (_name_at(added.call) < _name_at(call)) == (added.use.routes == "later")


def _name_at(call: Expr) -> int:
    """Where the name of what is called stands: calls of a chain begin all at the same place."""
    name = call.file.callee(call.node)[1] or call.node
    return name.start_byte
