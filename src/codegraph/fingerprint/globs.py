"""Globs of rules on names and paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from codegraph.fingerprint.patterns import expand

_GLOB = re.compile(r"\*\*/|\*\*|\*|\?")
_PIECES = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


class _Globs(NamedTuple):
    """Some globs, sorted by how they are matched: most are words, or words with one star.

    Args:
        words: last parts of paths, as they are.
        heads: what these begin with.
        tails: what they end with.
        paths: whole paths, as they are.
        last: all other globs without a slash, None for none.
        whole: all others with a slash.
    """

    words: frozenset[str]
    heads: tuple[str, ...]
    tails: tuple[str, ...]
    paths: frozenset[str]
    last: re.Pattern[str] | None
    whole: re.Pattern[str] | None


def fits(globs: Sequence[str], text: str) -> bool:
    """Whether any glob fits a name or path; one without a slash is for the last part of a path."""
    return _fits(_sorted(tuple(globs)), text)


def matcher(globs: Sequence[str]) -> Callable[[str], bool]:
    """The same, for many texts."""
    return partial(_fits, _sorted(tuple(globs)))


def _fits(globs: _Globs, text: str) -> bool:
    words, heads, tails, paths, last, whole = globs
    name = text.rpartition("/")[2]
    return (
        name in words
        or name.startswith(heads)
        or name.endswith(tails)
        or text in paths
        or (last is not None and last.fullmatch(name) is not None)
        or (whole is not None and whole.fullmatch(text) is not None)
    )


@lru_cache(maxsize=4096)
def _sorted(globs: tuple[str, ...]) -> _Globs:
    words: list[str] = []
    paths: list[str] = []
    heads, tails, last, whole = [], [], [], []
    for glob in globs:
        plain, with_slash = expand(glob), "/" in glob
        for word in plain:
            if not _GLOB.search(word):
                (paths if with_slash else words).append(word)
            elif with_slash:
                whole.append(word)
            elif word.endswith("*") and not _GLOB.search(word[:-1]):
                heads.append(word[:-1])
            elif word.startswith("*") and not _GLOB.search(word[1:]):
                tails.append(word[1:])
            else:
                last.append(word)
    return _Globs(
        frozenset(words), tuple(heads), tuple(tails), frozenset(paths), _any_of(last), _any_of(whole)
    )


def _any_of(globs: list[str]) -> re.Pattern[str] | None:
    """``*`` stays within a folder, ``**`` does not."""
    return re.compile("|".join(map(_translated, globs)), re.DOTALL) if globs else None


def _translated(glob: str) -> str:
    parts, at = [], 0
    for found in _GLOB.finditer(glob):
        parts += [re.escape(glob[at : found.start()]), _PIECES[found.group()]]
        at = found.end()
    return "".join([*parts, re.escape(glob[at:])])
