"""Reads the literal arguments of a call from its source, in the notation that Python and JavaScript share.

Nothing is evaluated: strings, numbers, the words for true, false and nothing, lists (tuples and sets too) and objects
of such values are literals, everything else is ``UNKNOWN``. A call that can't be read to its end has no arguments
that anybody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

MAX_CALL = 20_000  # characters; no route is declared in more
_MAX_DEPTH = 20
_BLANK = re.compile(r"(?:\s+|#[^\n]*|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_KEYWORD = re.compile(r"([^\W\d]\w*)\s*=(?![=>])\s*")
_KEY = re.compile(r"[^\W\d][\w$]*|\d+")
_NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d+)?(?![\w.])")
_WORD = re.compile(r"[^\W\d]\w*")
_QUOTE = re.compile(r"([a-zA-Z]{0,2})(\"\"\"|'''|\"|'|`)")
_COMPUTED = re.compile(r"(?<!\\)(?:\\\\)*\$\{")
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
# What both languages read alike; they differ in all others (\d is two characters in Python, one in JavaScript).
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "\n": "", "\r\n": ""}
_ESCAPED |= {char: char for char in "\\'\""}
_IN_TEMPLATE = {char: char for char in "`${"}
_WORDS = {"True": True, "true": True, "False": False, "false": False}
_NOTHING = frozenset({"None", "null", "undefined"})
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


class Unknown:
    """What an expression that is no literal has for a value."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


class Object(NamedTuple):
    """An object literal or dictionary.

    Args:
        entries: values by key.
        whole: False if there may be more entries than these (``...rest``, ``**rest``, ``[key]: 1``).
    """

    entries: dict[str, Any]
    whole: bool


class Value(NamedTuple):
    """One argument: its value, and where its text begins and ends (an index into the source)."""

    value: Any
    start: int
    end: int


class Arguments(NamedTuple):
    """The arguments of one call.

    Args:
        positional: in order.
        keywords: by name.
        whole: False if there may be more arguments than these (``*rest``, ``**rest``, ``...rest``).
        end: index behind the closing parenthesis.
    """

    positional: list[Value]
    keywords: dict[str, Value]
    whole: bool
    end: int


def read_arguments(source: str, at: int) -> Arguments | None:
    """The arguments of the call whose opening parenthesis stands at an index, None if they can't be read."""
    if source[at : at + 1] != "(":
        return None
    reader = _Reader(source[: at + MAX_CALL], at + 1)
    try:
        return reader.arguments()
    except _NotReadableError:
        return None


class _NotReadableError(Exception):
    """The text ends, or nests too deeply, before the call does."""


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.depth = 0
        self.trailing_comma = False

    # --- arguments ---

    def arguments(self) -> Arguments:
        positional: list[Value] = []
        keywords: dict[str, Value] = {}
        whole = True
        for _ in self._items(")"):
            if self._takes("**", "*", "..."):
                whole = False
                self._value()
            elif (keyword := _KEYWORD.match(self.text, self.at)) is not None:
                self.at = keyword.end()
                keywords[keyword.group(1)] = self._value()
            elif whole:
                positional.append(self._value())
            else:
                self._value()  # its position is not known
        return Arguments(positional, keywords, whole, self.at)

    def _items(self, closer: str) -> Iterator[None]:
        """Stop at the beginning of each item of a list, and step over what ends it."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _NotReadableError
        comma = True
        while True:
            self._blank()
            if self._takes(closer):
                self.depth -= 1
                self.trailing_comma = comma
                return
            if not comma or self.at >= len(self.text):
                raise _NotReadableError
            yield
            self._blank()
            comma = self._takes(",")

    def _blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        if found is not None:
            self.at = found.end()

    def _takes(self, *words: str) -> bool:
        for word in words:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return True
        return False

    # --- values ---

    def _value(self) -> Value:
        """The value of an item; the position moves to the comma or bracket behind it."""
        start = self.at
        value = self._literal()
        end = self.at
        self._blank()
        if self.text[self.at : self.at + 1] not in {",", ")", "]", "}"}:
            value = UNKNOWN  # the literal is only the beginning of an expression
            self._skip()
            end = self.at
        return Value(value, start, end)

    def _literal(self) -> Any:
        quote = _QUOTE.match(self.text, self.at)
        if quote is not None:
            return self._strings()
        opener = self.text[self.at : self.at + 1]
        if opener in {"[", "("}:
            return self._list(opener)
        if opener == "{":
            return self._object()
        number = _NUMBER.match(self.text, self.at)
        if number is not None:
            self.at = number.end()
            digits = number.group().replace("_", "")
            return float(digits) if "." in digits else int(digits)
        word = _WORD.match(self.text, self.at)
        if word is not None and (word.group() in _WORDS or word.group() in _NOTHING):
            self.at = word.end()
            return _WORDS.get(word.group())
        return UNKNOWN

    def _strings(self) -> Any:
        """A string, or several side by side, which are one."""
        parts = []
        while (quote := _QUOTE.match(self.text, self.at)) is not None:
            parts.append(self._string(quote.group(1).lower(), quote.group(2), quote.end()))
            end = self.at
            self._blank()
        self.at = end
        return UNKNOWN if UNKNOWN in parts else "".join(parts)

    def _string(self, prefix: str, mark: str, start: int) -> Any:
        at = start
        while not self.text.startswith(mark, at):
            if at >= len(self.text) or (self.text[at] == "\n" and mark in {'"', "'"}):
                raise _NotReadableError
            at += 2 if self.text[at] == "\\" else 1
        body = self.text[start:at]
        self.at = at + len(mark)
        if (
            (mark == "`" and (prefix or _COMPUTED.search(body)))
            or "b" in prefix
            or ("f" in prefix and "{" in body)
        ):
            return UNKNOWN
        return body if "r" in prefix or "\\" not in body else _unescaped(body, template=mark == "`")

    def _list(self, opener: str) -> Any:
        self.at += 1
        values = []
        whole = True
        for _ in self._items(_CLOSERS[opener]):
            whole = whole and not self._takes("...", "*")
            values.append(self._value().value)
        if not whole:
            return UNKNOWN
        return values[0] if opener == "(" and len(values) == 1 and not self.trailing_comma else values

    def _object(self) -> Any:
        self.at += 1
        entries: dict[str, Any] = {}
        items = []
        whole = True
        for _ in self._items("}"):
            if self._takes("...", "**"):
                whole = False
                self._value()
                continue
            key = self._key()
            if key is None:
                items.append(self._value().value)
            else:
                entries[key] = self._value().value
        if items and not entries and whole and UNKNOWN not in items:
            return items  # a set of literals
        return Object(entries, whole and not items)

    def _key(self) -> str | None:
        """The key of the entry that begins here, with its colon stepped over; None if it has none that is literal."""
        start = self.at
        key: Any = None
        if _QUOTE.match(self.text, self.at) is not None:
            key = self._strings()
        elif (name := _KEY.match(self.text, self.at)) is not None:
            key, self.at = name.group(), name.end()
        self._blank()
        if isinstance(key, str) and self._takes(":"):
            self._blank()
            return key
        self.at = start
        return None

    def _skip(self) -> None:
        """Step over an expression, to the comma or bracket that ends it."""
        open_: list[str] = []
        while True:
            self._blank()
            char = self.text[self.at : self.at + 1]
            if not char:
                raise _NotReadableError
            if not open_ and char in {",", ")", "]", "}"}:
                return
            quote = _QUOTE.match(self.text, self.at)
            word = None if quote is not None else _WORD.match(self.text, self.at)
            if quote is not None:
                self._string(quote.group(1).lower(), quote.group(2), quote.end())
            elif word is not None:
                self.at = word.end()
            else:
                if char in _CLOSERS:
                    open_.append(_CLOSERS[char])
                elif open_ and char == open_[-1]:
                    open_.pop()
                self.at += 1


def _unescaped(body: str, *, template: bool) -> Any:
    known = _ESCAPED | _IN_TEMPLATE if template else _ESCAPED
    parts = _ESCAPE.split(body)
    for number in range(1, len(parts), 2):
        code = parts[number]
        if len(code) > 2 and code[0] in "ux":
            point = int(code[1:].strip("{}"), 16)
            char = chr(point) if point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF else None
        else:
            char = known.get(code)
        if char is None:
            return UNKNOWN
        parts[number] = char
    return "".join(parts)
