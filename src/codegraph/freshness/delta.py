"""What a new generation of the graph changed, by FQN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from codegraph.store.files import load_files
from codegraph.store.layout import FILES_FILE

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

MOST_NAMES = 1000


class Changes(msgspec.Struct, kw_only=True):
    """What a refresh changed: files, and FQNs of what is defined in them, each sorted and at most a thousand.

    ``changed`` are symbols whose text is another now; what moved within its file is none. ``total`` counts the names
    in all three lists, ``truncated`` says that not all are shown.
    """

    root: str
    generation: int
    files: list[str]
    added: list[str]
    changed: list[str]
    removed: list[str]
    total: int
    truncated: bool


def contents_of(view: GraphView) -> dict[str, tuple[str, str]]:
    """What each indexed file was when a generation was built, by path.

    Raises:
        IndexFormatError: its files are damaged.
    """
    return {state.path: (state.content_id, state.status) for state in load_files(view.folder / FILES_FILE)}


def changed_paths(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """The paths that only one has, or that differ, sorted."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def delta(old: GraphView, new: GraphView, root: str, before: Mapping[str, object]) -> Changes:
    """What is defined in the new generation otherwise than in the old one.

    Args:
        old, new: both generations.
        root: the project's folder.
        before: what ``contents_of`` gave of the old one.

    Raises:
        IndexFormatError: an index is damaged.
    """
    after = contents_of(new)
    files = changed_paths(before, after)
    renamed = old.manifest["fingerprints"].get("packages") != new.manifest["fingerprints"].get("packages")
    looked_at = sorted(before.keys() | after.keys()) if renamed else files
    was, now = _hashes(old, looked_at), _hashes(new, looked_at)
    added, removed = sorted(now.keys() - was.keys()), sorted(was.keys() - now.keys())
    changed = sorted(fqn for fqn in now.keys() & was.keys() if now[fqn] != was[fqn])
    lists = (files, added, changed, removed)
    return Changes(
        root=root,
        generation=new.generation,
        files=files[:MOST_NAMES],
        added=added[:MOST_NAMES],
        changed=changed[:MOST_NAMES],
        removed=removed[:MOST_NAMES],
        total=len(added) + len(changed) + len(removed),
        truncated=any(len(names) > MOST_NAMES for names in lists),
    )


def _hashes(view: GraphView, paths: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Kind and hash of the text of what is defined in files, by FQN."""
    return {
        view.fqn(row): (view.kind(row), view.content_hash(row))
        for path in paths
        for row in view.rows_at(path)
    }
