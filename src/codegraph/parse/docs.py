"""Cleans documentation as written in strings and comments."""

from __future__ import annotations

import inspect
import re
from html import unescape

_PREFIXES = re.compile(r"^[rRuUbBfF]*(\"\"\"|'''|\"|')")
_NAMING = re.compile(r"<\w+\s+(?:cref|name|langword|href)=\"([^\"<>]*)\"\s*/>")
_NAMED = re.compile(r"<(?:param|typeparam|exception)\s+(?:name|cref)=\"([^\"<>]*)\">")
_TAGS = re.compile(r"</?[A-Za-z][^<>]*>")
_STARS = re.compile(r"^[ \t]*\*(?!/)[ \t]?", re.MULTILINE)
_LINE_MARKS = re.compile(r"^[ \t]*(?://[/!]?|--+|[#;%]+)[ \t]?", re.MULTILINE)
MAX_DOC = 4000


def clean_doc(text: str, style: str, markup: str = "") -> str:
    """Documentation without its marks and common indentation, at most 4,000 characters.

    Args:
        text: as written, quotes or comment marks included.
        style: ``string`` (a string literal) or ``block`` (a comment, with stars or a mark before each line).
        markup: ``xml`` if only the text of elements is wanted, and what they name.
    """
    cleaned = _unmarked(text, style)
    return _plain_text(cleaned) if markup == "xml" else cleaned


def _plain_text(text: str) -> str:
    """The text of a comment that is written in elements; one without text stands for what it names (``see cref``)."""
    text = _NAMING.sub(lambda match: match[1].rpartition(":")[2], text)
    text = _NAMED.sub(r"\1: ", text)
    lines = (unescape(_TAGS.sub("", line)).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _unmarked(text: str, style: str) -> str:
    text = text.replace("\r\n", "\n")
    if style == "string":
        opening = _PREFIXES.match(text)
        if opening:
            quote = opening.group(1)
            text = text[opening.end() :].removesuffix(quote)
        return _aligned(text)[:MAX_DOC]
    if not text.startswith("/*"):
        return _aligned(_LINE_MARKS.sub("", text)).strip()[:MAX_DOC]
    text = text.removeprefix("/**").removeprefix("/*").removesuffix("*/")
    return _aligned(_STARS.sub("", text)).strip()[:MAX_DOC]


def _aligned(text: str) -> str:
    """A text without the indentation that its lines have in common; most are one line without any."""
    plain = "\n" not in text and "\t" not in text and not text[:1].isspace()
    return text if plain else inspect.cleandoc(text)


def documents(between: bytes, allowed: str) -> bool:
    """Whether what stands between a comment and a definition lets the comment speak of the definition.

    Args:
        between: source from the comment's end to the definition's start.
        allowed: regular expression of the words that may stand there besides white space.
    """
    rest = between.strip()
    return not rest or bool(allowed and re.fullmatch(rf"(?:{allowed}|\s)+".encode(), rest))
