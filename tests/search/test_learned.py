"""The learned order: functions change places with functions, and everything that it weighs is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from codegraph.builder import build
from codegraph.config import load_settings
from codegraph.graph.view import GraphView
from codegraph.search import learned
from codegraph.search.features import Candidates, features
from codegraph.store.layout import LEXICAL_FILE

CODE = """
class Store:
    def save(self, order): return order
    def drop(self, order): return None

class Cached(Store):
    def save(self, order): return super().save(order)
"""


@pytest.fixture
def view(tmp_path: Path) -> GraphView:
    """A type, one that overrides a member of it, and a document."""
    (tmp_path / "store.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "README.md").write_text("# Orders\n\nHow orders are saved.\n", encoding="utf-8")
    settings, _ = load_settings(tmp_path)
    build(tmp_path, settings, embeddings=False)
    return GraphView.open(tmp_path / settings.index_dir)


def candidates(view: GraphView) -> Candidates:
    """Everything, with falling scores and cosines."""
    rows = range(view.node_count)
    ranking = [(row, 1.0 - row / view.node_count) for row in rows]
    return Candidates(dict(ranking), ranking, ranking, np.linspace(0.9, 0.1, view.node_count))


def test_every_weight_is_of_a_feature(view: GraphView) -> None:
    with view:
        known = features(view, view.folder / LEXICAL_FILE, "save an order", candidates(view))
    assert known
    assert all(set(one) == set(learned.learned_weights()) for one in known.values())


def test_only_functions_change_places(view: GraphView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned, "MIN_FUNCTIONS", 2)
    found = candidates(view)
    overrides = {"overrides": learned.Weight(0.0, 1.0, 1.0)}
    with view:
        ordered = learned.in_learned_order(
            view, view.folder / LEXICAL_FILE, "save an order", found, overrides
        )
        functions = [row for row in found.scores if learned.is_callable(view, row)]
        other = [row for row in found.scores if row not in functions]
        best = max(functions, key=ordered.__getitem__)
        assert view.fqn(best).endswith("Cached::save")
        assert other
        assert all(ordered[row] == found.scores[row] for row in other)
    assert sorted(ordered.values()) == sorted(found.scores.values())


def test_few_functions_stay_as_they_are(view: GraphView) -> None:
    found = candidates(view)
    with view:
        assert learned.in_learned_order(view, view.folder / LEXICAL_FILE, "save", found) == found.scores


def test_a_project_unlike_all_others_is_not_ruled_by_one_number() -> None:
    weight = learned.Weight(mean=1.0, deviation=0.5, weight=2.0)
    assert weight.of(1.5) == 2.0
    assert weight.of(1e9) == 2.0 * learned.CLIPPED
    assert weight.of(-1e9) == -2.0 * learned.CLIPPED
