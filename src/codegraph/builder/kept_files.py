"""What phases keep from one build to the next as a whole, in files beside the facts."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from codegraph.discovery.content import read_bytes
from codegraph.fingerprint import Kept

RULES: Final = "rules.bin"
"""Rules that are not the project's, as they were read."""
LINKS: Final = "links.bin"
"""What documents add to the graph."""
TESTS: Final = "tests.bin"
"""What tests exercise and are given."""


def kept_before(index_dir: Path, name: str) -> Kept:
    """What the build before kept; nothing where that can't be read."""
    from codegraph.store.layout import CACHE

    try:
        return Kept(read_bytes(index_dir, f"{CACHE}/{name}"))
    except OSError:
        return Kept()


def keep(cache: Path, name: str, kept: Kept) -> None:
    """Keep what was made anew for the next build, which does without where that can't be written."""
    from codegraph.store.disk import write_whole

    if kept.fresh:
        with suppress(OSError):
            write_whole(cache / name, kept.fresh, synced=False)
