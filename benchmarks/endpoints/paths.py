"""Brings paths of different frameworks to one notation: each parameter is ``{}``, no slash at the end."""

from __future__ import annotations

import re

_CLOSERS = {"(": ")", "{": "}", "[": "]", "<": ">"}
_NAMED_GROUP = ("(?P<", "(?<")
_NAME = re.compile(r"[^\W\d]\w*")


def normal(path: str) -> str:
    """A path with ``{}`` for each parameter: ``:id``, ``{id:int}``, ``<int:id>``, ``(?P<id>..)``, ``[id]``, ``*rest``.

    A pattern behind ``:id`` belongs to the parameter, and so does the ``?``, ``+`` or ``*`` behind it.
    """
    parts: list[str] = []
    at = 0
    while at < len(path):
        end = _parameter_end(path, at)
        parts.append(path[at] if end == at else "{}")
        at = max(end, at + 1)
    return "".join(parts).rstrip("/") or "/"


def _parameter_end(path: str, at: int) -> int:
    """The index behind the parameter that begins at an index, or that index where none begins."""
    end = at
    if path[at] in "{<[" or path.startswith(_NAMED_GROUP, at):
        end = _closed(path, at)
    elif path[at] in ":*" and (name := _NAME.match(path, at + 1)) is not None:
        end = name.end()
        end = _closed(path, end) if path[end : end + 1] in {"(", "<", "{"} else end
    return end + 1 if end > at and path[end : end + 1] in {"?", "+", "*"} else end


def _closed(path: str, at: int) -> int:
    """The index behind the bracket that closes the one at an index, or that index where none does."""
    opener, depth, position = path[at], 0, at
    while position < len(path):
        char = path[position]
        depth += (char == opener) - (char == _CLOSERS[opener])
        position += 2 if char == "\\" else 1
        if not depth:
            return position
    return at
