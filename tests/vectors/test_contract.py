"""What every store of vectors has to do, asked of each that can run here."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from codegraph.vectors import Conditions, Match, Point, State, VectorStore

SIZE = 16
Vectors = NDArray[np.float32]
_NUMBERS = itertools.count()


def axis(number: int, sign: int = 1) -> Vectors:
    vector = np.zeros(SIZE, np.float32)
    vector[number] = sign
    return vector


def corners(*places: int) -> Vectors:
    """A vector of length 1, exactly: four numbers of a half each, the sign of a place as given."""
    vector = np.zeros(SIZE, np.float32)
    for place in places:
        vector[abs(place) - 1] = 0.5 if place > 0 else -0.5
    return vector


def put(store: VectorStore, namespace: str, entries: dict[str, Vectors]) -> None:
    store.upsert(namespace, [Point(id=id_) for id_ in entries], np.stack(list(entries.values())))


def ids(matches: Sequence[Match]) -> list[str]:
    return [match.id for match in matches]


def test_the_nearest_come_first_with_their_cosine(store: VectorStore, namespace: str) -> None:
    put(
        store,
        namespace,
        {
            "far": axis(0, -1),
            "same": axis(0),
            "half": corners(1, 2, 3, 4),
            "square": axis(5),
            "less": corners(-1, 2, 3, 4),
        },
    )
    assert store.search(namespace, axis(0), 10) == [
        Match("same", 1.0),
        Match("half", 0.5),
        Match("square", 0.0),
        Match("less", -0.5),
        Match("far", -1.0),
    ]
    assert ids(store.search(namespace, axis(0), 2)) == ["same", "half"]


def test_the_length_of_a_question_does_not_matter(store: VectorStore, namespace: str) -> None:
    put(store, namespace, {"half": corners(1, 2, 3, 4)})
    assert store.search(namespace, 8 * axis(0), 1) == [Match("half", 0.5)]


def test_scores_of_any_vectors_are_cosines(store: VectorStore, namespace: str) -> None:
    random = np.random.default_rng(5)
    vectors = random.normal(size=(40, SIZE)).astype(np.float32)
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float16)
    store.upsert(namespace, [Point(id=f"{i:02}") for i in range(40)], vectors.astype(np.float32))
    question = vectors[7].astype(np.float32)
    found = store.search(namespace, question, 40)
    assert found[0].id == "07"
    cosines = vectors.astype(np.float32) @ question
    assert [match.score for match in found] == pytest.approx(sorted(cosines, reverse=True), abs=2e-3)


def test_equal_scores_are_in_the_order_of_ids(store: VectorStore, namespace: str) -> None:
    names = [f"p{number:03}" for number in range(70)]
    shuffled = np.random.default_rng(1).permutation(names).tolist()
    put(store, namespace, {name: axis(1) for name in shuffled})
    put(store, namespace, {"z": axis(0)})
    assert ids(store.search(namespace, corners(1, 1, 2, 3), 5)) == ["p000", "p001", "p002", "p003", "p004"]


def test_putting_a_point_again_changes_nothing(store: VectorStore, namespace: str) -> None:
    entries = {"a": axis(0), "b": axis(1)}
    put(store, namespace, entries)
    before = store.search(namespace, axis(0), 5)
    put(store, namespace, entries)
    assert store.search(namespace, axis(0), 5) == before
    assert store.state(namespace) == State(2, SIZE)


def test_a_point_is_replaced_with_all_that_is_known_of_it(store: VectorStore, namespace: str) -> None:
    old = Point(id="a", kind="class", tags=("x",), packages=("p",), path="a.py", language="go")
    store.upsert(namespace, [old], axis(0)[None])
    store.upsert(namespace, [Point(id="a", kind="function", path="b.py")], axis(1)[None])
    assert store.search(namespace, axis(1), 5) == [Match("a", 1.0)]
    assert store.search(namespace, axis(1), 5, Conditions(kinds=("class",))) == []
    assert store.search(namespace, axis(1), 5, Conditions(tags=("x",))) == []
    assert store.search(namespace, axis(1), 5, Conditions(paths=("a.py",))) == []
    assert ids(store.search(namespace, axis(1), 5, Conditions(kinds=("function",), paths=("b.py",)))) == ["a"]


def test_deleted_points_are_gone_and_may_come_back(store: VectorStore, namespace: str) -> None:
    put(store, namespace, {"a": axis(0), "b": axis(1), "c": axis(2)})
    store.delete(namespace, ["a", "c", "never was"])
    store.delete(namespace, ["a"])
    assert ids(store.search(namespace, axis(0), 5)) == ["b"]
    assert store.state(namespace).points == 1
    put(store, namespace, {"a": axis(3)})
    assert store.search(namespace, axis(3), 1) == [Match("a", 1.0)]


def test_an_empty_upsert_or_delete_does_nothing(store: VectorStore, namespace: str) -> None:
    store.upsert(namespace, [], np.empty((0, SIZE), np.float32))
    store.delete(namespace, [])
    assert store.state(namespace) == State(0, 0)
    put(store, namespace, {"a": axis(0)})
    store.delete(namespace, [])
    assert store.state(namespace).points == 1


def test_a_namespace_that_is_not_there_is_empty(store: VectorStore, namespace: str) -> None:
    assert store.search(namespace, axis(0), 3) == []
    assert store.fetch(namespace, ["a"]) == {}
    assert store.state(namespace) == State(0, 0)
    store.delete(namespace, ["a"])
    store.drop(namespace)
    assert store.state(namespace) == State(0, 0)


def test_namespaces_know_nothing_of_each_other(store: VectorStore, namespace: str) -> None:
    other = f"{namespace}_other-model"
    put(store, namespace, {"a": axis(0), "b": axis(1)})
    put(store, other, {"a": axis(2)})
    assert store.state(other) == State(1, SIZE)
    assert store.state(namespace) == State(2, SIZE)
    store.delete(other, ["b"])
    assert ids(store.search(namespace, axis(1), 1)) == ["b"]
    store.drop(other)
    assert store.state(other) == State(0, 0)
    assert store.state(namespace).points == 2


def test_namespaces_may_have_vectors_of_different_length(store: VectorStore, namespace: str) -> None:
    if store.name == "pinecone":
        pytest.skip("an index of Pinecone has vectors of one length")
    other = f"{namespace}-short"
    put(store, namespace, {"a": axis(0), "b": axis(1)})
    store.upsert(other, [Point(id="a")], np.array([[0.6, 0.8]], np.float32))
    assert (store.state(other), store.state(namespace)) == (State(1, 2), State(2, SIZE))
    store.drop(other)


def test_a_dropped_namespace_may_take_vectors_of_another_length(store: VectorStore, namespace: str) -> None:
    if store.name == "pinecone":
        pytest.skip("an index of Pinecone has vectors of one length")
    put(store, namespace, {"a": axis(0)})
    store.drop(namespace)
    store.upsert(namespace, [Point(id="a")], np.array([[0.6, 0.8]], np.float32))
    assert store.search(namespace, np.array([0, 1], np.float32), 1)[0].id == "a"
    assert store.state(namespace) == State(1, 2)


def test_vectors_of_another_length_are_refused(store: VectorStore, namespace: str) -> None:
    put(store, namespace, {"a": axis(0)})
    with pytest.raises(ValueError, match="numbers"):
        store.upsert(namespace, [Point(id="b")], np.array([[0.6, 0.8]], np.float32))
    with pytest.raises(ValueError, match="numbers"):
        store.search(namespace, np.array([0.6, 0.8], np.float32), 1)
    assert store.state(namespace) == State(1, SIZE)


def test_an_empty_question_finds_nothing(store: VectorStore, namespace: str) -> None:
    put(store, namespace, {"a": axis(0)})
    assert store.search(namespace, np.zeros(SIZE, np.float32), 3) == []


@pytest.mark.parametrize("k", [0, -1])
def test_at_least_one_match_has_to_be_asked_for(store: VectorStore, namespace: str, k: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        store.search(namespace, axis(0), k)


@pytest.mark.parametrize(
    "vector", [np.array([np.nan] * SIZE), np.array([np.inf] * SIZE), np.empty(0), np.eye(2)]
)
def test_a_question_must_be_a_vector_of_numbers(store: VectorStore, namespace: str, vector: Vectors) -> None:
    with pytest.raises(ValueError, match="finite"):
        store.search(namespace, vector, 1)


@pytest.mark.parametrize(
    ("names", "matrix"),
    [
        (["a"], np.zeros((1, SIZE))),
        (["a"], 3 * axis(0)[None]),
        (["a"], np.full((1, SIZE), np.nan)),
        (["a", "b"], axis(0)[None]),
        (["a", "a"], np.stack([axis(0), axis(1)])),
        ([""], axis(0)[None]),
        (["a\0b"], axis(0)[None]),
        (["\ud800"], axis(0)[None]),
        (["a"], axis(0)),
    ],
    ids=["zeros", "long", "nan", "too few", "twice", "no id", "NUL", "half a character", "flat"],
)
def test_impossible_points_are_refused(
    store: VectorStore, namespace: str, names: list[str], matrix: Vectors
) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (each store refuses with the same check)
        store.upsert(namespace, [Point(id=name) for name in names], matrix)
    assert store.state(namespace) == State(0, 0)


@pytest.mark.parametrize("name", ["", "UPPER", "a b", "a;drop", 'a"', "é", "-a", "x" * 49, "a/../b"])
def test_impossible_namespaces_are_refused(store: VectorStore, name: str) -> None:
    with pytest.raises(ValueError, match="namespace"):
        put(store, name, {"a": axis(0)})
    with pytest.raises(ValueError, match="namespace"):
        store.search(name, axis(0), 1)
    with pytest.raises(ValueError, match="namespace"):
        store.drop(name)


ODD = [
    'pkg::src/a b.py::it\'s::"q"',
    "a'; DROP TABLE x; --",
    "naïve::日本語::🦀#0",
    "back\\slash{brace}[b]*?|,\n\ttab",
    "%s $1 :name @tag:{x}",
    "long" * 1500,
    " ",
]


def test_any_text_can_be_an_id_or_a_value(store: VectorStore, namespace: str) -> None:
    points = [
        Point(id=text, kind=text, language=text, path=text, packages=(text,), tags=(text,)) for text in ODD
    ]
    store.upsert(namespace, points, np.stack([axis(i) for i in range(len(ODD))]))
    for place, text in enumerate(ODD):
        conditions = Conditions(kinds=(text,), languages=(text,), packages=(text,), tags=(text,))
        assert store.search(namespace, axis(place), 5, conditions) == [Match(text, 1.0)]
    assert set(store.fetch(namespace, ODD)) == set(ODD)
    store.delete(namespace, ODD[:-1])
    assert ids(store.search(namespace, axis(0), 5)) == ODD[-1:]


SHOP = [
    Point(
        id="app",
        kind="class",
        level=3,
        language="python",
        path="shop/app.py",
        packages=("shop", "."),
        tags=("flask", "service"),
    ),
    Point(
        id="run", kind="function", level=3, language="python", path="shop/run/main.py", packages=("shop", ".")
    ),
    Point(
        id="ui",
        kind="function",
        level=3,
        language="typescript",
        path="web/ui.ts",
        packages=("web", "."),
        tags=("react",),
    ),
    Point(id="web", kind="module", level=2, language="typescript", path="web/ui.ts", packages=("web", ".")),
    Point(
        id="check",
        kind="function",
        level=3,
        language="python",
        path="tests/check.py",
        packages=("shop", "."),
        test=True,
    ),
]


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        (Conditions(), ["app", "check", "run", "ui", "web"]),
        (Conditions(kinds=("function",)), ["check", "run", "ui"]),
        (Conditions(kinds=("function", "class")), ["app", "check", "run", "ui"]),
        (Conditions(kinds=("nothing",)), []),
        (Conditions(levels=(2,)), ["web"]),
        (Conditions(languages=("typescript",)), ["ui", "web"]),
        (Conditions(packages=("shop",)), ["app", "check", "run"]),
        (Conditions(packages=(".",)), ["app", "check", "run", "ui", "web"]),
        (Conditions(packages=("sho",)), []),
        (Conditions(tags=("service",)), ["app"]),
        (Conditions(tags=("react", "flask")), ["app", "ui"]),
        (Conditions(tests=False), ["app", "run", "ui", "web"]),
        (Conditions(tests=True), ["check"]),
        (Conditions(paths=("web/ui.ts",)), ["ui", "web"]),
        (Conditions(paths=("shop",)), ["app", "run"]),
        (Conditions(paths=("*/*.py",)), ["app", "check"]),
        (Conditions(paths=("**/*.py",)), ["app", "check", "run"]),
        (Conditions(paths=("shop/**", "web")), ["app", "run", "ui", "web"]),
        (Conditions(kinds=("function",), languages=("python",), tests=False, paths=("shop/",)), ["run"]),
    ],
    ids=str,
)
def test_conditions_narrow_a_search(
    store: VectorStore, namespace: str, conditions: Conditions, expected: list[str]
) -> None:
    store.upsert(namespace, SHOP, np.stack([axis(0)] * len(SHOP)))
    assert ids(store.search(namespace, axis(0), 10, conditions)) == expected


@pytest.mark.parametrize(
    "conditions",
    [
        Conditions(kinds=("class",)),
        Conditions(paths=("rare/*",)),
        Conditions(tags=("t",), paths=("**/x.py",)),
    ],
    ids=str,
)
def test_conditions_hold_before_matches_are_counted(
    store: VectorStore, namespace: str, conditions: Conditions
) -> None:
    common = [Point(id=f"c{i:03}", kind="function", path="often/y.py") for i in range(150)]
    rare = [Point(id=name, kind="class", path="rare/x.py", tags=("t",)) for name in ("r1", "r2", "r3")]
    vectors = np.stack([axis(0)] * len(common) + [axis(0, -1)] * len(rare))
    store.upsert(namespace, common + rare, vectors)
    assert store.search(namespace, axis(0), 2, conditions) == [Match("r1", -1.0), Match("r2", -1.0)]


def test_vectors_can_be_had_back(store: VectorStore, namespace: str) -> None:
    put(store, namespace, {"a": corners(1, -2, 3, -4), "b": axis(3)})
    found = store.fetch(namespace, ["b", "a", "nobody"])
    assert set(found) == {"a", "b"}
    assert found["a"] == pytest.approx(corners(1, -2, 3, -4), abs=1e-3)
    assert found["b"] == pytest.approx(axis(3), abs=1e-3)


VECTORS = st.lists(
    st.sampled_from([*range(1, SIZE + 1), *range(-SIZE, 0)]), min_size=4, max_size=4, unique_by=abs
).map(lambda places: corners(*places))
NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f"])
KINDS = st.sampled_from(["class", "function"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.dictionaries(NAMES, st.tuples(VECTORS, KINDS), min_size=1)),
        st.tuples(st.just("delete"), st.lists(NAMES, max_size=3)),
    ),
    max_size=6,
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, question=VECTORS, k=st.integers(1, 7), kinds=st.lists(KINDS, max_size=1))
def test_any_sequence_of_calls_leaves_what_a_plain_dictionary_has(
    store: VectorStore, steps: list[tuple[str, object]], question: Vectors, k: int, kinds: list[str]
) -> None:
    namespace = f"model-{next(_NUMBERS)}"
    model: dict[str, tuple[Vectors, str]] = {}
    for action, values in steps:
        if isinstance(values, dict):
            model |= values
            points = [Point(id=id_, kind=kind) for id_, (_, kind) in values.items()]
            store.upsert(namespace, points, np.stack([vector for vector, _ in values.values()]))
        elif isinstance(values, list):
            assert action == "delete"
            store.delete(namespace, values)
            model = {id_: entry for id_, entry in model.items() if id_ not in values}
    expected = sorted(
        (
            Match(id_, round(float(vector @ question), 6))
            for id_, (vector, kind) in model.items()
            if not kinds or kind in kinds
        ),
        key=lambda match: (-match.score, match.id),
    )
    assert store.search(namespace, question, k, Conditions(kinds=tuple(kinds))) == expected[:k]
    assert store.state(namespace).points == len(model)
    store.drop(namespace)
