"""Globs of rules on names and paths, and targets as the beginnings of FQNs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from codegraph.fingerprint.patterns import expand
from codegraph.model import EXTERNAL_ROOT, SEPARATOR

_GLOB = re.compile(r"\*\*/|\*\*|\*|\?")
_PIECES = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def fits(globs: Sequence[str], text: str) -> bool:
    """Whether any glob fits a name or path; one without a slash is for the last part of a path."""
    last = text.rpartition("/")[2]
    return any(_regex(glob).fullmatch(text if "/" in glob else last) for glob in globs)


@lru_cache(maxsize=256)
def beginning(ecosystem: str, targets: tuple[str, ...]) -> re.Pattern[str]:
    """Matches the FQN of each external package or symbol that targets name, and of all within it."""
    head = f"{EXTERNAL_ROOT}{SEPARATOR}"
    words = [
        word if word.startswith(head) else f"{head}{ecosystem}{SEPARATOR}{word}"
        for target in targets
        for word in expand(target)
    ]
    return re.compile("|".join(f"{_starred(word)}(?:::.*)?" for word in words))


@lru_cache(maxsize=256)
def whole(words: tuple[str, ...]) -> re.Pattern[str]:
    """Matches the name of a dependency in a manifest."""
    return re.compile("|".join(_starred(one) for word in words for one in expand(word)))


def _starred(word: str) -> str:
    return "[^:]*".join(map(re.escape, word.split("*")))


@lru_cache(maxsize=4096)
def _regex(glob: str) -> re.Pattern[str]:
    """``*`` stays within a folder, ``**`` does not, ``{a,b}`` is either."""
    return re.compile("|".join(map(_translated, expand(glob))), re.DOTALL)


def _translated(glob: str) -> str:
    parts, at = [], 0
    for found in _GLOB.finditer(glob):
        parts += [re.escape(glob[at : found.start()]), _PIECES[found.group()]]
        at = found.end()
    return "".join([*parts, re.escape(glob[at:])])
