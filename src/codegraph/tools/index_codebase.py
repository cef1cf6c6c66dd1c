"""``index_codebase``: build the index of a project, or bring it up to date."""

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from codegraph.builder import BuildReport, Progress, build
from codegraph.config import load_settings
from codegraph.store.files import load_files
from codegraph.store.layout import FILES_FILE, generation_folder
from codegraph.tools.index import existing_folder


class IndexCodebaseRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What is not given is as in the project's settings; ``settings`` holds any of them by name.

    ``full`` ignores what earlier runs left in the cache.
    """

    root_path: str
    languages: Sequence[str] | None = None
    exclude: Sequence[str] | None = None
    include_statements: bool | None = None
    root_alias: str | None = None
    respect_gitignore: bool | None = None
    embeddings: bool = True
    full: bool = False
    settings: dict[str, Any] = msgspec.field(default_factory=dict)


class IndexedCodebase(msgspec.Struct, kw_only=True):
    """``index_id`` is the SHA-256 over the indexed paths and the hashes of their contents."""

    root: str
    index_id: str
    node_count: int
    edge_count: int
    statement_count: int
    file_count: int
    elapsed: float
    report: BuildReport
    warnings: list[str]


def run(request: IndexCodebaseRequest, progress: Progress | None = None) -> IndexedCodebase:
    """Bring the index of the project up to date; only what changed is parsed and embedded.

    Raises:
        UsageError: there is no such folder, or a setting is wrong.
        BusyError: another process is indexing the project.
        StorageError: the index can't be written.
    """
    begun = time.perf_counter()
    root = existing_folder(Path(request.root_path))
    settings, warnings = load_settings(root, _overrides(request))
    report = build(
        root,
        settings,
        progress=progress,
        full=request.full,
        embeddings=request.embeddings,
        workers=settings.workers or None,
    )
    return IndexedCodebase(
        root=str(root),
        index_id=_index_id(report),
        node_count=sum(report.nodes.values()),
        edge_count=sum(sum(by.values()) for by in report.edges.values()),
        statement_count=report.nodes.get("statement", 0),
        file_count=sum(report.files.values()),
        elapsed=round(time.perf_counter() - begun, 3),
        report=report,
        warnings=warnings,
    )


def _overrides(request: IndexCodebaseRequest) -> dict[str, Any]:
    named = {
        name: getattr(request, name)
        for name in ("languages", "exclude", "include_statements", "root_alias", "respect_gitignore")
    }
    return {name: value for name, value in named.items() if value is not None} | request.settings


def _index_id(report: BuildReport) -> str:
    folder = generation_folder(Path(report.index_dir), report.generation)
    lines = "".join(f"{state.path}:{state.content_id}\n" for state in load_files(folder / FILES_FILE))
    return hashlib.sha256(lines.encode()).hexdigest()
