"""Paths of URLs in the spellings of all frameworks, brought into one shape so that they can be compared."""

from __future__ import annotations

import re
from typing import NamedTuple

PARAMETER = "{}"
"""Stands in a shape for a parameter, whatever it is called and may hold."""

MAX_PATH = 2_000
"""Longer paths are compared as they are written."""

# Each alternative ends at the first character that opens another, so that no text is read more than twice.
_PARAMETER = re.compile(
    r"\((?:\?P?<(?P<group>\w+)>)[^()]*(?:\([^()]*\)[^()]*)*\)"  # (?P<id>[0-9]+)
    r"|\{(?P<brace>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"  # {id}, {id:[0-9]{3}}, {*rest}
    r"|<(?P<angle>[^<>/]+)>"  # <int:id>
    r"|\[\[?(?:\.\.\.)?(?P<square>[\w$-]+)\]\]?"  # [id], [...rest], [[...rest]]
    r"|(?<!\w):(?P<colon>\w+)(?:\([^()]*\))?[?+*]?"  # :id, :id(\d+), :rest*
    r"|(?<=/)\$(?P<dollar>\w*)"  # $id
    r"|\*+(?P<star>\w*)"  # *, **, *rest
)
_NAME = re.compile(r"\w+")
_OPTIONAL = re.compile(r"/(?::\w+(?:\([^()]*\))?[?*]|\{\w+(?::[^{}]*)?\?\}|\[\[\.\.\.[\w$-]+\]\])/?$")


class Shape(NamedTuple):
    """A path by its segments, each parameter as ``{}``; the names of the parameters in order."""

    segments: tuple[str, ...]
    parameters: tuple[str, ...]

    @property
    def text(self) -> str:
        """The path with its parameters as ``{}``."""
        return "/" + "/".join(self.segments)


def shape_of(path: str) -> Shape:
    """The shape of a path; slashes at its end and doubled ones mean nothing.

    >>> shape_of("/users/<int:id>/files/*rest")
    Shape(segments=('users', '{}', 'files', '{}'), parameters=('id', 'rest'))
    """
    names: list[str] = []

    def replace(found: re.Match[str]) -> str:
        names.append(_name_of(found))
        return PARAMETER

    if len(path) <= MAX_PATH:
        path = _PARAMETER.sub(replace, path.removeprefix("^").removesuffix("$"))
    segments = tuple(segment for segment in path.split("/") if segment)
    return Shape(segments, tuple(name for name in names if name))


def shapes_of(path: str) -> tuple[Shape, ...]:
    """The shape of a path and, where its last parameter may be left out, that of the path without it."""
    shape = shape_of(path)
    if len(path) <= MAX_PATH and _OPTIONAL.search(path):
        return shape, Shape(shape.segments[:-1], shape.parameters[:-1])
    return (shape,)


def covers(general: tuple[str, ...], special: tuple[str, ...]) -> bool:
    """Whether the segments of one shape fit all that those of another do, and more."""
    return (
        len(general) == len(special)
        and general != special
        and all(a in (PARAMETER, b) for a, b in zip(general, special, strict=True))
    )


def _name_of(found: re.Match[str]) -> str:
    """``id`` of ``{id:int}``, of ``{*id}``, and of ``<int:id>`` where the type comes first."""
    inside = found[found.lastgroup or 0]
    if found.lastgroup == "angle":
        inside = inside.rpartition(":")[2]
    name = _NAME.search(inside)
    return name[0] if name else ""
