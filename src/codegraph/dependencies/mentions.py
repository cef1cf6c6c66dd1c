"""Whether the sources of a package name a dependency at all, in whatever way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from codegraph.dependencies.rules.base import Spelling

MAX_BYTES: Final = 200_000_000
"""So much source is looked through for one package; what is not found by then is not known."""


def mentioned(
    wanted: Mapping[int, Sequence[Spelling]], paths: Iterable[str], source_of: Callable[[str], bytes]
) -> set[int]:
    """Which of the wanted are named in some source.

    Args:
        wanted: by number the spellings, any of which is enough.
        paths: the files to look through.
        source_of: gives a file's text.

    Returns:
        Their numbers; all of them where there is too much to look through or a file can't be read.
    """
    open_ = {
        number: [(word, re.compile(pattern)) for word, pattern in spellings]
        for number, spellings in wanted.items()
    }
    size = 0
    for path in paths:
        if not open_:
            break
        try:
            source = source_of(path)
        except (OSError, ValueError):
            return set(wanted)
        size += len(source)
        if size > MAX_BYTES:
            return set(wanted)
        lowered = source.lower()
        for number in [
            number
            for number, spellings in open_.items()
            if any(word in lowered and pattern.search(source) for word, pattern in spellings)
        ]:
            del open_[number]
    return wanted.keys() - open_.keys()
