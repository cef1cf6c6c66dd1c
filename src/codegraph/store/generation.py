"""Makes the folder of a generation: filled under a temporary name, synced, then renamed into place."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.errors import IndexFormatError, NotIndexedError, StorageError
from codegraph.model import SCHEMA_VERSION
from codegraph.store.container import Container
from codegraph.store.disk import replace, sync_file, sync_folder, write_whole
from codegraph.store.files import FileState, dump_files, load_files
from codegraph.store.graph_file import write_graph, write_unresolved
from codegraph.store.layout import (
    CACHE,
    CURRENT,
    FILES_FILE,
    GENERATIONS,
    GRAPH_FILE,
    IGNORE,
    LANCE,
    LEXICAL_FILE,
    MANIFEST_FILE,
    MARKER,
    MARKER_FORMAT,
    OWN_NAMES,
    SUMMARY_FILE,
    UNRESOLVED_FILE,
    VECTORS_FILE,
    Generation,
    current_generation,
    encode_json,
    generation_folder,
    generation_numbers,
    is_index,
    read_current,
    read_json,
    sealed_json,
)
from codegraph.store.lease import take_away
from codegraph.store.vectors_file import check_vectors_file

if TYPE_CHECKING:
    from codegraph.store.columns import GraphTables

_PARTIAL = ".partial-"
_TAKEN = ".marks.taken-"


def prepare_folder(folder: Path) -> None:
    """Make sure that ``folder`` is there and may become an index: that it is ours, or holds nothing yet.

    Raises:
        StorageError: it holds somebody else's files, or a link where one of our folders belongs.
        OSError: it can't be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = {entry.name for entry in folder.iterdir()}
    if not is_index(folder) and names - OWN_NAMES | names & {MARKER}:
        raise StorageError(f"{folder} holds files that are not codegraph's; set index_dir to another folder")
    for name in (GENERATIONS, LANCE, CACHE):
        if (folder / name).is_symlink():
            raise StorageError(
                f"{folder / name} is a link, which codegraph does not write through; remove it"
            )


def create_index(folder: Path) -> None:
    """Make ``folder`` an empty index: the file that keeps it out of git, then the marker.

    Raises:
        OSError: it can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / IGNORE, b"*\n")
    write_marker(folder)


def write_marker(folder: Path) -> None:
    """Mark ``folder`` as an index of this version."""
    marker = {"format": MARKER_FORMAT, "schema_version": SCHEMA_VERSION}
    write_whole(folder / MARKER, encode_json(marker))


def usable_generation(folder: Path) -> Generation | None:
    """The current generation if all of its files are whole; None when the next build has to start afresh."""
    try:
        generation = current_generation(folder)
        load_files(generation.folder / FILES_FILE)
        read_json(generation.folder / SUMMARY_FILE)
        for name in (GRAPH_FILE, UNRESOLVED_FILE):
            with closing(Container(generation.folder / name)) as container:
                container.verify()
        if generation.manifest["embeddings"]:
            check_vectors_file(generation.folder / VECTORS_FILE)
        present = {entry.name for entry in generation.folder.iterdir()}
        whole = present.issuperset(generation.manifest["files"]) and all(
            checksum(generation.folder / name) == expected
            for name, expected in generation.manifest["checksums"].items()
            if name in present
        )
    except (NotIndexedError, IndexFormatError, FileNotFoundError):
        return None
    return generation if whole else None


def checksum(path: Path) -> int:
    """The CRC-32 of a file that has none inside, such as SQLite's."""
    value = 0
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            value = zlib.crc32(part, value)
    return value


def next_number(folder: Path) -> int:
    """A number above those of all generations that are there or that readers may look for."""
    try:
        current = read_current(folder) or 0
    except IndexFormatError:
        current = 0
    return max([current, *generation_numbers(folder)]) + 1


def write_files(
    folder: Path,
    tables: GraphTables,
    files: Sequence[FileState],
    summary: Mapping[str, Any],
) -> None:
    """Write what readers need of the tables, the states of the files, and the summary."""
    write_graph(folder / GRAPH_FILE, tables.nodes, tables.edges)
    write_unresolved(folder / UNRESOLVED_FILE, tables.unresolved)
    (folder / FILES_FILE).write_bytes(dump_files(files))
    (folder / SUMMARY_FILE).write_bytes(sealed_json(summary))


def place_generation(index: Path, manifest: Mapping[str, Any], fill: Callable[[Path], None]) -> Generation:
    """Let ``fill`` write the files of the generation that ``manifest`` describes, then put them in place.

    Readers don't see them before ``make_current``. ``fill`` may still add to the manifest.

    Raises:
        OSError: a file can't be written.
    """
    number = manifest["generation"]
    partial = index / GENERATIONS / f"{_PARTIAL}{number}"
    final = generation_folder(index, number)
    for leftover in (partial, final):
        remove(leftover)
    partial.mkdir(parents=True)
    try:
        fill(partial)
        names = sorted(entry.name for entry in partial.iterdir())
        checksums = {name: checksum(partial / name) for name in names if name == LEXICAL_FILE}
        whole_manifest = {**manifest, "files": names, "checksums": checksums}
        (partial / MANIFEST_FILE).write_bytes(sealed_json(whole_manifest))
        for path in sorted(partial.iterdir()):
            sync_file(path)
        sync_folder(partial)
        replace(partial, final)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    sync_folder(final.parent)
    return Generation(number, final, whole_manifest)


def make_current(index: Path, number: int) -> None:
    """Point readers to a generation: the moment at which it is published."""
    write_whole(index / CURRENT, f"{number}\n".encode())


def clear_leftovers(index: Path, current: int, previous: int | None) -> None:
    """Remove what a killed writer left, and all generations but the current one and those that somebody reads.

    Where nobody can tell who reads what, the previous one stays as well: somebody may just have read its number.
    """
    place = index / GENERATIONS
    for entry in sorted(place.iterdir()) if place.is_dir() else []:
        if entry.name.startswith(_PARTIAL):
            remove(entry)
        elif entry.name.isdigit() and entry.name != str(current):
            aside = place / f"{_PARTIAL}old-{entry.name}"
            remove(aside)
            if entry.is_symlink() or not entry.is_dir():
                remove(entry)
            elif take_away(entry, aside, spare=entry.name == str(previous)):
                remove(aside)


def is_partial(name: str) -> bool:
    """Whether a file or folder of this name is being written or cleared away, maybe by a process that was killed."""
    return name.startswith((_PARTIAL, _TAKEN)) or (name.startswith(".") and name.endswith(".partial"))


def remove(entry: Path) -> None:
    """Remove a folder or whatever else has its name, as far as that goes: the next writer tries again."""
    if entry.is_dir() and not entry.is_symlink():
        shutil.rmtree(entry, ignore_errors=True)
    else:
        with suppress(OSError):
            entry.unlink()
