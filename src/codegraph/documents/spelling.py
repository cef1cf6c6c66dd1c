"""How code and files are written in prose: what names and paths look like, and the words that they end with."""

from __future__ import annotations

import re
from functools import lru_cache

NAME = re.compile(
    r"[@~!.&*]{0,2}((?:[A-Za-z_$][\w$]*)(?:(?:\.|::|#|->|\\)[A-Za-z_$][\w$]*){0,12})([!?]?)(\(.*\))?;?"
)
"""Groups: the qualified name, a mark that belongs to its last part, and the parentheses of a call."""
SEPARATOR_OF_NAMES = re.compile(r"\.|::|#|->|\\|/")
MIN_NAME = 3
_PLACE = re.compile(r":\d+(?::\d+)?(?:-\d+)?$|#L\d+(?:-L\d+)?$")
_FILE = re.compile(r"[\w@+-][\w.@+-]*\.\w{1,12}")


@lru_cache(maxsize=100_000)
def last_word(text: str) -> str:
    """The last part of what may be a qualified name, its mark included; "" where nothing can be called so."""
    match = NAME.fullmatch(text)
    if match is None:
        return ""
    word: str = SEPARATOR_OF_NAMES.split(match[1])[-1] + match[2]
    return word if len(word) >= MIN_NAME else ""


def without_line(text: str) -> str:
    """A path without the line that is written behind it: ``a.py:12``, ``a.py#L3-L5``."""
    return _PLACE.sub("", text)


@lru_cache(maxsize=100_000)
def file_name(text: str) -> str:
    """The last part of what may be a path of a file, "" where it has no extension."""
    last = without_line(text).rpartition("/")[2]
    return last if _FILE.fullmatch(last) else ""
