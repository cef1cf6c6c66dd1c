"""What a build tells: progress while it goes on, and a report at its end."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, Protocol

import msgspec

from codegraph.model import ParseStatus

if TYPE_CHECKING:
    import pyarrow as pa

    from codegraph.discovery import Inventory
    from codegraph.model import Graph
    from codegraph.store.columns import GraphTables

PHASES = ("discovery", "parse", "resolve", "fingerprint", "documents", "store", "embed", "mirror")


class Progress(Protocol):
    """Is told what a build does. Phases are those of ``PHASES``, in that order."""

    def start(self, phase: str, total: int | None) -> None:
        """A phase begins; ``total`` is how many units it has, None where that is not known."""

    def advance(self, phase: str, n: int, note: str = "") -> None:
        """``n`` more units are done; with 0 of them the note is for the reader: what the phase is going to cost."""

    def finish(self, phase: str) -> None:
        """A phase is over."""


class Silent:
    """A progress that nobody looks at."""

    def start(self, phase: str, total: int | None) -> None:
        """Nothing."""

    def advance(self, phase: str, n: int, note: str = "") -> None:
        """Nothing."""

    def finish(self, phase: str) -> None:
        """Nothing."""


class BuildReport(msgspec.Struct, kw_only=True):
    """What a build did and what the index holds now.

    Args:
        changed: whether a new generation was published.
        files: files with facts, by language.
        files_parsed: how many were parsed in this run; ``files_cached`` came from the cache.
        files_resolved: in how many the references were resolved; those of the others are known to be as they were.
        skipped: path and reason of each file without facts.
        partial: path of each file with syntax errors; what stands outside of them is in the graph.
        nodes: by kind. ``edges``: by kind and confidence. ``unresolved``: by reason.
        references: ``total`` = ``resolved`` + ``external`` + ``unresolved``.
        accuracy: the same by language, with ``certain``, ``inferred`` and ``possible`` in place of ``resolved``.
        seconds: wall time by phase. ``cpu_seconds``: of this process and its workers.
        peak_memory_mb: upper bound of the resident memory of all processes together.
        embedded: ``chunks``, how many of them are ``done``, and the ``model``.
        texts_embedded: how many texts were embedded in this run.
        redone: what was done again though no file asked for it, and why: another version, adapter, model.
    """

    root: str
    index_dir: str
    generation: int
    changed: bool
    files: dict[str, int]
    files_parsed: int
    files_cached: int
    skipped: list[tuple[str, str]]
    nodes: dict[str, int]
    edges: dict[str, dict[str, int]]
    unresolved: dict[str, int]
    references: dict[str, int]
    seconds: dict[str, float]
    cpu_seconds: float
    peak_memory_mb: float
    embedded: dict[str, int | str]
    files_resolved: int = 0
    texts_embedded: int = 0
    redone: list[str] = []
    accuracy: dict[str, dict[str, int]] = {}
    notes: list[str] = []
    partial: list[str] = []


class Meter:
    """Measures the phases of a build, and tells its progress."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress: Progress = progress or Silent()
        self.seconds: dict[str, float] = {}
        self._cpu = _cpu_seconds()
        self._parsing_mb = 0.0

    @contextmanager
    def phase(self, name: str, total: int | None = None) -> Iterator[None]:
        """Measure a phase, and tell its beginning and, unless it fails, its end."""
        self.progress.start(name, total)
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - begun, 3)
        self.progress.finish(name)

    def parsed(self, workers: int) -> None:
        """Note the memory of the parse: this process and its workers at the same time."""
        own, child = _peak_mb()
        self._parsing_mb = own + workers * child

    @property
    def cpu_seconds(self) -> float:
        """CPU time since the build began, of this process and the workers that have ended."""
        return round(_cpu_seconds() - self._cpu, 3)

    @property
    def peak_memory_mb(self) -> float:
        """The larger of the parse with all its workers, and this process by itself."""
        return round(max(self._parsing_mb, _peak_mb()[0]), 1)


def _cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _peak_mb() -> tuple[float, float]:
    """Largest resident memory so far of this process, and of the largest child that has ended, in MB."""
    try:
        import resource
    except ImportError:  # Windows has no such figures
        return 0.0, 0.0
    unit = 1e6 if sys.platform == "darwin" else 1e3
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return own / unit, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit


def counts(tables: GraphTables) -> tuple[dict[str, int], dict[str, dict[str, int]], dict[str, int]]:
    """Nodes by kind, edges by kind and confidence, unresolved references by reason; each sorted by name."""
    edges: dict[str, dict[str, int]] = {}
    for (kind, confidence), number in _counted(tables.edges, "kind", "confidence").items():
        edges.setdefault(kind, {})[confidence] = number
    kinds, reasons = _counted(tables.nodes, "kind"), _counted(tables.unresolved, "reason")
    return {kind: number for (kind,), number in kinds.items()}, edges, {r: n for (r,), n in reasons.items()}


def outcomes(accuracy: dict[str, dict[str, int]]) -> dict[str, int]:
    """``BuildReport.references`` from ``BuildReport.accuracy``."""
    total, external, unresolved = (
        sum(tally[name] for tally in accuracy.values()) for name in ("total", "external", "unresolved")
    )
    return {
        "total": total,
        "resolved": total - external - unresolved,
        "external": external,
        "unresolved": unresolved,
    }


def _counted(table: pa.Table, *names: str) -> dict[tuple[str, ...], int]:
    """How many rows have each combination of words, in order of these."""
    import numpy as np

    columns = [table.column(name).combine_chunks() for name in names]
    words = [column.dictionary.to_pylist() for column in columns]
    codes = np.zeros(table.num_rows, np.int64)
    for column, some in zip(columns, words, strict=True):
        codes = codes * len(some) + column.indices.to_numpy(zero_copy_only=False)
    combinations = list(product(*words))
    numbers = np.bincount(codes, minlength=len(combinations)).tolist()
    return {words: n for words, n in sorted(zip(combinations, numbers, strict=True)) if n}


def partial_files(graph: Graph) -> list[str]:
    """The paths of the files whose syntax trees have errors, in order."""
    statuses = zip(graph.nodes["path"], graph.nodes["parse_status"], strict=True)
    return sorted(path for path, status in statuses if status == ParseStatus.PARTIAL)


def files_by_language(inventory: Inventory, indexed: frozenset[str]) -> dict[str, int]:
    """How many files that are in the graph each language and format of documents has, the most first."""
    files = (*inventory.files, *inventory.documents)
    found = Counter(file.language for file in files if file.path in indexed)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
