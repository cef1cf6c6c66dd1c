"""Makes typer read plain options itself: the pydantic that it would load costs more than most answers.

Typer turns words into values through ``param._runtime_param``, made with pydantic on first use. For the few
types that our options have, ``str``, ``int``, ``float``, ``bool``, ``Path`` and lists of them, a small reader
is put there beforehand. Should typer change that part, its own way takes over; a test watches the imports.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_origin

import typer

_NOUNS: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    Path: "a path",
    bool: "yes or no",
}


class PlainReader:
    """Turns the words of one option or argument into values of a simple type.

    Args:
        convert: the type.
        low, high: the limits of a number, or None.
    """

    def __init__(self, convert: type, low: float | None, high: float | None) -> None:
        self._convert: Callable[[Any], Any] = convert
        self._noun = _NOUNS[convert]
        self._low, self._high = low, high

    def coerce(self, value: Any, param: Any, ctx: typer.Context) -> Any:
        """The value or, for a repeated option, the values; what typer calls.

        Raises:
            typer.BadParameter: a word is not of the type or lies beyond the limits.
        """
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        return [self._one(v, param, ctx) for v in value] if many else self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: typer.Context) -> Any:
        try:
            result = self._convert(value)
        except ValueError:
            raise typer.BadParameter(f"{value!r} is not {self._noun}", ctx=ctx, param=param) from None
        if self._low is not None and result < self._low:
            raise typer.BadParameter(f"{value} is less than {self._low:g}", ctx=ctx, param=param)
        if self._high is not None and result > self._high:
            raise typer.BadParameter(f"{value} is more than {self._high:g}", ctx=ctx, param=param)
        return result


def lighten(param: Any) -> None:
    """Give an option or argument of a simple type its plain reader."""
    if getattr(param, "_runtime_param", 0) is not None:
        return  # it has one, or this typer works in another way
    kind = param.type_descriptor.annotation
    item = get_args(kind)[0] if get_origin(kind) is list else kind
    if item in _NOUNS:
        info = param.type_descriptor.parameter_info
        param._runtime_param = PlainReader(item, info.min, info.max)
