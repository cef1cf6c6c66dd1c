"""``index_codebase``: build the index of a project, or bring it up to date."""

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from codegraph.builder import BuildReport, Progress, build
from codegraph.config import Settings
from codegraph.errors import IndexFormatError, SettingsError, UsageError
from codegraph.freshness.marks import taken_marks
from codegraph.freshness.memory import forget
from codegraph.model import CRASHED, UNREADABLE, Level
from codegraph.store import Store
from codegraph.store.files import load_files
from codegraph.store.layout import FILES_FILE, generation_folder
from codegraph.tools.index import Index, existing_folder
from codegraph.tools.lasting_options import Chosen, choose

_MOST_ERRORS = 100
_FAILURES = (UNREADABLE, CRASHED, "timed out")
_RENAMED = {
    "embedding_model": "embedding.model",
    "summarizer_model": "summarizer.model",
    "summarizer_max_tokens": "summarizer.max_tokens",
    "summarizer_concurrency": "summarizer.concurrency",
}
"""Parameters that are settings of another name."""


class IndexCodebaseRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What is not given is as in earlier runs or the project's settings; ``settings`` holds any of them by name.

    Options that say what is indexed hold until others are given, or ``reset_options`` forgets them. ``full`` ignores
    what earlier runs left in the cache. ``enrich_with_llm`` has the packages and modules summed up by the language
    model that the settings name.
    ``wait`` is how many seconds to wait for another process that indexes
    the project; 0 gives up at once and says which one it is.
    """

    root_path: str
    languages: Sequence[str] | str | None = None
    exclude: Sequence[str] | None = None
    enrich_with_llm: bool = False
    include_statements: bool | None = None
    embedding_model: str | None = None
    summarizer_model: str | None = None
    summarizer_max_tokens: int | None = None
    summarizer_concurrency: int | None = None
    root_alias: str | None = None
    respect_gitignore: bool | None = None
    embeddings: bool = True
    full: bool = False
    reset_options: bool = False
    wait: float = 0.0
    settings: dict[str, Any] = msgspec.field(default_factory=dict)


class EmbeddingStats(msgspec.Struct, kw_only=True):
    """The texts that have a vector and those that have none yet; ``dimensions`` 0 is as many as the model gives."""

    provider: str
    model: str
    dimensions: int
    nodes_embedded: int
    nodes_skipped: int
    elapsed: float


class FilterStats(msgspec.Struct, kw_only=True):
    """Files that were looked at: those with facts, and those left out by what was said of them.

    What git ignores and what an excluded folder holds is never listed, so nothing counts it.
    """

    total_enumerated: int
    vfs_file_entries_yielded: int
    skipped: dict[str, int]
    physical_root: str


class IndexedCodebase(msgspec.Struct, kw_only=True):
    """``index_id`` is the SHA-256 over the indexed paths and the hashes of their contents.

    ``errors`` names at most a hundred files that could not be read or parsed, and why; ``error_count`` counts all.
    ``summarized`` is how many nodes have a summary by a language model. ``options`` are the settings that this run or
    an earlier one was given and that hold for later ones, too; ``remembered`` are the names of those that were not
    given this time.
    """

    root: str
    index_id: str
    node_count: int
    edge_count: int
    statement_count: int
    file_count: int
    elapsed: float
    errors: list[str]
    error_count: int
    embedding_stats: EmbeddingStats
    filter_stats: FilterStats
    summarized: int
    report: BuildReport
    warnings: list[str]
    options: dict[str, Any]
    remembered: list[str]


def run(request: IndexCodebaseRequest, progress: Progress | None = None) -> IndexedCodebase:
    """Bring the index of the project up to date; only what changed is parsed and embedded.

    Raises:
        UsageError: no folder is given, there is no such folder, or a setting is wrong.
        BusyError: another process is indexing the project.
        StorageError: the index can't be written.
        ServiceError: a server that embeds or sums up fails; the graph is published all the same.
    """
    begun = time.perf_counter()
    root = project_folder(request.root_path)
    chosen = choose(root, overrides(request), reset=request.reset_options)
    settings = chosen.settings
    if request.enrich_with_llm:
        check_summarizer(settings)
    with taken_marks(root / settings.index_dir) as suspects:
        report = build(
            root,
            settings,
            progress=progress,
            full=request.full,
            embeddings=request.embeddings,
            workers=settings.workers or None,
            options=chosen.options,
            wait=request.wait,
            suspects=suspects,
        )
    forget(root / settings.index_dir)
    answer = indexed(root, chosen, report)
    if request.enrich_with_llm:
        answer.summarized = sum_up(root, settings)
    answer.elapsed = round(time.perf_counter() - begun, 3)
    return answer


def project_folder(path: str) -> Path:
    """The folder that a request names.

    Raises:
        UsageError: none is given, or there is no such folder.
    """
    if not path.strip():
        raise UsageError(
            'root_path is empty; give the folder of a project: {"root_path": "/home/me/project"}'
        )
    return existing_folder(Path(path))


def check_summarizer(settings: Settings) -> None:
    """Make sure that the settings name a language model.

    Raises:
        SettingsError: they do not.
    """
    if settings.summarizer.provider == "none":
        raise SettingsError(
            "enrich_with_llm needs a language model; set summarizer.provider and summarizer.model in your own "
            "config.toml"
        )


def sum_up(root: Path, settings: Settings) -> int:
    """Have the packages and modules of code summed up; what was said before is not asked for again.

    Returns:
        how many have a summary.

    Raises:
        ServiceError: the language model can't be reached, refuses, or answers with nonsense.
    """
    from codegraph.model import DOCUMENT_LANGUAGES
    from codegraph.tools import summaries

    index = Index(root, settings, root / settings.index_dir)
    try:
        view = index.view
        rows = [*view.rows(Level.PACKAGE), *view.rows(Level.MODULE)]
        names = [
            view.fqn(row) for row in rows if view.language(row) not in DOCUMENT_LANGUAGES and view.path(row)
        ]
        if not names:
            return 0
        return len(summaries.run(index, summaries.SummariesRequest(names=names)).summaries)
    finally:
        index.close()


def indexed(root: Path, chosen: Chosen, report: BuildReport) -> IndexedCodebase:
    """The answer that tells of a build."""
    errors = [f"{path}: {reason}" for path, reason in report.skipped if reason.startswith(_FAILURES)]
    return IndexedCodebase(
        root=str(root),
        index_id=_index_id(report),
        node_count=sum(report.nodes.values()),
        edge_count=sum(sum(by.values()) for by in report.edges.values()),
        statement_count=report.nodes.get("statement", 0),
        file_count=sum(report.files.values()),
        elapsed=0.0,
        errors=errors[:_MOST_ERRORS],
        error_count=len(errors),
        embedding_stats=_embedding_stats(chosen.settings, report),
        filter_stats=_filter_stats(report),
        summarized=0,
        report=report,
        warnings=chosen.warnings,
        options=chosen.options,
        remembered=list(chosen.remembered),
    )


def _embedding_stats(settings: Settings, report: BuildReport) -> EmbeddingStats:
    chunks, done = int(report.embedded.get("chunks", 0)), int(report.embedded.get("done", 0))
    return EmbeddingStats(
        provider=settings.embedding.provider,
        model=str(report.embedded.get("model", "")),
        dimensions=settings.embedding.dimensions,
        nodes_embedded=done,
        nodes_skipped=chunks - done,
        elapsed=report.seconds.get("embed", 0.0),
    )


def _filter_stats(report: BuildReport) -> FilterStats:
    yielded = sum(report.files.values())
    skipped: dict[str, int] = {}
    for _, reason in report.skipped:
        word = reason.partition(":")[0].partition(" (")[0]
        skipped[word] = skipped.get(word, 0) + 1
    return FilterStats(
        total_enumerated=yielded + len(report.skipped),
        vfs_file_entries_yielded=yielded,
        skipped=dict(sorted(skipped.items())),
        physical_root=report.root,
    )


def overrides(request: IndexCodebaseRequest) -> dict[str, Any]:
    """The settings that a request makes, by name."""
    named = {
        name: getattr(request, name)
        for name in ("exclude", "include_statements", "root_alias", "respect_gitignore")
    }
    named |= {setting: getattr(request, name) for name, setting in _RENAMED.items()}
    named["languages"] = language_names(request.languages)
    return {name: value for name, value in named.items() if value is not None} | request.settings


def language_names(languages: Sequence[str] | str | None) -> list[str] | None:
    """The languages of a request as the settings take them; an empty list means all, as None does."""
    words = [languages] if isinstance(languages, str) else languages
    return [word for part in words for word in part.split(",")] if words else None


def _index_id(report: BuildReport) -> str:
    index_dir = Path(report.index_dir)
    try:
        states = load_files(generation_folder(index_dir, report.generation) / FILES_FILE)
    except IndexFormatError:  # another writer has published since
        states = Store(index_dir).load_files()
    lines = "".join(f"{state.path}:{state.content_id}\n" for state in states)
    return hashlib.sha256(lines.encode()).hexdigest()
