"""Builds of small projects in this process: what costs time and tells nothing is done once, or not at all."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self
from unittest.mock import patch

import numpy as np

from codegraph import builder
from codegraph.builder import BuildReport, build
from codegraph.config import load_settings
from codegraph.discovery import read_source
from codegraph.fingerprint import Rules, Used, load_rules
from codegraph.languages.registry import Registry, load_registry
from codegraph.parse import extract, phase, worker
from codegraph.store import writer
from codegraph.store.lance import LanceDatabase

if TYPE_CHECKING:
    import pyarrow as pa

    from codegraph.parse.extract import Grammar
    from codegraph.parse.messages import Result, Setup, Task

_extract = extract.extract

DIMENSIONS = 4


class NoProcesses:
    """Stands in for the pool of worker processes, and does the work itself."""

    grammars: ClassVar[worker.Grammars] = {}

    def __init__(self, setup: Setup, tasks: Sequence[tuple[Task, int]], **_: Any) -> None:
        self._setup = setup
        self._tasks = [task for task, _ in tasks]

    def add(self, task: Task) -> None:
        """One more file."""
        self._tasks.append(task)

    def begin(self) -> None:
        """It is begun when somebody asks for results."""

    def results(self) -> Iterator[Result]:
        """A result for each file, in order."""
        while self._tasks:
            task = self._tasks.pop(0)
            pair = task.language, task.grammar
            if pair not in self.grammars:
                self.grammars.update(worker.load_grammars(self._setup, {pair}))
            yield worker._process(self._setup, task, self.grammars[pair])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return


class WithStatements(NoProcesses):
    """The same for statements, whose queries are others."""

    grammars: ClassVar[worker.Grammars] = {}


class NoTables(LanceDatabase):
    """Stands in for LanceDB where nobody asks for its tables: writing them takes longer than the rest of a build."""

    def write(self, name: str, rows: pa.Table) -> int:
        """Nothing is kept."""
        return 1

    append = write

    def open(self, name: str, version: int | None = None) -> None:
        """There is no table."""


class Embedder:
    """A provider whose vectors are made of the hashes of texts; it counts the texts."""

    name, fingerprint, dimensions, step_size = "hashes", "hashes-1", DIMENSIONS, 64

    def __init__(self) -> None:
        self.texts: list[str] = []

    def estimate_seconds(self, tokens: int) -> float | None:
        """It takes no time."""
        return 0.0

    def embed_documents(
        self, texts: Sequence[str], on_done: Callable[[int], None] | None = None, limits: Sequence[int] = ()
    ) -> np.ndarray[Any, Any]:
        """A vector of length 1 for each text."""
        self.texts += texts
        for place in range(len(texts)):
            if on_done is not None:
                on_done(place)
        rows = [list(hashlib.blake2b(text.encode(), digest_size=DIMENSIONS).digest()) for text in texts]
        matrix = np.array(rows, dtype=np.float32).reshape(len(texts), DIMENSIONS) + 1
        return (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float16)

    def close(self) -> None:
        """Nothing is open."""


_FACTS: dict[tuple[bytes, int], bytes] = {}


def _extracted(data: bytes, grammar: Grammar) -> bytes:
    """The facts of a text, which depend on nothing else; grammars are kept, so that they are told by their ids."""
    key = data, id(grammar)
    if key not in _FACTS:
        _FACTS[key] = _extract(data, grammar)
    return _FACTS[key]


@cache
def _registry() -> Registry:
    return load_registry(None)


@cache
def _rules(used: Used) -> Rules:
    return load_rules(None, None, used)


@contextmanager
def in_this_process(
    *, statements: bool = False, embedder: Embedder | None = None, tables: bool = True
) -> Iterator[set[str]]:
    """Builds start no process, read adapters and rules once, and write LanceDB's ``tables`` or don't.

    What is given is the set of paths that can't be read; it may be changed.
    """
    unreadable: set[str] = set()

    def reader(root: Path, path: str) -> bytes:
        if path in unreadable:
            raise PermissionError(13, "Permission denied", path)
        return read_source(root, path)

    with (
        patch.object(extract, "extract", _extracted),
        patch.object(phase, "Pool", WithStatements if statements else NoProcesses),
        patch.object(writer, "LanceDatabase", LanceDatabase if tables else NoTables),
        patch.object(builder, "load_registry", lambda _: _registry()),
        patch.object(builder, "load_rules", lambda _root, _settings, used, _kept: _rules(used)),
        patch.object(builder, "read_source", reader),
        patch.object(builder, "_provider", lambda _: embedder),
    ):
        yield unreadable


def build_at(
    root: Path, index_dir: Path, *, full: bool = False, embeddings: bool = False, **overrides: Any
) -> BuildReport:
    """Build the index of ``root`` in a folder of its own, as a refresh does."""
    settings, _ = load_settings(root, {"index_dir": str(index_dir), **overrides})
    return build(root, settings, full=full, embeddings=embeddings, workers=1, relist=False)


def build_anew(root: Path, index_dir: Path, **options: Any) -> BuildReport:
    """Build an index from nothing; what lies in its folder is removed."""
    shutil.rmtree(index_dir, ignore_errors=True)
    return build_at(root, index_dir, full=True, **options)
