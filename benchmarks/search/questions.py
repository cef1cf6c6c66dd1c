"""What is asked, and what is a right answer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

_PARTS = re.compile(r"::|\.|#")
_PARAMETERS = re.compile(r"\([^()]*\)|@\d+$")


class Target(NamedTuple):
    """A symbol that answers: its file, and its name behind that of what it is a member of."""

    file: str
    symbol: str


class Question(NamedTuple):
    """A question with all that answers it; the first target is the one that was meant."""

    id: str
    text: str
    targets: tuple[Target, ...]


def read(path: Path) -> list[Question]:
    """The questions of a file, one a line: ``query``, ``file``, ``symbol``, perhaps ``qid`` and ``also``.

    Raises:
        OSError, ValueError: it can't be read, or a line is not one.
    """
    questions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        one = json.loads(line)
        targets = [Target(right["file"], right["symbol"]) for right in (one, *one.get("also", ()))]
        questions.append(Question(one.get("qid") or f"{path.stem}-{number:02}", one["query"], tuple(targets)))
    return questions


def answers(path: str, fqn: str, question: Question) -> int | None:
    """Which of a question's targets a hit is: the file is the same, and so are its name and its owner's."""
    found = _PARTS.split(_PARAMETERS.sub("", fqn))
    for number, target in enumerate(question.targets):
        wanted = _PARTS.split(target.symbol)[-2:]
        if path == target.file and found[-len(wanted) :] == wanted:
            return number
    return None
