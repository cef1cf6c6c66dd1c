"""Which references JavaScript and TypeScript files hold: calls, values, types, elements, bases, decorators."""

from __future__ import annotations

import pytest

from tests.parse.reading import read

USES = {
    "f()": ["call ?f"],
    "a.b.c()": ["call ?a.b.c"],
    "a?.b?.()": ["call ?a.b"],
    "a().b()": ["call ?a", "call ?a().b"],
    "new C()": ["new ?C"],
    "new a.C": ["new ?a.C"],
    "f`text ${a}`": ["call ?f", "value ?a"],
    "f(a, b.c)": ["call ?f", "value ?a", "value ?b.c"],
    "f(...a)": ["call ?f", "value ?a"],
    "f(() => a)": ["call ?f", "value ?a"],
    "x = a": ["value ?a"],
    "const x = a": ["value ?a"],
    "const { x = a } = y": ["value ?a", "value ?y"],
    "[a, b.c]": ["value ?a", "value ?b.c"],
    "({ a, k: b, [c]: 1, ...d })": ["value ?a", "value ?b", "value ?c", "value ?d"],
    "a ? b : c": ["value ?a", "value ?b", "value ?c"],
    "a === b.C": ["value ?a", "value ?b.C"],
    "x instanceof C": ["value ?x", "value ?C"],
    "!a": ["value ?a"],
    "typeof a": ["value ?a"],
    "`${a}`": ["value ?a"],
    "x[a]": ["value ?x", "value ?a"],
    "throw a": ["value ?a"],
    "if (a) {}": ["value ?a"],
    "switch (a) { case b.C: }": ["value ?a", "value ?b.C"],
    "for (const x of a) {}": ["value ?a"],
    "class C { x = a; }": ["value ?a"],
    "export default a": ["value ?a"],
    "function f(x = a) {}": ["value ?a"],
    "function f() { return a }": ["value ?a"],
    "async function f() { await a }": ["value ?a"],
    "function* f() { yield a }": ["value ?a"],
    "function f(p) { return p.x(p.y, p) }": ["call p.x"],
    "class C { m() { return f(this.m) } }": ["call ?f", "value self:C.m"],
    "f(function g() {})": ["call ?f", "value definition:g"],
    'require("m").f()': ["call import:m.f"],
}


@pytest.mark.parametrize("extension", ["js", "ts", "tsx"])
@pytest.mark.parametrize("source", USES)
def test_a_use_is_a_reference(source: str, extension: str) -> None:
    assert read(source, f"a.{extension}").uses() == USES[source]


TYPES = {
    "let x: A": ["A"],
    "let x: n.A": ["n.A"],
    "let x: A<B, C[]>": ["A", "B", "C"],
    "let x: A | B & C": ["A", "B", "C"],
    "let x: [A, B?, ...C]": ["A", "B", "C"],
    "let x: readonly A[]": ["A"],
    "let x: (A)": ["A"],
    'let x: A["b"]': ["A"],
    "let x: keyof A": ["A"],
    "let x: typeof a.b": ["a.b"],
    "let x: { a: A; m(b: B): C }": ["A", "B", "C"],
    "let x: (a: A) => B": ["A", "B"],
    "let x: new (a: A) => B": ["A", "B"],
    "let x: `a${A}`": ["A"],
    "let x: A extends B ? C : D": ["A", "B", "C", "D"],
    "let x: string | number | null": [],
    "function f(a: A, b?: B, ...c: C[]): D {}": ["A", "B", "C", "D"],
    "function f(a): a is A {}": ["A"],
    "function f(a): asserts a is A {}": ["A"],
    "f<A>()": ["A"],
    "new C<A>()": ["A"],
    "x as A": ["A"],
    "x satisfies A": ["A"],
    "class C { x: A; m(a: B): C {} }": ["A", "B", "C"],
    "interface I { x: A; m(a: B): C; (a: D): E }": ["A", "B", "C", "D", "E"],
    "type T = A": ["A"],
    "type T = { [K in A]: B }": ["A", "B"],
    "function f<T extends A = B>() {}": ["A", "B"],
}


@pytest.mark.parametrize("source", TYPES)
def test_a_type_that_is_mentioned_is_a_reference(source: str) -> None:
    found = read(source, "a.ts").uses("type")
    assert [use.removeprefix("type ").replace("?", "") for use in found] == TYPES[source]


@pytest.mark.parametrize(
    ("source", "path", "expected"),
    [
        ("class C extends B {}", "a.js", ["extends ?B"]),
        ("class C extends n.B {}", "a.js", ["extends ?n.B"]),
        ("class C extends mixin(B) {}", "a.js", ["call ?mixin", "extends ?mixin(?B)"]),
        ("const C = class extends B {}", "a.js", ["extends ?B"]),
        ("class C extends B {}", "a.ts", ["extends ?B"]),
        ("class C extends B<D> {}", "a.ts", ["extends ?B[?D]", "type ?D"]),
        ("class C extends mixin(B)<D> {}", "a.ts", ["call ?mixin", "extends ?mixin(?B)[?D]", "type ?D"]),
        (
            "class C extends B implements I, n.J<D> {}",
            "a.ts",
            ["extends ?B", "implements ?I", "implements ?n.J[?D]", "type ?D"],
        ),
        ("abstract class C implements I {}", "a.ts", ["implements ?I"]),
        ("interface I extends J, n.K<D> {}", "a.ts", ["extends ?J", "extends ?n.K[?D]", "type ?D"]),
    ],
)
def test_a_base_is_a_reference_of_its_class(source: str, path: str, expected: list[str]) -> None:
    assert sorted(use for use in read(source, path).uses() if use != "value ?B") == sorted(expected)


def test_decorators_belong_to_what_they_stand_before() -> None:
    shown = read(
        """
        @first() export class A { plain() {} }
        export default @second class B {}
        @third abstract class C {
          @fourth() field: X;
          plain: X;
          @fifth()
          @sixth method() {}
          other() {}
          constructor(@seventh() private readonly seen: X, @eighth() passed: X, @ninth() last?: X) {}
          after() {}
        }
        """,
        "a.ts",
    )
    assert shown.decorators == [
        "A @?first()",
        "B @?second",
        "C @?third",
        "C.field @?fourth()",
        "C.method @?fifth()",
        "C.method @?sixth",
        "C.seen @?seventh()",
    ]
    decorated = [line.split(" ", 1)[1] for line in shown.references if " decorate " in line]
    assert "C.constructor decorate ?eighth()" in decorated
    assert "C.constructor decorate ?ninth()" in decorated


def test_decorators_of_javascript_belong_to_what_they_stand_before() -> None:
    shown = read("@a class C { @b m() {} @c() x = 1; y; } @d export class D {}", "a.js")
    assert shown.decorators == ["C @?a", "C.m @?b", "C.x @?c()", "D @?d"]


@pytest.mark.parametrize("extension", ["jsx", "tsx"])
def test_an_element_of_a_component_is_a_reference(extension: str) -> None:
    source = "const x = <Page a={b} {...c}><div/><n.Part/><p>{d}</p><Item><Item/></Item></Page>;"
    assert read(source, f"a.{extension}").uses() == [
        "value ?Page", "value ?b", "value ?c", "value ?n.Part", "value ?d", "value ?Item", "value ?Item",
    ]  # fmt: skip


def test_a_reference_stands_where_its_last_name_begins() -> None:
    shown = read("function f(a: n.T) {\n  a\n    .b\n    .c(this.d?.e);\n}", "a.ts")
    assert [line.split(" ", 1)[0] for line in shown.references] == ["1:16", "4:5", "4:15"]


def test_calls_of_a_callback_belong_to_the_named_function_around() -> None:
    shown = read(
        """
        call(() => a());
        function f() { call(() => b(() => c())); }
        class C { m = () => call(function () { d(); }); }
        const o = { run() { e(); } };
        """,
        "a.js",
    )
    found = {line.split(" ", 1)[1] for line in shown.references}
    sources = {
        "a": "-",
        "b": "f",
        "c": "f",
        "d": "C.m",
        "e": "o.run",
    }
    assert {f"{source} call ?{name}" for name, source in sources.items()} <= found


def test_statements_have_their_kinds() -> None:
    """As facts have them: whether a return is early is known when it has its place in a function."""
    source = """
        function f(x) {
          const a = 1;
          let b = 2;
          var c;
          const { d } = x;
          b = a;
          [b] = x;
          if (typeof x === "string") return 1;
          else if (x == null) { throw x; }
          else { delete x.y; }
          for (;;) { break; }
          for (const e of x) { continue; }
          for (const g in x) {}
          while (x) {}
          do {} while (x);
          switch (x) { case 1: default: }
          try { await x; } catch { yield x; } finally {}
          x.y().z();
          x.y();
          f();
          new Promise(f);
          new C();
          f(() => 1);
          const h = () => 1, i = function () {};
          return 2;
        }
        """
    shown = read(source, "a.js", statements=True)
    from codegraph.model import STATEMENT_KINDS

    found = {STATEMENT_KINDS[row["kind"]] for row in shown.rows["statements"]}
    assert found == {
        "constant_decl", "variable_decl", "destructuring", "assignment", "if", "else", "else_if", "type_guard",
        "null_check", "throw", "delete", "for", "break", "for_of", "continue", "for_in", "while",
        "do_while", "switch", "switch_case", "switch_default", "try_catch", "await", "catch", "yield", "finally",
        "chained_call", "method_call", "function_call", "promise", "constructor_call", "callback",
        "arrow_function", "closure", "return",
    }  # fmt: skip
    spans = [(row["start_byte"], row["end_byte"]) for row in shown.rows["statements"]]
    assert len(spans) == len(set(spans))


def test_typescripts_assertions_are_statements() -> None:
    shown = read("f(x as X, y!)", "a.ts", statements=True)
    assert len(shown.rows["statements"]) == 3
