"""Reads plain text: titles under a line of ``=``, ``-`` or ``~``; and tells prose from data and other formats."""

from __future__ import annotations

import re

from codegraph.documents import rst
from codegraph.documents.model import Heading, Reading
from codegraph.text import collapse

PROBE = 8000
MIN_WORDS = 10
MIN_LETTERS = 0.6
MIN_WORDS_A_LINE = 3.0
_UNDERLINES = "=-~"
_RST_SIGNS = re.compile(
    r"^\.\. (?:_[^:\n]{1,200}:|[a-z][\w:-]{0,60}::)|:[a-z][\w:+-]{0,60}:`[^`\n]{1,200}`", re.MULTILINE
)
_WORD = re.compile(r"[^\W\d_]{2,40}")


def read(lines: list[str]) -> Reading:
    """Titles stand alone above a line of marks that is about as long."""
    headings: list[Heading] = []
    styles: dict[str, int] = {}
    for at in range(len(lines) - 1):
        text, below = lines[at], lines[at + 1].rstrip()
        if not below or below[0] not in _UNDERLINES or not rst.is_adornment(below) or not text.strip():
            continue
        is_alone = (at == 0 or not lines[at - 1].strip()) and not text[0].isspace()
        if is_alone and abs(len(text.rstrip()) - len(below)) <= 2 and any(map(str.isalnum, text)):
            level = styles.setdefault(below[0], len(styles) + 1)
            headings.append(Heading(at, at, 0, collapse(text), level, at + 2))
    return Reading(headings, [], [])


def is_rst(text: str) -> bool:
    """Whether a text that does not say its format has directives, labels or roles of reStructuredText."""
    return _RST_SIGNS.search(text) is not None


def is_prose(text: str) -> bool:
    """Whether a text is written for people: mostly letters, several words a line. Lists and tables of data are not."""
    probe = text[:PROBE]
    words = _WORD.findall(probe)
    lines = [line for line in probe.split("\n") if line.strip()]
    shown = sum(not char.isspace() for char in probe)
    letters = sum(map(str.isalpha, probe))
    enough = len(words) >= MIN_WORDS and letters >= MIN_LETTERS * max(shown, 1)
    return enough and len(words) >= MIN_WORDS_A_LINE * len(lines)
