"""``incremental_reindex``: bring an index up to date after changes, and say what changed."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from codegraph.builder import Progress, build
from codegraph.errors import UsageError
from codegraph.freshness.marks import taken_marks
from codegraph.freshness.memory import forget
from codegraph.freshness.paths import inside
from codegraph.store import Store
from codegraph.store.layout import current_generation
from codegraph.tools.index_codebase import (
    IndexedCodebase,
    check_summarizer,
    indexed,
    language_names,
    project_folder,
    sum_up,
)
from codegraph.tools.lasting_options import choose

UNCHANGED = "unchanged"
"""The ``index_id`` of an answer when nothing was changed."""
_MOST_PATHS = 200


class IncrementalReindexRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Changes are found by the files' contents, so nothing need be named.

    Of the files in ``changed_files``, and of those that differ between the two commits, the answer says which were not
    changed after all. ``from_commit`` alone compares with the files as they are, ``to_commit`` alone with the commit
    before it.
    """

    root_path: str
    changed_files: Sequence[str] | str = ()
    from_commit: str = ""
    to_commit: str = ""
    languages: Sequence[str] | str | None = None
    enrich_with_llm: bool = False
    embeddings: bool = True
    wait: float = 0.0


class IncrementallyReindexed(IndexedCodebase, kw_only=True):
    """``changed_files`` are added, changed or deleted since the index was last built, at most ``limit`` of ``total``.

    ``unchanged_files`` were named and are as they were. ``index_id`` is ``unchanged`` when nothing was to do.
    """

    changed_files: list[str]
    unchanged_files: list[str]
    total: int
    limit: int
    truncated: bool


def run(request: IncrementalReindexRequest, progress: Progress | None = None) -> IncrementallyReindexed:
    """Bring the index up to date; the result equals one that is built from scratch with the options of the last build.

    Files that are named are looked at even where their sizes and times say that nothing happened to them.

    Raises:
        NotIndexedError: there is no index yet.
        UsageError: there is no such folder, a path leads out of it, or git does not know a commit.
        BusyError: another process is indexing the project.
        StorageError: the index can't be written.
    """
    begun = time.perf_counter()
    root = project_folder(request.root_path)
    chosen = choose(root, {"languages": language_names(request.languages)})
    settings = chosen.settings
    if request.enrich_with_llm:
        check_summarizer(settings)
    index_dir = root / settings.index_dir
    named = _named(root, request)
    before = _contents(index_dir)
    with taken_marks(root / settings.index_dir) as suspects:
        report = build(
            root,
            settings,
            progress=progress,
            embeddings=request.embeddings,
            workers=settings.workers or None,
            options=chosen.options,
            wait=request.wait,
            suspects={*suspects, *named},
        )
    forget(root / settings.index_dir)
    after = _contents(index_dir)
    changed = sorted(path for path in before | after if before.get(path) != after.get(path))
    answer = indexed(root, chosen, report)
    if request.enrich_with_llm:
        answer.summarized = sum_up(root, settings)
    if not report.changed:
        answer.index_id = UNCHANGED
    answer.elapsed = round(time.perf_counter() - begun, 3)
    return IncrementallyReindexed(
        **msgspec.structs.asdict(answer),
        changed_files=changed[:_MOST_PATHS],
        unchanged_files=sorted(named - set(changed))[:_MOST_PATHS],
        total=len(changed),
        limit=_MOST_PATHS,
        truncated=len(changed) > _MOST_PATHS,
    )


def _contents(index_dir: Path) -> dict[str, tuple[str, str]]:
    """What each file was when it was indexed, by path.

    Raises:
        NotIndexedError, IndexFormatError: there is no index, or it can't be read.
    """
    current_generation(index_dir)
    states = Store(index_dir).load_files()
    return {state.path: (state.content_id, state.status) for state in states}


def _named(root: Path, request: IncrementalReindexRequest) -> set[str]:
    words = request.changed_files
    named = {inside(root, word) for word in ((words,) if isinstance(words, str) else words)}
    return named | _between_commits(root, request.from_commit, request.to_commit)


def _between_commits(root: Path, old: str, new: str) -> set[str]:
    """The files below the root that differ between two commits.

    Raises:
        UsageError: git does not know a commit, or there is no repository.
    """
    if not old and not new:
        return set()
    from codegraph.discovery.git import GitError
    from codegraph.discovery.revisions import changed_files, span_of

    words = f"{old}..{new}" if old and new else old or f"{new}^!"
    try:
        folder = os.fsencode(root)
        return {change.path for change in changed_files(folder, span_of(folder, words))}
    except GitError as error:
        raise UsageError(str(error)) from None
