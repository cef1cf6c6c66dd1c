"""What goes wrong in a tool, as the object that agents are given."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from codegraph.errors import CodegraphError, UsageError, error_object

if TYPE_CHECKING:
    import msgspec


class ToolFailure(Exception):  # noqa: N818 (it carries an error, and is told as the answer of a call)
    """A call that failed.

    Args:
        error: ``code``, ``message`` and ``suggestions``.
    """

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.error = error


def failure_of(error: CodegraphError) -> ToolFailure:
    """The failure that an error of ours is."""
    return ToolFailure(error_object(error))


def bad_arguments(error: msgspec.ValidationError, given: dict[str, Any], known: list[str]) -> ToolFailure:
    """Arguments that don't fit the schema, with the parameters that were perhaps meant."""
    unknown = [word for word in given if word not in known]
    near = [match for word in unknown for match in get_close_matches(word, known, n=1)]
    text = str(error)
    failure = error_object(UsageError(f"{text[:1].lower()}{text[1:]}"))
    failure["suggestions"] = near or (known if unknown else [])
    return ToolFailure(failure)
