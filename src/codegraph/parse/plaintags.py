"""Takes types without braces out of documentation comments: ``@param Type $name``, ``@return Type``, ``@var Type``.

Each type is written as an expression of the commented language itself, which that language's grammar can read: a
union is an operation, ``T<A, B>`` is ``T[[A, B]]``. What says nothing (a shape, a callable, a scalar with a condition)
is left out of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from codegraph.parse.doctags import MAX_TAGS, STARS, TAG, Statements, Tag

if TYPE_CHECKING:
    from codegraph.languages.spec.syntax import Docs

TOKEN = re.compile(rb"\s*(?:([\\\w$-]+)|('[^'\n]*'|\"[^\"\n]*\")|(\[\])|(\S))")
SUBJECT = re.compile(rb"\s*(?:&|\.\.\.)*(\$\w+)")
PLAIN = re.compile(rb"[ \t]*([\\\w$?|\[\]-]+)(?=[ \t\n][ \t]*(?:[^|&\s]|\n|\Z)|\Z)")
"""A type without arguments, and nothing behind it that joins it to another one."""
NAME = re.compile(rb"\\?[A-Za-z_]\w*(?:\\\w+)*")
MAX_TYPE = 1000
MAX_NESTED = 12
OPENING, CLOSING = b"<({[", b">)}]"
JOINS = b"|&,:"
ENDS = frozenset((JOINS, b">", b")", b"}", b"]"))


class PlainStatements(Statements):
    """As ``Statements``, for types without braces."""

    prefix: ClassVar[bytes] = b""

    def __init__(self, docs: Docs) -> None:
        super().__init__(docs)
        if docs.opening:
            self._add(docs.opening.encode(), 0)

    @property
    def empty(self) -> bool:
        """Whether no comment had a type so far."""
        return len(self.texts) <= bool(self.docs.opening)

    def tags(self, comment: bytes) -> Iterator[Tag]:
        """The tags of a comment that the adapter knows, in order."""
        comment = comment[:-2] if comment.endswith(b"*/") else comment
        found = [match for match in TAG.finditer(comment) if match[1].decode() in self.docs.tags][:MAX_TAGS]
        for match in found:
            role = self.docs.tags[match[1].decode()]
            at = match.end()
            if comment[at : at + 1] == b"-":
                continue  # a tag of some tool with a longer name
            end = type_end(comment, at)
            held = comment[at:end].strip()
            if held.startswith((b"$", b"&", b"...")) and held != b"$this":
                held, end = b"", at
            subject = SUBJECT.match(comment, end)
            yield Tag(role, held, at, subject[1] if subject else b"", at, False, b"")

    def plain(self, held: bytes) -> bytes:
        """A type as an expression; "" if it says nothing."""
        if NAME.fullmatch(held):
            return _Reader([], self.docs).plain(held.decode())
        tokens = [match.group(0).strip() for match in TOKEN.finditer(STARS.sub(b"\n", held))]
        return _Reader(tokens, self.docs).union()


def type_end(text: bytes, start: int) -> int:
    """Where a type ends that begins behind a tag: at a blank outside of brackets that nothing joins."""
    plain = PLAIN.match(text, start)
    if plain is not None:
        return plain.end(1)
    depth = 0
    at = start
    while text[at : at + 1] in (b" ", b"\t"):
        at += 1
    last = b""
    while at < min(len(text), start + MAX_TYPE):
        char = text[at : at + 1]
        if char.isspace():
            if char == b"\n" and not depth:
                break
            following = text[at:].lstrip()[:1]
            if not depth and last not in (b"|", b"&", b":") and following not in (b"|", b"&"):
                break
            at += 1
            continue
        depth += (char in OPENING) - (char in CLOSING)
        if depth < 0:
            break
        last = char
        at += 1
    return at


class _Reader:
    """Reads one type, token by token."""

    def __init__(self, tokens: list[bytes], docs: Docs) -> None:
        self.tokens = tokens
        self.docs = docs
        self.at = 0
        self.nested = 0

    def _next(self) -> bytes:
        return self.tokens[self.at] if self.at < len(self.tokens) else b""

    def union(self) -> bytes:
        parts: list[bytes] = []
        if self.nested > MAX_NESTED:
            return b""
        self.nested += 1
        while True:
            part = self._one()
            if part and part not in parts:
                parts.append(part)
            if self._next() not in (b"|", b"&"):
                break
            self.at += 1
        self.nested -= 1
        return b"|".join(parts)

    def _one(self) -> bytes:
        token = self._next()
        self.at += 1
        if token == b"?":
            return self._one()
        if token == b"(":
            found = self.union()
            self.at += self._next() == b")"
            return self._many(found)
        if not token or token in ENDS or token[:1] in b"'\"":
            return b""
        return self._many(self._named(token.decode("utf-8", "replace")))

    def _named(self, name: str) -> bytes:
        following = self._next()
        if following == b"<":
            return self._generic(name, self._arguments(b">"))
        if following in (b"{", b"("):
            self._skip()
            if self._next() == b":":
                self.at += 1
                self._one()
            return b""
        return self.plain(name)

    def plain(self, name: str) -> bytes:
        """A name as an expression; "" if it says nothing."""
        if name in self.docs.blank or name in self.docs.lists or "-" in name or name[:1].isdigit():
            return b""
        return self.docs.words.get(name, name).encode()

    def _generic(self, name: str, arguments: list[bytes]) -> bytes:
        if name in self.docs.lists:
            return self._list(arguments[-1] if arguments else b"")
        word = self.plain(name.replace("-", "_"))
        if not word:
            return b""
        anything = self.docs.anything.encode()
        return b"%s[[%s]]" % (word, b", ".join(argument or anything for argument in arguments))

    def _list(self, element: bytes) -> bytes:
        if not element:
            return b""
        return b"%s[[%s, %s]]" % (self.docs.holder.encode(), self.docs.anything.encode(), element)

    def _arguments(self, closing: bytes) -> list[bytes]:
        found = []
        while self._next() not in (b"", closing):
            self.at += 1
            found.append(self.union())
        self.at += 1
        return found

    def _many(self, found: bytes) -> bytes:
        while self._next() == b"[]":
            self.at += 1
            found = self._list(found)
        return found

    def _skip(self) -> None:
        depth = 0
        while self.at < len(self.tokens):
            token = self._next()
            self.at += 1
            depth += (token in (b"{", b"(", b"<")) - (token in (b"}", b")", b">"))
            if not depth:
                return
