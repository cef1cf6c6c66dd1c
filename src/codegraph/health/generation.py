"""Checks of the generation that readers use: where it is, and whether its files are whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from codegraph.errors import BUILD_AGAIN, IndexFormatError, NotIndexedError, StorageError
from codegraph.health.finding import Cure, Finding, bad, good
from codegraph.model import SCHEMA_VERSION
from codegraph.store.container import Container
from codegraph.store.files import load_files
from codegraph.store.generation import checksum
from codegraph.store.layout import (
    FILES_FILE,
    GRAPH_FILE,
    LEXICAL_FILE,
    LEXICAL_FORMAT,
    SUMMARY_FILE,
    UNRESOLVED_FILE,
    VECTORS_FILE,
    Generation,
    check_readable,
    current_generation,
    generation_folder,
    read_current,
    read_json,
)
from codegraph.store.vectors_file import read_vectors_file

if TYPE_CHECKING:
    from pathlib import Path

    from codegraph.health.finding import Subject

_NAMES = {
    GRAPH_FILE: "graph",
    UNRESOLVED_FILE: "unresolved",
    FILES_FILE: "file states",
    SUMMARY_FILE: "report",
    LEXICAL_FILE: "full-text index",
    VECTORS_FILE: "vectors",
}


def find_generation(subject: Subject) -> tuple[list[Finding], Generation | None]:
    """Whether marker, pointer and manifest lead to a generation; None where they don't."""
    findings: list[Finding] = []
    folder = subject.index_dir
    try:
        check_readable(folder)
    except NotIndexedError:
        message = "the file that marks the folder as an index is missing"
        return [bad("marker", message, Cure.BUILD)], None
    except (IndexFormatError, StorageError) as error:
        return [bad("marker", short(error), Cure.BUILD)], None
    findings.append(good("marker", f"an index of schema version {SCHEMA_VERSION}"))
    try:
        number = read_current(folder)
    except (IndexFormatError, StorageError) as error:
        return [*findings, bad("pointer", short(error), Cure.BUILD)], None
    if number is None:
        message = "the index was never finished: CURRENT is missing"
        return [*findings, bad("pointer", message, Cure.BUILD)], None
    if not generation_folder(folder, number).is_dir():
        message = f"generation {number}, which readers are to use, is not there"
        return [*findings, bad("pointer", message, Cure.BUILD)], None
    findings.append(good("pointer", f"readers use generation {number}"))
    try:
        generation = current_generation(folder)
    except (IndexFormatError, StorageError) as error:
        return [*findings, bad("manifest", short(error), Cure.BUILD)], None
    findings.append(good("manifest", f"describes generation {generation.number} and is as it was written"))
    return findings, generation


def check_files(generation: Generation) -> Iterator[Finding]:
    """Whether each file of a generation is there and as it was written."""
    for name in generation.manifest["files"]:
        if name in _NAMES and not (name == VECTORS_FILE and not generation.manifest["embeddings"]):
            yield _check_file(generation, str(name))
    embedded = generation.manifest["embeddings"]
    if embedded and VECTORS_FILE not in generation.manifest["files"]:
        yield _check_file(generation, VECTORS_FILE)
    unlisted = sorted(
        {GRAPH_FILE, UNRESOLVED_FILE, FILES_FILE, SUMMARY_FILE}.difference(generation.manifest["files"])
    )
    if unlisted:
        yield bad("manifest", f"it lists no {', '.join(unlisted)}", Cure.BUILD)


def _check_file(generation: Generation, name: str) -> Finding:
    path, title = generation.folder / name, _NAMES[name]
    cure = Cure.VECTORS if name == VECTORS_FILE else Cure.BUILD
    try:
        said = _READERS[name](generation, path)
    except FileNotFoundError:
        return bad(title, f"{path} is missing", cure)
    except (IndexFormatError, StorageError) as error:
        return bad(title, short(error), cure)
    except OSError as error:
        return bad(title, f"{path} can't be read: {error.strerror}", cure)
    return good(title, said)


def _container(_generation: Generation, path: Path) -> str:
    with closing(Container(path)) as container:
        container.verify()
    return f"{path.name}, {_megabytes(path)}, is as it was written"


def _files(_generation: Generation, path: Path) -> str:
    return f"{len(load_files(path)):,} files, as they were written"


def _summary(_generation: Generation, path: Path) -> str:
    from codegraph.builder.report import BuildReport

    try:
        report = msgspec.convert(read_json(path).get("report"), BuildReport)
    except msgspec.ValidationError:
        raise IndexFormatError(f"{path} holds no report of a build") from None
    return f"of a build of {sum(report.files.values()):,} files"


def _lexical(generation: Generation, path: Path) -> str:
    import sqlite3

    from codegraph.store.sqlite_file import open_to_read

    if checksum(path) != generation.manifest["checksums"].get(LEXICAL_FILE):
        raise IndexFormatError(f"{path} is not as it was written")
    try:
        with closing(open_to_read(path, LEXICAL_FORMAT)) as database:
            documents = database.execute("SELECT count(*) FROM terms_docsize").fetchone()[0]
    except sqlite3.Error as error:
        raise IndexFormatError(f"{path} can't be used: {error}") from error
    return f"{documents:,} documents, format {LEXICAL_FORMAT}, as they were written"


def _vectors(generation: Generation, path: Path) -> str:
    embeddings = generation.manifest["embeddings"]
    found = read_vectors_file(path)
    rows, dimensions = found.matrix.shape
    if rows != embeddings["vectors"]:
        raise IndexFormatError(f"{path} holds {rows:,} vectors, the manifest says {embeddings['vectors']:,}")
    return f"{rows:,} vectors of {dimensions} numbers, as they were written"


_READERS: dict[str, Callable[[Generation, Path], str]] = {
    GRAPH_FILE: _container,
    UNRESOLVED_FILE: _container,
    FILES_FILE: _files,
    SUMMARY_FILE: _summary,
    LEXICAL_FILE: _lexical,
    VECTORS_FILE: _vectors,
}


def short(error: Exception) -> str:
    """What an error says, without what to do about it."""
    return str(error).removesuffix(f"; {BUILD_AGAIN}").partition("; run `codegraph index`")[0]


def _megabytes(path: Path) -> str:
    return f"{path.stat().st_size / 1e6:.1f} MB"
