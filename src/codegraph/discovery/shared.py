"""Files whose extension two languages share, as ``.h`` of C and C++: the sources around them tell which it is.

Nothing is read. A header goes with the source beside it that has the same name; else with most of the sources in the
nearest folder, upwards, that has any below it. A tie goes to the language that can read what the other one has.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping

from codegraph.discovery.paths import base_name

Source = tuple[str, os.stat_result, str]
"""Path, what the file system knows of it, language."""


def settled(sources: Iterable[Source], shared: Mapping[str, tuple[str, str]]) -> list[Source]:
    """The sources with the languages of those whose extension is shared.

    Args:
        sources: files with the language that their extension has by itself.
        shared: extension to the language that has it by itself and the one that shares it.
    """
    sources = list(sources)
    endings = tuple(shared)
    if not any(path.lower().endswith(endings) for path, _, _ in sources):
        return sources
    plain = {path: language for path, _, language in sources if _extension(path) not in shared}
    if len(plain) == len(sources):
        return sources
    stems = {(path.rpartition(".")[0], language) for path, language in plain.items()}
    below = _below(plain, {language for pair in shared.values() for language in pair})
    return [
        (
            path,
            info,
            _language(path, shared[_extension(path)], stems, below)
            if _extension(path) in shared
            else language,
        )
        for path, info, language in sources
    ]


def _extension(path: str) -> str:
    name = base_name(path)
    dot = name.rfind(".")
    return name[dot:].lower() if 0 < dot < len(name) - 1 else ""


def _below(sources: Mapping[str, str], languages: set[str]) -> dict[str, Counter[str]]:
    """How many sources of each language lie in each folder and below it; "" is the root."""
    found: dict[str, Counter[str]] = {}
    for path, language in sources.items():
        if language in languages:
            folder = path
            while folder:
                folder = folder.rpartition("/")[0]
                found.setdefault(folder, Counter())[language] += 1
    return found


def _language(
    path: str, pair: tuple[str, str], stems: set[tuple[str, str]], below: Mapping[str, Counter[str]]
) -> str:
    own, other = pair
    stem = path.rpartition(".")[0]
    beside = [language for language in pair if (stem, language) in stems]
    if len(beside) == 1:
        return beside[0]
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        count = below.get(folder)
        if count is not None and (count[own] or count[other]):
            return own if count[own] > count[other] else other
    return own
