"""Edges that no reference in the source shows: what tests exercise and are given, what languages call by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from codegraph.fingerprint.creation import Hooks
from codegraph.fingerprint.inferred import Edges, behind, own_places
from codegraph.fingerprint.joins import among
from codegraph.fingerprint.kept import Kept
from codegraph.fingerprint.kept_tests import of_tests
from codegraph.fingerprint.view import View
from codegraph.model import Coded, EdgeKind, Graph

GIVEN: Final = "fixture"
"""Rule of a reference to a fixture that a test or fixture is given, or to what runs around it."""
_SAYS = frozenset({EdgeKind.CALLS, EdgeKind.REFERENCES})

if TYPE_CHECKING:
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.registry import Rules
    from codegraph.languages.spec.names import Creation
    from codegraph.text import SourceOf


def implied(
    graph: Graph,
    rules: Rules,
    source_of: SourceOf,
    creations: Mapping[str, Creation],
    kept: Kept | None = None,
) -> dict[str, Any]:
    """The columns of such edges, ends as rows: references, and edges ``tests``.

    Args:
        graph: a graph with tags and tests marked.
        rules: say how tests replace things and which files share fixtures.
        source_of: gives the source of a file.
        creations: by language what it calls by itself as classes are made.
        kept: what tests had to do with in a build before, for a graph that looked the same to them.
    """
    import numpy as np

    view = View(graph)
    found = of_tests(view, rules, source_of, kept or Kept())
    hooks = list(Hooks(view, creations).edges())
    ends = np.array([edge[:2] for edge in hooks], np.int64).reshape(-1, 2)
    names = list(dict.fromkeys([GIVEN, *(rule for _, _, rule in hooks)]))
    codes = [names.index(rule) for _, _, rule in hooks]
    references = _references(
        view,
        np.append(ends[:, 0], found.asking),
        np.append(ends[:, 1], found.asked),
        Coded(np.array([*codes, *([0] * len(found.asked))], np.uint8), names),
    )
    return behind(references, found.exercised)


def _references(view: View, src: Ints, dst: Ints, rules: Coded) -> Edges:
    """The references with some ends and rules; there is none where the source itself refers to an end."""
    import numpy as np

    size = len(view.fqns)
    said = np.zeros(len(src), bool)
    for kind in _SAYS:
        edges = view.edges_of({kind})  # edges are sorted by source, kind and end
        said |= among(
            src * size + dst, view.ends("src")[edges].astype(np.int64) * size + view.ends("dst")[edges]
        )
    src, dst, codes = src[~said], dst[~said], rules.codes[~said]
    return Edges(src, dst, EdgeKind.REFERENCES, Coded(codes, rules.values), own_places(view, src))
