"""Which definitions JavaScript and TypeScript files have: kinds, names, places, flags, documentation."""

from __future__ import annotations

import pytest

from tests.parse.reading import read

KINDS = {
    "function declarations": (
        "function f() {} async function g() {} function* h() {}",
        {"f": "function", "g": "function", "h": "function"},
    ),
    "functions in variables": ("const f = () => 1, g = function () {};", {"f": "function", "g": "function"}),
    "classes": ("class A {} const B = class {};", {"A": "class", "B": "class"}),
    "variables of a module": (
        "const A = 1; let b = 2; var c;",
        {"A": "constant", "b": "variable", "c": "variable"},
    ),
    "no variables of a function or a block": (
        "function f() { const a = 1; } if (f) { const b = 2; }",
        {"f": "function"},
    ),
    "no imported modules": (
        'const m = require("m"), { a } = require("m"), b = require("m").b; let c = await import("m");',
        {},
    ),
    "elements of a pattern": ("const { a, b: [c] } = f();", {"a": "constant", "c": "constant"}),
    "members": (
        "class C { m() {} get p() {} set p(v) {} constructor() {} static s() {} x = 1; f = () => 1; #y; [key]() {} }",
        {
            "C": "class",
            "C.m": "method",
            "C.p": "property",
            "C.p@2": "property",
            "C.constructor": "constructor",
            "C.s": "method",
            "C.x": "field",
            "C.f": "method",
            "C.#y": "field",
            "C.[key]": "method",
        },
    ),
    "a quoted name": ('class C { "a b"() {} }', {"C": "class", "C.a b": "method"}),
    "fields that methods set": (
        "class C { x = 1; m() { this.x = 2; this.y = 3; this.g = () => 1; } }",
        {"C": "class", "C.x": "field", "C.y": "field", "C.g": "method", "C.m": "method"},
    ),
    "default exports without a name": ("export default () => 1;", {"default": "function"}),
    "a default class without a name": (
        "export default class { m() {} }",
        {"default": "class", "default.m": "method"},
    ),
    "a default object": ("export default { m() {} };", {"default": "constant", "default.m": "method"}),
    "a default with a name": ("export default function f() {}", {"f": "function"}),
    "an object with members": (
        "const o = { m() {}, f: () => 1, get p() {}, data: 1 };",
        {"o": "constant", "o.m": "method", "o.f": "method", "o.p": "property"},
    ),
    "CommonJS functions": (
        "exports.f = function () {}; module.exports.g = () => 1;",
        {"f": "function", "g": "function"},
    ),
    "CommonJS wholes keep their own name": (
        "module.exports = class Logger { m() {} };",
        {"Logger": "class", "Logger.m": "method"},
    ),
    "a CommonJS whole without a name": ("module.exports = () => 1;", {"exports": "function"}),
    "members of a prototype": (
        "function C() { this.x = 1; } C.prototype.m = function () {}; C.make = () => 1;",
        {"C": "function", "C.m": "method", "C.make": "method", "C.x": "field"},
    ),
    "members of an object, from outside": (
        "const app = {}; app.use = function use() {};",
        {"app": "constant", "app.use": "method"},
    ),
    "members of something unknown": ("window.go = () => 1;", {"go": "function"}),
    "a named function in passing": ("call(function go() {});", {"go": "function"}),
    "functions in functions": (
        "function f() { function g() {} const h = () => 1; }",
        {"f": "function", "f.g": "function", "f.h": "function"},
    ),
}


@pytest.mark.parametrize("extension", ["js", "ts", "tsx"])
@pytest.mark.parametrize("case", KINDS)
def test_a_definition_has_its_kind_and_its_parent(case: str, extension: str) -> None:
    source, expected = KINDS[case]
    shown = {
        path: d.kind for path, d in read(source, f"a.{extension}").definitions.items() if "<" not in path
    }
    assert shown == expected


TYPESCRIPT = {
    "interfaces": (
        'interface I { m(): void; p: P; readonly "q": Q; get a(): A; (x: P): Q; new (x: P): I; [k: string]: P }',
        {"I": "interface", "I.m": "method", "I.p": "field", "I.q": "field", "I.a": "property"},
    ),
    "enums": (
        "enum E { A, B = 1 } const enum F { C }",
        {"E": "enum", "E.A": "constant", "E.B": "constant", "F": "enum", "F.C": "constant"},
    ),
    "types": (
        "type T = A | B; type M = { m(): void; p: P };",
        {"T": "type", "M": "type", "M.m": "method", "M.p": "field"},
    ),
    "namespaces": (
        "namespace N { export const c = 1; export function f() {} class C {} }",
        {"N": "namespace", "N.c": "constant", "N.f": "function", "N.C": "class"},
    ),
    "ambient modules": (
        'declare module "m" { interface I { p: P } }',
        {"m": "namespace", "m.I": "interface", "m.I.p": "field"},
    ),
    "abstract classes": (
        "abstract class C { abstract m(): void; abstract p: P; abstract get a(): A; }",
        {"C": "class", "C.m": "method", "C.p": "field", "C.a": "property"},
    ),
    "declarations": (
        "declare function f(): void; declare const c: C; declare class K { m(): void; p: P }",
        {"f": "function", "c": "constant", "K": "class", "K.m": "method", "K.p": "field"},
    ),
    "parameter properties": (
        "class C { constructor(private readonly a: A, public b?: B, readonly c: A = x, d: A) {} }",
        {"C": "class", "C.constructor": "constructor", "C.a": "field", "C.b": "field", "C.c": "field"},
    ),
    "an object under an assertion": ("const o = { m() {} } as const;", {"o": "constant", "o.m": "method"}),
}


@pytest.mark.parametrize("extension", ["ts", "mts", "tsx"])
@pytest.mark.parametrize("case", TYPESCRIPT)
def test_a_definition_of_typescript_has_its_kind(case: str, extension: str) -> None:
    source, expected = TYPESCRIPT[case]
    shown = {
        path: d.kind for path, d in read(source, f"a.{extension}").definitions.items() if "<" not in path
    }
    assert shown == expected


def test_a_definition_stands_where_its_name_is_and_begins_with_its_decorators() -> None:
    found = read(
        """
        @first()
        @second
        export class C {
          @third({ key: 1 })
          private readonly x: X = 1;

          @fourth()
          async m(
            a: A,
          ): Promise<A> {
            return a;
          }
        }
        export const f = async (
          a,
        ) => a;
        """,
        "a.ts",
    ).definitions
    assert [(d.line, d.start_line, d.end_line) for d in found.values()] == [
        (3, 1, 13),
        (5, 4, 5),
        (8, 7, 12),
        (14, 14, 16),
    ]
    assert found["C.m"].signature == "async m( a: A, ): Promise<A>"
    assert found["f"].signature == "f = async ( a, )"


@pytest.mark.parametrize(
    ("source", "path", "modifiers", "flags", "visibility"),
    [
        ("export async function f() {}", "f", "export async", {"exported", "async"}, "public"),
        ("export default abstract class C {}", "C", "export default abstract", {"exported", "abstract"}, "public"),
        ("class C { private static readonly x = 1 }", "C.x", "private static readonly", {"static"}, "private"),
        ("class C { protected async *m() {} }", "C.m", "protected async *", {"async", "generator"}, "protected"),
        ("class C { #x = 1 }", "C.#x", "", set(), "private"),
        ("class C { static get p() {} }", "C.p", "static get", {"static"}, "public"),
        ("class C { constructor(@d() private readonly a: A) {} }", "C.a", "private readonly", set(), "private"),
        ("const f = async function* () {}", "f", "async *", {"async", "generator"}, "public"),
        ("const async = 1; const f = async", "f", "", set(), "public"),
        ("declare const x: X", "x", "declare", set(), "public"),
        ("class C {} C.make = () => 1", "C.make", "", {"static"}, "public"),
        ("class C { m() { this.x = 1 } }", "C.x", "", {"instance_field"}, "public"),
    ],
)  # fmt: skip
def test_modifiers_say_flags_and_visibility(
    source: str, path: str, modifiers: str, flags: set[str], visibility: str
) -> None:
    found = read(source, "a.ts").definitions[path]
    assert (found.modifiers, found.flags, found.visibility) == (modifiers, flags, visibility)


@pytest.mark.parametrize(
    ("before", "documented"),
    [
        ("function x() {}", True),
        ("export function x() {}", True),
        ("export default async function x() {}", True),
        ("export const x = () => 1", True),
        ("export const x = 1", True),
        ("export abstract class x {}", True),
        ("export declare const x: X", True),
        ("@d({ a: 1 })\nexport class x {}", True),
        ("export default { x() {} }", False),
        ("call(); function x() {}", False),
    ],
)
def test_a_doc_comment_speaks_of_what_follows(before: str, documented: bool) -> None:
    shown = read(f"/**\n * What x is.\n *\n * @returns 1\n */\n{before}", "a.ts")
    found = shown.definitions.get("x") or shown.definitions["default.x"]
    assert found.doc == ("What x is.\n\n@returns 1" if documented else "")


def test_members_and_modules_have_doc_comments_too() -> None:
    shown = read(
        """
        /** What the file is for. */

        import a from "a";

        // no documentation
        class C {
          /** A field. */
          @d() private x = 1;
          /* no documentation either */
          y = 2;
          /** A method. */
          @d()
          m() {}
        }
        const o = {
          /** A member. */
          f: () => 1,
        };
        """,
        "a.ts",
    )
    assert shown.facts.doc == "What the file is for."
    assert {path: d.doc for path, d in shown.definitions.items() if d.doc} == {
        "C.x": "A field.",
        "C.m": "A method.",
        "o.f": "A member.",
    }


def test_the_implementation_counts_among_overloads_and_the_first_signature_without_one() -> None:
    shown = read(
        """
        function f(a: A): A;
        function f(a: B): B;
        function f(a) {}
        interface I { m(a: A): A; m(a: B): B; n(): void }
        class C { m(a: A): A; m(a) {} }
        declare function g(): void;
        """,
        "a.ts",
    )
    overloads = [path for path, d in shown.definitions.items() if "overload" in d.flags]
    assert overloads == ["f", "f@2", "I.m@2", "C.m"]


def test_callbacks_have_no_node_and_their_branches_count_for_the_function_around() -> None:
    found = read(
        """
        function f(xs) {
          return xs.map((x) => {
            if (x) return 1;
            return x ? 2 : 3;
          });
        }
        """,
        "a.js",
    ).definitions
    assert {path: d.flags for path, d in found.items()} == {"f": set(), "f.<2>": {"anonymous"}}
    assert (found["f"].cyclomatic, found["f"].cognitive) == (3, 4)


@pytest.mark.parametrize(
    ("body", "cyclomatic", "cognitive"),
    [
        ("", 1, 0),
        ("if (a) {} else if (b) {} else {}", 3, 3),
        ("if (a) { if (b) {} }", 3, 3),
        ("a && b || c ?? d", 4, 3),
        ("a ? b : c", 2, 1),
        ("for (;;) {} for (a of b) {} for (a in b) {} while (a) {} do {} while (a)", 6, 5),
        ("switch (a) { case 1: break; case 2: break; default: }", 3, 1),
        ("try {} catch (e) {} finally {}", 2, 1),
        ("a?.b?.()", 1, 0),
    ],
)
def test_branches_are_counted(body: str, cyclomatic: int, cognitive: int) -> None:
    found = read(f"function f(a, b, c, d) {{ {body} }}", "a.js").definitions["f"]
    assert (found.cyclomatic, found.cognitive) == (cyclomatic, cognitive)


def test_members_of_objects_in_passing_have_nodes_only_where_no_function_is_around() -> None:
    source = "call({{ go() {{}} }}); function f() {{ call({{ stay() {{}} }}); return {{ keep() {{}} }}; }}".format()
    found = read(source, "a.js").definitions
    assert [d.name for d in found.values() if "anonymous" not in d.flags] == ["go", "f", "keep"]
