"""Takes the tags with types out of documentation comments and writes them as statements of a typed language.

``@param {T} name`` becomes ``0 as T;``, ``@typedef {T} Name`` becomes ``export type Name=T;`` and so on: a parser of
that language then reads the types of a whole file at once. Which tag means what is the adapter's (``docs.tags``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    from codegraph.languages.spec.syntax import Docs

TAG = re.compile(rb"(?:^|(?<=[\s*]))@(\w+)")
NAME = re.compile(rb"\s*(\[)?\s*([A-Za-z_$][\w$]*(?:(?:\[\])?\.[A-Za-z_$][\w$]*)*)")
NAMES = re.compile(rb"\s*([A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)*)")
OPENING = re.compile(rb"[ \t]*\{")
BRACES = re.compile(rb"[{}]|\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`")
STARS = re.compile(rb"\n[ \t]*\*+(?!/)")
MODULES = re.compile(rb"import\(\s*(\"[^\"\n]*\"|'[^'\n]*')\s*\)")
MARKS = re.compile(rb"(^|[<,|(])\s*[?!]\s*(?=[\w({$])")
ANYTHING = re.compile(rb"(?<=[<,|(])\s*[*?]\s*(?=[>,|)])")
MAX_TAGS = 200
MAX_TYPE = 4000
PREFIX = b"0 as "


class Tag(NamedTuple):
    """One tag of a comment.

    Args:
        role: what the adapter says that it means.
        type: the text in its braces, None without any.
        at: where in the comment the type begins, or the tag's text.
        name: what the tag speaks of, with the members after it; "" for none.
        name_at: where that begins.
        optional: whether the name or type is marked so.
        rest: what stands behind the tag's name and type.
    """

    role: str
    type: bytes | None
    at: int
    name: bytes
    name_at: int
    optional: bool
    rest: bytes


class Typed(NamedTuple):
    """What a comment says of what it stands before: numbers of statements, -1 for nothing."""

    parameters: list[tuple[str, int]]
    result: int = -1
    type: int = -1
    receiver: int = -1
    base: int = -1
    generics: int = -1
    subject: str = ""


def tags_of(comment: bytes, docs: Docs) -> Iterator[Tag]:
    """The tags of a comment that the adapter knows, in order."""
    found = [match for match in TAG.finditer(comment) if match[1].decode() in docs.tags][:MAX_TAGS]
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(comment) - 2
        role = docs.tags[match[1].decode()]
        at, held = match.end(), None
        opening = OPENING.match(comment, at) if role != "import" else None
        if opening is not None:
            closing = _closing(comment, opening.end(), end)
            if closing < 0:
                continue
            at, held = opening.end(), comment[opening.end() : closing]
            end = max(end, closing + 1)
            behind = closing + 1
        else:
            behind = at
        name = NAME.match(comment, behind, end)
        yield Tag(
            role,
            held,
            at,
            name[2] if name else b"",
            name.start(2) if name else behind,
            bool(name and name[1]) or (held or b"").rstrip().endswith(b"="),
            comment[behind:end],
        )


def _closing(comment: bytes, start: int, end: int) -> int:
    depth = 1
    for brace in BRACES.finditer(comment, start, min(max(end, start), start + MAX_TYPE)):
        if brace[0] == b"{":
            depth += 1
        elif brace[0] == b"}":
            depth -= 1
            if not depth:
                return brace.start()
    return -1


SINGLE = frozenset(Typed._fields[1:-1])


class Statements:
    """The statements that the comments of one file amount to.

    Attributes:
        texts: each statement.
        places: row and column where it is to begin.
    """

    prefix: ClassVar[bytes] = PREFIX

    def __init__(self, docs: Docs) -> None:
        self.docs = docs
        self.blank = frozenset(name.encode() for name in docs.blank)
        self.texts: list[bytes] = []
        self.places: list[tuple[int, int]] = []
        self.comments: list[tuple[int, int]] = []
        self._modules: dict[bytes, bytes] = {}
        self._comment = b""
        self._where = (0, 0)
        self._span = (0, 0)

    def read(self, comment: bytes, row: int, column: int, start: int) -> Typed | None:
        """Add the statements of a comment; gives what it says of what follows, if anything."""
        self._comment, self._where, self._span = comment, (row, column), (start, start + len(comment))
        parameters: list[Tag] = []
        members: list[Tag] = []
        generics: list[Tag] = []
        alias: Tag | None = None
        typed = Typed([])
        for tag in self.tags(comment):
            if tag.role == "overload":
                return None
            if tag.role == "parameter":
                parameters.append(tag)
            elif tag.role == "member":
                members.append(tag)
            elif tag.role == "type_parameter":
                generics.append(tag)
            elif tag.role in ("alias", "callback"):
                self._alias(alias, generics, members, parameters, typed)
                alias, members, parameters = tag, [], []
            elif tag.role == "import":
                self._import(tag)
            elif tag.type is not None and tag.role in SINGLE:
                typed = typed._replace(**{tag.role: self._type(tag)})  # type: ignore[arg-type]
                if tag.role == "type":
                    typed = typed._replace(subject=tag.name.decode())
        if alias is not None:
            self._alias(alias, generics, members, parameters, typed)
            return None
        typed = typed._replace(parameters=self._parameters(parameters), generics=self._generics(generics))
        return typed if typed.parameters or max(typed[1:-1]) >= 0 else None

    @property
    def empty(self) -> bool:
        """Whether no comment had a type so far."""
        return not self.texts

    def tags(self, comment: bytes) -> Iterator[Tag]:
        """The tags of a comment that the adapter knows, in order."""
        return tags_of(comment, self.docs)

    def plain(self, held: bytes) -> bytes:
        """A type as the typed language writes it; "" if it says nothing."""
        text = STARS.sub(b"\n", held).strip().removesuffix(b"=").strip()
        rest = text.startswith(b"...")
        text = text.removeprefix(b"...").strip()
        text = MARKS.sub(rb"\1", text)
        if text[-1:] in (b"?", b"!"):
            text = text[:-1].rstrip()
        if text in self.blank:
            return b""
        text = ANYTHING.sub(b"any", text.replace(b".<", b"<"))
        text = MODULES.sub(self._module, text)
        return b"(%s)[]" % text if rest and text else text

    def _module(self, match: re.Match[bytes]) -> bytes:
        module = match[1][1:-1]
        if module not in self._modules:
            name = b"import$%d" % (len(self._modules) + 1)
            self._modules[module] = name
            self._add(b'import type * as %s from "%s";' % (name, module), 0)
        return self._modules[module]

    def _add(self, text: bytes, at: int, before: int = 0) -> int:
        """Append a statement; ``at``: where in the comment what stands ``before`` bytes into it is written."""
        line = self._comment.count(b"\n", 0, at)
        column = at - (self._comment.rfind(b"\n", 0, at) + 1) + (0 if line else self._where[1])
        self.texts.append(text)
        self.places.append((self._where[0] + line, max(column - before, 0)))
        self.comments.append(self._span)
        return len(self.texts) - 1

    def _type(self, tag: Tag, suffix: bytes = b"") -> int:
        text = self.plain(tag.type or b"")
        return self._add(self.prefix + text + suffix + b";", tag.at, len(self.prefix)) if text else -1

    def _import(self, tag: Tag) -> None:
        clause = STARS.sub(b" ", tag.rest).strip()
        if clause:
            self._add(b"import type " + clause.rstrip(b";") + b";", tag.at)

    def _generics(self, tags: list[Tag]) -> int:
        names = self._generic_names(tags)
        return self._add(b"%s<%s>()=>0;" % (PREFIX, names), tags[0].at) if names else -1

    def _generic_names(self, tags: list[Tag]) -> bytes:
        parts = []
        for tag in tags:
            found = NAMES.match(tag.rest.replace(b"[", b" "))
            bound = self.plain(tag.type) if tag.type else b""
            parts += (
                [name.strip() + (b" extends " + bound if bound else b"") for name in found[1].split(b",")]
                if found
                else []
            )
        return b",".join(parts)

    def _parameters(self, tags: list[Tag]) -> list[tuple[str, int]]:
        """Each parameter's name with its type; of those that say nothing themselves their members make the type."""
        found = []
        for tag in tags:
            if b"." in tag.name:
                continue
            held = (tag.type or b"").strip()
            many = b"[]" * held.endswith(b"[]")
            shape = self._shape(tag.name, tags) if held.removesuffix(b"[]") in self.blank else b""
            number = self._type(tag) if held and not shape else -1
            if shape:
                number = self._add(PREFIX + shape + many + b";", tag.at, len(PREFIX))
            found.append((tag.name.decode(), number))
        return found

    def _shape(self, name: bytes, tags: list[Tag]) -> bytes:
        """The object type that the members of a name make up, "" without any."""
        members = []
        named = {tag.name.replace(b"[]", b""): tag for tag in tags}
        for path, tag in named.items():
            holder, _, member = path.rpartition(b".")
            if member and holder == name:
                inner = self.plain(tag.type or b"") or self._shape(path, tags) or b"any"
                members.append(b"%s%s:%s" % (member, b"?" if tag.optional else b"", inner))
        return b"{%s}" % b";".join(members) if members else b""

    def _alias(
        self, alias: Tag | None, generics: list[Tag], members: list[Tag], parameters: list[Tag], typed: Typed
    ) -> None:
        """A type with a name: as written, made up of members, or a function."""
        if alias is None or not alias.name or b"." in alias.name:
            return
        if alias.role == "callback":
            listed = b",".join(
                b"%s%s:%s" % (tag.name, b"?" if tag.optional else b"", self.plain(tag.type or b"") or b"any")
                for tag in parameters
                if tag.name and b"." not in tag.name
            )
            result = self.texts[typed.result][len(PREFIX) : -1] if typed.result >= 0 else b"void"
            text = b"(%s)=>%s" % (listed, result)
        else:
            text = self.plain(alias.type or b"")
            if not text or members:
                named = [tag._replace(name=b"." + tag.name) for tag in members]
                text = self._shape(b"", named) or text
        if text:
            names = self._generic_names(generics)
            head = b"export type " + alias.name + (b"<%s>" % names if names else b"")
            self._add(head + b"=" + text + b";", alias.name_at, len(b"export type "))
