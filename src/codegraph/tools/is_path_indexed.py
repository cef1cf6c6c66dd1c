"""``is_path_indexed``: whether a file or folder is in an index, and in which."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import msgspec

from codegraph.errors import NotIndexedError, UsageError
from codegraph.model import INDEXED
from codegraph.tools.answers import Answer
from codegraph.tools.freshness import has_changed, known_files
from codegraph.tools.index import Index, find_root


class IsPathIndexedRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``virtual_path`` is a file or folder, absolute or relative to ``root_path`` ("" for the current folder)."""

    virtual_path: str
    root_path: str = ""


class PathIndexed(Answer, kw_only=True):
    """``root_parent`` is the nearest project around the path that has an index, "" if none has.

    ``path`` is the path below that project. Of a folder ``files`` counts the indexed files below it. ``reason`` says
    why a file is not indexed; ``stale`` that it has changed since, or one in the folder has.
    """

    indexed: bool
    root_parent: str
    indexed_at: str
    path: str
    is_folder: bool
    files: int
    reason: str


def run(request: IsPathIndexedRequest) -> PathIndexed:
    """Whether the index of the nearest project around a path has it.

    Raises:
        UsageError: no path is given, or it can't be one.
        IndexFormatError: there is an index, and it can't be read.
    """
    if not request.virtual_path.strip():
        raise UsageError('virtual_path is empty; give a file or folder such as "src/app.py"')
    place = _place(request)
    nearest = next((folder for folder in (place, *place.parents) if folder.is_dir()), None)
    try:
        index = Index.open(find_root(nearest)) if nearest else None
    except NotIndexedError:
        index = None
    if index is None:
        return _answer(place.as_posix(), "", "", is_folder=place.is_dir(), reason="no index around it")
    try:
        return _in_index(index, place)
    finally:
        index.close()


def _place(request: IsPathIndexedRequest) -> Path:
    """The path that is meant, links in its folders followed.

    Raises:
        UsageError: the system takes it for none: it is too long, or links go in a circle.
    """
    whole = Path(request.root_path or ".").absolute() / request.virtual_path.replace("\\", "/")
    try:
        place = whole.parent.resolve() / whole.name if whole.name != ".." else whole.resolve()
        place.exists()
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{request.virtual_path[:100]!r} can't be a path ({reason})") from None
    return place


def _in_index(index: Index, place: Path) -> PathIndexed:
    path = PurePosixPath(place.relative_to(index.root).as_posix())
    made = datetime.fromtimestamp(index.view.manifest.get("created_at", 0), UTC).isoformat(timespec="seconds")
    known = known_files(index)
    one = next((state for state in known if state.path == str(path)), None)
    if one is not None:
        answer = _answer(str(path), str(index.root), made, is_folder=False, reason="")
        answer.indexed, answer.reason = one.status == INDEXED, "" if one.status == INDEXED else one.status
        answer.files, answer.stale = int(answer.indexed), has_changed(index, one)
        return answer
    prefix = "" if path == PurePosixPath() else f"{path}/"
    below = [state for state in known if state.path.startswith(prefix) and state.status == INDEXED]
    answer = _answer(str(path), str(index.root), made, is_folder=place.is_dir(), reason="")
    answer.indexed, answer.files = bool(below), len(below)
    answer.stale = any(has_changed(index, state) for state in below)
    if not below:
        answer.reason = _why_not(place, index)
    return answer


def _why_not(place: Path, index: Index) -> str:
    if not place.exists():
        return "there is no such file or folder"
    if place.is_dir():
        return "no indexed file lies in it"
    skipped: dict[str, str] = dict(index.view.summary.get("report", {}).get("skipped", ()))
    path = place.relative_to(index.root).as_posix()
    return skipped.get(path, "it is new since then, ignored, excluded, or of no known language")


def _answer(path: str, root: str, made: str, *, is_folder: bool, reason: str) -> PathIndexed:
    return PathIndexed(
        indexed=False,
        root_parent=root,
        indexed_at=made if root else "",
        path=path,
        is_folder=is_folder,
        files=0,
        reason=reason,
    )
