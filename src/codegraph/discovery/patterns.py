"""One line of an ignore file, compiled to what git makes of it.

Everything here works on bytes, as git does: ``?`` is one byte, a class holds bytes. The regular expressions
never backtrack without bound, however hostile the pattern: ``*`` and ``**`` are followed by atomic groups
wherever the first fit is as good as any later one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_SPECIAL = re.compile(rb"[*?\[\\]")
_NEVER = b"(?!)"
_POSIX_CLASSES = {
    b"alnum": rb"0-9A-Za-z",
    b"alpha": rb"A-Za-z",
    b"blank": rb" \t",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"digit": rb"0-9",
    b"graph": rb"!-~",
    b"lower": rb"a-z",
    b"print": rb" -~",
    b"punct": rb"!-/:-@\[-`{-~",
    b"space": rb" \t\n\r\f\v",
    b"upper": rb"A-Z",
    b"xdigit": rb"0-9A-Fa-f",
}


class Pattern(NamedTuple):
    """A compiled line: where it applies, and a literal text or else a regular expression for a full match."""

    negated: bool
    dir_only: bool
    on_name: bool
    """Compared with an entry's own name in any folder below; otherwise with its path from the ignore file."""
    literal: bytes | None
    regex: bytes


def parse_patterns(text: bytes) -> list[Pattern]:
    """The patterns of an ignore file's content, in order; comments and blank lines give none."""
    patterns = []
    for raw in text.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        line = _trim(raw.removesuffix(b"\r").partition(b"\0")[0])  # git's strings end at a NUL
        if line and not line.startswith(b"#"):
            patterns.append(parse_pattern(line))
    return patterns


@lru_cache(maxsize=1024)
def parse_pattern(line: bytes) -> Pattern:
    """Compile one line that is neither blank nor a comment."""
    negated = line.startswith(b"!")
    body = line[1:] if negated else line
    dir_only = body.endswith(b"/")
    body = body[:-1] if dir_only else body
    on_name = b"/" not in body
    if body.startswith(b"/"):
        body = body[1:]
    if not body:
        return Pattern(negated, dir_only, on_name, None, _NEVER)
    if not _SPECIAL.search(body):
        return Pattern(negated, dir_only, on_name, body, re.escape(body))
    return Pattern(negated, dir_only, on_name, None, translate(body, crosses_folders=not on_name))


def translate(glob: bytes, *, crosses_folders: bool) -> bytes:
    """The regular expression (to be used with DOTALL and a full match) for a glob.

    With ``crosses_folders`` the text is a path, in which ``**`` between slashes spans folders; otherwise it
    is a bare name. A glob that git can never match (an open ``[``, a ``\\`` at the end) gives one that never
    matches.
    """
    # git compares the part before the first special character by itself, so that a "**" right behind it
    # stands at the beginning of what is left and spans folders even without a slash before it
    first = _SPECIAL.search(glob)
    start = first.start() if first else len(glob)
    tokens = _tokens(glob[start:], crosses_folders)
    return _NEVER if tokens is None else re.escape(glob[:start]) + _assemble(tokens)


def _trim(line: bytes) -> bytes:
    """Without the spaces at the end that no backslash protects."""
    kept = line.rstrip(b" ")
    slashes = len(kept) - len(kept.rstrip(b"\\"))
    return kept + b" " if slashes % 2 and len(kept) < len(line) else kept


class _Token(NamedTuple):
    kind: str  # "fixed" (as many bytes every time), "star" or "deep"
    regex: bytes


_STAR = _Token("star", rb"[^/]*?")
_DEEP = _Token("deep", rb"(?:.*?/)??")
_DEEP_SLASH = _Token("deep", rb"(?:.*?/)")
_DEEP_END = _Token("deep", rb".*")


def _tokens(glob: bytes, crosses_folders: bool) -> list[_Token] | None:
    """The glob in pieces; None when it can't match anything."""
    tokens = []
    at = 0
    while at < len(glob):
        char = glob[at : at + 1]
        if char == b"*":
            token, at = _stars(glob, at, crosses_folders)
        elif char == b"?":
            token, at = _Token("fixed", b"[^/]"), at + 1
        elif char == b"[":
            parsed = _character_class(glob, at + 1)
            if parsed is None:
                return None
            token, at = _Token("fixed", parsed[0]), parsed[1]
        elif char == b"\\":
            if at + 1 == len(glob):
                return None
            token, at = _Token("fixed", re.escape(glob[at + 1 : at + 2])), at + 2
        else:
            token, at = _Token("fixed", re.escape(char)), at + 1
        tokens.append(token)
    return tokens


def _stars(glob: bytes, at: int, crosses_folders: bool) -> tuple[_Token, int]:
    end = at
    while glob[end : end + 1] == b"*":
        end += 1
    at_border = at == 0 or glob[at - 1 : at] == b"/"
    if end - at == 1 or not crosses_folders or not at_border:
        return _STAR, end
    if end == len(glob):
        return _DEEP_END, end
    if glob[end : end + 1] == b"/":
        return _DEEP, end + 1
    if glob[end : end + 2] == b"\\/":
        return _DEEP_SLASH, end + 2
    return _STAR, end


def _character_class(glob: bytes, at: int) -> tuple[bytes, int] | None:
    """The class that begins after the ``[`` before ``at``, and the position after its ``]``."""
    negated = glob[at : at + 1] in (b"!", b"^")
    at += negated
    members: list[bytes] = []
    previous = b""  # what a following "-" starts its range from
    first = True
    while first or glob[at : at + 1] != b"]":
        first = False
        char = glob[at : at + 1]
        following = glob[at + 1 : at + 2]
        if not char:
            return None
        if char == b"\\":
            if not following:
                return None
            members.append(re.escape(following))
            previous, at = following, at + 2
        elif char == b"-" and previous and following and following != b"]":
            escaped = following == b"\\"
            last = glob[at + 2 : at + 3] if escaped else following
            if not last:
                return None
            if previous <= last:
                members.append(re.escape(previous) + b"-" + re.escape(last))
            previous, at = b"", at + (3 if escaped else 2)
        elif char == b"[" and following == b":":
            close = glob.find(b"]", at + 2)
            if close < 0:
                return None
            if glob[close - 1 : close] == b":" and close - 1 >= at + 2:
                named = _POSIX_CLASSES.get(glob[at + 2 : close - 1])
                if named is None:
                    return None
                members.append(named)
                previous, at = b"", close + 1
            else:
                members.append(re.escape(b"["))
                previous, at = b"[", at + 1
        else:
            members.append(re.escape(char))
            previous, at = char, at + 1
    inside = b"".join(members)
    if not inside:
        return (b"[^/]" if negated else _NEVER), at + 1
    return b"(?!/)[" + (b"^" if negated else b"") + inside + b"]", at + 1


def _assemble(tokens: list[_Token]) -> bytes:
    """Join the pieces so that no wildcard is tried again once a later one can take over its job.

    A ``*`` is done with as soon as the fixed text up to the next wildcard fits; a ``**`` as soon as
    everything up to the next ``**`` fits, because that one takes any number of folders.
    """
    groups = _split(tokens, "deep")
    parts = []
    for number, group in enumerate(groups):
        inner = _split(group, "star")
        last_group = number + 1 == len(groups)
        body = b""
        for place, piece in enumerate(inner):
            text = b"".join(token.regex for token in piece)
            settled = piece and piece[0].kind == "star" and place + 1 < len(inner)
            body += b"(?>" + text + b")" if settled else text
        parts.append(body if last_group or number == 0 else b"(?>" + body + b")")
    return b"".join(parts)


def _split(tokens: list[_Token], kind: str) -> list[list[_Token]]:
    """Cut before each token of a kind; the first piece holds what comes before any of them."""
    pieces: list[list[_Token]] = [[]]
    for token in tokens:
        if token.kind == kind:
            pieces.append([])
        pieces[-1].append(token)
    return pieces
