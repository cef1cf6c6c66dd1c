"""Which definitions C# files have: kinds, names, visibility, modifiers, documentation, bounds."""

from __future__ import annotations

import pytest

from tests.parse.reading import read

KINDS = {
    "types": (
        """class A { } struct B { } interface C { } enum D { X, Y = 2 } record E; record struct F(int G);
        delegate int H(int i);""",
        {
            "A": "class",
            "B": "struct",
            "C": "interface",
            "D": "enum",
            "D.X": "constant",
            "D.Y": "constant",
            "E": "record",
            "F": "record",
            "F.G": "property",
            "H": "type",
        },
    ),
    "members": (
        """class A { const int B = 1; int c, d = 2; event E F; int G { get; set; } int H => 1; A() { } ~A() { }
        static A() { } void I() { int J() => 1; } int this[int k] => k; int K.L() => 1;
        static A operator +(A x, A y) => x; }""",
        {
            "A": "class",
            "A.B": "constant",
            "A.c": "field",
            "A.d": "field",
            "A.F": "field",
            "A.G": "property",
            "A.H": "property",
            "A.A": "constructor",
            "A.A@2": "destructor",
            "A.A@3": "constructor",
            "A.I": "method",
            "A.I.J": "function",
            "A.this": "property",
            "A.L": "method",
            "A.+": "operator",
        },
    ),
    "namespaces": ("namespace A.B { class C { } }", {"A.B": "namespace", "A.B.C": "class"}),
    "a namespace of a file": ("namespace A; class B { }", {"B": "class"}),
    "no locals": (
        "class A { void B() { var c = 1; foreach (var d in e) { } } }",
        {"A": "class", "A.B": "method"},
    ),
}
VISIBILITIES = {
    "class A { }": ("A", "internal"),
    "public class A { }": ("A", "public"),
    "class A { int b; }": ("A.b", "private"),
    "class A { protected internal int b; }": ("A.b", "protected"),
    "interface A { void B(); }": ("A.B", "public"),
    "enum A { B }": ("A.B", "public"),
    "class A { class B { } }": ("A.B", "private"),
    "namespace A { class B { } }": ("A.B", "internal"),
    "class A { [Old] public async Task<int> B() { } }": ("A.B", "public"),
}


@pytest.mark.parametrize(("source", "expected"), KINDS.values(), ids=KINDS)
def test_definitions_have_their_kinds(source: str, expected: dict[str, str]) -> None:
    shown = {path: kind for path, kind in read(source, "a.cs").kinds.items() if "<" not in path}
    assert shown == expected


@pytest.mark.parametrize("source", VISIBILITIES)
def test_what_has_no_modifier_is_as_visible_as_the_language_says(source: str) -> None:
    name, expected = VISIBILITIES[source]
    assert read(source, "a.cs").definitions[name].visibility == expected


def test_modifiers_are_read_whatever_stands_between_them_and_the_name() -> None:
    source = "class A { [Old] public static async Task<List<int>> B<T>(int c) where T : D { } }"
    assert read(source, "a.cs").definitions["A.B"].modifiers == "public static async"


def test_the_lines_of_a_comment_are_one_documentation_without_its_elements() -> None:
    source = """
/// <summary>
/// Sells a <see cref="T:Shop.Item"/> &amp; more.
/// </summary>
/// <param name="count">How many.</param>
class A { }

/// <summary>Of nothing.</summary>

// A remark.
class B { }
"""
    found = read(source, "a.cs")
    assert found.definitions["A"].doc == "Sells a Shop.Item & more.\ncount: How many."
    assert found.definitions["B"].doc == ""
