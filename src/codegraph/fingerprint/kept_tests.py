"""What tests exercise and are given, taken over from a build before where the graph looks the same to tests."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from codegraph.fingerprint.exercise import exercised_in, fixtures_of, tests_of
from codegraph.fingerprint.given_to_tests import asked_pairs
from codegraph.fingerprint.inferred import Edges, behind
from codegraph.fingerprint.kept import Kept
from codegraph.fingerprint.seen import fingerprint_of, seen_by_tests
from codegraph.fingerprint.view import View
from codegraph.model import Coded, EdgeKind, Lists
from codegraph.text import content_hash

if TYPE_CHECKING:
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.registry import Rules
    from codegraph.model import Graph
    from codegraph.text import SourceOf


class OfTests(NamedTuple):
    """What tests have to do with, ends as rows.

    Args:
        asking, asked: tests and fixtures, and what each is given or has around it.
        exercised: the edges ``tests``.
    """

    asking: Ints
    asked: Ints
    exercised: Edges


class _KeptTests(msgspec.Struct, array_like=True):
    """The same as bytes, numbers of 32 bits and rules of 8."""

    key: str
    asking: bytes
    asked: bytes
    src: bytes
    dst: bytes
    codes: bytes
    rules: list[str]
    offsets: bytes
    values: bytes


def exercised(graph: Graph, rules: Rules, source_of: SourceOf) -> dict[str, Any]:
    """The columns of the edges ``tests`` of a graph, ends as rows; all empty where no rule found a test.

    Args:
        graph: a graph with tags and tests marked.
        rules: say how tests replace things and which files share fixtures.
        source_of: gives the source of a file.
    """
    return behind(of_tests(View(graph), rules, source_of, Kept()).exercised)


def of_tests(view: View, rules: Rules, source_of: SourceOf, kept: Kept) -> OfTests:
    """What the tests of a graph have to do with.

    Args:
        view: the graph, with tags and tests marked.
        rules: say how tests replace things and which files share fixtures.
        source_of: gives the source of a file.
        kept: what a build before found, and the place for what is found now.
    """
    part = seen_by_tests(view)
    hashes = view.nodes["content_hash"]
    key = fingerprint_of(part, rules, hashes)
    known = kept.read(key, _KeptTests)
    if known is not None:
        return _unpacked(known)
    changing: list[str] = []

    def source(path: str) -> bytes:
        data = source_of(path)
        if content_hash(data) != hashes[view.module_at(path)]:
            changing.append(path)
        return data

    tests, fixtures = tests_of(part), fixtures_of(part, rules)
    asking, asked = asked_pairs(part, fixtures, tests)
    found = OfTests(asking, asked, exercised_in(part, rules, source, tests, fixtures))
    if not changing:
        kept.keep(_packed(key, found))
    return found


def _packed(key: str, found: OfTests) -> _KeptTests:
    import numpy as np

    edges = found.exercised
    asking, asked, src, dst = (
        rows.astype(np.int32).tobytes() for rows in (found.asking, found.asked, edges.src, edges.dst)
    )
    codes, rules = edges.rules.codes.astype(np.uint8).tobytes(), list(edges.rules.values)
    offsets, values = edges.sites.offsets.tobytes(), edges.sites.values.tobytes()
    return _KeptTests(key, asking, asked, src, dst, codes, rules, offsets, values)


def _unpacked(known: _KeptTests) -> OfTests:
    import numpy as np

    asking, asked, src, dst = (
        np.frombuffer(rows, np.int32).astype(np.int64)
        for rows in (known.asking, known.asked, known.src, known.dst)
    )
    rules = Coded(np.frombuffer(known.codes, np.uint8), known.rules)
    sites = Lists(array("i", known.offsets), array("i", known.values))
    return OfTests(asking, asked, Edges(src, dst, EdgeKind.TESTS, rules, sites))
