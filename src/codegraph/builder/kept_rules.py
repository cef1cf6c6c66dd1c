"""The rules of frameworks as a build before read them, kept beside the facts of files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from codegraph.discovery.content import read_bytes
from codegraph.fingerprint import KeptRules

FILE = "rules.bin"


def rules_before(index_dir: Path) -> KeptRules:
    """What the build before kept; nothing where that can't be read."""
    from codegraph.store.layout import CACHE

    try:
        return KeptRules(read_bytes(index_dir, f"{CACHE}/{FILE}"))
    except OSError:
        return KeptRules()


def keep_rules(cache: Path, rules: KeptRules) -> None:
    """Keep rules for the next build if they had to be read, which does without where that can't be written."""
    from codegraph.store.disk import write_whole

    if rules.fresh:
        with suppress(OSError):
            write_whole(cache / FILE, rules.fresh, synced=False)
