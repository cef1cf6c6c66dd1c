"""What a request is sent to, and what a route answers, as segments of a path that can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

HOLE = "\0"
"""Stands in a segment for what is not known, or for the parameter of a route."""
REST = "\1"
"""A segment of a route that stands for any number of segments, none included."""

_SCHEME = re.compile(r"^(?:(?:https?|wss?)(?:\+unix)?:|\0:)?//([^/]*)(.*)$", re.IGNORECASE | re.DOTALL)
_OTHER_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_QUERY = re.compile(r"\{[?&][^{}]*\}|[?#].*$", re.DOTALL)
_WRITTEN = re.compile(r"\{[^{}/]*\}|(?:^|(?<=/)):\w+")
_PORT = re.compile(r"^(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)(?::.*)?$", re.DOTALL)
_HOST = re.compile(r"[\w.-]+|\[[0-9a-fA-F:]+\]")
_NO_PATH = re.compile(r"[\s<>\"\\^`|]")
_NAMED = re.compile(
    r"<(?P<kind>[\w\0\1]+(?:\.\w+)*)?:?\s*\w*(?P<dots>\.\.)?>|\[+(?P<spread>\.{3})?\w+\]+|(?P<star>\*)\w*"
    r"|(?<=[/.\-~])(?P<colon>:\w+)(?P<mark>[?*+]?)"
)
_LOOSE = re.compile(r"\.[*+]")


class Address(NamedTuple):
    """Where a request goes.

    Args:
        host: the constant host without its port, "" where there is none, ``HOLE`` where it is not known.
        open_head: whether parts of the path may stand before the segments, too.
        segments: of the path, with ``HOLE`` for what is not known.
        open_tail: whether the last segment may go on, with a query or else.
    """

    host: str
    open_head: bool
    segments: tuple[str, ...]
    open_tail: bool

    @property
    def says_something(self) -> bool:
        """Whether any part of the path is known, or it is the root of a host."""
        return any(segment.replace(HOLE, "") for segment in self.segments) or not (
            self.segments or self.open_head
        )

    def __str__(self) -> str:
        path = "/" + "/".join(self.segments)
        host = f"//{self.host}" if self.host and self.host != HOLE else ""
        head = "…" if self.open_head else ""
        return (host + head + path).replace(HOLE, "{}")


def address_of(parts: Iterable[str | None]) -> Address | None:
    """Where a URL leads, None for what is no address of a server.

    >>> str(address_of(["http://localhost:8000/users/", None, "?page=1"]))
    '//localhost/users/{}'
    >>> str(address_of([None, "/users"]))
    '…/users'

    Args:
        parts: its parts, None for each that is not known.
    """
    text = "".join(HOLE if part is None else part.replace(HOLE, "").replace(REST, "") for part in parts)
    text = _QUERY.sub("", text.strip())
    host, open_head = "", False
    found = _SCHEME.match(text)
    if found is not None:
        host, text = _host(found.group(1)), found.group(2)
    elif text.startswith(HOLE):
        open_head, host, text = True, HOLE, text.lstrip(HOLE)
    elif _OTHER_SCHEME.match(text):
        return None
    text = _WRITTEN.sub(HOLE, text)
    if _NO_PATH.search(text):
        return None
    segments = [part for part in text.split("/") if part not in ("", ".")]
    if ".." in segments:
        return None
    open_tail = False
    if segments and segments[-1].endswith(HOLE) and segments[-1].strip(HOLE):
        open_tail = True
        segments[-1] = segments[-1].rstrip(HOLE)
        segments = segments[:-1] if segments[-1] == "." else segments
        if segments[-1:] == [".."]:
            return None
    return Address(host, open_head, tuple(re.sub(f"{HOLE}+", HOLE, part) for part in segments), open_tail)


def _host(text: str) -> str:
    match = _PORT.match(text)
    host = match.group(1) if match is not None else text
    return host.lower() if _HOST.fullmatch(host) else HOLE


def joined(base: list[str | None], parts: list[str | None]) -> list[str | None]:
    """The parts of a URL that is written below another one; a whole URL stands for itself."""
    if not base:
        return parts
    head = parts[0] if parts else ""
    if head is not None and (_SCHEME.match(head) or _OTHER_SCHEME.match(head)):
        return parts
    last = base[-1]
    before = [*base[:-1], last.rstrip("/")] if isinstance(last, str) else base
    after = [head.lstrip("/"), *parts[1:]] if isinstance(head, str) else parts
    return [*before, "/", *after]


# --- what routes answer ---


def pattern_of(path: str) -> list[tuple[str, ...]]:
    """The paths that a route answers, as segments with ``HOLE`` and ``REST``; several where a part may be left out.

    >>> [[part.replace(HOLE, "{}") for part in found] for found in pattern_of("/users/:id?")]
    [['users', '{}'], ['users']]
    """
    text = path.removeprefix("/").removeprefix("^").removesuffix("$")
    text = re.sub(r"\\Z$|\(\.:\w+\)$", "", text)
    text = _NAMED.sub(_parameter, "/" + _groups(text))
    segments = [part for part in text.replace("\\", "").split("/") if part]
    whole = [REST if REST in part else re.sub(f"{HOLE}+", HOLE, part) for part in segments]
    found = [tuple(part.replace(f"{HOLE}?", HOLE) for part in whole)]
    while whole and whole[-1] == HOLE + "?":
        whole.pop()
        found.append(tuple(part.replace(f"{HOLE}?", HOLE) for part in whole))
    return found


def _parameter(match: re.Match[str]) -> str:
    groups = match.groupdict()
    rest = groups["kind"] == "path" or groups["dots"] or groups["spread"] or groups["star"]
    if rest or groups["mark"] in ("*", "+"):
        return REST
    return HOLE + (groups["mark"] or "")


def _groups(text: str) -> str:
    """A path with marks for what stands in brackets: ``{id:\\d{2}}``, ``(?P<id>[^/]+)``, ``:id(\\d+)``."""
    out: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        end = _closing(text, at) if char in "{(" else -1
        if end < 0:
            out.append(char)
            at += 1
            continue
        inner = text[at + 1 : end - 1]
        out.append(_mark(char, inner, "".join(out)))
        at = end
    return "".join(out)


def _mark(char: str, inner: str, before: str) -> str:
    if char == "{":
        rest = inner.startswith("*") or inner.endswith("...") or ":path" in inner or _LOOSE.search(inner)
        return REST if rest else HOLE + ("?" if inner.endswith("?") else "")
    if re.search(r"(?:^|/|[.\-~]):\w+$", before):  # the expression of :name
        return "*" if _LOOSE.search(inner) else ""
    if inner.startswith("?:"):
        return inner[2:] if inner[2:].isalnum() else HOLE
    if re.fullmatch(r"[\w-]+", inner):  # a folder that only groups files
        return f"({inner})"
    return REST if _LOOSE.search(inner) else HOLE


def _closing(text: str, at: int) -> int:
    """Where a bracket's partner ends, -1 for none."""
    opening, closing = text[at], "})"[text[at] == "("]
    depth = 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        depth += (text[at] == opening) - (text[at] == closing)
        at += 1
        if not depth:
            return at
    return -1
