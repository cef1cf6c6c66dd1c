"""Types in JSDoc comments become what TypeScript's annotations are."""

from __future__ import annotations

from textwrap import dedent

import pytest

from codegraph.languages.registry import load_registry
from codegraph.parse.doctags import Statements, tags_of
from tests.parse.reading import read

DOCS = load_registry().adapters["javascript"].spec.docs


def statements(comment: str) -> list[str]:
    """The statements that a comment amounts to."""
    found = Statements(DOCS)
    found.read(dedent(comment).encode(), 0, 0, 0)
    return [text.decode() for text in found.texts]


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("/** @type {A} */", ["0 as A;"]),
        ("/** @type {?A} */", ["0 as A;"]),
        ("/** @type {A?} */", ["0 as A;"]),
        ("/** @type {!Array.<?A>} */", ["0 as Array<A>;"]),
        ("/** @type {{ a: A, b?: { c: B } }} */", ["0 as { a: A, b?: { c: B } };"]),
        ("/** @type {Record<'{', A>} */", ["0 as Record<'{', A>;"]),
        ("/** @type {*} */", []),
        ("/** @type {Promise<*>} */", ["0 as Promise<any>;"]),
        ("/** @type {A */", []),
        ("/** @param {A=} a */", ["0 as A;"]),
        ("/** @param {...A} a */", ["0 as (A)[];"]),
        ("/** @param {Object} o @param {A} o.a @param {B} [o.b] */", ["0 as {a:A;b?:B};"]),
        ("/** @param {Object[]} o\n * @param {A} o[].a */", ["0 as {a:A}[];"]),
        ("/** {@link A} a@b.c @unknown {A} */", []),
        ("/** @template {A} T, U\n * @param {T} t */", ["0 as T;", "0 as <T extends A,U extends A>()=>0;"]),
        ("/** @typedef {A | B} C */", ["export type C=A | B;"]),
        ("/** @template T @typedef {T[]} C */", ["export type C<T>=T[];"]),
        (
            "/**\n * @typedef {Object} C\n * @property {A} a\n * @prop {B} [b] */",
            ["export type C={a:A;b?:B};"],
        ),
        ("/** @callback C @param {A} a @returns {B} */", ["0 as B;", "export type C=(a:A)=>B;"]),
        ("/** @import { A, B as C } from './m' */", ["import type { A, B as C } from './m';"]),
        (
            "/** @type {import('./m').A | import('./m').B} */",
            ['import type * as import$1 from "./m";', "0 as import$1.A | import$1.B;"],
        ),
        ("/** @overload @param {A} a */", []),
    ],
)
def test_tags_are_written_as_statements(comment: str, expected: list[str]) -> None:
    assert statements(comment) == expected


def test_what_a_tag_speaks_of_is_found() -> None:
    (tag,) = tags_of(b"/** @param {A} [name=1] says */", DOCS)
    assert (tag.role, tag.type, tag.name, tag.optional) == ("parameter", b"A", b"name", True)


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        ("function f() { /** @type {A} */ let x = g(); x.m(); }", "f.x", ["type ?A", "value ?g()"]),
        ("function f() { /** @type {A} */ const { x } = g(); x.m(); }", "f.x", ["type ?A.x", "value ?g().x"]),
        ("/** @param {A} a */ function f(a) { a.m(); }", "f.a", ["type ?A", "argument 0"]),
        ("/** @param {A} a */\nexport async function f(a) { a.m(); }", "f.a", ["type ?A", "argument 0"]),
        ("/** @param {A} a */ const f = (a) => a.m();", "f.a", ["type ?A", "argument 0"]),
        (
            "/** @param {A} o */ function f({ a }) { a.m(); }",
            "f.a",
            ["parameter", "value f(0).a", "type ?A.a"],
        ),
        ("function f(/** @type {A} */ a) { a.m(); }", "f.a", ["type ?A"]),
        ("/** @type {(a: A) => B} */ const f = (a) => a.m();", "f.a", ["type ?A", "argument 0"]),
        ("class C { /** @type {A} */ x = 1; }", "C.x", ["definition C.x", "type ?A", "value <Number>"]),
        (
            "class C { constructor() { /** @type {A} */ this.x = 1; } }",
            "C.x",
            ["definition C.x", "type ?A", "value <Number>"],
        ),
        ("const o = { /** @type {A} */ x: y };", "o.x", ["type ?A", "value ?y"]),
        ("function f(y) { const x = /** @type {A} */ (y); x.m(); }", "f.x", ["value cast(?A)"]),
        ("function f(y) { const x = /** @type {any} */ (g()); x.m(); }", "f.x", ["value ?g()"]),
    ],
)
def test_a_type_in_a_comment_binds(source: str, name: str, expected: list[str]) -> None:
    assert sorted(read(source, "a.js").bindings[name]) == sorted(expected)


def test_equal_texts_with_other_casts_are_told_apart() -> None:
    source = "function f(y) { /** @type {A} */ (y).m(); /** @type {B} */ (y).m(); (y).n(); }"
    assert read(source, "a.js").uses("call") == ["call cast(?A).m", "call cast(?B).m", "call y.n"]


def test_types_with_names_are_no_nodes_and_lie_in_their_comment() -> None:
    source = "const a = 1;\n/**\n * @typedef {{ b: B }} T\n */\nconst c = 2;\n"
    shown = read(source, "a.js")
    (row,) = [row for row in shown.rows["definitions"] if shown.text(row["name"]) == "T"]
    assert source[row["start_byte"] : row["end_byte"]] == "/**\n * @typedef {{ b: B }} T\n */"
    assert row["line"] == 3
    assert "anonymous" in shown.definitions["T"].flags


def test_types_in_comments_of_typescript_say_nothing() -> None:
    assert "f.x" not in read("function f() { /** @type {A} */ let x; }", "a.ts").bindings
