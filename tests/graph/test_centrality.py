"""PageRank and betweenness, held against networkx."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.graph.centrality import CallGraph, betweenness, page_rank

PAIRS = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda pair: pair[0] != pair[1]))


def graph_of(pairs: set[tuple[int, int]], count: int = 12) -> CallGraph:
    ends = sorted(pairs)
    sources, targets = ([end[side] for end in ends] for side in (0, 1))
    return CallGraph(list(range(count)), np.array(sources, np.int64), np.array(targets, np.int64))


def networkx_of(pairs: set[tuple[int, int]], count: int = 12) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(pairs)
    return graph


@settings(max_examples=40, deadline=None)
@given(PAIRS)
def test_both_are_what_networkx_has(pairs: set[tuple[int, int]]) -> None:
    graph, other = graph_of(pairs), networkx_of(pairs)
    wanted = nx.betweenness_centrality(other)
    assert betweenness(graph).values == pytest.approx([wanted[row] for row in range(12)])
    ranks = page_rank(graph)
    assert sum(ranks) == pytest.approx(1)
    expected = _power(pairs)
    assert ranks == pytest.approx(expected, abs=1e-8)


def _power(pairs: set[tuple[int, int]], count: int = 12) -> list[float]:
    """PageRank as the eigenvector of the whole matrix, which no power iteration is needed for."""
    matrix = np.zeros((count, count))
    for source, target in pairs:
        matrix[target, source] = 1
    sums = matrix.sum(axis=0)
    matrix = np.where(sums == 0, 1 / count, matrix / np.where(sums == 0, 1, sums))
    solved = np.linalg.solve(np.eye(count) - 0.85 * matrix, np.full(count, 0.15 / count))
    return list(solved / solved.sum())


def test_a_sample_is_the_same_each_time_and_says_what_it_is() -> None:
    pairs = {(a, (a * 7 + 3) % 50) for a in range(50)} | {(a, (a * 3 + 1) % 50) for a in range(50)}
    graph = graph_of({pair for pair in pairs if pair[0] != pair[1]}, 50)
    first, again = betweenness(graph, budget=500), betweenness(graph, budget=500)
    assert first == again
    assert 0 < first.sampled < first.sources
    whole = betweenness(graph)
    assert whole.sampled == whole.sources


def test_nothing_has_no_centrality() -> None:
    empty = graph_of(set(), 0)
    assert page_rank(empty) == []
    assert betweenness(empty).values == []
