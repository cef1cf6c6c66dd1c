"""Finds words that macros stand for where the grammar of a language with a preprocessor has no place for a word.

Which words are macros, the file alone does not say. But some places have room for no name: between ``class`` and the
name of the class, behind the parameters of a function, behind the name of a variable, before the type of a
declaration. What stands there is an attribute in disguise: ``class EXPORT Box``, ``int f() NOTHROW;``,
``int n GUARDED_BY(lock);``, ``API int f();``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

CAPITALS = re.compile(rb"[A-Z][A-Z0-9_]{2,}\b")
ANY_CAPITALS = re.compile(rb"\b[A-Z][A-Z0-9_]{2,}\b")
AFTER_STAR = re.compile(rb"[*&] ?([a-z_]\w*) (?![A-Z0-9_]+\b)[A-Za-z_]\w* ?[,)=;\[({\n]")
BEFORE_TYPE = re.compile(
    rb"\n[ \t]*+(?:static[ \t]++|extern[ \t]++)?([A-Za-z_]\w*+)[ \t]++(?=[bcdfilsuv])"
    rb"(?=int\b|char\b|unsigned\b|long\b|short\b|size_t\b|uint\d+_t\b|int\d+_t\b|double\b|float\b|bool\b|void\b)"
)
WORD = re.compile(rb"[A-Za-z_]\w*")
TYPED = re.compile(
    rb"[A-Z][A-Z0-9_]{2,}\(([\w \t*]+)\)[ \t\r\n*]*(?=(?![A-Z0-9_]+\b)[a-z_A-Z]\w*[ \t]*\([^)])"
)
WORD_BYTES = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
MARKS = re.compile(rb"[(){};]")
NAME_BEFORE = re.compile(rb"(?:[A-Za-z_]\w*|operator\s*\S{1,3}|\(\s*\*\s*\w+\s*\))\s*\Z")
BLANKS = re.compile(rb"\s*")
HEADS = frozenset((b"class", b"struct", b"union", b"enum"))
PRIMITIVE = frozenset((
    b"unsigned", b"signed", b"int", b"char", b"void", b"bool", b"long", b"short", b"float", b"double", b"auto",
))  # fmt: skip
TRAILING = frozenset((b"const", b"noexcept", b"override", b"final", b"volatile"))
STARTERS = HEADS | PRIMITIVE | frozenset((
    b"static", b"extern", b"inline", b"typedef", b"virtual", b"explicit", b"friend", b"constexpr", b"template",
    b"using", b"namespace", b"typename",
))  # fmt: skip
CONTROLS = frozenset(
    (b"if", b"while", b"for", b"switch", b"catch", b"return", b"sizeof", b"defined", b"decltype")
)
NO_NAMES = STARTERS | CONTROLS | frozenset((
    b"const", b"volatile", b"case", b"goto", b"else", b"do", b"new", b"delete", b"throw", b"and", b"or", b"not",
    b"operator", b"public", b"private", b"protected", b"restrict", b"mutable", b"register", b"this", b"co_await",
    b"co_return", b"co_yield",
))  # fmt: skip
LEADING = STARTERS - HEADS - PRIMITIVE - {b"using", b"namespace", b"typename", b"template"}
DECLARES = frozenset((b"", b";", b"}", b"{"))
OPERATORS = frozenset(bytes([byte]) for byte in b"(,=+-*/%&|!<?^~.\"'#\\[")
SPACE = b" \t\r\n"
NEAR = 200
MAX_WORD = 60
MAX_ARGUMENTS = 400
MAX_PARAMETERS = 3000
Span = tuple[int, int]


def attribute_words(text: bytes) -> list[Span]:
    """Where words that can only be macros for attributes are, with their arguments.

    Args:
        text: a source with blanks for its comments, literals and directives.
    """
    found = list(_capitals(text))
    for pattern in (AFTER_STAR, BEFORE_TYPE):
        found += [match.span(1) for match in pattern.finditer(text) if match[1] not in NO_NAMES]
    return found


def _capitals(text: bytes) -> Iterator[Span]:
    """Words in capitals, each judged by what stands before and behind it."""
    done = 0
    for match in ANY_CAPITALS.finditer(text):
        start = match.start()
        if start < done or (start and text[start - 1] not in SPACE):
            continue
        before = (
            len(text[:start].rstrip())
            if start < NEAR
            else start - NEAR + len(text[start - NEAR : start].rstrip())
        )
        mark = text[max(before - 1, 0) : before]
        if mark in OPERATORS:
            continue
        previous = _word_before(text, before)
        end, after = _chain(text, start)
        typed = TYPED.match(text, start)
        if typed is not None and (mark in DECLARES or 0 < before <= done):  # API(int) f(void);
            done = typed.end()
            yield start, typed.start(1)
            yield typed.end(1), typed.end(1) + 1
        elif end >= 0 and _is_annotation(text, (start, end), (before, previous), after, match.end()):
            done = end
            yield start, end


def _is_annotation(text: bytes, span: Span, above: tuple[int, bytes], after: int, name_end: int) -> bool:
    """Whether words are no names, by what stands before them (its end and its last word) and where the rest begins."""
    before, previous = above
    following = WORD.match(text, after)
    word = following[0] if following else b""
    mark = text[after : after + 1]
    if previous in HEADS:
        return bool(word) and word not in NO_NAMES
    if (previous in LEADING or (not previous and b"\n" in text[before : span[0]])) and _leads(text, after):
        return True
    if _is_behind(text, before, previous):
        return (
            mark in (b";", b"{", b"=")
            or word in TRAILING
            or (mark == b":" and text[after : after + 2] != b"::")
        )
    if mark in (b";", b"=", b",", b")", b"{") and _is_attribute(text, (span[0], name_end), span[1]):
        return _is_declared(text, before, previous)
    return False


def _chain(text: bytes, start: int) -> tuple[int, int]:
    """Where words in capitals end that follow one another, each with its arguments, and where what follows begins.

    The last of them is left out where it is called itself: it is a name. (-1, -1) if arguments are not closed soon.
    """
    end = after = -1
    found = CAPITALS.match(text, start)
    while found is not None:
        at = found.end()
        following = _skip(text, at)
        if text[following : following + 1] == b"(":
            at = _closed(text, following)
            if at < 0:
                break
            following = _skip(text, at)
        end, after = at, following
        found = CAPITALS.match(text, after) if TYPED.match(text, after) is None else None
    return end, after


def _is_behind(text: bytes, before: int, previous: bytes) -> bool:
    """Whether the parameters of a function end before a place."""
    while previous in TRAILING:
        before = _before(text, before - len(previous))
        previous = _word_before(text, before)
    if text[before - 1 : before] != b")":
        return False
    opening = _opening(text, before - 1)
    if opening < 0:
        return False
    name = NAME_BEFORE.search(text, max(opening - 80, 0), opening)
    return name is not None and name[0].strip() not in CONTROLS


def _is_attribute(text: bytes, span: Span, end: int) -> bool:
    """Whether a word may be an attribute of a name: it has arguments, or an underscore."""
    if end == span[1]:
        return b"_" in text[span[0] : end]
    return b" " not in text[span[1] : end].strip(b"() ").replace(b", ", b",")


def _is_declared(text: bytes, before: int, previous: bytes) -> bool:
    """Whether a type and a name stand before a place."""
    if not previous or previous in NO_NAMES or CAPITALS.fullmatch(previous):
        return False
    before = _before(text, before - len(previous))
    typed = _word_before(text, before)
    if typed == b"const":
        before = _before(text, before - len(typed))
        typed = _word_before(text, before)
    if text[before - 1 : before] in (b"*", b"&", b">"):
        return True
    return bool(typed) and (typed in PRIMITIVE or typed not in NO_NAMES)


def _leads(text: bytes, after: int) -> bool:
    """Whether a whole declaration begins at a place: a type and a name."""
    following = WORD.match(text, after)
    word = following[0] if following else b""
    if TYPED.match(text, after) is not None:
        return True
    if not word:
        return text[after : after + 1] == b"}" or text[after : after + 2] in (b"[[", b"::")
    if word in STARTERS:
        return True
    if word in (b"const", b"volatile"):
        after = _skip(text, after + len(word))
        following = WORD.match(text, after)
        word = following[0] if following else b""
    if word in PRIMITIVE:
        return True
    if not word or word in NO_NAMES:
        return False
    after += len(word)
    while text[after : after + 2] == b"::":
        following = WORD.match(text, after + 2)
        if following is None:
            return False
        after = following.end()
    if text[after : after + 1] == b"<":
        return True
    after = _skip(text, after)
    while text[after : after + 1] in (b"*", b"&"):
        after = _skip(text, after + 1)
    if text[after : after + 1] == b"(":
        inner = _skip(text, after + 1)
        return text[inner : inner + 1] == b"*"  # a pointer to a function
    name = WORD.match(text, after)
    return name is not None and name[0] not in NO_NAMES - {b"operator", b"const"}


def _before(text: bytes, at: int) -> int:
    """The end of what stands before a place, white space left out."""
    while at > 0 and text[at - 1] in SPACE:
        at -= 1
    return at


def _skip(text: bytes, at: int) -> int:
    found = BLANKS.match(text, at)
    return found.end() if found is not None else at


def _word_before(text: bytes, end: int) -> bytes:
    near = text[max(end - MAX_WORD, 0) : end]
    return near[len(near.rstrip(WORD_BYTES)) :].lstrip(b"0123456789")


def _closed(text: bytes, opening: int) -> int:
    """Where a bracket is closed, -1 if it is not closed soon or holds statements."""
    depth = 0
    for mark in MARKS.finditer(text, opening, opening + MAX_ARGUMENTS):
        if mark[0] == b"(":
            depth += 1
        elif mark[0] != b")":
            return -1
        else:
            depth -= 1
            if not depth:
                return mark.end()
    return -1


def _opening(text: bytes, closing: int) -> int:
    depth = 0
    for at in range(closing, max(closing - MAX_PARAMETERS, -1), -1):
        byte = text[at]
        if byte == 41:
            depth += 1
        elif byte == 40:
            depth -= 1
            if not depth:
                return at
        elif byte in b";{}":
            return -1
    return -1
