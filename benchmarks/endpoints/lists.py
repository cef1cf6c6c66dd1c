"""Reads a list of endpoints: what a project answers, written down by someone who read its source."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from benchmarks.endpoints.paths import normal

METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "ANY"})


class Key(NamedTuple):
    """What tells endpoints apart: the method and the normal path."""

    method: str
    path: str


class Expected(NamedTuple):
    """An endpoint of a list.

    Args:
        path: as the framework writes it.
        handlers: each is right, ``file::Class.method``; an inline function has no symbol (``file::``), and a handler
            outside of the project is none at all.
        optional: right when found and not missed when not, as the framework brings it.
    """

    path: str
    handlers: tuple[str, ...]
    optional: bool


def read(path: Path) -> dict[Key, Expected]:
    """The endpoints of a list.

    Raises:
        SystemExit: there is no such list, or a line of it has another shape or says what another has said.
    """
    found: dict[Key, Expected] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SystemExit(f"{path} is no list of endpoints: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        method, route, handlers = (*line.split("\t"), "", "")[:3]
        key = Key(method.removeprefix("?"), normal(route))
        if key.method not in METHODS or not route.startswith("/") or line.count("\t") != 2 or key in found:
            raise SystemExit(f"{path}:{number} is no endpoint, or one that is there already: {line}")
        accepted = tuple(part.strip() for part in handlers.split(" | ") if part.strip())
        found[key] = Expected(route, accepted, method.startswith("?"))
    return found
