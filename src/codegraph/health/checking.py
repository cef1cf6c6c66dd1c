"""All checks in order; a later one rests on what the earlier ones found to be whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codegraph.errors import NotIndexedError
from codegraph.health.around import check_disk, check_lock, check_model, check_sources
from codegraph.health.caches import check_caches, check_leftovers
from codegraph.health.finding import Finding, State, Subject
from codegraph.health.generation import check_files, find_generation
from codegraph.health.structure import read_graph
from codegraph.health.tables import check_chunks, check_tables, check_vectors
from codegraph.store.layout import (
    CURRENT,
    GENERATIONS,
    MARKER,
    Generation,
)


def check(subject: Subject) -> list[Finding]:
    """Look at every part of an index; nothing of it is changed.

    A generation that is published meanwhile, and clears away the one in question, is looked at instead.

    Raises:
        NotIndexedError: there is no index.
        OSError: its folder can't be read.
    """
    folder = subject.index_dir
    if not any((folder / name).exists() for name in (MARKER, CURRENT, GENERATIONS)):
        raise NotIndexedError(f"there is no index at {folder}; run `codegraph index` first")
    while True:
        findings, generation = find_generation(subject)
        if generation is not None:
            findings += _of_generation(subject, generation)
            newer = find_generation(subject)[1]
            if newer is not None and newer.number != generation.number:
                continue
        findings += check_caches(subject)
        findings += check_lock(subject)
        findings += check_leftovers(subject, generation.number if generation is not None else None)
        findings += check_disk(subject)
        return findings


def is_good(findings: Iterable[Finding]) -> bool:
    """Whether no fault was found."""
    return all(finding.state != State.BAD for finding in findings)


def _of_generation(subject: Subject, generation: Generation) -> Iterator[Finding]:
    damaged = set()
    for finding in check_files(generation):
        damaged.add(finding.check) if finding.state == State.BAD else None
        yield finding
    if damaged.isdisjoint({"graph", "unresolved", "file states"}):
        findings, graph = read_graph(generation)
        yield from findings
        if graph is not None:
            yield from check_tables(subject.index_dir, generation, graph)
            findings, chunks = check_chunks(subject.index_dir, generation, graph.nodes.num_rows)
            yield from findings
            if chunks is not None:
                yield from check_vectors(subject.index_dir, generation, chunks)
    yield from check_model(subject, generation)
    if "file states" not in damaged:
        yield from check_sources(subject, generation)
