"""What functions and objects are given to, and what calls are given, as facts."""

from __future__ import annotations

import pytest

from tests.parse.reading import Shown, read


def contexts(shown: Shown) -> list[str]:
    return sorted(
        f"{shown.name(row['definition'])} {row['position']} {shown.expression(row['expression'])}"
        for row in shown.rows["contexts"]
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(1, (x) => 2);", ["<1> 1 ?f(<Number>, definition:<1>)"]),
        ("new F<A>((x) => 2);", ["<1> 0 new ?F<?A>(definition:<1>)"]),
        ("f({ m() {} });", ["<1> 0 ?f(definition:<1>)"]),
        ("f(c ? (x) => 2 : g);", ["<1> 0 ?f((definition:<1> | ?g))"]),
        ("const h: H = (x) => 1;", ["h -1 ?H"]),
        ("const o: O = { m() {} };", ["o -1 ?O"]),
        ("class C { h: H = (x) => 1; }", ["C.h -1 ?H"]),
        ("a.b = (x) => 1;", ["b -1 typeof(?a.b)"]),
        ("f(1, a, b.c);", []),
        ("setTimeout((x) => 1);", []),  # what is built in declares nothing here
        ("const h = (x) => 1;", []),
    ],
)
def test_what_a_function_or_object_is_given_to(source: str, expected: list[str]) -> None:
    assert contexts(read(source, "a.ts")) == expected


def test_parameters_with_types_are_kept_with_their_places() -> None:
    shown = read("function f(this: S, a: A, b, c?: C, d: D = 1, ...e: E[]) {}", "a.ts")
    rows = [
        (row["position"], shown.expression(row["value"]), row["flags"]) for row in shown.rows["parameters"]
    ]
    assert rows == [(-1, "?S", 0), (0, "?A", 0), (2, "?C", 2), (3, "?D", 2), (4, "array(?E)", 1)]


def test_defaults_of_type_parameters_are_kept() -> None:
    shown = read("class C<T extends A = B, U = T> { u: U }", "a.ts")
    rows = [
        [shown.expression(row[name]) if row[name] >= 0 else "" for name in ("value", "default")]
        for row in shown.rows["type_parameters"]
    ]
    assert rows == [["?A", "?B"], ["", "T"]]


def test_python_keeps_the_first_argument_if_it_is_a_name() -> None:
    assert read("def f(): return g(a.b, c)").yields == ["f ?g(?a.b)"]
    assert read("def f(): return g(1, c)").yields == ["f ?g()"]
