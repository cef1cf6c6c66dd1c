"""Ignore files as rule sets that judge one directory entry at a time, the last matching line first."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence

from codegraph.discovery.patterns import Pattern, parse_patterns

MAX_IGNORE_FILE = 1_000_000
"""An ignore file of more bytes than this is left unread (git's own limit is 100 MB; real ones are tiny)."""


class Rules:
    """The patterns of one ignore file, for the entries below its folder.

    Args:
        patterns: the lines in the order of the file.
        base: the folder of the file as a prefix of paths: ``b""``, or ``b"docs/api/"``.
    """

    __slots__ = ("_base", "_name_guard", "_names", "_path_guard", "_tests")

    def __init__(self, patterns: Sequence[Pattern], base: bytes = b"") -> None:
        self._base = len(base)
        self._names = {p.literal for p in patterns if p.on_name and p.literal is not None}
        # a single expression answers "none of them" for nearly every entry, so that the exact search
        # through the lines is only made for the few entries that some line fits
        self._name_guard = _any_of(p.regex for p in patterns if p.on_name and p.literal is None)
        self._path_guard = _any_of(p.regex for p in patterns if not p.on_name)
        self._tests = [(p, re.compile(p.regex, re.DOTALL)) for p in reversed(patterns)]

    def verdict(self, path: bytes, name: bytes, is_dir: bool) -> bool | None:
        """True when the last fitting line ignores this entry, False when it takes it back, None when no
        line speaks of it. ``path`` counts from where ``base`` counts; a link is not a directory."""
        below = path[self._base :]
        if (
            name not in self._names
            and not (self._name_guard and self._name_guard.fullmatch(name))
            and not (self._path_guard and self._path_guard.fullmatch(below))
        ):
            return None
        for pattern, test in self._tests:
            if (is_dir or not pattern.dir_only) and test.fullmatch(name if pattern.on_name else below):
                return not pattern.negated
        return None


Stack = tuple[Rules, ...]
"""Rule sets from the weakest (outermost) to the strongest (innermost)."""


def verdict_of(stack: Stack, path: bytes, name: bytes, is_dir: bool) -> bool | None:
    """What the strongest rule set that speaks of this entry says."""
    for rules in reversed(stack):
        verdict = rules.verdict(path, name, is_dir)
        if verdict is not None:
            return verdict
    return None


def read_rules(file: bytes, base: bytes = b"") -> Rules | None:
    """The rules of an ignore file on disk; None when there is none to read or it has no pattern.

    As with git a link in the place of an ignore file is not followed.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode) or info.st_size > MAX_IGNORE_FILE:
            return None
        patterns = parse_patterns(stream.read(MAX_IGNORE_FILE))
    return Rules(patterns, base) if patterns else None


def _any_of(regexes: Iterable[bytes]) -> re.Pattern[bytes] | None:
    joined = b"|".join(dict.fromkeys(regexes))
    return re.compile(joined, re.DOTALL) if joined else None
