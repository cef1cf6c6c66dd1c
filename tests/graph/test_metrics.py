"""Rankings and the spread of a metric."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.errors import UsageError
from codegraph.graph.metrics import percentile, rank
from tests.graphs import make_graph, publish


def test_rows_are_ranked_and_the_spread_is_over_all_of_them(tmp_path: Path) -> None:
    lines = [f"function m::f{number} @m.py:{number} loc={number}" for number in range(1, 10)]
    with publish(tmp_path, make_graph("\n".join(lines))) as view:
        found = rank(view, "loc", range(view.node_count), top=2)
        assert [(view.name(row), value) for row, value in found.top] == [("f9", 9), ("f8", 8)]
        assert (found.evaluated, found.median, found.highest) == (9, 5.0, 9)
        with pytest.raises(UsageError, match="choose one of loc, cyclomatic"):
            rank(view, "beauty", [])


@given(st.lists(st.integers(0, 1000), min_size=1), st.floats(0, 100))
def test_percentiles_agree_with_numpy(values: list[int], percent: float) -> None:
    import numpy as np

    assert percentile(sorted(values), percent) == pytest.approx(float(np.percentile(values, percent)))


def test_nothing_has_a_percentile_of_zero() -> None:
    assert percentile([], 95) == 0.0
