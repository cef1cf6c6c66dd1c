"""What names stand for in JavaScript and TypeScript: scopes, patterns, parameters, receivers, types."""

from __future__ import annotations

import pytest

from tests.parse.reading import read


def bound(source: str, name: str, path: str = "a.ts") -> list[str]:
    """What a name of a function ``f`` is bound to."""
    return read(f"function f(p) {{ {source} }}", path).bindings[f"f.{name}"]


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        ("const a = p(); a()", "a", ["value p()"]),
        ("let a; a = p; a()", "a", ["value", "value p"]),
        ("const { a } = p; a()", "a", ["value p.a"]),
        ("const { a: { b: c } } = p; c()", "c", ["value p.a.b"]),
        ('const { "a": b } = p; b()', "b", ["value p.a"]),
        ("const { a = 1 } = p; a()", "a", ["value p.a"]),
        ("const { a, ...b } = p; b()", "b", ["value"]),
        ("const [a, , b] = p; b()", "b", ["value p#2"]),
        ("const { a: [b] } = p; b()", "b", ["value p.a#0"]),
        ("for (const a of p) a()", "a", ["value iterate(p)"]),
        ("for (const [a, b] of p) b()", "b", ["value iterate(p)#1"]),
        ("for (const a in p) a()", "a", ["value"]),
        ("try {} catch (e) { e() }", "e", ["value"]),
        ("const a: A = p; a()", "a", ["type ?A", "value p"]),
        ("const a = p as A; a()", "a", ["value cast(?A)"]),
        ("const a = <A>p; a()", "a", ["value cast(?A)"]),
        ("const a = p as const; a()", "a", ["value p"]),
        ("const a = p!; a()", "a", ["value p"]),
        ("const a = p satisfies A; a()", "a", ["value p"]),
        ("const a = (p); a()", "a", ["value p"]),
        ("const a = p ? p.x : p.y; a()", "a", ["value (p.x | p.y)"]),
        ("const a = p.x || p.y; a()", "a", ["value (p.x | p.y)"]),
        ("const a = p.x ?? p.y; a()", "a", ["value (p.x | p.y)"]),
        ("const a = p.x + p.y; a()", "a", ["value *"]),
        ("const a = await p; a()", "a", ["value await(p)"]),
        ("const a = p?.x?.y; a()", "a", ["value p.x.y"]),
        ('const a = p["x"]; a()', "a", ["value p.x"]),
        ("const a = p[0]; a()", "a", ["value p[<Number 0>]"]),
        ("const a = new p.X(); a()", "a", ["value new p.X()"]),
        ("const a = p.x = p.y; a()", "a", ["value p.y"]),
        ('const a = "text"; a()', "a", ["value <String>"]),
        ("const a = `text`; a()", "a", ["value <String>"]),
        ("const a = [p]; a()", "a", ["value <Array: p>"]),
        ("const a = [1]; a()", "a", ["value <Array>"]),
        ("const a = null; a()", "a", ["value <null>"]),
        ("const a = true; a()", "a", ["value <Boolean>"]),
        ("const a = () => 1; a()", "a", ["definition f.a"]),
        ("const a = { m() {} }; a.m()", "a", ["value definition:f.<1>"]),
    ],
)
def test_a_variable_is_bound_to_its_value(source: str, name: str, expected: list[str]) -> None:
    assert bound(source, name) == expected


@pytest.mark.parametrize(
    ("parameters", "name", "expected"),
    [
        ("a", "a", ["argument 0"]),
        ("a = b", "a", ["parameter ?b", "argument 0"]),
        ("this: T, a", "a", ["argument 0"]),
        ("{ b }, a", "a", ["argument 1"]),
        ("{ a }", "a", ["value C.constructor(0).a", "parameter"]),
        ("{ a: { b } }", "b", ["value C.constructor(0).a.b", "parameter"]),
        ("...a", "a", ["parameter"]),
        ("a: A", "a", ["type ?A"]),
        ("a?: A", "a", ["type ?A"]),
        ("a: A = b", "a", ["type ?A"]),
        ("...a: A[]", "a", ["type array(?A)"]),
        ("{ a, b }: P", "b", ["type ?P.b"]),
        ("[a, b]: P", "b", ["type ?P#1"]),
        ("this: T, a: A", "a", ["type ?A"]),
        ("private a: A", "a", ["type ?A"]),
    ],
)
def test_a_parameter_is_bound_to_its_type(parameters: str, name: str, expected: list[str]) -> None:
    found = read(f"class C {{ constructor({parameters}) {{ {name}(); }} }}", "a.ts").bindings
    assert found[f"C.constructor.{name}"] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x: X = y;", ["definition C.x", "type ?X", "value ?y"]),
        ("x = new X();", ["definition C.x", "value new ?X()"]),
        ("constructor(private x: X) {}", ["definition C.x", "type ?X"]),
        ("constructor(private x = new X()) {}", ["definition C.x", "value new ?X()"]),
        ("constructor() { this.x = new X(); }", ["definition C.x", "value new ?X()"]),
        ("x: X; constructor(x: X) { this.x = x; }", ["definition C.x", "type ?X", "value x"]),
        ("m() { this.x ??= new X(); }", ["definition C.x", "value new ?X()"]),
        ("m() { const g = () => { this.x = new X(); }; }", ["definition C.x", "value new ?X()"]),
    ],
)
def test_a_field_is_bound_to_its_type_and_to_its_values(source: str, expected: list[str]) -> None:
    assert read(f"class C {{ {source} }}", "a.ts").bindings["C.x"] == expected


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("A", "?A"),
        ("n.A", "?n.A"),
        ("A<B, C>", "?A[?B, ?C]"),
        ("A[]", "array(?A)"),
        ("readonly A[]", "array(?A)"),
        ("Array<A>", "?Array[?A]"),
        ("Promise<A[]>", "?Promise[array(?A)]"),
        ("A | B", "(?A | ?B)"),
        ("A & B", "(?A | ?B)"),
        ("A | null | undefined", "((?A | <null>) | <undefined>)"),
        ("(A)", "?A"),
        ("typeof a", "typeof(?a)"),
        ('A["b"]', "?A.b"),
        ("string", "<String>"),
        ("number[]", "array(<Number>)"),
        ('"one" | "two"', "(<String> | <String>)"),
        ("any", "*"),
        ("void", "<undefined>"),
        ("keyof A", "<String>"),
        ("{ m(): A }", "definition:<1>"),
        ("(a: A) => B", "definition:<1>"),
        ("A extends B ? C : D", "*"),
    ],
)
def test_a_type_is_an_expression(annotation: str, expected: str) -> None:
    assert read(f"let x: {annotation};", "a.ts").bindings["x"] == ["definition x", f"type {expected}"]


def test_a_word_for_a_type_is_a_plain_name_elsewhere() -> None:
    assert read("function f(string) { return string.trim(); }", "a.ts").yields == ["f string.trim()"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class C { m() { return this.a() } }", "self:C.a()"),
        ("class C { static m() { return this.a() } }", "class:C.a()"),
        ("class C { m = () => this.a() }", "self:C.a()"),
        ("class C { m() { return [1].map(() => this.a()) } }", "self:C.a()"),
        ("class C { m() { return f(function () { this.a() }) } }", "C.m.<1>(this).a()"),
        ("class C { m() { return super.a() } }", "super:C.a()"),
        ("class C { constructor() { super() } }", "super:C()"),
        ("class C { x = this.a() }", "self:C.a()"),
        ("const o = { m() { this.a() } }", "self:o.a()"),
        ("class C { m() { return { x: this.a() } } }", "self:C.a()"),
        ("class C { m() { return { x: () => this.a() } } }", "self:C.a()"),
        ("function C() {} C.prototype.m = function () { this.a() }", "self:C.a()"),
        ("function C() { this.a() } C.prototype.m = function () {}", "self:C.a()"),
        ("function f() { this.a() }", "*.a()"),
        ("this.a()", "*.a()"),
    ],
)
def test_a_receiver_is_an_instance_of_its_class(source: str, expected: str) -> None:
    assert f"call {expected.removesuffix('()')}" in read(source, "a.js").uses("call")


def test_a_block_has_names_of_its_own_but_not_for_var() -> None:
    shown = read(
        """
        function f(p) {
          const a = p.one;
          if (p) {
            const a = p.two;
            var v = a;
            a();
          }
          v(a());
        }
        """,
        "a.js",
    )
    assert shown.scopes == ["module", "  function f", "    block f"]
    held = {
        row["scope"]: row["first_binding"]
        for row in shown.rows["variables"]
        if shown.text(row["name"]) == "a"
    }
    targets = {scope: shown.rows["bindings"][first]["target"] for scope, first in held.items()}
    assert {scope: shown.expression(target) for scope, target in targets.items()} == {1: "p.one", 2: "p.two"}
    assert shown.bindings["f.v"] == ["value a"]


def test_names_of_a_class_or_an_object_are_seen_through_their_owner_only() -> None:
    shown = read(
        """
        class C { go() {} other() { go(); } }
        const o = { go() {}, run: go };
        enum E { A = 1, B = A }
        namespace N { function inner() {} export function outer() { inner(); } }
        """,
        "a.ts",
    )
    assert shown.uses("call", "value") == ["call ?go", "value ?go", "value A", "call inner"]


def test_type_parameters_are_names_that_no_reference_is_made_of() -> None:
    shown = read(
        """
        class Box<T extends Base = Other> { value: T; map<U>(f: (item: T) => U): Box<U> {} }
        type Mapped<K> = { [P in keyof K]: K[P] };
        const f = <V,>(v: V): V => v;
        type F = <W>(w: W) => W;
        """,
        "a.ts",
    )
    assert shown.uses("type") == ["type ?Base", "type ?Other", "type Box"]
    rows = shown.rows["type_parameters"]
    assert [(shown.name(row["definition"]), shown.text(row["name"])) for row in rows] == [
        ("Box", "T"),
        ("Box.map", "U"),
        ("Mapped", "K"),
        ("f", "V"),
        ("F.<4>", "W"),
    ]
    assert [shown.expression(row["value"]) for row in rows if row["value"] >= 0] == ["?Base"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("function f(): A {}", "?A"),
        ("const f = (): A => {}", "?A"),
        ("const f = function (): A {}", "?A"),
        ("function f(a): a is A {}", "guard(?A)"),
        ("function f<T>(a: T): Promise<T> {}", "?Promise[T]"),
        ("type f = A | B", "(?A | ?B)"),
    ],
)
def test_a_result_has_its_annotation(source: str, expected: str) -> None:
    assert read(source, "a.ts").definitions["f"].returns == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("function f() { return a.b(); }", ["f ?a.b()"]),
        ("const f = (a) => a.b()", ["f a.b()"]),
        ("const f = () => ({ m() {} })", ["f definition:f.<1>"]),
        ("function f() { return { m() {} }; }", ["f definition:f.<1>"]),
        ("function f() { return g(() => 1); }", ["f ?g(definition:f.<1>)", "f.<1> <Number>"]),
        ("function* f() { yield a; }", ["f ?a"]),
        ("class C { m() { return this; } }", ["C.m self:C"]),
    ],
)
def test_a_call_gives_what_the_function_returns(source: str, expected: list[str]) -> None:
    assert sorted(read(source, "a.js").yields) == sorted(expected)


def test_members_of_an_object_are_bound_to_their_values() -> None:
    found = read("const o = { a, b: c.d, 'e f': 1, ...g, [h]: 2 };", "a.js").bindings
    assert {name: value for name, value in found.items() if name.startswith("o.")} == {
        "o.a": ["value ?a"],
        "o.b": ["value ?c.d"],
        "o.e f": ["value <Number>"],
        "o....": ["value ?g"],
        "o.[h]": ["value <Number>"],
    }


def test_a_function_expression_alone_sees_its_own_name() -> None:
    shown = read("const f = function g() { g(); }; call(function h() { h(); }); g(); h();", "a.js")
    assert shown.uses("call") == ["call g", "call ?call", "call h", "call ?g", "call ?h"]
