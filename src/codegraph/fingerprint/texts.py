"""Strings that calls put together: templates that are filled, addresses made of others, defaults of settings.

Which function does what is in the table ``[texts]`` of each language's adapter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from codegraph.fingerprint.trees import Expr

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Arguments, Reader

MAX_GIVEN = 40
_PERCENT = re.compile(r"%%|%(?:\(\w{1,60}\))?[-+ #0]{0,5}\d{0,4}(?:\.\d{1,3})?[a-zA-Z]")
_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]{0,60})\}")


def built(reader: Reader, call: Expr, kind: str, depth: int) -> list[str | Expr] | None:
    """The parts of the string that a call gives, None if they are not known.

    Args:
        reader: reads its arguments.
        call: the call.
        kind: what the function does, see ``AdapterSpec.texts``.
        depth: how many expressions the call was found through.
    """
    arguments = reader.arguments(call)
    given = arguments.positional[:MAX_GIVEN]
    holder = call.file.callee(call.node)[0]
    receiver = None if holder is None else Expr(call.file, holder)
    if kind.startswith("receiver"):
        given = [receiver, *given] if receiver is not None else given
        kind = kind.removeprefix("receiver").lstrip("-") or "first"
    if kind in ("percent", "braces") and given:
        template = reader.value(given[0], depth + 1)
        fill = percent if kind == "percent" else braces
        return fill(template, arguments._replace(positional=given[1:]), call)
    if kind in ("path", "joined"):
        return _joined(reader, given, "/" if kind == "path" else "", depth)
    at = ("first", "second").index(kind)
    return reader.pieces(given[at], depth + 1, loose=True) if at < len(given) else None


def _joined(reader: Reader, given: list[Expr], between: str, depth: int) -> list[str | Expr]:
    found: list[str | Expr] = []
    for number, item in enumerate(given):
        pieces = reader.pieces(item, depth + 1, loose=True) or [item]
        first = pieces[0]
        if number and between and pieces == [""]:
            continue
        if number and between:
            found.append(between)
            pieces = [first.lstrip(between), *pieces[1:]] if isinstance(first, str) else pieces
        found += pieces
    return found


def percent(template: Any, given: Arguments, other: Expr) -> list[str | Expr] | None:
    """The parts of a template with percent signs (``"%s/users/%d"``), None if that is no string.

    Args:
        template: the literal.
        given: what stands for its holes, in their order or by name.
        other: what stands for a hole for which nothing is given.
    """
    if not isinstance(template, str):
        return None
    found: list[str | Expr] = []
    holes = iter(given.positional)
    at = 0
    for match in _PERCENT.finditer(template):
        found.append(template[at : match.start()])
        found.append("%" if match[0] == "%%" else other if match[0][1] == "(" else next(holes, other))
        at = match.end()
    return [*found, template[at:]]


def braces(template: Any, given: Arguments, other: Expr) -> list[str | Expr] | None:
    """The parts of a template with brackets (``"{}/users/{0}/{name}"``), as ``percent`` gives them."""
    if not isinstance(template, str):
        return None
    found: list[str | Expr] = []
    holes = iter(given.positional)
    at = 0
    for match in _BRACES.finditer(template):
        found.append(template[at : match.start()])
        at = match.end()
        if match[1] is None:
            found.append(match[0][0])
            continue
        name = re.split(r"[:!,.\[]", match[1])[0].strip()
        if not name:
            found.append(next(holes, other))
        elif name.isdecimal() and int(name) < len(given.positional):
            found.append(given.positional[int(name)])
        else:
            found.append(given.keywords.get(name, other))
    return [*found, template[at:]]
