"""Finds the preprocessor's conditions that cut through statements, and which of several branches is the usual one.

A grammar can read both branches of a condition where each of them is whole: statements, members, definitions. Where a
branch opens a block that stands open behind it, or holds but a part of a statement, its directives are blanked, so that
what is around them is read as one; of several such branches the first one counts.

All branches are read, but only one of them is compiled. Which one, the file does not say. The usual one is the first
whose condition is no rare one, such as another operating system; what the others define is only an alternative.
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

CONDITION = re.compile(
    rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(.*(?:\\\r?\n.*)*)", re.MULTILINE
)
NAME = re.compile(rb"\w+")
FALLBACK = re.compile(rb"\s*#[ \t]*define[ \t]+(\w+).*(?:\\\r?\n.*)*")
DIRECTIVE = re.compile(rb"^[ \t]*#.*(?:\\\r?\n.*)*", re.MULTILINE)
MAX_BRANCH = 200_000  # bytes; a longer one is left as it is
WHOLE = b";{}:>)"  # how the last line of a whole statement or definition ends
JOINED = (
    b"else",
    b"||",
    b"&&",
    b"|",
    b"?",
    b":",
    b".",
    b"+",
    b"}",
    b")",
    b",",
    b"<<",
)  # how the rest of one begins
Span = tuple[int, int]


class Directive(NamedTuple):
    """One line of the preprocessor: where it is, its word, and the condition."""

    start: int
    end: int
    word: bytes
    condition: bytes


Group = list[Directive]


def alternatives(text: bytes, groups: list[Group], rare: re.Pattern[bytes] | None) -> list[Span]:
    """The branches that are not the usual ones, and definitions of what is only defined where it is not defined yet.

    Args:
        text: a source with blanks for its comments and literals.
        groups: what ``conditions`` gave.
        rare: what makes a condition rare, where it is not negated.
    """
    found = []
    for group in groups:
        unusual = [_is_unusual(directive, rare) for directive in group[:-1]]
        usual = next((at for at, rarely in enumerate(unusual) if not rarely), 0 if len(unusual) > 1 else -1)
        for at, (one, following) in enumerate(itertools.pairwise(group)):
            if at != usual:
                found.append((one.end, following.start))
        first = group[0]
        name = first.condition.strip()
        if first.word == b"ifndef" and NAME.fullmatch(name):
            define = FALLBACK.match(text, first.end, group[1].start)
            if define is not None and define[1] == name:
                found.append(define.span())
    return sorted(found)


def _is_unusual(directive: Directive, rare: re.Pattern[bytes] | None) -> bool:
    if directive.word == b"else":
        return False
    condition = directive.condition.strip()
    if directive.word in (b"if", b"elif") and condition == b"0":
        return True
    match = rare.search(condition) if rare is not None else None
    negated = directive.word in (b"ifndef", b"elifndef") or (
        match is not None and b"!" in condition[: match.start()]
    )
    return match is not None and not negated


def cut_branches(text: bytes, groups: list[Group]) -> list[Span]:
    """What is to be blanked so that no condition cuts through a statement.

    Args:
        text: a source with blanks for its comments and literals.
        groups: what ``conditions`` gave.
    """
    found: list[Span] = []
    current = bytearray(text)
    for group in groups:  # the inner ones come first
        for start, end in _cut(current, group):
            current[start:end] = b" " * (end - start)
            found.append((start, end))
    return found


def conditions(text: bytes) -> list[Group]:
    """The directives of each condition, from ``#if`` to ``#endif``, the inner ones first.

    What is not closed is left out.
    """
    found: list[list[Directive]] = []
    pending: list[list[Directive]] = []
    for match in CONDITION.finditer(text):
        directive = Directive(match.start(), match.end(), match[1], match[2])
        if directive.word in (b"if", b"ifdef", b"ifndef"):
            pending.append([directive])
        elif pending:
            pending[-1].append(directive)
            if directive.word == b"endif":
                found.append(pending.pop())
    return found


def _cut(text: bytearray, group: list[Directive]) -> list[Span]:
    branches = [(a.end, b.start) for a, b in itertools.pairwise(group)]
    if any(end - start > MAX_BRANCH for start, end in branches):
        return []
    plain = [DIRECTIVE.sub(b"", text[start:end]).strip() for start, end in branches]
    if not any(_is_cut(part) for part in plain):
        return []
    found = [(directive.start, directive.end) for directive in group]
    if not all(not part or (part.endswith(b",") and _is_balanced(part)) for part in plain):
        kept = next((at for at, part in enumerate(plain) if part), 0)
        found += [span for at, span in enumerate(branches) if at != kept]
    return found  # else elements of lists, which may stand side by side


def _is_cut(part: bytes) -> bool:
    """Whether a branch holds the beginning or the end of something alone."""
    if not part:
        return False
    return not _is_balanced(part) or part[-1] not in WHOLE or part.startswith(JOINED)


def _is_balanced(part: bytes) -> bool:
    for opening, closing in ((b"{", b"}"), (b"(", b")")):
        count = part.count(opening)
        if count != part.count(closing) or (count and part.find(closing) < part.find(opening)):
            return False
    return True
