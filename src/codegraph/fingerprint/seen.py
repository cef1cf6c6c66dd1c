"""The part of a graph that decides what tests exercise and are given, and a fingerprint of it.

What tests exercise is looked for in this part alone: files with tests, what these lead to, and of all classes what they
derive from and contain. So an edit elsewhere, which leaves this part as it is, leaves those edges as they are.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.fingerprint.inferred import held, lists_of
from codegraph.fingerprint.testing import FIXTURE, SETUP, TEST
from codegraph.fingerprint.view import DERIVES, View
from codegraph.model import Coded, EdgeKind, Graph, Level
from codegraph.version import __version__

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.registry import Rules
    from codegraph.fingerprint.view import Bools

_PLACES = ("line", "column", "start_line", "end_line")
_TAGS = (TEST, FIXTURE, SETUP)
_CODED = ("kind", "confidence", "type_only")


def seen_by_tests(view: View) -> View:
    """A graph without what no search for the edges of tests looks at; nodes keep their rows, edges do not."""
    import numpy as np

    nodes, side = view.nodes, _side(view)
    edges = np.flatnonzero(side[view.ends("src")] | view.edges_where("kind", {EdgeKind.CONTAINS, *DERIVES}))
    tags: list[Sequence[str]] = [()] * len(side)
    known: dict[tuple[str, ...], Sequence[str]] = {}
    for row, given in view.tagged:
        if (all_ := tuple(given)) not in known:
            known[all_] = [tag for tag in _TAGS if tag in all_]
        tags[row] = known[all_]
    asked = any(FIXTURE in kept for kept in known.values())
    places = {name: _ints(np.where(side, np.asarray(nodes[name], np.int32), 0)) for name in _PLACES}
    columns = {
        name: nodes[name] for name in ("id", "fqn", "name", "level", "kind", "path", "parent", "is_test")
    }
    columns |= {**places, "tags": tags}
    for name in ("signature", "attributes"):  # what fixtures are asked for by
        texts = columns[name] = [""] * len(side)
        for row in np.flatnonzero(side).tolist() if asked else ():
            texts[row] = nodes[name][row]
    unresolved = view.unresolved
    missing = (
        np.flatnonzero(side[np.asarray(unresolved["src"], np.int64)]) if len(unresolved["src"]) else edges[:0]
    )
    kinds = unresolved["kind"]
    missed = [at for at in missing.tolist() if kinds[at] == EdgeKind.CALLS]
    misses = {name: [unresolved[name][at] for at in missed] for name in ("src", "kind", "text")}
    return view.part(Graph(columns, _edges(view, edges, side), misses))


def fingerprint_of(part: View, rules: Rules, hashes: Sequence[str]) -> str:
    """Fingerprint of such a part, of what rules say of tests, and of the texts of files with tests.

    Args:
        part: what ``seen_by_tests`` gave.
        rules: the rules.
        hashes: the hash of each module's text.
    """
    import numpy as np

    nodes, edges = part.nodes, part.edges
    tests = np.asarray(nodes["is_test"], bool)
    digest = hashlib.blake2b(digest_size=16)
    levels = np.asarray(nodes["level"], np.int8)
    modules = np.flatnonzero(levels == Level.MODULE)
    with_tests = np.zeros(len(levels) + 1, bool)
    with_tests[part.modules_of[tests]] = True
    texts = [hashes[row] for row in modules[with_tests[modules]].tolist()]
    columns: tuple[npt.NDArray[Any], ...] = (
        np.asarray(nodes["id"], np.int64),
        levels,
        tests,
        part.node_kinds,
        *(np.asarray(nodes[name], np.int32) for name in ("parent", *_PLACES)),
        *(part.ends(name) for name in ("src", "dst")),
    )
    for numbers in columns:
        digest.update(len(numbers).to_bytes(8, "little"))
        digest.update(np.ascontiguousarray(numbers).tobytes())
    sites = held(edges["sites"])
    digest.update(sites.offsets.tobytes())
    digest.update(sites.values.tobytes())
    for name in _CODED:
        column = part.coded(name)
        digest.update(msgspec.msgpack.encode([str(value) for value in column.values]))
        digest.update(column.codes.tobytes())
    for name in ("name", "path", "signature", "attributes"):
        digest.update("\0".join(nodes[name]).encode("utf-8", "surrogatepass"))
        digest.update(b"\1")
    tagged = [(row, tags) for row, tags in part.tagged if tags]
    rest = [__version__, rules.version, texts, tagged, *part.unresolved.values()]
    digest.update(msgspec.msgpack.encode(rest))
    return digest.hexdigest()


def _side(view: View) -> Bools:
    """What lies in files with tests, and members elsewhere of classes in these."""
    import numpy as np

    modules = view.modules_of
    with_tests = np.zeros(len(view.fqns) + 1, bool)
    with_tests[modules[np.asarray(view.nodes["is_test"], bool)]] = True
    with_tests[-1] = False  # for nodes that are in no module
    side = with_tests[modules]
    inside = view.edges_of({EdgeKind.CONTAINS})
    src, dst = view.ends("src")[inside], view.ends("dst")[inside]
    while (more := side[src] & ~side[dst]).any():
        side[dst[more]] = True
    return side


def _edges(view: View, edges: Ints, side: Bools) -> dict[str, Any]:
    """The columns of some edges that the search looks at; of those that leave another side no sites."""
    import numpy as np

    sites = held(view.edges["sites"])
    offsets, values = np.asarray(sites.offsets, np.int64), np.asarray(sites.values, np.int32)
    kept = np.zeros(len(offsets) - 1, bool)
    kept[edges] = side[view.ends("src")[edges]]
    counts = np.diff(offsets)
    columns: dict[str, Any] = {name: _ints(view.ends(name)[edges]) for name in ("src", "dst")}
    for name in _CODED:
        column = view.coded(name)
        columns[name] = Coded(column.codes[edges], column.values)
    return {**columns, "sites": lists_of((counts * kept)[edges], values[np.repeat(kept, counts)])}


def _ints(numbers: npt.NDArray[np.integer[Any]]) -> array[int]:
    import numpy as np

    return array("i", np.ascontiguousarray(numbers, np.int32).tobytes())
