"""Cleans documentation as written in strings and comments."""

from __future__ import annotations

import inspect
import re

_PREFIXES = re.compile(r"^[rRuUbBfF]*(\"\"\"|'''|\"|')")
_STARS = re.compile(r"^[ \t]*\*(?!/)[ \t]?", re.MULTILINE)
_LINE_MARKS = re.compile(r"^[ \t]*(?://[/!]?|--+|[#;%]+)[ \t]?", re.MULTILINE)
MAX_DOC = 4000


def clean_doc(text: str, style: str) -> str:
    """Documentation without its marks and common indentation, at most 4,000 characters.

    Args:
        text: as written, quotes or comment marks included.
        style: ``string`` (a string literal) or ``block`` (a comment, with stars or a mark before each line).
    """
    text = text.replace("\r\n", "\n")
    if style == "string":
        opening = _PREFIXES.match(text)
        if opening:
            quote = opening.group(1)
            text = text[opening.end() :].removesuffix(quote)
        return inspect.cleandoc(text)[:MAX_DOC]
    if not text.startswith("/*"):
        return inspect.cleandoc(_LINE_MARKS.sub("", text)).strip()[:MAX_DOC]
    text = text.removeprefix("/**").removeprefix("/*").removesuffix("*/")
    return inspect.cleandoc(_STARS.sub("", text)).strip()[:MAX_DOC]


def documents(between: bytes, allowed: str) -> bool:
    """Whether what stands between a comment and a definition lets the comment speak of the definition.

    Args:
        between: source from the comment's end to the definition's start.
        allowed: regular expression of the words that may stand there besides white space.
    """
    rest = between.strip()
    return not rest or bool(allowed and re.fullmatch(rf"(?:{allowed}|\s)+".encode(), rest))
