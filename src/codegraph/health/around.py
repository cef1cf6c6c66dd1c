"""Checks of what lies around an index: who writes, the model, the program's version, the files, the disk."""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import CodegraphError, IndexFormatError
from codegraph.health.finding import Cure, Finding, bad, good, note
from codegraph.store.files import load_files
from codegraph.store.layout import FILES_FILE, HOLDER, VECTORS_FILE, Generation
from codegraph.store.lock import holder, is_locked

if TYPE_CHECKING:
    from codegraph.health.finding import Subject

_LOOK_SECONDS = 60.0
_ROOM = 3
"""A build writes a generation beside the one that answers, and tables beside tables."""
_REBUILD = "`codegraph index` does what follows from it"


def check_lock(subject: Subject) -> Iterator[Finding]:
    """Who writes the index."""
    note_of, there = holder(subject.index_dir), (subject.index_dir / HOLDER).exists()
    try:
        locked = is_locked(subject.index_dir)
    except OSError as error:
        message = f"it can't be taken: {error.strerror}"
        yield note("lock", message, "the index can be read; check the permissions of its folder to write it")
        return
    if locked and note_of is not None:
        since = _time(note_of.started_at)
        yield note(
            "lock", f"`{note_of.command}` (process {note_of.pid} on {note_of.host}) writes since {since}"
        )
    elif locked:
        yield note("lock", "another process writes the index")
    elif note_of is not None:
        where = "" if note_of.host == platform.node() else f" on {note_of.host}"
        message = f"process {note_of.pid}{where} died as it wrote (`{note_of.command}`); its lock is free"
        yield note("lock", message, "the next writer takes it; nothing is to be done", Cure.LITTER)
    elif there:
        yield note("lock", f"{HOLDER} makes no sense; the lock is free", cure=Cure.LITTER)
    else:
        yield good("lock", "nobody writes")


def check_model(subject: Subject, generation: Generation) -> Iterator[Finding]:
    """Whether the vectors are of the model that embeds questions."""
    from codegraph.embed import open_provider
    from codegraph.store.vectors_file import check_vectors_file

    embeddings = generation.manifest["embeddings"]
    try:
        provider = open_provider(subject.settings.embedding)
        fingerprint = provider.fingerprint if provider is not None else ""
    except CodegraphError as error:
        yield bad("model", error.message, Cure.NOTHING, "search goes by words until the model is there")
        return
    if provider is None:
        yield note("model", "none is set up (embedding.provider is none): search goes by words")
    elif not embeddings:
        yield note("model", f"{provider.name} would embed; nothing is embedded")
    elif embeddings["model"] != fingerprint:
        other = embeddings["model"].partition(":")[0] or "no model"
        message = (
            f"the vectors are of {other} or of other settings, questions are embedded by {provider.name}"
        )
        yield bad(
            "model", message, Cure.BUILD, "`codegraph index` embeds anew; until then search goes by words"
        )
    else:
        try:
            length = check_vectors_file(generation.folder / VECTORS_FILE)["dimensions"]
        except (IndexFormatError, OSError):
            return  # which was told already
        wanted = getattr(provider, "dimensions", 0)
        if isinstance(wanted, int) and wanted and embeddings["vectors"] and wanted != length:
            yield bad(
                "model",
                f"{provider.name} makes vectors of {wanted} numbers, there are such of {length}",
                Cure.VECTORS,
            )
        else:
            yield good("model", f"{provider.name} made the vectors, and embeds questions")


def check_sources(subject: Subject, generation: Generation) -> Iterator[Finding]:
    """What has changed since the index was built: files, and all else that it depends on."""
    from codegraph.builder.reasons import reasons_since
    from codegraph.freshness.look import Known, look
    from codegraph.freshness.marks import read_marks
    from codegraph.store.tree import load_tree

    known = Known(subject.root, load_files(generation.folder / FILES_FILE), load_tree(subject.index_dir))
    found = look(known, read_marks(subject.index_dir), subject.source_of, time.monotonic() + _LOOK_SECONDS)
    count = len(found.changed)
    if count:
        names = ", ".join(found.changed[:3])
        changed = "1 file has" if count == 1 else f"{count:,} files have"
        yield note("files", f"{changed} changed since ({names}{', ...' if count > 3 else ''})", _REBUILD)
    elif not found.complete:
        yield note("files", f"not all of them were looked at within {found.seconds:.0f} s")
    else:
        yield good("files", f"all {len(known.files):,} are as they were indexed")
    try:
        reasons = reasons_since(subject.root, subject.settings, generation)
    except CodegraphError as error:
        yield bad("settings", error.message, Cure.NOTHING, "mend the file that the line names")
        return
    if reasons:
        yield note("versions", "; ".join(reasons), _REBUILD)
    else:
        yield good("versions", "program, adapters, rules and settings are those of the build")


def check_disk(subject: Subject) -> Iterator[Finding]:
    """Whether there is room for a build."""
    size = _size(subject.index_dir)
    free = shutil.disk_usage(subject.index_dir).free
    told = f"the index takes {size / 1e6:.1f} MB, {free / 1e6:,.0f} MB are free"
    if not os.access(subject.index_dir, os.W_OK):
        yield note("disk", f"{told}; the index folder may not be written: it is only read")
    elif free < _ROOM * size:
        yield note(
            "disk", told, "free some disk space: a build needs about three times the size of the index"
        )
    else:
        yield good("disk", told)


def _size(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.lstat().st_size
        except FileNotFoundError:  # a writer clears away an old generation
            continue
    return total


def _time(seconds: float) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))
    except (OverflowError, OSError, ValueError):
        return "?"
