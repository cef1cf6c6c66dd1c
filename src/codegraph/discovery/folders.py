"""A value for each folder that is made from the value of the folder above."""

from __future__ import annotations

from collections.abc import Callable
from typing import AnyStr, Generic, TypeVar

Value = TypeVar("Value")


class PerFolder(dict[AnyStr, Value], Generic[AnyStr, Value]):
    """Maps relative folder paths to values; a missing one is made when it is first looked up.

    Args:
        slash: what paths are joined with, which also says whether they are text or bytes; the top folder is
            the empty path.
        value: the top folder's value.
        make: gives a folder's value from its path, its name and the value of the folder above.
    """

    def __init__(self, slash: AnyStr, value: Value, make: Callable[[AnyStr, AnyStr, Value], Value]) -> None:
        super().__init__()
        self[slash[:0]] = value
        self._slash: AnyStr = slash
        self._make: Callable[[AnyStr, AnyStr, Value], Value] = make

    def __missing__(self, folder: AnyStr) -> Value:
        waiting = []
        # a loop, because a path may have more folders than Python has stack frames
        while folder not in self:
            above, _, name = folder.rpartition(self._slash)
            waiting.append((folder, name))
            folder = above
        value = self[folder]
        for below, name in reversed(waiting):
            value = self[below] = self._make(below, name, value)
        return value
