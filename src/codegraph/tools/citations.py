"""Places that a text names, checked against the index before the text leaves."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.places import module_at, no_such_lines
from codegraph.model import Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_PLACE = re.compile(r"(?<![^\s(\[])([^\s()\[\],;]{1,1000}):(\d{1,7})(?![\w:])")


class FalsePlace(NamedTuple):
    """A place that is not there, and why."""

    text: str
    reason: str


def false_places(view: GraphView, text: str) -> list[FalsePlace]:
    """The citations ``path:line`` in a text whose file the index does not have, or whose line the file does not."""
    found = []
    endings = _endings(view) if _PLACE.search(text) else frozenset()
    for place in _PLACE.finditer(text):
        reason = _wrong(view, place[1], int(place[2]), endings)
        if reason:
            found.append(FalsePlace(place[0], reason))
    return found


def without_false_places(view: GraphView, text: str) -> str:
    """The text, in which each place that is not there is only its path."""
    endings = _endings(view) if _PLACE.search(text) else frozenset()

    def checked(place: re.Match[str]) -> str:
        return place[1] if _wrong(view, place[1], int(place[2]), endings) else place[0]

    return _PLACE.sub(checked, text)


def _endings(view: GraphView) -> frozenset[str]:
    """How the names of indexed files end; what ends otherwise (``10:30``, ``localhost:8080``) is no place."""
    return frozenset(_ending(view.path(row)) for row in view.rows(Level.MODULE)) - {""}


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix


def _wrong(view: GraphView, path: str, line: int, endings: frozenset[str]) -> str:
    module = module_at(view, path)
    if module < 0 and _ending(path) not in endings:
        return ""
    return no_such_lines(view, module, line, line)
