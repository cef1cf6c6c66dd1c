"""The nodes and edges of documents, kept from one build to the next: where no name changed they are as they were."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.model import EXTERNAL_ROOT, SEPARATOR, NodeKind
from codegraph.version import __version__

if TYPE_CHECKING:
    from codegraph.model import Columns

LINKS_VERSION = 1
"""Part of every key: raise it when other nodes or edges come of the same names and documents."""
_EXTERNAL, _AFTER_EXTERNAL = f"{EXTERNAL_ROOT}{SEPARATOR}", f"{EXTERNAL_ROOT};"


class Links(msgspec.Struct, array_like=True):
    """What documents add to a graph.

    Args:
        key: see ``links_key``.
        nodes: columns of the nodes of documents, parents as FQNs.
        edges: columns of the edges to what they name, ends as FQNs.
    """

    key: str
    nodes: dict[str, list[Any]]
    edges: dict[str, list[Any]]


def links_key(nodes: Columns, paths: Iterable[str], documents: Sequence[Sequence[str]]) -> str:
    """Fingerprint of all that decides what documents add: what there is to be named, and the documents.

    Args:
        nodes: the nodes of the graph without the documents.
        paths: the source files.
        documents: of each document all that decides its nodes and what it names.
    """
    import numpy as np

    fqns, kinds = nodes["fqn"], nodes["kind"]
    first, last = bisect_left(fqns, _EXTERNAL), bisect_left(fqns, _AFTER_EXTERNAL)
    if any(kind != NodeKind.EXTERNAL for kind in kinds[first:last]):
        first = last = 0
    parents = np.array(nodes["parent"], np.int64)
    parents[parents >= last] -= last - first  # what is outside has no documents, and may be more or less
    digest = hashlib.blake2b(digest_size=16)
    for column in (fqns, nodes["name"], kinds):
        digest.update("\n".join([*column[:first], *column[last:]]).encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    for numbers in (parents, np.array(nodes["level"], np.int8), np.array(nodes["is_test"], bool)):
        digest.update(np.delete(numbers, slice(first, last)).tobytes())
    digest.update(msgspec.msgpack.encode([__version__, LINKS_VERSION, list(paths), documents]))
    return digest.hexdigest()
