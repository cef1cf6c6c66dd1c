"""Makes the folder of a generation: filled under a temporary name, synced, then renamed into place."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.model import SCHEMA_VERSION
from codegraph.store.disk import replace, sync_file, sync_folder, write_whole
from codegraph.store.files import FileState, dump_files
from codegraph.store.graph_file import write_graph, write_unresolved
from codegraph.store.layout import (
    CURRENT,
    FILES_FILE,
    GENERATIONS,
    GRAPH_FILE,
    IGNORE,
    MANIFEST_FILE,
    MARKER,
    MARKER_FORMAT,
    SUMMARY_FILE,
    UNRESOLVED_FILE,
    Generation,
    generation_folder,
)

if TYPE_CHECKING:
    import pyarrow as pa

_PARTIAL = ".partial-"


def create_index(folder: Path) -> None:
    """Make ``folder`` an empty index: its marker, and the file that keeps it out of git.

    Raises:
        OSError: it can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / IGNORE, b"*\n")
    write_whole(folder / MARKER, encode_json({"format": MARKER_FORMAT, "schema_version": SCHEMA_VERSION}))
    (folder / GENERATIONS).mkdir(exist_ok=True)


def write_files(
    folder: Path,
    tables: tuple[pa.Table, pa.Table, pa.Table],
    files: Sequence[FileState],
    summary: Mapping[str, Any],
) -> None:
    """Write what readers need of the tables, the states of the files, and the summary."""
    nodes, edges, unresolved = tables
    write_graph(folder / GRAPH_FILE, nodes, edges)
    write_unresolved(folder / UNRESOLVED_FILE, unresolved)
    (folder / FILES_FILE).write_bytes(dump_files(files))
    (folder / SUMMARY_FILE).write_bytes(encode_json(summary))


def place_generation(
    index: Path, number: int, manifest: Mapping[str, Any], fill: Callable[[Path], None]
) -> Generation:
    """Let ``fill`` write a generation's files, then put them in place; readers don't see them yet.

    Raises:
        OSError: a file can't be written.
    """
    partial = index / GENERATIONS / f"{_PARTIAL}{number}"
    final = generation_folder(index, number)
    for leftover in (partial, final):
        shutil.rmtree(leftover, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        fill(partial)
        (partial / MANIFEST_FILE).write_bytes(encode_json(manifest))
        for path in sorted(partial.iterdir()):
            sync_file(path)
        sync_folder(partial)
        replace(partial, final)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    sync_folder(final.parent)
    return Generation(number, final, dict(manifest))


def make_current(index: Path, number: int) -> None:
    """Point readers to a generation: the moment at which it is published."""
    write_whole(index / CURRENT, f"{number}\n".encode())


def clear_leftovers(index: Path, keep: set[int]) -> None:
    """Remove the folders of all generations but ``keep``, and what a killed writer left."""
    place = index / GENERATIONS
    names = {str(number) for number in keep}
    for entry in sorted(place.iterdir()) if place.is_dir() else []:
        if entry.name not in names and (entry.name.isdigit() or entry.name.startswith(_PARTIAL)):
            # Windows keeps a file that a reader has mapped; the next writer tries again.
            shutil.rmtree(entry, ignore_errors=True)


def encode_json(value: Any) -> bytes:
    """A JSON document as it is stored: keys in order, one line."""
    return json.dumps(value, sort_keys=True).encode() + b"\n"
