"""Makes the arguments of macros readable that the grammar leaves as tokens.

Before a file is parsed, each use of a macro is written as what it most likely holds, letter for letter in the same
place: ``name!(a, b)`` as the call ``name_(a, b)``, ``name! { fn f() {} }`` as the definitions inside, and
``name! { a => b, c => d }`` as the statements ``{ a ; b; c ; d }``. Texts are still read from the source as it is, so
that a macro's mark is part of its name. Where the parser does not accept the result, that use stays as it was.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

    from codegraph.languages.spec.sources import Macros

TEXTS = (
    rb"//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/"  # comments
    rb'|\bb?r(#+)"(?:[^"]|"(?!\1))*"\1|\bb?r"[^"]*"|"(?:\\.|[^"\\])*"'  # strings
    rb"|'(?:\\[^\n]?[^'\n]{0,9}|[^\\'\n])'"  # letters
)
BRACKETS = re.compile(TEXTS + rb"|[()\[\]{}]", re.DOTALL)
TOP_LEVEL = re.compile(TEXTS + rb"|=>|[()\[\]{},;]", re.DOTALL)
LEADING = re.compile(rb"(?:\s|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|#!?\[[^\]]*\](?:\s*\])*)*")
KEYED = re.compile(rb"\s*(\w+\s*:(?!:))")  # target: "x"
SIGIL = re.compile(rb"\s*(?:\w+\s*=\s*)?([?%])(?=[\w&(])")  # ?x, y = %y
STATIC_REF = re.compile(rb"\bstatic\s+(ref)\b")
NAME = re.compile(rb"(?:\w+::)*([A-Za-z_]\w*)$")
DEFINED = re.compile(rb"\s*\w+\s*([(\[{])")
WORD = re.compile(rb"\w+")
SEMICOLON = re.compile(rb"\s*;")
MAX_NAME = 80
AFTER = re.compile(rb"\s*[;,.?)\]}=]|\s*$")
OPEN, CLOSE = b"([{", b")]}"
MAX_ATTEMPTS = 3
MAX_ERRORS = 200


class Use(NamedTuple):
    """A use of a macro: where its name begins and ends, where it ends, and what is written instead of its letters.

    ``hidden`` tells that its name is not in the tree that is read.
    """

    start: int
    name_end: int
    end: int
    edits: tuple[tuple[int, bytes], ...]
    hidden: bool


def parse(source: bytes, parser: Parser, rules: Macros, uses_in: re.Pattern[bytes]) -> tuple[Node, list[Use]]:
    """The tree of a file with the arguments of its macros, and the uses whose names are not in it.

    Args:
        source: the file's text.
        parser: of its grammar.
        rules: of its language.
        uses_in: what ``use_pattern`` gave for these.
    """
    uses = find_uses(source, rules, uses_in)
    for _ in range(MAX_ATTEMPTS):
        root = parser.parse(_written(source, uses)).root_node
        if not uses or not root.has_error:
            return root, [use for use in uses if use.hidden]
        broken = errors(root)
        kept = _without(uses, broken)
        if len(kept) == len(uses):
            return root, [use for use in uses if use.hidden]
        uses = kept
    return parser.parse(source).root_node, []


def use_pattern(rules: Macros) -> re.Pattern[bytes]:
    """Matches the mark of a macro and the bracket behind it."""
    return re.compile(rb"%s\s{0,8}([(\[{])" % re.escape(rules.mark.encode()))


def find_uses(source: bytes, rules: Macros, pattern: re.Pattern[bytes]) -> list[Use]:
    """All uses of macros that can be written in another way, those inside of others included.

    What looks like one in a text or a comment does no harm there, as texts are read from the source.
    """
    items = tuple(word.encode() for word in rules.items)
    first = frozenset(word.encode() for word in rules.first)
    found: list[Use] = []
    at = 0
    defining = _definitions(source, rules) if pattern.search(source) else []
    for match in pattern.finditer(source):
        mark, opening = match.start(), match.start(1)
        if mark < at:
            continue
        name = NAME.search(source[max(mark - MAX_NAME, 0) : mark])
        if name is None or _in_comment(source, mark):
            continue
        while defining and defining[0][1] <= mark:
            defining.pop(0)
        if defining and defining[0][0] <= mark:
            at = defining[0][1]
            continue
        closing = _closing(source, opening)
        if closing > 0:
            start = mark - len(name[0])
            use = _use(source, start, mark + 1, opening, closing, items, name[1] in first)
            if use is not None:
                found.append(use)
    return found


def _definitions(source: bytes, rules: Macros) -> list[tuple[int, int]]:
    """The parts of a file in which macros are defined, in order."""
    word = f"{rules.definition}{rules.mark}".encode()
    found = []
    at = source.find(word)
    while at >= 0:
        opening = DEFINED.match(source, at + len(word))
        closing = _closing(source, opening.start(1)) if opening is not None else -1
        end = closing + 1 or len(source)
        if opening is not None:
            found.append((at, end))
        at = source.find(word, end if opening is not None else at + len(word))
    return found


def _in_comment(source: bytes, at: int) -> bool:
    return source.find(b"//", source.rfind(b"\n", 0, at) + 1, at) >= 0


def _use(
    source: bytes,
    start: int,
    name_end: int,
    opening: int,
    closing: int,
    items: tuple[bytes, ...],
    only_first: bool,
) -> Use | None:
    body = LEADING.match(source, opening + 1, closing)
    begin = body.end() if body is not None else opening + 1
    if source.startswith(b"$", begin):
        return None
    word = WORD.match(source, begin, closing)
    if word is not None and word[0] in items:
        return _items(source, start, name_end, opening, closing)
    commas, arms, semicolons = _top_level(source, opening, closing)
    if arms:
        edits = [*_blanks(source, start, opening), (opening, b"{"), (closing, b"}")]
        edits += [(at, b"; ") for at in arms] + [(at, b";") for at in commas]
        return Use(start, name_end, closing + 1, tuple(edits), True)
    edits = [(name_end - 1, b"_"), (opening, b"(")]
    edits += [(at, b",") for at in semicolons]
    if only_first and commas:
        edits += _blanks(source, commas[0], closing)
    else:
        for at in (opening, *commas):
            for form in (KEYED, SIGIL):
                extra = form.match(source, at + 1, closing)
                if extra is not None:
                    edits += _blanks(source, extra.start(1), extra.end(1))
    end = source[closing : closing + 1]
    apart = end == b"}" and AFTER.match(source, closing + 1) is None
    if apart and source[closing - 1 : closing].isspace():
        edits += [(closing - 1, b")"), (closing, b";")]
    else:
        edits.append((closing, b")"))
    return Use(start, name_end, closing + 1, tuple(edits), False)


def _items(source: bytes, start: int, name_end: int, opening: int, closing: int) -> Use:
    """Definitions in the brackets of a macro: only they are left."""
    edits = _blanks(source, start, opening + 1)
    edits.append((closing, b" "))
    after = SEMICOLON.match(source, closing + 1)
    if after is not None and source[opening : opening + 1] != b"{":
        edits.append((after.end() - 1, b" "))
    for found in STATIC_REF.finditer(source, opening, closing):
        edits.append((found.start(1), b"   "))
    return Use(start, name_end, closing + 1, tuple(edits), True)


def _blanks(source: bytes, start: int, end: int) -> list[tuple[int, bytes]]:
    """Blanks for a part of a text; its lines stay."""
    return [(start, re.sub(rb"[^\n]", b" ", source[start:end]))]


def _top_level(source: bytes, opening: int, closing: int) -> tuple[list[int], list[int], list[int]]:
    """Where commas, arrows and semicolons stand between two brackets, outside of all inner ones."""
    found: dict[bytes, list[int]] = {b",": [], b"=>": [], b";": []}
    depth = 0
    for match in TOP_LEVEL.finditer(source, opening + 1, closing):
        token = match[0]
        if token in (b"(", b"[", b"{"):
            depth += 1
        elif token in (b")", b"]", b"}"):
            depth -= 1
        elif not depth and token in found:
            found[token].append(match.start())
    return found[b","], found[b"=>"], found[b";"]


def _closing(source: bytes, opening: int) -> int:
    """Where the bracket is closed that opens at a place, -1 if it is not."""
    depth = 0
    for match in BRACKETS.finditer(source, opening):
        token = match[0]
        if len(token) == 1:
            depth += 1 if token in OPEN else -1
            if not depth:
                return match.start()
    return -1


def _written(source: bytes, uses: list[Use]) -> bytes:
    if not uses:
        return source
    text = bytearray(source)
    for use in uses:
        for at, letters in use.edits:
            text[at : at + len(letters)] = letters
    return bytes(text)


def errors(root: Node) -> list[tuple[int, int]]:
    """The parts of a file that the parser could not read."""
    found: list[tuple[int, int]] = []
    pending = [root]
    while pending and len(found) < MAX_ERRORS:
        node = pending.pop()
        if node.is_error or node.is_missing:
            found.append(node.byte_range)
        elif node.has_error:
            pending.extend(node.children)
    return found


def _without(uses: list[Use], broken: list[tuple[int, int]]) -> list[Use]:
    """The uses that no broken part touches; of those inside of one another only the inner ones go, where it can be."""
    starts = [use.start for use in uses]
    dropped: set[int] = set()
    for start, end in broken:
        inside = [
            number
            for number in range(bisect_right(starts, end))
            if uses[number].end >= start and uses[number].start <= end
        ]
        around = [number for number in inside if uses[number].start <= start and uses[number].end >= end]
        dropped.update(around[-1:] or inside)
    return [use for number, use in enumerate(uses) if number not in dropped]
