"""Paths that somebody names, as the index has them."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from codegraph.errors import UsageError


def inside(root: Path, word: str) -> str:
    """A path below the root as the index has it: relative to it, with ``/``, links in its folders followed.

    Raises:
        UsageError: it lies elsewhere, or is none.
    """
    path = Path(word.replace("\\", "/"))
    place = path if path.is_absolute() else root / path
    try:
        return PurePosixPath((place.parent.resolve() / place.name).relative_to(root)).as_posix()
    except (ValueError, OSError, RuntimeError):
        raise UsageError(f"{word} lies outside of {root}") from None
