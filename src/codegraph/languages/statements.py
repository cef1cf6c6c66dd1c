"""Puts the statements of a file in their places: whose they are, what they are nested in, how they are called.

A statement belongs to the innermost callable, type or namespace around it, else to the module. Whether statements come
out of an index or out of the file just now, they are placed here, so that both say the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from codegraph.model import CALLABLE_KINDS, SEPARATOR, STATEMENT_KINDS, TYPE_KINDS, NodeKind

OWNER_KINDS = frozenset({*CALLABLE_KINDS, *TYPE_KINDS, NodeKind.NAMESPACE})
"""Kinds of symbols that statements belong to."""

LOOPS = frozenset({"for", "for_of", "for_in", "while", "do_while"})
FUNCTIONS = frozenset({"arrow_function", "closure", "callback"})
RETURNS = frozenset({"return", "early_return"})
TEXT_LIMIT = 200
"""Characters that are kept of an expression or condition."""

_ID = re.compile(r"(?P<fqn>.+)::\$(?P<kind>\w+)(?:@(?P<times>\d+))?", re.DOTALL)


class RawStatement(NamedTuple):
    """A statement as it stands in its file; lines from 1, columns and offsets in bytes from 0.

    Args:
        following: of a return the offset of the code that comes next, closing brackets and words left out.
        header: where the condition of a compound statement stands, or what else is evaluated before its body.
        form: the type of its node.
    """

    kind: str
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    start: int
    end: int
    following: int
    expression: str
    condition: str
    header: tuple[int, int] = (0, 0)
    form: str = ""


class Owner(NamedTuple):
    """A symbol that statements may belong to, by the place of its definition."""

    start: int
    end: int
    fqn: str
    callable: bool
    row: int


class Placed(NamedTuple):
    """A statement in its place.

    Args:
        raw: what stands there.
        owner: its symbol by position in the list of owners, -1 for the module.
        parent: the position of the statement of the same symbol around it, -1 for none.
        depth: how many of these there are around it.
        kind: its kind, now that it is known whether a return is early.
        id: its FQN, ``<fqn of the symbol>::$if@2``: the second ``if`` of the symbol.
    """

    raw: RawStatement
    owner: int
    parent: int
    depth: int
    kind: str
    id: str


def statement_owner(identifier: str) -> str:
    """The FQN of the symbol whose statement has this id; "" for what is none."""
    found = _ID.fullmatch(identifier)
    return found["fqn"] if found and found["kind"] in STATEMENT_KINDS else ""


def place(rows: Sequence[RawStatement], owners: Sequence[Owner], module: str) -> list[Placed]:
    """The statements of a file in their places, in order of position.

    Args:
        rows: the statements, sorted by start and, where that is the same, longest first.
        owners: the symbols of the file, in any order.
        module: the FQN of the module, for statements outside of all symbols.
    """
    order = sorted(range(len(owners)), key=lambda at: (owners[at].start, -owners[at].end))
    found: list[Placed] = []
    seen: dict[str, int] = {}
    inside: dict[int, list[int]] = {}  # of each owner the statements that are open, by position in ``found``
    open_owners: list[int] = []
    began: set[int] = set()  # owners of which a statement was seen
    following = 0
    for raw in rows:
        while following < len(order) and owners[order[following]].start <= raw.start:
            open_owners.append(order[following])
            following += 1
        while open_owners and owners[open_owners[-1]].end <= raw.start:
            open_owners.pop()
        owner = _owner(raw, owners, open_owners, began)
        began.add(owner)
        stack = inside.setdefault(owner, [])
        while (stack and found[stack[-1]].raw.end < raw.end) or (
            stack and found[stack[-1]].raw.end <= raw.start
        ):
            stack.pop()
        above = stack[-1] if stack else -1
        kind = "return" if raw.kind in RETURNS else raw.kind
        found.append(Placed(raw, owner, above, len(stack), kind, ""))
        stack.append(len(found) - 1)
    for at, found_there in enumerate(found):
        placed = found_there
        if placed.kind == "return" and _is_early(found, placed, owners):
            placed = placed._replace(kind="early_return")
        fqn = f"{owners[placed.owner].fqn if placed.owner >= 0 else module}{SEPARATOR}${placed.kind}"
        times = seen[fqn] = seen.get(fqn, 0) + 1
        found[at] = placed._replace(id=fqn if times == 1 else f"{fqn}@{times}")
    return found


def within(placed: Sequence[Placed], start: int, end: int) -> list[Placed]:
    """Of the statements of a file those that stand in a range of bytes."""
    first = bisect_right(placed, start - 1, key=lambda item: item.raw.start)
    last = bisect_right(placed, end - 1, key=lambda item: item.raw.start)
    return [item for item in placed[first:last] if item.raw.end <= end]


def in_order(rows: list[RawStatement]) -> list[RawStatement]:
    """Statements in the order in which ``place`` takes them."""
    return sorted(sorted(rows, key=attrgetter("end"), reverse=True), key=attrgetter("start"))


def _owner(raw: RawStatement, owners: Sequence[Owner], opened: Sequence[int], began: set[int]) -> int:
    for at in reversed(opened):
        owner = owners[at]
        if owner.end < raw.end or (owner.start, owner.end) == (raw.start, raw.end):
            continue
        # const f = () => { ... }: the function is the symbol itself, not a statement in it
        if owner.callable and raw.kind in FUNCTIONS and raw.end >= owner.end - 1 and at not in began:
            continue
        return at
    return -1


def _is_early(found: Sequence[Placed], placed: Placed, owners: Sequence[Owner]) -> bool:
    """Whether a return is not the last statement of its function: code follows in it, or it stands in a loop."""
    at = placed.parent
    while at >= 0:
        around = found[at]
        if around.kind in FUNCTIONS:
            return placed.raw.following < around.raw.end
        if around.kind in LOOPS:
            return True
        at = around.parent
    end = owners[placed.owner].end if placed.owner >= 0 else found[-1].raw.end
    return placed.raw.following < end
