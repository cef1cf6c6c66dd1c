"""Long answers in pages: lists are cut to their limits, and a cursor says where the next page begins."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from codegraph.errors import UsageError

LIMITS = frozenset(
    {
        "limit",
        "max_children",
        "max_dependencies",
        "max_entries",
        "max_exports",
        "max_lines",
        "max_nodes",
        "max_paths",
        "max_relations",
        "max_shapes",
        "top_k",
        "top_n",
    }
)
"""Fields of requests that say how long a page is; they may differ from page to page."""

_T = TypeVar("_T")


class _Cursor(msgspec.Struct, array_like=True):
    """Which request and generation it belongs to, and for each list that has more entries where it goes on."""

    asked: str
    generation: int
    begins: dict[str, int]


class Pages:
    """Cuts the lists of one answer to a page of them.

    Args:
        request: what was asked; its ``cursor`` is "" for the first page.
        generation: that of the graph which is questioned.

    Raises:
        UsageError: the cursor is damaged, or came with the answer to another question or from an older index, whose
            pages would not fit together; or a limit is below 0.
    """

    def __init__(self, request: Any, generation: int) -> None:
        _check_limits(request)
        self._asked, self._generation = _fingerprint(request), generation
        self._begins = _read(request.cursor, self._asked, generation) if request.cursor else None
        self._next: dict[str, int] = {}

    def begin(self, part: str) -> int | None:
        """The place of the first entry of a list that is on this page; None where an earlier page had its last."""
        return 0 if self._begins is None else self._begins.get(part)

    def cut(self, part: str, entries: Sequence[_T], limit: int, total: int | None = None) -> list[_T]:
        """The entries of a list that are on this page, at most ``limit``.

        ``total`` tells how many there are where ``entries`` is only the beginning of them.
        """
        begin = self.begin(part)
        if begin is None:
            return []
        shown = list(entries[begin : begin + max(limit, 0)])
        if shown and begin + len(shown) < (len(entries) if total is None else total):
            self._next[part] = begin + len(shown)
        return shown

    @property
    def cursor(self) -> str:
        """What to ask with for the next page, "" when this is the last one."""
        if not self._next:
            return ""
        data = msgspec.json.encode(_Cursor(self._asked, self._generation, self._next))
        return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _check_limits(request: Any) -> None:
    for name in sorted(LIMITS & set(request.__struct_fields__)):
        limit = getattr(request, name)
        if limit is not None and limit < 0:
            raise UsageError(f"{name} can't be below 0, as {limit} is")


def _fingerprint(request: Any) -> str:
    """What tells a request from others, whatever its limits and its cursor."""
    fields = {
        name: value
        for name, value in msgspec.structs.asdict(request).items()
        if name != "cursor" and name not in LIMITS
    }
    whole = [type(request).__name__, fields]
    try:
        text = msgspec.json.encode(whole, order="deterministic")
    except UnicodeEncodeError:  # a word of the command line, or a path, that is no UTF-8
        text = json.dumps(msgspec.to_builtins(whole), sort_keys=True).encode()
    return hashlib.blake2b(text, digest_size=6).hexdigest()


def _read(cursor: str, asked: str, generation: int) -> dict[str, int]:
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        found = msgspec.json.decode(data, type=_Cursor)
    except ValueError:
        raise UsageError(f'"{cursor}" is no cursor; give the one that came with an answer as it is') from None
    if found.asked != asked or any(begin < 0 for begin in found.begins.values()):
        raise UsageError(
            "this cursor came with the answer to another question; ask that one again to go on with it"
        )
    if found.generation != generation:
        raise UsageError(
            "the index has changed since this cursor was given, so that its pages would not fit together; "
            "ask again without the cursor"
        )
    return found.begins
