"""Where the files of an index lie, how its folder is recognised, and which generation is the current one.

::

    index/                       .codegraph/index unless the setting ``index_dir`` says otherwise
    ├── codegraph-index.json     the marker: a folder without it is not an index of ours
    ├── .gitignore               keeps the whole folder out of git
    ├── lock, writer.json        the writer's lock, and who holds it
    ├── CURRENT                  the number of the generation that readers use
    ├── generations/<number>/    what look-ups and traversals read, see ``GENERATION_FILES``
    ├── lance/                   the LanceDB tables; those of the graph are made when a small update is first asked
    │                            for them, and hold what the files of the generation hold
    ├── trigrams.bin             which contents hold which three letters in a row, for large projects
    ├── mirror/                  what was handed to a store of vectors, and such a store in files
    ├── summaries.sqlite         what language models said
    ├── tree.bin                 folders, and files around the sources, as they were when they were last listed
    ├── marks, refresh.json      files that somebody says were changed; how the last refresh went
    └── cache/                   facts of files that need not be parsed again
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from codegraph.errors import BUILD_AGAIN, IndexFormatError, NotIndexedError, StorageError
from codegraph.model import SCHEMA_VERSION

INDEX_DIR = ".codegraph/index"
_MOST = 1 << 62  # no table has a version that is greater
MARKER = "codegraph-index.json"
MARKER_FORMAT = "codegraph-index"
IGNORE = ".gitignore"
LOCK = "lock"
HOLDER = "writer.json"
CURRENT = "CURRENT"
GENERATIONS = "generations"
LANCE = "lance"
CACHE = "cache"
TRIGRAMS = "trigrams.bin"
MIRROR = "mirror"
SUMMARIES = "summaries.sqlite"
TREE = "tree.bin"
MARKS = "marks"
REFRESH = "refresh.json"
OWN_NAMES = frozenset(
    {
        *(MARKER, IGNORE, LOCK, HOLDER, CURRENT, GENERATIONS, LANCE, CACHE, TRIGRAMS, MIRROR, SUMMARIES),
        *(TREE, MARKS, REFRESH),
    }
)

GRAPH_TABLES = ("nodes", "edges", "unresolved")
"""LanceDB's tables of a graph; a generation whose manifest has no version of them has them in its own files alone."""
GRAPH_FILE = "graph.bin"
UNRESOLVED_FILE = "unresolved.bin"
FILES_FILE = "files.bin"
SUMMARY_FILE = "summary.json"
MANIFEST_FILE = "manifest.json"
LEXICAL_FILE = "lexical.sqlite"
VECTORS_FILE = "vectors.bin"
LEXICAL_FORMAT = 3
"""Number of the full-text index's layout and of its tokenizer's rules, kept as SQLite's ``user_version``."""
GENERATION_FILES = (
    GRAPH_FILE,
    UNRESOLVED_FILE,
    FILES_FILE,
    SUMMARY_FILE,
    MANIFEST_FILE,
    LEXICAL_FILE,  # when the builder adds it
    VECTORS_FILE,  # once texts are embedded
)

CHECKSUM = "checksum"
"""The key under which a JSON file of a generation holds the CRC-32 of the others."""

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")


class Generation(NamedTuple):
    """One published state of the index: its number, the folder of its files, and its manifest.

    The manifest names the version of each LanceDB table, the schema, when and by which command it was
    written, and the fingerprints (adapters, settings, model) that the builder passed.
    """

    number: int
    folder: Path
    manifest: dict[str, Any]


def is_index(folder: Path) -> bool:
    """Whether ``folder`` carries our marker, whole or damaged, of whatever version."""
    try:
        return _marker(folder) is not None
    except IndexFormatError:
        return True


def check_readable(folder: Path) -> None:
    """Make sure that ``folder`` is an index that this version can read.

    Raises:
        NotIndexedError: there is none.
        IndexFormatError: it is of another version.
    """
    marker = _marker(folder)
    if marker is None:
        raise NotIndexedError(f"there is no index at {folder}; run `codegraph index` first")
    version = marker.get("schema_version")
    if version != SCHEMA_VERSION:
        raise IndexFormatError(
            f"the index at {folder} has schema version {version}, this codegraph reads {SCHEMA_VERSION}; "
            "run `codegraph index` to build it again"
        )


def current_generation(folder: Path) -> Generation:
    """The generation that readers use.

    Raises:
        NotIndexedError: nothing was published yet.
        IndexFormatError: the index is of another version, or the generation that it names is not there.
        StorageError: a file of the index can't be read.
    """
    check_readable(folder)
    number = read_current(folder)
    while number is not None:
        try:
            return read_generation(folder, number)
        except IndexFormatError:
            # Writers may have published twice, and cleared this one away, since its number was read.
            newer = read_current(folder)
            if newer == number:
                raise
            number = newer
    raise NotIndexedError(f"the index at {folder} was never finished; run `codegraph index` first")


def read_current(folder: Path) -> int | None:
    """The number in the pointer file, or None when nothing was published yet."""
    try:
        text = (folder / CURRENT).read_bytes().decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(folder / CURRENT, error) from error
    if not _NUMBER.fullmatch(text):
        raise damaged(folder / CURRENT, "holds no generation number")
    return int(text)


def read_generation(folder: Path, number: int) -> Generation:
    """The generation of that number with its manifest.

    Raises:
        IndexFormatError: it is not there, or its manifest is damaged.
    """
    place = generation_folder(folder, number)
    manifest = read_json(place / MANIFEST_FILE)
    if manifest.get("generation") != number:
        raise damaged(place / MANIFEST_FILE, f"does not describe generation {number}")
    if manifest.get("schema_version") != SCHEMA_VERSION:
        raise damaged(place / MANIFEST_FILE, "is of another schema version")
    if not _is_manifest(manifest):
        raise damaged(place / MANIFEST_FILE, "lacks what a manifest holds")
    return Generation(number, place, manifest)


def _is_manifest(manifest: dict[str, Any]) -> bool:
    """Whether what readers use of a manifest is there and of the right type: an index may come from anywhere."""
    embeddings = manifest.get("embeddings") or {"model": "", "chunks": 0, "vectors": 0}
    return (
        _is_table(manifest.get("tables"), int | None)
        and all(version is None or 0 <= version < _MOST for version in manifest["tables"].values())
        and _is_table(manifest.get("counts", {}), int)
        and _is_table(manifest.get("fingerprints"), str)
        and _is_table(manifest.get("checksums"), int)
        and _is_table(manifest.get("digests", {}), int)
        and isinstance(manifest.get("files"), list)
        and all(isinstance(name, str) for name in manifest["files"])
        and isinstance(manifest.get("created_at"), (int, float))
        and isfinite(manifest["created_at"])
        and isinstance(manifest.get("previous"), int | None)
        and _is_table(manifest.get("previous_tables", {}), int)
        and isinstance(embeddings, dict)
        and isinstance(embeddings.get("model"), str)
        and isinstance(embeddings.get("chunks"), int)
        and isinstance(embeddings.get("vectors"), int)
    )


def _is_table(value: Any, kind: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(entry, kind) for entry in value.values())


def sealed_json(value: Mapping[str, Any]) -> bytes:
    """A JSON object for ``read_json``: with the CRC-32 of all the rest of it."""
    return encode_json({**value, CHECKSUM: zlib.crc32(encode_json(value))})


def encode_json(value: Any) -> bytes:
    """A JSON document as it is stored: keys in order, one line."""
    return json.dumps(value, sort_keys=True).encode() + b"\n"


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in one of a generation's files, as ``sealed_json`` was given it.

    Raises:
        IndexFormatError: the file is missing or damaged.
    """
    try:
        value = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise damaged(path, "is missing") from None
    except OSError as error:
        raise unreadable(path, error) from error
    except (ValueError, RecursionError):
        raise damaged(path, "is not JSON") from None
    if not isinstance(value, dict):
        raise damaged(path, "holds no JSON object")
    stated = value.pop(CHECKSUM, None)
    if stated != zlib.crc32(encode_json(value)):
        raise damaged(path, "is not as it was written")
    return value


def generation_folder(folder: Path, number: int) -> Path:
    """Where the files of a generation lie."""
    return folder / GENERATIONS / str(number)


def generation_numbers(folder: Path) -> list[int]:
    """The numbers of the generations whose folders are there, in order."""
    place = folder / GENERATIONS
    if not place.is_dir():
        return []
    return sorted(int(entry.name) for entry in place.iterdir() if _NUMBER.fullmatch(entry.name))


def _marker(folder: Path) -> dict[str, Any] | None:
    path = folder / MARKER
    try:
        value = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise unreadable(path, error) from error
    except (ValueError, RecursionError):
        raise damaged(path, "is not JSON") from None
    if not isinstance(value, dict) or value.get("format") != MARKER_FORMAT:
        return None
    return value


def damaged(path: Path, what: str) -> IndexFormatError:
    """The error for a file of the index that isn't as it was written."""
    return IndexFormatError(f"{path} {what}; {BUILD_AGAIN}")


def unreadable(path: Path, error: OSError) -> StorageError:
    """The error for a file of the index that the system won't let us read."""
    return StorageError(f"{path} can't be read: {error.strerror}; check the permissions of the index folder")
