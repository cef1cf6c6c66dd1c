"""Edges that break cycles: without them there is none left, and none of them can be spared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codegraph.graph.cycles import breaking_edges, breaking_of_each, components, cycles
from codegraph.graph.levels import LevelEdge, LevelGraph
from codegraph.model import Level


def graph_of(edges: list[tuple[int, int, int]]) -> LevelGraph:
    """A graph of (source, target, weight)."""
    rows = sorted({end for source, target, _ in edges for end in (source, target)})
    found = [LevelEdge(a, b, weight, {"imports": weight}, False) for a, b, weight in sorted(edges)]
    return LevelGraph(Level.MODULE, rows, found, len(rows), len(found), False)


def broken_by(graph: LevelGraph) -> list[list[tuple[int, int]]]:
    """The ends of the edges that break each cycle of a graph."""
    return [[(edge.src, edge.dst) for edge in edges] for edges in breaking_of_each(graph, cycles(graph))]


def test_two_that_need_each_other_part_where_it_costs_least() -> None:
    assert broken_by(graph_of([(0, 1, 9), (1, 0, 2)])) == [[(1, 0)]]
    assert broken_by(graph_of([(0, 1, 2), (1, 0, 9)])) == [[(0, 1)]]


def test_one_edge_breaks_two_circles_that_share_it() -> None:
    edges = [(0, 1, 1), (1, 2, 1), (2, 0, 1), (1, 3, 1), (3, 0, 1)]
    assert broken_by(graph_of(edges)) == [[(0, 1)]]


def test_what_is_in_no_circle_breaks_nothing() -> None:
    assert broken_by(graph_of([(0, 1, 1), (1, 2, 1)])) == []


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40))
def test_nothing_goes_round_without_them_and_each_is_needed(pairs: set[tuple[int, int]]) -> None:
    graph = graph_of([(a, b, 1 + (a * 7 + b) % 5) for a, b in pairs if a != b])
    for cycle in cycles(graph):
        cut = {(edge.src, edge.dst) for edge in breaking_edges(graph, cycle.members)}
        targets = {
            row: [e.dst for e in graph.edges if e.src == row and (row, e.dst) not in cut]
            for row in cycle.members
        }
        assert components(targets | {row: [] for row in graph.nodes if row not in targets}) == []
        for source, target in cut:
            again = {row: [*ends, target] if row == source else ends for row, ends in targets.items()}
            assert components(again | {row: [] for row in graph.nodes if row not in again})
