"""What names and paths of the index begin with the letters that somebody has typed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING

from codegraph.model import SEPARATOR, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

LIMIT = 100
_MAX_ROWS = 2000
_APART = frozenset({NodeKind.EXTERNAL, NodeKind.SECTION, NodeKind.ENDPOINT, NodeKind.MONOREPO})


def completions(view: GraphView, text: str, limit: int = LIMIT) -> list[str]:
    """Words that go on from ``text``, sorted, at most ``limit``; every command that takes names takes them.

    ``shop::`` goes on with FQNs and ``shop/`` with paths, both as far as the next part; ``Cart.to`` with members of the
    classes of that name, ``Car`` with names.
    """
    if SEPARATOR in text:
        return _steps(text, view.node_count, view.names.raw, (SEPARATOR, "/"), limit)
    if "/" in text:
        paths = view.container.array("file")
        return _steps(text, len(paths), lambda place: view.names.raw(paths[place]), ("/",), limit)
    owner, dot, member = text.rpartition(".")
    found = _members(view, owner, member) if dot else set()
    return sorted(found or _names(view, text, limit))[:limit]


def _steps(text: str, size: int, raw: Callable[[int], bytes], ends: tuple[str, ...], limit: int) -> list[str]:
    """The sorted names that begin with a text, each up to the next end of a part; what is the same is passed over."""
    found: list[str] = []
    place = bisect_left(range(size), text.encode("utf-8", "surrogatepass"), key=raw)
    while place < size and len(found) < limit:
        name = raw(place).decode("utf-8", "surrogatepass")
        if not name.startswith(text):
            break
        cuts = [at + len(end) for end in ends if (at := name.find(end, len(text))) >= 0]
        step = name[: min(cuts)] if cuts else name
        found.append(step)
        # U+10FFFF follows whatever goes on from here.
        after = f"{step}\U0010ffff" if cuts else f"{step}\0"
        place = max(place + 1, bisect_left(range(size), after.encode("utf-8", "surrogatepass"), key=raw))
    return found


def _members(view: GraphView, owner: str, member: str) -> set[str]:
    """``Owner.member`` for what the definitions of the owner's name hold."""
    rows = [row for row in view.rows_named(owner.rpartition(".")[2]) if view.kind(row) not in _APART]
    children = (child for row in rows[:_MAX_ROWS] for child in view.children(row))
    return {
        f"{owner}.{view.name(child)}"
        for child in children
        if view.level(child) == Level.SYMBOL and view.name(child).startswith(member)
    }


def _names(view: GraphView, text: str, limit: int) -> set[str]:
    """Names as they are written, found by their beginning in any case; if there are any, those in the case typed."""
    keys = view.container.array("key")
    wanted = text.casefold().encode("utf-8", "surrogatepass")
    place = bisect_left(keys, wanted, key=view.names.raw)
    found: set[str] = set()
    looked_at = 0
    while place < len(keys) and view.names.raw(keys[place]).startswith(wanted):
        for row in view.rows_keyed(view.names.text(keys[place])):
            looked_at += 1
            if view.kind(row) not in _APART and view.level(row) <= Level.SYMBOL:
                name = view.name(row)
                if name.casefold().startswith(text.casefold()):
                    found.add(name)
        place += 1
        if len(found) >= 10 * limit or looked_at > _MAX_ROWS:
            break
    return {name for name in found if name.startswith(text)} or found
