"""Finds out what changed since the last build, by content, looking at size and time first."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from codegraph.builder.report import BuildReport
from codegraph.model import PASSING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from codegraph.config import Settings
    from codegraph.discovery import Inventory, SourceFile
    from codegraph.languages.registry import Registry
    from codegraph.store import FileState, Generation

ADAPTER = "adapter "
"""What the names of the fingerprints of adapters begin with."""
RACY_NS = 2_000_000_000
"""A file whose time is this close to the start of the last build may have changed again within one tick of the
file system's clock (two seconds on FAT), so its content is looked at."""
TICK_NS = 10_000_000
"""The longest tick of the clock by which Linux notes changes of files."""


class _Summary(msgspec.Struct):
    report: BuildReport
    started_ns: int
    options: dict[str, Any] = {}


class Known(NamedTuple):
    """The last build: its generation, the state of each file by path, and the options that it was given."""

    generation: Generation
    files: dict[str, FileState]
    started_ns: int
    report: BuildReport
    options: dict[str, Any]

    @property
    def fingerprints(self) -> dict[str, str]:
        """What ``surroundings`` gave then."""
        found: dict[str, str] = self.generation.manifest["fingerprints"]
        return found

    def content_id(
        self, path: str, size: int, mtime_ns: int, inode: int = 0, ctime_ns: int = 0
    ) -> str | None:
        """The content of a file that has not been touched since; None also where another try may help."""
        state = self.files.get(path)
        if state is None or not state.looks_like(size, mtime_ns, inode, ctime_ns):
            return None
        if state.status.startswith(PASSING):
            return None
        return None if mtime_ns >= self.started_ns - RACY_NS else state.content_id


def wait_out_tick(files: Iterable[SourceFile]) -> None:
    """Wait until the file system's clock has moved on from the last change of any file: ten milliseconds at most.

    A file that is read then and changed afterwards has another ``ctime_ns`` than the one that was listed.
    """
    newest = max((file.ctime_ns for file in files), default=0)
    left = newest + TICK_NS - time.time_ns()
    if 0 < left <= TICK_NS:  # more would be the clock of another machine
        time.sleep(left / 1e9)


def changed_files(known: Known | None, states: Iterable[FileState]) -> set[str]:
    """The files that are new or gone since the last build, or that have another content or state."""
    before = {} if known is None else known.files
    now = {state.path: state for state in states}
    return {
        path
        for path in before.keys() | now.keys()
        if (old := before.get(path)) is None
        or (new := now.get(path)) is None
        or (old.content_id, old.status) != (new.content_id, new.status)
    }


def surroundings(inventory: Inventory, settings: Settings, registry: Registry, rules: str) -> dict[str, str]:
    """Fingerprints of all that decides the graph besides the files themselves, by name.

    Args:
        rules: fingerprint of the framework rules.
    """
    from codegraph.discovery.origin import remote_of
    from codegraph.embed import TEXT_VERSION
    from codegraph.languages.facts import FACTS_VERSION
    from codegraph.languages.registry import grammar_versions
    from codegraph.store.layout import LEXICAL_FORMAT
    from codegraph.version import __version__

    embedding = settings.embedding
    languages = {file.language for file in inventory.files}
    return {
        "version": __version__,
        "words": str(LEXICAL_FORMAT),
        "adapters": _digest([FACTS_VERSION, *grammar_versions()]),
        **{ADAPTER + name: registry.version_of(name) for name in sorted(languages)},
        "rules": rules,
        "origin": _digest(remote_of(inventory.root)),
        "packages": _digest([inventory.name, inventory.packages, inventory.declarations]),
        "modules": _digest(inventory.configs),
        "texts": _digest([TEXT_VERSION, embedding.max_text_chars, embedding.path, embedding.windows]),
        "settings": _digest([settings.include_statements, settings.max_mean_line, settings.parse_timeout]),
    }


def _digest(value: object) -> str:
    return hashlib.blake2b(msgspec.json.encode(value, order="deterministic"), digest_size=8).hexdigest()


def untouched(known: Known | None, inventory: Inventory, fingerprints: dict[str, str]) -> bool:
    """Whether no file and nothing around them changed, as far as size, time and the list of files can tell."""
    if known is None or known.fingerprints != fingerprints:
        return False
    files = (*inventory.files, *inventory.documents)
    if len(known.files) != len(files):
        return False
    return all(known.content_id(f.path, f.size, f.mtime_ns, f.inode, f.ctime_ns) is not None for f in files)


def own_files(root: Path, settings: Settings) -> list[str]:
    """The files of a project that are codegraph's alone: adapters and framework rules; and git's settings for it."""
    places = [root / ".codegraph" / "adapters", root / ".codegraph" / "fingerprints"]
    found = [file for place in places if place.is_dir() for file in sorted(place.rglob("*"))]
    paths = [path.relative_to(root).as_posix() for path in [*places, *found]]
    return [*paths, *settings.fingerprints.extra, ".git/info/exclude", ".git/config"]


def load_known(index_dir: Path, suspects: Collection[str] = ()) -> Known | None:
    """The last build, None if there is none that can be built upon: of another version, or damaged anywhere.

    Of the files in ``suspects`` nothing is known but the path.
    """
    from codegraph.store import Store
    from codegraph.store.files import load_files
    from codegraph.store.layout import FILES_FILE, SUMMARY_FILE

    generation = Store(index_dir).usable()
    if generation is None:
        return None
    files = {state.path: state for state in load_files(generation.folder / FILES_FILE)}
    for path in suspects:
        if path in files:
            files[path] = files[path]._replace(mtime_ns=-1)
    try:
        summary = msgspec.json.decode((generation.folder / SUMMARY_FILE).read_bytes(), type=_Summary)
    except msgspec.ValidationError:
        return None
    return Known(generation, files, summary.started_ns, summary.report, summary.options)
