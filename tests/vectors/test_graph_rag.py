"""Matches that are expanded over similarity edges."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from codegraph.vectors import Conditions, Match, Point
from codegraph.vectors.graph_rag import GraphRag
from codegraph.vectors.memory import MemoryStore


def at(degrees: float) -> npt.NDArray[np.float32]:
    radians = math.radians(degrees)
    return np.array([math.cos(radians), math.sin(radians)], np.float32)


def fan(*degrees: float) -> MemoryStore:
    """Points named by the angle that their vectors have to the question's."""
    store = MemoryStore()
    names = [Point(id=f"{number:g}", kind="even" if number % 20 == 0 else "odd") for number in degrees]
    store.upsert("fan", names, np.stack([at(number) for number in degrees]))
    return store


def found(store: GraphRag, k: int = 10) -> dict[str, float]:
    return dict(store.search("fan", at(0), k))


def test_neighbours_of_a_match_get_its_score_less_the_decay() -> None:
    scores = found(GraphRag(fan(0, 40, 80), seeds=1))
    assert scores == {
        "0": 1.0,
        "40": pytest.approx(math.cos(math.radians(40)), abs=1e-5),
        "80": pytest.approx(math.cos(math.radians(80)), abs=1e-5),
    }
    scores = found(GraphRag(fan(0, 40, 80), seeds=2))
    assert scores["80"] == pytest.approx(0.7 * math.cos(math.radians(40)), abs=1e-5)


def test_each_hop_costs_a_decay() -> None:
    store = fan(0, 35, 70, 105)
    one, two, three = (found(GraphRag(store, seeds=1, hops=hops, decay=0.9)) for hops in (1, 2, 3))
    assert one["105"] == pytest.approx(math.cos(math.radians(105)), abs=1e-5)
    assert two["70"] == pytest.approx(0.81, abs=1e-5)
    assert three["105"] == pytest.approx(0.729, abs=1e-5)
    assert two["35"] == three["35"] == pytest.approx(0.9, abs=1e-5)


def test_the_best_score_is_kept() -> None:
    assert found(GraphRag(fan(0, 10), seeds=2))["10"] == pytest.approx(math.cos(math.radians(10)), abs=1e-5)


def test_what_is_less_alike_than_the_threshold_has_no_edge() -> None:
    assert found(GraphRag(fan(0, 60, 90), seeds=2))["90"] == pytest.approx(0.35, abs=1e-5)
    assert found(GraphRag(fan(0, 60, 90), seeds=2, threshold=0.9))["90"] == pytest.approx(0, abs=1e-5)


def test_equal_scores_go_by_id() -> None:
    store = fan(0, 80, -80)
    store.upsert("fan", [Point(id="b"), Point(id="a")], np.stack([at(41), at(41)]))
    matches = GraphRag(store, seeds=4).search("fan", at(0), 10)
    assert matches == sorted(matches, key=lambda match: (-match.score, match.id))
    assert [match.id for match in matches[:3]] == ["0", "a", "b"]


def test_neighbours_meet_the_conditions_too() -> None:
    matches = GraphRag(fan(0, 30, 60)).search("fan", at(0), 10, Conditions(kinds=("even",)))
    assert [match.id for match in matches] == ["0", "60"]


def test_no_more_than_asked_for_come_back() -> None:
    assert len(GraphRag(fan(0, 10, 20, 30)).search("fan", at(0), 2)) == 2


def test_what_points_away_is_no_seed() -> None:
    assert GraphRag(fan(170, 180)).search("fan", at(0), 2)[0] == Match(
        "170", pytest.approx(-0.984808, abs=1e-5)
    )


@pytest.mark.parametrize(
    "numbers", [{"threshold": 2}, {"decay": -1}, {"hops": -1}, {"seeds": -1}, {"neighbours": 0}]
)
def test_numbers_that_make_no_sense_are_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="threshold lies"):
        GraphRag(MemoryStore(), **numbers)  # type: ignore[arg-type]
