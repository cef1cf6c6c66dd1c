"""Puts right what the checks found wrong: as little as that takes, under the writer's lock, published whole.

What is right stays: facts in the cache, vectors, tables. Until the new generation is whole the old one answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from codegraph.errors import IndexFormatError, NotIndexedError, StorageError
from codegraph.health.caches import drop_damaged, leftovers
from codegraph.health.checking import check, is_good
from codegraph.health.finding import Cure, Finding, State, Subject
from codegraph.health.tables import check_chunks, compare, not_finite
from codegraph.store import Store
from codegraph.store.disk import storage_errors
from codegraph.store.generation import is_partial, remove
from codegraph.store.layout import VECTORS_FILE
from codegraph.store.vectors_file import read_vectors_file

if TYPE_CHECKING:
    from codegraph.builder import BuildReport, Progress
    from codegraph.store.writer import Writer

_COMMAND = "codegraph doctor --repair"


def repair(
    subject: Subject,
    findings: Sequence[Finding],
    *,
    options: Mapping[str, Any],
    wait: float = 0.0,
    progress: Progress | None = None,
) -> tuple[list[str], list[Finding]]:
    """Do what the findings ask for, bring the index up to date, and check again.

    Args:
        subject: the index.
        findings: what ``check`` found.
        options: what of the settings is kept with the index.
        wait: how many seconds to wait for another writer.
        progress: is told what a build does.

    Returns:
        what was done, a line each, and what is found now.

    Raises:
        BusyError: another process writes the index.
        StorageError: it can't be written.
        MissingPartError, ServiceError: what embeds is missing or fails; the graph is published all the same.
    """
    cures = {finding.cure for finding in findings}
    if cures <= {Cure.NOTHING}:
        return [], list(findings)
    done: list[str] = []
    build = _builder(subject, _wants_vectors(subject), options, wait, progress)
    with Store(subject.index_dir).writer(_COMMAND, wait) as writer:
        done += _tidied(subject, writer, clear=Cure.LITTER in cures)
        with storage_errors(subject.index_dir):
            done += drop_damaged(subject)
        if not cures & {Cure.BUILD, Cure.FULL} and writer.current is not None:
            done += _mend_tables(subject, writer, cures)
    if Cure.FULL not in cures:
        done.append(_told(build(full=False)))
        now = check(subject)
        if is_good(now) or not any(
            finding.cure >= Cure.TABLES for finding in now if finding.state == State.BAD
        ):
            return done, now
    with Store(subject.index_dir).writer(_COMMAND, wait) as writer:
        writer.drop_tables()
    done.append(_told(build(full=True)))
    return done, check(subject)


def _builder(
    subject: Subject,
    embeddings: bool,
    options: Mapping[str, Any],
    wait: float,
    progress: Progress | None,
) -> Callable[..., BuildReport]:
    from functools import partial

    from codegraph.builder import build

    return partial(
        build,
        subject.root,
        subject.settings,
        progress=progress,
        embeddings=embeddings,
        workers=subject.settings.workers or None,
        options=options,
        wait=wait,
    )


def _wants_vectors(subject: Subject) -> bool:
    """Whether the index had vectors: one that was built without stays so."""
    from codegraph.store.lance import LanceDatabase
    from codegraph.store.layout import LANCE
    from codegraph.store.vectors import VectorTable

    try:
        current = Store(subject.index_dir).current()
    except (IndexFormatError, StorageError):
        current = None
    if current is not None:
        return current.manifest["embeddings"] is not None
    return bool(VectorTable(LanceDatabase(subject.index_dir / LANCE)).tables)


def _tidied(subject: Subject, writer: Writer, *, clear: bool) -> list[str]:
    """Remove what killed runs left; while the lock is held, nobody else is writing it."""
    if not clear:
        return []
    current = writer.current.number if writer.current is not None else None
    found = leftovers(subject, current)
    for entry in found:
        if is_partial(entry.name):
            remove(entry)
    if writer.current is not None:
        writer.tidy()
    gone = sum(not entry.exists() for entry in found)
    return [f"leftovers: removed {gone} of {len(found)}"] if found else []


def _mend_tables(subject: Subject, writer: Writer, cures: set[Cure]) -> list[str]:
    done = []
    if Cure.TABLES in cures:
        writer.rewrite_tables()
        done.append("tables of the graph: written again from its files")
    if Cure.CHUNKS in cures:
        done.append(_mend_chunks(subject, writer))
    elif Cure.VECTORS in cures:
        done.append(_mend_vectors(subject, writer))
    return done


def _mend_chunks(subject: Subject, writer: Writer) -> str:
    """Compose the texts again; a file that has changed since is brought in by the build that follows."""
    from codegraph.builder.composing import Composer
    from codegraph.store.stored import ALL_NODE_COLUMNS, StoredGraph

    if writer.current is None:
        raise NotIndexedError(f"there is no generation at {subject.index_dir}; run `codegraph index` first")
    with StoredGraph(writer.current.folder) as graph:
        table = graph.nodes(ALL_NODE_COLUMNS)
    nodes = {name: table.column(name).to_pylist() for name in table.column_names}
    writer.drop_table("chunks")
    writer.put_chunks(Composer(subject.root, subject.settings).compose(nodes, subject.source_of))
    return "texts: composed again" + _published(writer)


def _mend_vectors(subject: Subject, writer: Writer) -> str:
    """Take the vectors from the copy that is whole: the generation's file, which has a checksum, or the tables."""
    current = writer.current
    if current is None or not current.manifest["embeddings"]:
        return "vectors: there are none"
    model = current.manifest["embeddings"]["model"]
    _, chunks = check_chunks(subject.index_dir, current, _nodes(current.manifest))
    try:
        file = read_vectors_file(current.folder / VECTORS_FILE)
    except (IndexFormatError, OSError):
        return "vectors: taken from the tables" + _published(writer)
    if chunks is None or len(file.nodes) != chunks.num_rows:
        writer.drop_vectors()
        return "vectors: thrown away" + _published(writer)
    try:
        found = compare(subject.index_dir, model, file, chunks)
        if found.is_same:
            return "vectors: they were whole"
        doubtful = found.unlike | found.wild
    except StorageError:  # then only the file tells
        doubtful = not_finite(file.matrix)
    hashes = chunks.column("dense_text_hash").to_pylist()
    doubted = {text for text, is_doubtful in zip(hashes, doubtful.tolist(), strict=True) if is_doubtful}
    places = {text: place for place, text in enumerate(hashes) if text not in doubted}
    matrix = file.matrix[list(places.values())]
    writer.drop_vectors()
    if places:
        writer.add_vectors(model, list(places), matrix)
    told = f", {len(doubted):,} of which nobody can tell are embedded again" if doubted else ""
    return "vectors: the tables are written again from the generation's file" + told + _published(writer)


def _published(writer: Writer) -> str:
    current = writer.current
    embeddings = current.manifest["embeddings"] if current is not None else None
    if not embeddings:
        return ""
    return f", {writer.publish_embeddings(embeddings['model']):,} vectors published"


def _nodes(manifest: Mapping[str, Any]) -> int:
    counts: Mapping[str, int] = manifest.get("counts", {})
    return counts.get("nodes", 0)


def _told(report: BuildReport) -> str:
    if not report.changed:
        embedded = f", {report.texts_embedded:,} texts embedded" if report.texts_embedded else ""
        return f"index: up to date, generation {report.generation}{embedded}"
    return (
        f"index: built again as generation {report.generation}, {report.files_parsed:,} files parsed, "
        f"{report.files_cached:,} from the cache, {report.texts_embedded:,} texts embedded"
    )
