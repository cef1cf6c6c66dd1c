"""``index_status``: what the index holds, how it was built, and what has changed on disk since."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.freshness.memory import recall
from codegraph.store.layout import SUMMARY_FILE, damaged
from codegraph.tools.answers import Answer
from codegraph.tools.freshness import tell, without_refresh
from codegraph.tools.index import Index
from codegraph.tools.lasting_options import remembered_options

if TYPE_CHECKING:
    from codegraph.graph.accuracy import Shape

DIRTY_SHOWN = 50


class IndexStatusRequest(msgspec.Struct, forbid_unknown_fields=True):
    """``accuracy`` asks how sure the references are, and what those without a target look like."""

    accuracy: bool = False
    max_shapes: int = 15


class Tally(msgspec.Struct, kw_only=True):
    """The references of one language: ``total`` is the sum of the others.

    ``certain``, ``inferred`` and ``possible`` lead to a node of the project, ``external`` ones out of it.
    """

    language: str
    total: int
    certain: int
    inferred: int
    possible: int
    external: int
    unresolved: int


class OpenShape(msgspec.Struct, kw_only=True):
    """References without a target that look alike, with the first of them as an example."""

    language: str
    kind: str
    reason: str
    form: str
    count: int
    text: str
    path: str
    line: int


class Accuracy(msgspec.Struct, kw_only=True):
    """How sure the references are; ``shapes`` are the commonest of ``shape_count``."""

    languages: list[Tally]
    shapes: list[OpenShape]
    shape_count: int


class RootStatus(msgspec.Struct, kw_only=True):
    """One indexed project; ``language_summary`` counts its files by language."""

    virtual_root: str
    index_dir: str
    generation: int
    indexed_at: str
    node_count: int
    edge_count: int
    unresolved_count: int
    language_summary: dict[str, int]
    size_bytes: int


class IndexStatus(Answer, kw_only=True):
    """``dirty_paths`` are files that were changed, deleted or added since, at most ``limit`` of them.

    Nothing is brought up to date: that is for questions, and ``last_error`` is why the last one could not.

    ``report`` is that of the build which published the index, ``options`` are those that later builds keep;
    ``accuracy`` is there when it was asked for.
    """

    roots: list[RootStatus]
    limit: int
    truncated: bool
    report: dict[str, Any]
    options: dict[str, Any]
    accuracy: Accuracy | None = None


def run(index: Index, request: IndexStatusRequest) -> IndexStatus:
    """The state of the index, which stays as it is.

    Raises:
        NotIndexedError, IndexFormatError: there is no index, or it can't be read.
    """
    view = index.view
    report = dict(view.summary.get("report", {}))
    if report:
        _check_report(report, view.folder / SUMMARY_FILE)
        report["generation"] = view.generation  # unknown when the report was stored
    if embeddings := view.manifest.get("embeddings"):
        # Embedding goes on after the report was stored.
        model = report.get("embedded", {}).get("model", "")
        report["embedded"] = {
            "chunks": embeddings["chunks"],
            "done": embeddings["vectors"],
            "model": model or embeddings["model"].partition(":")[0],
        }
    found = without_refresh(index, index.settings.freshness.budget_ms / 1000)
    found.last_error = found.last_error or recall(index.index_dir).error
    root = RootStatus(
        virtual_root=str(index.root),
        index_dir=str(index.index_dir),
        generation=view.generation,
        indexed_at=_time(view.manifest.get("created_at", 0)),
        node_count=view.node_count,
        edge_count=view.edge_count,
        unresolved_count=view.unresolved_count,
        language_summary=report.get("files", {}),
        size_bytes=_size(index.index_dir),
    )
    answer = IndexStatus(
        roots=[root],
        limit=DIRTY_SHOWN,
        truncated=len(found.dirty_paths) > DIRTY_SHOWN,
        report=report,
        options=remembered_options(index.index_dir),
        accuracy=_accuracy(index, report, request.max_shapes) if request.accuracy else None,
    )
    tell(found, answer, DIRTY_SHOWN)
    return answer


def _accuracy(index: Index, report: dict[str, Any], max_shapes: int) -> Accuracy:
    from codegraph.graph.accuracy import shapes

    found = shapes(index.view)
    tallies = [Tally(language=language, **tally) for language, tally in report.get("accuracy", {}).items()]
    return Accuracy(
        languages=sorted(tallies, key=lambda tally: (-tally.total, tally.language)),
        shapes=[_open_shape(shape) for shape in found[:max_shapes]],
        shape_count=len(found),
    )


def _open_shape(shape: "Shape") -> OpenShape:
    return OpenShape(
        language=shape.language,
        kind=shape.kind,
        reason=shape.reason,
        form=shape.form,
        count=shape.number,
        text=shape.text,
        path=shape.path,
        line=shape.line,
    )


class _Report(msgspec.Struct):
    """What people are shown of a build's report."""

    files: dict[str, int]
    nodes: dict[str, int]
    edges: dict[str, dict[str, int]]
    unresolved: dict[str, int]
    references: dict[str, int]
    accuracy: dict[str, dict[str, int]]
    skipped: list[tuple[str, str]]
    embedded: dict[str, int | str]
    seconds: dict[str, float]
    cpu_seconds: float
    peak_memory_mb: float


def _check_report(report: dict[str, Any], path: Path) -> None:
    try:
        msgspec.convert(report, _Report)
    except msgspec.ValidationError:
        raise damaged(path, "holds no report of a build") from None


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _size(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        # A writer may clear an old generation while we count.
        with suppress(FileNotFoundError):
            total += file.lstat().st_size
    return total
