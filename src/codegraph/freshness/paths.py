"""Paths that somebody names, as the index has them."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from codegraph.errors import UsageError


def inside(root: Path, word: str) -> str:
    """A path below the root as the index has it: relative to it, with ``/``, links in its folders followed.

    Raises:
        UsageError: it lies elsewhere, or is none; its name is no text.
    """
    try:
        word.encode()
    except UnicodeEncodeError:
        shown = word.encode("utf-8", "backslashreplace").decode()
        raise UsageError(f"{shown} is no name in UTF-8; files with such names are not indexed") from None
    path = Path(word.replace("\\", "/"))
    place = path if path.is_absolute() else root / path
    try:
        return PurePosixPath((place.parent.resolve() / place.name).relative_to(root)).as_posix()
    except (ValueError, OSError, RuntimeError):
        raise UsageError(f"{word} lies outside of {root}") from None
