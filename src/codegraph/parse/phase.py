"""Phase 2 as the builder calls it: from a list of files to their facts, parsed or out of the cache."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import AdapterError
from codegraph.languages.facts import unpack
from codegraph.languages.registry import grammar_versions
from codegraph.parse.cache import variant
from codegraph.parse.checks import faults
from codegraph.parse.messages import Check, Reader, Result, Setup, Status, Task
from codegraph.parse.pool import Pool

if TYPE_CHECKING:
    from codegraph.languages.adapter import Adapter
    from codegraph.languages.facts import FileFacts
    from codegraph.languages.registry import Registry
    from codegraph.parse.cache import FactsCache
    from codegraph.parse.processes import StartMethod

DEFAULT_TIMEOUT = 30.0
FACTS_AT_ONCE = 500
"""So many files have their facts checked together."""


class InputFile(NamedTuple):
    """A file to parse.

    Args:
        content_id: the id of its text where that is known without reading the file, else "".
        earlier_id: the id of the text that it had when it was last indexed, "" for none.
    """

    path: str
    size: int
    language: str
    content_id: str = ""
    earlier_id: str = ""


class ParsedFile(NamedTuple):
    """What became of one file.

    Args:
        status: parsed, taken from the cache, skipped (not worth parsing) or failed.
        content_id: the git blob id of its text, 40 hex digits; "" where it could not be read.
        facts: its facts, packed when they are new, unpacked out of the cache; None when it was skipped or failed.
        reason: why it was skipped or failed, else "".
        earlier: the facts of the text that it had before, where that was another one and they are in the cache.
    """

    status: Status
    content_id: str
    facts: bytes | FileFacts | None
    reason: str = ""
    earlier: FileFacts | None = None

    def unpacked(self) -> FileFacts | None:
        """Its facts, unpacked."""
        return unpack(self.facts) if isinstance(self.facts, bytes) else self.facts


class ParseOutcome(NamedTuple):
    """What became of all files, in the order in which they were given, and what the user should know."""

    files: list[ParsedFile]
    warnings: tuple[str, ...]

    def count(self, status: Status) -> int:
        """How many files ended this way."""
        return sum(file.status == status for file in self.files)


def available_workers() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parse_files(
    root: Path,
    files: Sequence[InputFile],
    registry: Registry,
    *,
    reader: Reader,
    check: Check,
    workers: int = 0,
    statements: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    cache: FactsCache | None = None,
    progress: Callable[[int], None] | None = None,
    method: StartMethod = "auto",
) -> ParseOutcome:
    """Read and parse files in watched worker processes; facts in the cache are not made again.

    Args:
        root: the folder that paths are relative to.
        files: what to parse; each language must be in the registry.
        reader: gives a file's text, a function of a module (or a partial of one), as ``check``.
        check: says why a text is not worth parsing, or None.
        workers: processes at most, 0 for as many as there are processors.
        statements: whether statements (L4) become facts.
        timeout: seconds that one file may take.
        cache: facts of earlier runs; new ones are added.
        progress: called with the number of files that are done since the last call.
        method: how worker processes start; ``auto`` forks where that is safe.

    Raises:
        AdapterError: a query of a built-in or installed adapter does not compile.
        StorageError: the cache can't be written.
        CodegraphError: no worker process can be started.
    """
    run = _Run(files, registry, statements, cache, progress or (lambda _: None))
    tasks = run.open_tasks()
    while tasks or not run.has_loaded:
        if not tasks:
            tasks = run.load()
            continue
        patience = 2 * timeout + 1
        setup = Setup(root, run.adapters(tasks), reader, check, statements, run.known(tasks), patience)
        count = workers or available_workers()
        with Pool(setup, tasks, workers=count, timeout=timeout, method=method) as pool:
            pool.begin()
            lost = run.load()  # what the cache has, while others parse
            for result in pool.results():
                again = run.take(result)
                if again is not None:
                    pool.add(again)
        tasks = lost
    return ParseOutcome([file for file in run.done if file is not None], tuple(sorted(run.warnings)))


class _Run:
    """One call of ``parse_files``: which files are done, and with what."""

    def __init__(
        self,
        files: Sequence[InputFile],
        registry: Registry,
        statements: bool,
        cache: FactsCache | None,
        progress: Callable[[int], None],
    ) -> None:
        self.done: list[ParsedFile | None] = [None] * len(files)
        self.warnings: set[str] = set()
        self.has_loaded = False
        self._kept: list[tuple[int, str]] = []
        self._files = files
        self._registry = registry
        self._statements = statements
        self._cache = cache
        self._progress = progress
        self._grammars = [registry.grammar_for(file.language, file.path) for file in files]
        self._variants: dict[tuple[str, str], str] = {}

    def open_tasks(self) -> list[tuple[Task, int]]:
        """The files, with their sizes, whose facts are not in the cache."""
        ids: dict[str, frozenset[str]] = {}
        open_: list[int] = []
        for index, file in enumerate(self._files):
            kind = self._variant(file.language, self._grammars[index]) if file.content_id else ""
            if kind and kind not in ids:
                ids[kind] = self._cache.content_ids(kind) if self._cache is not None else frozenset()
            if kind and file.content_id in ids[kind]:
                self._kept.append((index, file.content_id))
            else:
                open_.append(index)
        return [self._task(index) for index in open_]

    def load(self) -> list[tuple[Task, int]]:
        """Take what the cache has of the others; the files, with their sizes, whose facts are no good after all."""
        kept, self._kept, self.has_loaded = self._kept, [], True
        lost: list[int] = []
        for at in range(0, len(kept), FACTS_AT_ONCE):
            part = kept[at : at + FACTS_AT_ONCE]
            for (index, content), facts in zip(part, self._cached(part), strict=True):
                if facts is not None:
                    self._finish(index, ParsedFile(Status.CACHED, content, facts))
                else:
                    lost.append(index)
        return [self._task(index) for index in lost]

    def _task(self, index: int) -> tuple[Task, int]:
        file = self._files[index]
        return Task(index, file.path, file.language, self._grammars[index]), file.size

    def adapters(self, tasks: Sequence[tuple[Task, int]]) -> dict[str, Adapter]:
        """The adapters that the tasks need."""
        return {task.language: self._registry.adapters[task.language] for task, _ in tasks}

    def known(self, tasks: Sequence[tuple[Task, int]]) -> dict[tuple[str, str], frozenset[str]]:
        """The content ids in the cache, for each grammar of the tasks."""
        if self._cache is None:
            return {}
        pairs = sorted({(task.language, task.grammar) for task, _ in tasks})
        return {pair: self._cache.content_ids(self._variant(*pair)) for pair in pairs}

    def take(self, result: Result) -> Task | None:
        """Note a result; a task when its file has to be done again, as its facts in the cache are no good."""
        index, content = result.index, result.content_id
        file = self._files[index]
        if result.status == Status.CACHED:
            (facts,) = self._cached([(index, content)])
            if facts is None:
                return Task(index, file.path, file.language, self._grammars[index], fresh=True)
            self._finish(index, ParsedFile(Status.CACHED, content, facts))
        elif result.status == Status.PARSED:
            if self._cache is not None:
                self._cache.put(content, self._variant(file.language, self._grammars[index]), result.facts)
            self._finish(index, ParsedFile(Status.PARSED, content, result.facts))
        else:
            if result.status == Status.NO_ADAPTER:
                self._report_adapter(file.language, result.reason)
            status = Status.SKIPPED if result.status == Status.SKIPPED else Status.FAILED
            self._finish(index, ParsedFile(status, content, None, result.reason))
        return None

    def _report_adapter(self, language: str, reason: str) -> None:
        if self._registry.adapters[language].trusted:
            raise AdapterError(reason)
        self.warnings.add(reason)

    def _finish(self, index: int, file: ParsedFile) -> None:
        earlier = self._files[index].earlier_id
        if earlier and earlier != file.content_id and file.facts is not None:
            (facts,) = self._cached([(index, earlier)])
            file = file._replace(earlier=facts)
        self.done[index] = file
        self._progress(1)

    def _variant(self, language: str, grammar: str) -> str:
        found = self._variants.get((language, grammar))
        if found is None:
            adapter = self._registry.adapters[language]
            found = variant(adapter, grammar, grammar_versions(), statements=self._statements)
            self._variants[language, grammar] = found
        return found

    def _cached(self, wanted: Sequence[tuple[int, str]]) -> list[FileFacts | None]:
        """The facts of texts from the cache, None for those that are not there or not sound.

        Args:
            wanted: of each the place of its file, and the content id.
        """
        cache = self._cache
        if cache is None:
            return [None] * len(wanted)
        found: list[FileFacts | None] = []
        kinds = [self._variant(self._files[index].language, self._grammars[index]) for index, _ in wanted]
        blobs = cache.get_all((content, kind) for (_, content), kind in zip(wanted, kinds, strict=True))
        for (_, content), kind, blob in zip(wanted, kinds, blobs, strict=True):
            try:
                found.append(unpack(blob) if blob is not None else None)
            except ValueError:
                found.append(None)
                cache.forget(content, kind)
        held = [place for place, facts in enumerate(found) if facts is not None]
        for fault in faults([facts for facts in found if facts is not None]):
            place = held[fault]
            found[place] = None
            cache.forget(wanted[place][1], kinds[place])
        return found
