"""The six phases in order: discovery, parse, resolve, fingerprint, embed, store.

A build first finds out what changed. Nothing: the old report is given back, nothing heavy is imported. Else only
changed files are parsed (the facts of the others are in the cache), names are resolved, the graph is published and
can be questioned; then texts without a vector are embedded in steps.
"""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.builder.changes import (
    Known,
    changed_files,
    load_known,
    own_files,
    surroundings,
    untouched,
    wait_out_tick,
)
from codegraph.builder.documents import NOT_PROSE, document_version
from codegraph.builder.kept_files import RULES, TESTS, keep, kept_before
from codegraph.builder.listed import keep_inventory, listing_key, take_over
from codegraph.builder.mirroring import mirror_vectors
from codegraph.builder.reasons import redone, why_anew
from codegraph.builder.recursion import with_recursion
from codegraph.builder.report import (
    PHASES,
    BuildReport,
    Meter,
    Progress,
    counts,
    files_by_language,
    outcomes,
    partial_files,
)
from codegraph.builder.resolving import keep_resolution, resolution_before, resolution_key
from codegraph.dependencies import with_dependencies
from codegraph.discovery import Inventory, check_content, check_root, discover, folder_filter, read_source
from codegraph.errors import IndexFormatError, NotIndexedError
from codegraph.fingerprint import Kept, Rules, Used, apply, fingerprint, implied, load_rules, with_tests
from codegraph.languages.registry import Registry, load_registry
from codegraph.memory import give_memory_back
from codegraph.model import INDEXED
from codegraph.store.layout import CACHE
from codegraph.store.lock import INDEX, PATIENCE
from codegraph.vectors.outside import Outside

if TYPE_CHECKING:
    from codegraph.builder.documents import Readable
    from codegraph.config import Settings
    from codegraph.embed import EmbeddingProvider
    from codegraph.model import Declaration, Graph
    from codegraph.parse import ParseOutcome
    from codegraph.resolve import FileInput
    from codegraph.store import FileState, Generation
    from codegraph.store.writer import Writer

__all__ = ["PHASES", "BuildReport", "Progress", "build"]


FEW = 0.05
FEW_FILES = 20
"""The share of all files, and the files at least, up to which a change is small: LanceDB's tables can wait then."""


class _Task(NamedTuple):
    """What one build works on."""

    root: Path
    index_dir: Path
    settings: Settings
    registry: Registry
    rules: Rules
    kept_rules: Kept
    inventory: Inventory
    surroundings: dict[str, str]
    known: Known | None
    meter: Meter
    workers: int
    started_ns: int
    notes: list[str]
    full: bool
    anew: str
    options: Mapping[str, Any]
    suspects: Collection[str]
    wait: float
    command: str
    listing_key: str
    is_taken_over: bool
    """Whether the inventory is that of the build before."""


def build(
    root: Path,
    settings: Settings,
    *,
    progress: Progress | None = None,
    full: bool = False,
    embeddings: bool = True,
    workers: int | None = None,
    options: Mapping[str, Any] | None = None,
    suspects: Collection[str] = (),
    wait: float = 0.0,
    command: str = INDEX,
    relist: bool = True,
) -> BuildReport:
    """Build the index of a project, or bring it up to date.

    Args:
        root: the project's folder.
        settings: see ``codegraph.config``.
        progress: is told what goes on.
        full: parse every file again, whatever the cache has.
        embeddings: False leaves texts without a vector as they are; a later build adds what is missing.
        workers: parse processes, the number of cores by default.
        options: what of the settings is to hold for later builds, too; it is kept with the index.
        suspects: paths of files whose contents are looked at, whatever their sizes and times are.
        wait: how many seconds to wait for another process that builds this index; negative waits for ever. A refresh
            is short, and is waited for up to ``store.lock.PATIENCE`` seconds in any case.
        command: what other writers are told who find this one at work.
        relist: False takes over which files there are from the build before, if nothing around them changed. What
            only git knows, as files that are tracked though they are ignored, may then be found later.

    Raises:
        UsageError: the root can't be indexed.
        BusyError: another process builds this index, also after that time.
        StorageError: the index can't be written.
        MissingPartError: the embedding model is missing or damaged; the graph is published all the same.
        ServiceError: the server that embeds fails; the graph and what was embedded are published all the same.
    """
    started_ns = time.time_ns()
    meter = Meter(progress)
    with meter.phase("discovery"):
        registry = load_registry(root)
        absolute = check_root(root)
        index_dir = absolute / settings.index_dir
        key = listing_key(absolute, settings, registry.version)
        known_one = (
            None
            if relist or full
            else take_over(absolute, settings, index_dir, index_dir / CACHE, key, registry.adapters)
        )
        inventory = known_one or discover(absolute, settings, registry.table)
        languages = frozenset(file.language for file in inventory.files)
        ecosystems = frozenset(registry.adapters[name].spec.ecosystem for name in languages) - {""}
        kept_rules = Kept() if full else kept_before(index_dir, RULES)
        rules = load_rules(root, settings, Used(languages, ecosystems), kept_rules)
        around = surroundings(inventory, settings, registry, rules.version)
        around["documents"] = document_version(settings)
        known = None if full else load_known(index_dir, suspects)
        anew = why_anew(index_dir) if known is None and not full else ""
    notes = [*registry.warnings, *rules.warnings, *inventory.notes]
    task = _Task(
        inventory.root,
        index_dir,
        settings,
        registry,
        rules,
        kept_rules,
        inventory,
        around,
        known,
        meter,
        workers or settings.workers or os.cpu_count() or 1,
        started_ns,
        notes,
        full,
        anew,
        options or {},
        suspects,
        wait,
        command,
        key,
        known_one is not None,
    )
    provider = _provider(settings) if embeddings else None
    outside = Outside(settings.vectors, index_dir, inventory.root) if embeddings else None
    if (
        known is not None
        and known.options == task.options
        and untouched(known, inventory, around)
        and not _lacks_vectors(known, provider)
        and not (outside and outside.lacks(known.generation))
    ):
        _note_tree(task, if_other=True)
        return _unchanged(task, known)
    collecting = gc.isenabled()
    gc.disable()  # facts and graph are all alive until the end: there is nothing to collect, only to walk through
    try:
        return _write(task, provider, outside)
    finally:
        if outside is not None:
            outside.close()
        if collecting:
            gc.enable()


def _provider(settings: Settings) -> EmbeddingProvider | None:
    from codegraph.embed import open_provider

    return open_provider(settings.embedding)


def _lacks_vectors(known: Known, provider: EmbeddingProvider | None) -> bool:
    if provider is None:
        return False
    embeddings = known.generation.manifest.get("embeddings") or {}
    complete = embeddings.get("vectors") == embeddings.get("chunks", -1)
    return not complete or embeddings.get("model") != provider.fingerprint


def _unchanged(task: _Task, known: Known) -> BuildReport:
    """The report of the last build, as the result of one that had nothing to do."""
    import msgspec

    old = known.report
    embeddings = known.generation.manifest.get("embeddings") or {}
    return msgspec.structs.replace(
        old,
        root=str(task.root),
        index_dir=str(task.index_dir),
        generation=known.generation.number,
        changed=False,
        files_parsed=0,
        files_resolved=0,
        texts_embedded=0,
        redone=[],
        files_cached=sum(old.files.values()),
        skipped=_skipped(task.inventory, known.files.values()),
        seconds=task.meter.seconds,
        cpu_seconds=task.meter.cpu_seconds,
        peak_memory_mb=task.meter.peak_memory_mb,
        embedded={
            **old.embedded,
            "done": embeddings.get("vectors", 0),
            "chunks": embeddings.get("chunks", 0),
        },
        notes=task.notes,
    )


def _write(task: _Task, provider: EmbeddingProvider | None, outside: Outside | None) -> BuildReport:
    from codegraph.builder.documents import document_states
    from codegraph.parse import Status
    from codegraph.store import Store

    store = Store(task.index_dir)
    known = task.known
    checked = known.generation if known is not None else None
    with store.writer(
        task.command,
        task.wait,
        checked=checked,
        patience=PATIENCE,
        tell=lambda who: task.meter.progress.advance("discovery", 0, who),
    ) as writer:
        if known is not None and (not writer.current or writer.current.number != known.generation.number):
            known = load_known(task.index_dir, task.suspects)  # somebody published in the meantime
        before = _model_of(writer) or ""
        wait_out_tick((*task.inventory.files, *task.inventory.documents))
        outcome = _parse(task, writer, known)
        keep(writer.cache, RULES, task.kept_rules)
        parsed = Counter(
            file.language
            for file, result in zip(task.inventory.files, outcome.files, strict=True)
            if result.status == Status.PARSED
        )
        prose = document_states(task.inventory, known, _sources(task.root))
        states = [*_states(task, outcome), *prose.states]
        if known is not None and _same_content(known, states, task.surroundings):
            report = _unchanged(task, known)
            report.files_parsed = outcome.count(Status.PARSED)
            writer.update_files(states, _summary(task, known.report))
            try:
                if provider is not None and _lacks_vectors(known, provider):
                    report.texts_embedded = _embed_published(task, known.generation, writer, provider)
            except (IndexFormatError, NotIndexedError):  # a table is damaged, which look-ups do without
                report = _publish(task, writer, outcome, states, prose, provider, known)
        else:
            report = _publish(task, writer, outcome, states, prose, provider, known)
        then = known.fingerprints if known is not None else None
        models = (before, provider.fingerprint if provider is not None else "")
        report.redone = redone(then, task.surroundings, task.anew, models, report, parsed)
        if outside is not None and provider is not None:
            mirror_vectors(outside, writer, task.meter)
        current = writer.current
        if current is not None:
            report.generation = current.number
            embeddings = current.manifest.get("embeddings") or {}
            report.embedded = {
                "chunks": embeddings.get("chunks", 0),
                "done": embeddings.get("vectors", 0),
                "model": provider.name if provider is not None else "",
            }
    _note_tree(task)
    report.seconds = task.meter.seconds
    report.cpu_seconds = task.meter.cpu_seconds
    report.peak_memory_mb = task.meter.peak_memory_mb
    return report


def _note_tree(task: _Task, *, if_other: bool = False) -> None:
    """Keep what lies around the sources, so that questions can tell cheaply that nothing is new.

    The index is whole without it, and a folder that can't be written still answers.
    """
    from codegraph.store.tree import Around, load_tree, note_tree, save_tree
    from codegraph.version import __version__

    inventory, before = task.inventory, load_tree(task.index_dir)
    if task.is_taken_over and before is not None:
        with suppress(OSError):
            save_tree(task.index_dir, before.seen_again(task.started_ns))
        return
    around = Around(
        inventory.names,
        [*inventory.consulted, *own_files(task.root, task.settings)],
        folder_filter(task.root, task.settings),
    )
    tree = note_tree(task.root, around, before, __version__, task.started_ns)
    if if_other and tree.tells_as(before):
        return
    keep_inventory(task.index_dir / CACHE, inventory, task.listing_key, tree)
    with suppress(OSError):
        save_tree(task.index_dir, tree)


# --- parse ---


def _parse(task: _Task, writer: Writer, known: Known | None) -> ParseOutcome:
    from codegraph.parse import FactsCache, InputFile, parse_files

    earlier_states = known.files if known is not None else {}
    if known is not None and known.fingerprints.get("settings") != task.surroundings["settings"]:
        known = None  # other limits may take or leave out other files: each is looked at
    files = [
        InputFile(
            file.path,
            file.size,
            file.language,
            (known.content_id(file.path, file.size, file.mtime_ns, file.inode, file.ctime_ns) or "")
            if known is not None
            else "",
            earlier.content_id if (earlier := earlier_states.get(file.path)) is not None else "",
        )
        for file in task.inventory.files
    ]
    check = partial(check_content, max_mean_line=task.settings.max_mean_line)
    with task.meter.phase("parse", len(files)), FactsCache.open(writer.cache, empty=task.full) as cache:
        outcome = parse_files(
            task.root,
            files,
            task.registry,
            reader=read_source,
            check=check,
            workers=task.workers,
            statements=task.settings.include_statements,
            timeout=task.settings.parse_timeout,
            cache=cache,
            progress=lambda n: task.meter.progress.advance("parse", n),
        )
    task.meter.parsed(task.workers)
    task.notes.extend(outcome.warnings)
    return outcome


def _states(task: _Task, outcome: ParseOutcome) -> list[FileState]:
    from codegraph.store import FileState

    return [
        FileState(
            file.path,
            file.size,
            file.mtime_ns,
            result.content_id,
            file.language,
            result.reason or INDEXED,
            file.inode,
            file.ctime_ns,
        )
        for file, result in zip(task.inventory.files, outcome.files, strict=True)
    ]


def _same_content(known: Known, states: list[FileState], around: dict[str, str]) -> bool:
    if known.fingerprints != around or len(known.files) != len(states):
        return False
    return all(
        (old := known.files.get(new.path)) is not None
        and (old.content_id, old.language, old.status) == (new.content_id, new.language, new.status)
        for new in states
    )


# --- resolve, fingerprint, store, embed ---


class _Resolved(NamedTuple):
    """The graph, what became of references by language, and in how many files they were resolved."""

    graph: Graph
    accuracy: dict[str, dict[str, int]]
    files: int


def _graph(task: _Task, outcome: ParseOutcome, cache: Path) -> _Resolved:
    from codegraph.parse.embedded import code_of
    from codegraph.resolve import ImportContext, PackageInput, extend, resolve, with_edges

    inventory = task.inventory
    count = sum(result.facts is not None for result in outcome.files)
    earlier = {
        file.path: result.earlier
        for file, result in zip(inventory.files, outcome.files, strict=True)
        if result.earlier is not None
    }
    packages = [
        PackageInput(p.unique_name, p.path, p.manifest, p.ecosystem, p.is_workspace_root)
        for p in inventory.packages
    ]
    used = sorted({file.language for file in inventory.files})
    specs = {name: task.registry.adapters[name].spec for name in used}
    paths = [file.path for file in inventory.files]
    context = ImportContext(paths, inventory.configs)
    key = resolution_key(task.surroundings, paths)
    with task.meter.phase("resolve", count):
        resolution = resolve(
            _inputs(inventory, outcome),
            packages,
            inventory.name,
            specs,
            task.registry.adapter_module,
            context,
            statements=task.settings.include_statements,
            library=task.rules.library,
            advance=lambda n: task.meter.progress.advance("resolve", n),
            key=key,
            before=None if task.full else resolution_before(cache, key, earlier),
        )
        keep_resolution(cache, resolution.kept)
    source_of = _sources(task.root)
    declarations = list(zip(inventory.packages, inventory.declarations, strict=True))
    with task.meter.phase("fingerprint"):
        found = fingerprint(
            resolution.graph,
            task.rules,
            registry=task.registry,
            source_of=source_of,
            code_of=code_of,
            declared={
                package.path: frozenset(dependency.name for dependency in declaration.dependencies)
                for package, declaration in declarations
            },
            entries={package.path: declaration.entries for package, declaration in declarations},
        )
        graph = with_tests(extend(apply(resolution.graph, found), found.nodes, found.edges))
        creations = {name: spec.members.creation for name, spec in specs.items()}
        kept = Kept() if task.full else kept_before(task.index_dir, TESTS)
        graph = with_recursion(with_edges(graph, implied(graph, task.rules, source_of, creations, kept)))
        keep(cache, TESTS, kept)
    return _Resolved(graph, resolution.accuracy, resolution.resolved)


def _inputs(inventory: Inventory, outcome: ParseOutcome) -> Iterator[FileInput]:
    """The facts of all files; what has been handed over is let go of, as resolving needs the memory."""
    from codegraph.resolve import FileInput

    results = outcome.files
    results.reverse()
    for file in inventory.files:
        facts = results.pop().unpacked()
        if facts is not None:
            yield FileInput(file.path, file.language, file.package, facts)


def _publish(
    task: _Task,
    writer: Writer,
    outcome: ParseOutcome,
    states: list[FileState],
    prose: Readable,
    provider: EmbeddingProvider | None,
    known: Known | None,
) -> BuildReport:
    from codegraph.builder.composing import Composer, chunks_of, texts_of
    from codegraph.builder.documents import open_sheets, with_documents
    from codegraph.builder.embedding import CHUNK_COLUMNS, NODE_COLUMNS, embed
    from codegraph.parse import Status
    from codegraph.store.columns import graph_tables
    from codegraph.store.lexical_patch import bring_up_to_date
    from codegraph.store.lexical_terms import NODE_COLUMNS as LEXICAL_COLUMNS

    parsed, cached = outcome.count(Status.PARSED), outcome.count(Status.CACHED)
    graph, accuracy, resolved = _graph(task, outcome, writer.cache)
    indexed = frozenset(state.path for state in states if state.status == INDEXED)
    source_of = _sources(task.root)
    parsed_in_part = partial_files(graph)
    opened = open_sheets(writer.cache, source_of, empty=task.full)
    with task.meter.phase("documents", len(task.inventory.documents)), opened as sheets:
        graph = with_dependencies(graph, _declared(task.inventory), source_of)
        progress = task.meter.progress
        contents = {state.path: state.content_id for state in states}
        graph = with_documents(
            graph, task.inventory, prose, sheets, contents, lambda n: progress.advance("documents", n)
        )
        prose.sources.clear()
    composer = Composer(task.root, task.settings)
    model = _model_of(writer)
    changed = changed_files(known, states)
    with task.meter.phase("store"):
        tables, columns = graph_tables(graph), graph.nodes
        del graph  # columns are several times as large as tables, and this is when most memory is in use
        if model is None and provider is None:
            columns = {name: columns[name] for name in LEXICAL_COLUMNS}
        # An index that had vectors keeps those of unchanged texts from its first moment on.
        base = known if known is not None and known.fingerprints == task.surroundings else None
        chunks = None
        if model:
            chunks = chunks_of(composer, tables.nodes, columns, source_of, writer, base, changed)
        nodes, edges, unresolved = counts(tables)
        report = BuildReport(
            root=str(task.root),
            index_dir=str(task.index_dir),
            generation=0,
            changed=True,
            files=files_by_language(task.inventory, indexed),
            files_parsed=parsed,
            files_resolved=resolved,
            files_cached=cached,
            skipped=_skipped(task.inventory, states),
            partial=parsed_in_part,
            nodes=nodes,
            edges=edges,
            unresolved=unresolved,
            references=outcomes(accuracy),
            accuracy=accuracy,
            seconds=dict(task.meter.seconds),
            cpu_seconds=task.meter.cpu_seconds,
            peak_memory_mb=task.meter.peak_memory_mb,
            embedded={"chunks": 0, "done": 0, "model": provider.name if provider is not None else ""},
            notes=task.notes,
        )
        writer.publish(
            tables,
            files=states,
            summary=_summary(task, report),
            lexical=partial(
                bring_up_to_date,
                previous=known.generation.folder if known is not None else None,
                tables=tables,
                nodes=columns,
                changed=changed,
                source_of=source_of,
            ),
            fingerprints=task.surroundings,
            chunks=chunks,
            model=model,
            tables_later=known is not None and len(changed) <= max(FEW_FILES, FEW * len(states)),
        )
        kept = [state for state in states if state.status == INDEXED]
        contents = {state.content_id: state.path for state in kept}
        writer.update_trigrams(contents, sum(state.size for state in kept), source_of)
    if provider is not None:
        if chunks is None:
            chunks = composer.compose(columns, source_of)
            writer.put_chunks(chunks)
        # Embedding takes minutes and needs little: the rest of the graph need not lie in memory meanwhile.
        wanted = {name: columns[name] for name in NODE_COLUMNS}
        texts = texts_of(chunks, CHUNK_COLUMNS)
        del columns, chunks, tables
        gc.collect()  # what resolving left behind holds itself in circles
        give_memory_back()
        report.texts_embedded = embed(writer, provider, wanted, texts, task.meter, source_of)
    return report


def _declared(inventory: Inventory) -> dict[str, Declaration]:
    """What packages declare, by the names that they have in the graph."""
    names = (package.unique_name for package in inventory.packages)
    return dict(zip(names, inventory.declarations, strict=True))


def _skipped(inventory: Inventory, states: Iterable[FileState]) -> list[tuple[str, str]]:
    """Path and reason of each file without facts."""
    return sorted(
        [(s.path, s.reason) for s in inventory.skipped]
        + [(state.path, state.status) for state in states if state.status not in (INDEXED, NOT_PROSE)]
    )


def _model_of(writer: Writer) -> str | None:
    embeddings = (writer.current.manifest.get("embeddings") or {}) if writer.current else {}
    return embeddings.get("model")


def _embed_published(task: _Task, generation: Generation, writer: Writer, provider: EmbeddingProvider) -> int:
    """Go on with the embedding of a generation whose graph is up to date; how many texts there were."""
    from codegraph.builder.composing import Composer
    from codegraph.builder.embedding import CHUNK_COLUMNS, NODE_COLUMNS, embed
    from codegraph.store.stored import ALL_NODE_COLUMNS, StoredGraph

    chunks = writer.load_chunks(CHUNK_COLUMNS)
    with StoredGraph(generation.folder) as graph:
        table = graph.nodes(ALL_NODE_COLUMNS if chunks is None else NODE_COLUMNS)
    nodes = {name: table.column(name).to_pylist() for name in table.column_names}
    if chunks is not None:
        return embed(
            writer,
            provider,
            nodes,
            {n: chunks.column(n).to_pylist() for n in chunks.column_names},
            task.meter,
            _sources(task.root),
        )
    composed = Composer(task.root, task.settings).compose(nodes, _sources(task.root))
    writer.put_chunks(composed)
    return embed(writer, provider, nodes, composed, task.meter, _sources(task.root))


def _sources(root: Path) -> Callable[[str], bytes]:
    @lru_cache(maxsize=8)
    def source_of(path: str) -> bytes:
        return read_source(root, path)

    return source_of


def _summary(task: _Task, report: BuildReport) -> dict[str, Any]:
    """What is kept of a build for those that come after, see ``changes.load_known``."""
    import msgspec

    return {
        "report": msgspec.to_builtins(report),
        "started_ns": task.started_ns,
        "name": task.inventory.name,
        "options": dict(task.options),
    }
