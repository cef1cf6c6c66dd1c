"""Keeps a namespace of a store the same as the vectors of an index, by sending what changed and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codegraph.store.disk import storage_errors, write_whole
from codegraph.vectors.checks import batches, check_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.vectors.protocol import Point, VectorStore

SENT_FILE, STATE_FILE = "sent.json", "state.json"
_BATCH = 10_000
"""Points in one call: LanceDB writes a version of its table for each, the others cut it up themselves."""
_ON_THE_WAY = ""
"""The digest of a point of which it is not known whether it arrived, or whether it is gone."""


class Target(msgspec.Struct, frozen=True):
    """What is mirrored to: a store at a place, and a namespace there. ``place`` is a digest, as it may hold a key."""

    store: str
    place: str
    namespace: str


class Sent(msgspec.Struct):
    """What was sent to a target: a digest of each point by its id."""

    target: Target
    digests: dict[str, str]


class MirrorState(msgspec.Struct, frozen=True):
    """The state of the index that a target holds."""

    target: Target
    revision: str


class Mirrored(msgspec.Struct, frozen=True):
    """What a run did."""

    upserted: int
    deleted: int


def mirror(
    store: VectorStore,
    target: Target,
    folder: Path,
    points: Sequence[Point],
    texts: Sequence[str],
    matrix: NDArray[np.float16],
    revision: str,
    advance: Callable[[int], None] = lambda _: None,
) -> Mirrored:
    """Make the target hold the given points and no others.

    A run that is killed is made good by the next one: what is on the way is noted before it is sent. Where the
    note is lost, or the store has another number of points than it should, all is sent anew.

    Args:
        folder: where the notes are kept.
        texts: the hash of each point's text: it changes when its vector does.
        matrix: a row (of length 1) for each point.
        revision: names this state of the index.

    Raises:
        VectorStoreError: the store can't be reached or refuses.
        StorageError: the notes can't be written.
    """
    old = _usable(store, target, _sent(folder))
    digests = {
        point.id: _digest(point, text) for point, text in zip(points, texts, strict=True) if _fits(point)
    }
    changed = [place for place, point in enumerate(points) if _differs(point, digests, old)]
    gone = [id_ for id_ in old if id_ not in digests]
    if changed or gone:
        moving = dict.fromkeys([*(points[place].id for place in changed), *gone], _ON_THE_WAY)
        _note(folder, Sent(target, old | moving), None)
        for part in batches(len(changed), _BATCH):
            places = changed[part]
            store.upsert(target.namespace, [points[place] for place in places], matrix[places].astype("f4"))
            advance(len(places))
        for part in batches(len(gone), _BATCH):
            store.delete(target.namespace, gone[part])
    _note(folder, Sent(target, digests), MirrorState(target, revision))
    return Mirrored(len(changed), len(gone))


def mirrored_revision(folder: Path, target: Target) -> str:
    """The state of the index that a target holds, "" when it is none that is whole."""
    try:
        state = msgspec.json.decode((folder / STATE_FILE).read_bytes(), type=MirrorState)
    except (OSError, msgspec.DecodeError):
        return ""
    return state.revision if state.target == target else ""


def place_digest(*parts: str) -> str:
    """What stands for a store's address in the notes: it may hold a password."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _usable(store: VectorStore, target: Target, before: Sent | None) -> dict[str, str]:
    """What the target holds already; it is emptied when that is not known for sure."""
    if before is not None and before.target == target:
        sure = sum(digest != _ON_THE_WAY for digest in before.digests.values())
        if sure <= store.state(target.namespace).points <= len(before.digests):
            return before.digests
    elif before is not None and (before.target.store, before.target.place) == (target.store, target.place):
        store.drop(before.target.namespace)  # of another model: nobody will ask for it again
    store.drop(target.namespace)
    return {}


def _differs(point: Point, digests: dict[str, str], old: dict[str, str]) -> bool:
    digest = digests.get(point.id)
    return digest is not None and old.get(point.id) != digest


def _fits(point: Point) -> bool:
    """Whether databases take the id; what has an impossible one is found in the index alone."""
    try:
        check_id(point.id)
    except ValueError:
        return False
    return True


def _digest(point: Point, text: str) -> str:
    data = msgspec.json.encode((point, text))
    return hashlib.sha256(data).hexdigest()[:16]


def _sent(folder: Path) -> Sent | None:
    try:
        return msgspec.json.decode((folder / SENT_FILE).read_bytes(), type=Sent)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _note(folder: Path, sent: Sent, state: MirrorState | None) -> None:
    """Write down what was sent; while points are on the way there is no state that a search may go by."""
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / STATE_FILE).unlink(missing_ok=True)
        write_whole(folder / SENT_FILE, msgspec.json.encode(sent))
        if state is not None:
            write_whole(folder / STATE_FILE, msgspec.json.encode(state))
