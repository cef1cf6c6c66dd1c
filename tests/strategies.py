"""Hypothesis strategies for whole graphs, with names as awkward as real ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from codegraph.model import Confidence, EdgeKind, Graph, Reason
from tests.graphs import Row, edge, graph_of, node, reference

WORDS = st.sampled_from(
    ["a", "b", "Run", "run", "get", "user.service", "größe", "@kit", "it's", "__init__", "日本"]
)
EXTENSIONS = st.sampled_from([".py", ".ts"])
NUMBERS = st.integers(0, 2**31 - 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def graphs(draw: st.DrawFn, max_modules: int = 4, max_symbols: int = 6, max_edges: int = 12) -> Graph:
    """A package or two with modules, nested symbols, externals, and any edges between them."""
    rows: dict[str, Row] = {}
    for place, package in enumerate(draw(st.lists(WORDS, min_size=1, max_size=2, unique=True))):
        folder = package if place else ""
        _add(rows, node(package, "package", [f"@{folder}"]))
        for _ in range(draw(st.integers(0, max_modules))):
            _add_module(draw, rows, package, folder, max_symbols)
    for name in draw(st.lists(WORDS, max_size=2, unique=True)):
        _add(rows, node(f"ext::pypi::{name}", "external"))
        _add(rows, node(f"ext::pypi::{name}::{name}", "external"))
    fqns = sorted(rows)
    ends = st.tuples(st.sampled_from(fqns), st.sampled_from(sorted(EdgeKind)), st.sampled_from(fqns))
    edges = [_edge(draw, *end) for end in draw(st.lists(ends, max_size=max_edges, unique=True))]
    open_ends = [_reference(draw, src) for src in draw(st.lists(st.sampled_from(fqns), max_size=4))]
    return graph_of(rows.values(), edges, open_ends)


def _add(rows: dict[str, Row], row: Row) -> None:
    rows.setdefault(row["fqn"], row)


def _add_module(draw: st.DrawFn, rows: dict[str, Row], package: str, folder: str, max_symbols: int) -> None:
    inside = "/".join(draw(st.lists(WORDS, min_size=1, max_size=3)))
    extension = draw(EXTENSIONS)
    path = "/".join(filter(None, [folder, inside + extension]))
    module = f"{package}::{inside}{'' if extension == '.py' else extension}"
    if module in rows or any(row.get("path") == path for row in rows.values()):
        return
    _add(rows, node(module, "module", [f"@{path}"], **_columns(draw)))
    above = [module]
    for line in range(1, draw(st.integers(0, max_symbols)) + 1):
        name, suffix = draw(WORDS), draw(st.sampled_from(["", "", "@2", "(int)"]))
        fqn = f"{draw(st.sampled_from(above))}::{name}{suffix}"
        if fqn not in rows:
            kind = draw(st.sampled_from(["class", "function", "method", "field"]))
            words = [f"@{path}:{line}-{line + draw(st.integers(0, 3))}"]
            _add(rows, node(fqn, kind, words, name=name, **_columns(draw)))
            above.append(fqn)


def _columns(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "signature": draw(TEXTS),
        "doc": draw(TEXTS),
        "tags": draw(st.lists(TEXTS, max_size=2)),
        "modifiers": draw(st.lists(WORDS, max_size=2)),
        "exported": draw(st.booleans()),
        "is_test": draw(st.booleans()),
        "loc": draw(NUMBERS),
        "fan_in": draw(NUMBERS),
    }


def _edge(draw: st.DrawFn, src: str, kind: str, dst: str) -> Row:
    sites = draw(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=3))
    return edge(
        src,
        kind,
        dst,
        confidence=draw(st.sampled_from(sorted(Confidence))),
        rule=draw(WORDS),
        type_only=draw(st.booleans()),
        dynamic=draw(st.booleans()),
        sites=[number for site in sites for number in site],
    )


def _reference(draw: st.DrawFn, src: str) -> Row:
    candidates = sorted(draw(st.lists(TEXTS, max_size=2)))
    reason = draw(st.sampled_from(sorted(Reason)))
    return reference(src, "calls", draw(TEXTS), line=draw(NUMBERS), reason=reason, candidates=candidates)
