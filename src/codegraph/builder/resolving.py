"""What phase 3 keeps from one build to the next, so that files are not resolved again that nobody changed."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codegraph.builder.changes import ADAPTER
from codegraph.languages.facts import FACTS_VERSION
from codegraph.languages.registry import grammar_versions
from codegraph.model import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from codegraph.languages.facts import FileFacts
    from codegraph.resolve import Before

FILE = "resolution.bin"
SURROUNDINGS = ("version", "adapters", "rules", "packages", "modules")
"""What decides a resolution besides the files, see ``changes.surroundings``."""


def resolution_key(surroundings: Mapping[str, str], paths: Sequence[str]) -> str:
    """Fingerprint of all that decides a resolution but the facts of the files.

    Args:
        surroundings: fingerprints by name.
        paths: all files, with and without facts.
    """
    import codegraph.resolve

    decisive = (
        [surroundings[name] for name in SURROUNDINGS],
        sorted((name, value) for name, value in surroundings.items() if name.startswith(ADAPTER)),
        [SCHEMA_VERSION, FACTS_VERSION, *grammar_versions()],
        _code_of(Path(codegraph.resolve.__file__).parent),
        paths,
    )
    return hashlib.blake2b(msgspec.json.encode(decisive), digest_size=16).hexdigest()


def _code_of(folder: Path) -> list[tuple[str, int, int]]:
    """The modules of a package with size and time: who works on them wants no results of the code before."""
    stats = [(path.name, path.stat()) for path in sorted(folder.glob("*.py"))]
    return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]


def resolution_before(cache: Path, key: str, earlier: Mapping[str, FileFacts]) -> Before | None:
    """The resolution of the build before, None if there is none that can be used.

    Args:
        cache: the folder in which it was kept.
        key: see ``resolution_key``.
        earlier: the facts that changed files had before, by path.
    """
    from codegraph.resolve import Before, read_kept

    try:
        data = (cache / FILE).read_bytes()
    except OSError:
        return None
    kept = read_kept(data, key)
    if kept is None:
        return None
    hashes = {file.path: file.hash for file in kept.files}

    def facts(path: str) -> FileFacts | None:
        found = earlier.get(path)
        return found if found is not None and found.hash == hashes.get(path) else None

    return Before(kept, facts)


def keep_resolution(cache: Path, kept: bytes) -> None:
    """Keep a resolution for the next build, which does without where that can't be written."""
    from codegraph.store.disk import write_whole

    with suppress(OSError):
        write_whole(cache / FILE, kept, synced=False)
