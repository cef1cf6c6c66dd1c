"""What a rule wants of a call's arguments: one literal, or strings, or the word that nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from codegraph.fingerprint.literals import UNKNOWN, Arguments, Object, Unknown, Value

if TYPE_CHECKING:
    from codegraph.fingerprint.schema import Argument

NO_ARGUMENTS: Final = Arguments([], {}, True, 0)


def find(arguments: Arguments | None, wanted: Argument) -> Value | Unknown | None:
    """The argument itself: ``UNKNOWN`` where it can't be told, None where there is none.

    A keyword is looked for among the call's keywords, then among the keys of object literals; then the position
    counts, unless an object literal stands there.
    """
    if arguments is None:
        return UNKNOWN
    found: Value | Unknown | None = arguments.keywords.get(wanted.keyword)
    if found is None:
        found = _positional(arguments, wanted)
    if found is None:
        return None if arguments.whole else UNKNOWN
    return None if isinstance(found, Value) and found.value is None else found


def _positional(arguments: Arguments, wanted: Argument) -> Value | Unknown | None:
    at = arguments.positional
    for value in at:
        if wanted.keyword and isinstance(value.value, Object):
            if not value.value.whole:
                return UNKNOWN
            if wanted.keyword in value.value.entries:
                return value._replace(value=value.value.entries[wanted.keyword])
    if 0 <= wanted.position < len(at) and not (
        wanted.keyword and isinstance(at[wanted.position].value, Object)
    ):
        return at[wanted.position]
    return None


def literal(arguments: Arguments | None, wanted: Argument) -> Any:
    """The literal, the default where there is no such argument, else ``UNKNOWN``."""
    found = find(arguments, wanted)
    if found is None:
        return UNKNOWN if wanted.default is None else wanted.default
    return found.value if isinstance(found, Value) else UNKNOWN


def strings(value: Any) -> list[str] | None:
    """A literal as strings: one, or each of a list; None for anything else."""
    listed = value if isinstance(value, list) else [value]
    return listed if listed and all(isinstance(item, str) for item in listed) else None


def is_plain(value: Any) -> bool:
    """Whether a literal can be an attribute: no part of it is unknown, and JSON can say it."""
    if isinstance(value, list):
        return all(is_plain(item) for item in value)
    return isinstance(value, str | int | float | bool)
