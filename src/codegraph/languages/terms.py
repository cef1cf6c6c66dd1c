"""What calls, fields and parameters of libraries give, written as types: ``list[tuple[key, value]]``."""

from __future__ import annotations

import re

Term = tuple[str, tuple["Term", ...]]
"""A name with what is in the brackets behind it; ``|`` with its alternatives."""

_TOKEN = re.compile(r"[^\s\[\],|]+|[\[\],|]")
_MARKS = frozenset("[],|")
_MAX_TOKENS = 400


def read_term(text: str) -> Term:
    """The term that a text stands for.

    Raises:
        ValueError: a bracket has no partner, a name is missing or too many, or the text is far too long.
    """
    tokens = _TOKEN.findall(text)
    if len(tokens) > _MAX_TOKENS:
        raise ValueError(f"{text[:40]!r} ... is too long for a type")
    tokens.reverse()
    try:
        term = _read(tokens)
    except IndexError:
        raise ValueError(f"{text!r} is no type: it ends too early") from None
    if tokens:
        raise ValueError(f"{text!r} is no type: there is too much at {tokens[-1]!r}")
    return term


def _read(tokens: list[str]) -> Term:
    """A term from its tokens, the first one last, which are used up."""
    alternatives = [_read_one(tokens)]
    while tokens and tokens[-1] == "|":
        tokens.pop()
        alternatives.append(_read_one(tokens))
    return alternatives[0] if len(alternatives) == 1 else ("|", tuple(alternatives))


def _read_one(tokens: list[str]) -> Term:
    name = tokens.pop()
    if name in _MARKS:
        raise ValueError(f"a type has {name!r} where a name should be")
    inner: list[Term] = []
    if tokens and tokens[-1] == "[":
        tokens.pop()
        inner.append(_read(tokens))
        while (mark := tokens.pop()) == ",":
            inner.append(_read(tokens))
        if mark != "]":
            raise ValueError(f"a type has {mark!r} where ',' or ']' should be")
    return (name, tuple(inner))
