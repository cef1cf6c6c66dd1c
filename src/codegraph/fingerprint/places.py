"""Where a literal stands among the arguments of a decorator or call, as rules write it."""

from __future__ import annotations

import msgspec


class Argument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a literal stands among the arguments of a decorator or call.

    Args:
        position: number of the positional argument, from 0; from the end below zero, where a block is the last one.
        keyword: name of the argument, or of a key in an object literal among the arguments; or several such names.
        default: what stands for an argument that is not there. Without one its value is unknown then.
        rest: all positional arguments from ``position`` on are meant; those in lists too.
    """

    position: int | None = None
    keyword: str | list[str] = ""
    default: str | list[str] | None = None
    rest: bool = False

    @property
    def names(self) -> list[str]:
        """The names that the argument may have."""
        return [self.keyword] if isinstance(self.keyword, str) and self.keyword else list(self.keyword)


def check_argument(name: str, argument: Argument) -> None:
    """Raise ValueError for an argument that stands nowhere."""
    if argument.position is None and not argument.keyword and argument.default is None:
        raise ValueError(f"{name} needs a position, a keyword or a default")
