"""Code inside of a page: what is not code becomes blanks, so that everything stays where it is.

A page is an HTML-like text with elements whose content is code (``<script>``) and, around them, a template with
expressions in brackets and attributes. Names of the script are visible in the template, so that expressions there are
read as statements of the same module; those that use other names too (the variables of a template's own loops) are left
out, as nothing could be said of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from codegraph.languages.spec.sources import Embedded

MAX_EXPRESSION = 1000
WORD = re.compile(rb"[A-Za-z_$][\w$]*")
ROOT = re.compile(rb"(?<![\w$.])[A-Za-z_$][\w$]*(?!\s*:[^:])")
LITERALS = re.compile(rb"'[^'\n]*'|\"[^\"\n]*\"|`[^`$]*`")
ATTRIBUTES = re.compile(rb"(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>")
COMPONENT = re.compile(rb"<([A-Z]\w*)(?=[\s/>.])")
KEYWORDS = frozenset(
    b"true false null undefined this new typeof instanceof in of void await async function return let const".split()
)
NEWLINES = frozenset(b"\r\n")
_BLANKS = bytes(byte if byte in NEWLINES else 32 for byte in range(256))


class Piece(NamedTuple):
    """Code in a page: where it begins and ends, and whether it is a script of its own."""

    start: int
    end: int
    attributes: bytes


def code_of(source: bytes, rules: Embedded) -> bytes:
    """A page with blanks for all that is no code; as long as before, with the same lines.

    Args:
        source: the page.
        rules: what is code in it.
    """
    out = bytearray(source.translate(_BLANKS))
    scripts, templates = _parts(source, rules)
    for piece in scripts:
        out[piece.start : piece.end] = source[piece.start : piece.end]
    visible = scripts and (
        not rules.setup or any(rules.setup.encode() in piece.attributes.split() for piece in scripts)
    )
    words = {word for piece in scripts for word in WORD.findall(source, piece.start, piece.end)}
    for start, end in templates:
        for match in COMPONENT.finditer(source, start, end):
            if match[1] in words:
                _place(out, source, match.start(1), match.end(1))
        for begin, stop in _expressions(source, start, end, rules) if visible else ():
            roots = set(ROOT.findall(LITERALS.sub(b"0", source[begin:stop]))) - KEYWORDS
            if roots and roots <= words:
                _place(out, source, begin, stop)
    return bytes(out)


def _place(out: bytearray, source: bytes, start: int, end: int) -> None:
    """Put a piece of code in as a statement; what stands around it is never code."""
    out[start:end] = source[start:end]
    for at in (start - 1, end):
        if 0 <= at < len(out) and out[at] not in NEWLINES:
            out[at] = ord(";")


def _parts(source: bytes, rules: Embedded) -> tuple[list[Piece], list[tuple[int, int]]]:
    """The scripts of a page, and what is between the elements whose content is no template."""
    scripts: list[Piece] = []
    templates: list[tuple[int, int]] = []
    tags = "|".join(map(re.escape, [*rules.tags, *rules.opaque]))
    opening = re.compile(rf"<!--|<({tags})(?=[\s/>])".encode())
    code = {tag.encode() for tag in rules.tags}
    at = 0
    while (match := opening.search(source, at)) is not None:
        attributes = ATTRIBUTES.match(source, match.end()) if match[1] else match
        if attributes is None:  # an element that never opens: nothing after it is sure
            break
        closing = b"</" + match[1] if match[1] else b"-->"
        end = source.find(closing, attributes.end())
        end = len(source) if end < 0 else end
        templates.append((at, match.start()))
        if match[1] in code:
            scripts.append(Piece(attributes.end(), end, attributes[0][:-1]))
        at = min(end + len(closing), len(source))
    else:
        templates.append((at, len(source)))
    return scripts, [(start, end) for start, end in templates if start < end]


def _expressions(source: bytes, start: int, end: int, rules: Embedded) -> Iterator[tuple[int, int]]:
    """Where expressions begin and end in a part of a template."""
    opening, closing = (mark.encode() for mark in rules.brackets)
    at = start
    while (found := source.find(opening, at, end)) >= 0:
        begin = found + len(opening)
        stop = _closing(source, begin, min(end, begin + MAX_EXPRESSION), closing)
        if stop < 0:
            at = begin
            continue
        yield from _trimmed(source, begin, stop, rules)
        at = stop + len(closing)
    if rules.attributes:
        for match in re.finditer(rules.attributes.encode(), source[start:end]):
            quote = match.end() + start
            stop = source.find(source[quote - 1 : quote], quote, min(end, quote + MAX_EXPRESSION))
            if stop >= 0:
                yield from _trimmed(source, quote, stop, rules)


def _closing(source: bytes, begin: int, end: int, closing: bytes) -> int:
    """Where the bracket of an expression closes; -1 where it does not."""
    if len(closing) > 1:
        return source.find(closing, begin, end)
    depth = 0
    for at in range(begin, end):
        if source[at] == ord("{"):
            depth += 1
        elif source[at] == ord("}"):
            if not depth:
                return at
            depth -= 1
    return -1


def _trimmed(source: bytes, begin: int, stop: int, rules: Embedded) -> Iterator[tuple[int, int]]:
    """An expression without the words of the template's own language before and after it."""
    if rules.before:
        match = re.compile(rules.before.encode()).match(source, begin, stop)
        begin = match.end() if match is not None else begin
    if rules.after:
        match = re.compile(rules.after.encode()).search(source, begin, stop)
        stop = match.start() if match is not None else stop
    while begin < stop and source[begin : begin + 1].isspace():
        begin += 1
    if begin < stop and source[begin : begin + 1] not in b"#/:@{" and b"\n\n" not in source[begin:stop]:
        yield begin, stop
