"""Conditions of ``--fail-on``: when a change is too large, or too little tested, to pass without a second look."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.errors import UsageError
from codegraph.tools.vocabulary import listed

if TYPE_CHECKING:
    from codegraph.tools.impact_answers import Impact

_NUMBER = re.compile(r"[0-9]{1,9}")
_HELP = "give a number of dependants, or one of {}, each with =N for more than N"


def crossed(answer: Impact, conditions: Sequence[str] | str) -> list[str]:
    """The conditions that an answer meets, each as a sentence; ``endpoints`` alone means more than none.

    Raises:
        UsageError: a condition can't be read.
    """
    found = []
    for words in listed(conditions):
        name, most = _read(words)
        count, what = _counts(answer)[name]
        if count > most:
            allowed = f", at most {most:,} allowed" if most else ""
            found.append(f"{count:,} {what if count != 1 else _one(what)}{allowed}")
    return found


def _one(words: str) -> str:
    """What is counted, for a count of one."""
    return re.sub(r"s\b", "", words, count=1)


def _counts(answer: Impact) -> dict[str, tuple[int, str]]:
    diff = answer.diff
    changes = diff.by_change if diff else {}
    return {
        "dependants": (answer.total, "dependants"),
        "direct": (answer.by_depth[0] if answer.by_depth else 0, "direct dependants"),
        "endpoints": (answer.endpoints.total, "endpoints reached"),
        "tests": (answer.tests.total, "tests reached"),
        "changes": (diff.total if diff else 0, "changed symbols"),
        "removed": (changes.get("removed", 0) + changes.get("renamed", 0), "symbols removed or renamed"),
        "signatures": (
            changes.get("signature", 0) + changes.get("bases", 0),
            "changes of signatures or bases",
        ),
        "untested": (len(diff.untested) if diff else 0, "changed functions that no test reaches"),
        "remaining": (diff.remaining_total if diff else 0, "references to what is gone"),
    }


CONDITIONS = (
    "dependants", "direct", "endpoints", "tests", "changes", "removed", "signatures", "untested", "remaining"
)  # fmt: skip


def check_conditions(conditions: Sequence[str] | str) -> None:
    """Make sure that conditions can be read, before anything is done for them.

    Raises:
        UsageError: one can't.
    """
    for words in listed(conditions):
        _read(words)


def _read(words: str) -> tuple[str, int]:
    name, _, number = words.partition("=")
    if _NUMBER.fullmatch(words):
        return "dependants", int(words)
    if name not in CONDITIONS or (number and not _NUMBER.fullmatch(number)):
        raise UsageError(f"--fail-on {words!r} can't be read; {_HELP.format(', '.join(CONDITIONS))}")
    return name, int(number or 0)
