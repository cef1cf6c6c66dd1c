"""What JavaScript and TypeScript files import and export, in every form."""

from __future__ import annotations

import pytest

from tests.parse.reading import read

IMPORTS = {
    'import d from "m"': ["default m as d"],
    'import { a, b as c } from "m"': ["named m a", "named m b as c"],
    'import { default as d } from "m"': ["default m default as d"],
    'import d, { a } from "m"': ["default m as d", "named m a"],
    'import * as n from "m"': ["namespace m as n"],
    'import d, * as n from "m"': ["default m as d", "namespace m as n"],
    'import "m"': ["bare m"],
    'import { "a-b" as c } from "m"': ["named m a-b as c"],
    'const m = require("m")': ["dynamic m (dynamic)"],
    "const m = require('m').n": ["dynamic m (dynamic)"],
    'const { a } = require("m")': ["dynamic m (dynamic)"],
    "const m = require(`m`)": ["dynamic m (dynamic)"],
    'require("m")': ["dynamic m (dynamic)"],
    'require("m").f()': ["dynamic m (dynamic)"],
    'import("m").then(f)': ["dynamic m (dynamic)"],
    'async () => await import("m")': ["dynamic m (dynamic) (local)"],
    'function f() { require("m") }': ["dynamic m (dynamic) (local)"],
    'if (a) { require("m") }': ["dynamic m (dynamic)"],
    "require(name)": [],
    "require(`./${name}`)": [],
}


@pytest.mark.parametrize("extension", ["js", "ts", "tsx"])
@pytest.mark.parametrize("source", IMPORTS)
def test_an_import_has_its_form(source: str, extension: str) -> None:
    assert read(source, f"a.{extension}").imports == IMPORTS[source]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('import type T from "m"', ["default m as T (type)"]),
        ('import type { T } from "m"', ["named m T (type)"]),
        ('import type * as n from "m"', ["namespace m as n (type)"]),
        (
            'import { type T, a, type U as V } from "m"',
            ["named m T (type)", "named m a", "named m U as V (type)"],
        ),
        ('import m = require("m")', ["module m as m"]),
        ('import type m = require("m")', ["module m as m (type)"]),
        ('export type { T } from "m"', ["named m T (type)"]),
        ('export { type T, a } from "m"', ["named m T (type)", "named m a"]),
        ('export type * from "m"', ["star m (type)"]),
        ('export type * as n from "m"', ["namespace m n (type)"]),
        ('let x: import("m").T', ["dynamic m (type) (dynamic)"]),
        ('let x: typeof import("m")', ["dynamic m (type) (dynamic)"]),
        ('type T = import("m").T', ["dynamic m (type) (dynamic)"]),
        ("import A = N.B", []),
    ],
)
def test_an_import_of_types_says_so(source: str, expected: list[str]) -> None:
    assert read(source, "a.ts").imports == expected


EXPORTS = {
    "export function f() {}": ["name f f"],
    "export class C {}": ["name C C"],
    "export const a = 1, b = 2": ["name a a", "name b b"],
    "export const { a, b: c, d = 1, ...e } = o, [g] = p": [
        "name a a",
        "name c c",
        "name d d",
        "name e e",
        "name g g",
    ],
    "function f() {} export { f, f as g, f as default }": ["name f f", "name g f", "name default f"],
    "export default f": ["name default ?f"],
    "export default function f() {}": ["name default f"],
    "export default class C {}": ["name default C"],
    "export default class {}": ["name default definition:default"],
    "export default () => 1": ["name default definition:default"],
    "export default { a: 1 }": ["name default definition:default"],
    "export default f(1)": ["name default ?f(<Number>)"],
    'export { a, b as c, default as d, default } from "m"': [
        "from a from named m a",
        "from c from named m b as c",
        "from d from default m default as d",
        "from default from default m default",
    ],
    'export * from "m"': ["star from star m"],
    'export * as n from "m"': ["namespace n from namespace m n"],
    "exports.f = function () {}": ["name f definition:f"],
    "function f() {} exports.g = f": ["name g f"],
    "module.exports.f = () => 1": ["name f definition:f"],
    "exports.a = exports.b = c": ["name a ?c", "name b ?c"],
    "module.exports = f": ["whole ?f"],
    "module.exports = class C {}": ["whole definition:C"],
    "exports = module.exports = f": ["whole ?f"],
    'function f() {} module.exports = { f, g: f, m() {}, ...require("m") }': [
        "whole definition:<1>",
        "name f f",
        "name g f",
        "name m definition:<1>.m",
        "spread import:m",
    ],
    "(function (root) { module.exports = f })(this)": ["whole ?f"],
}


@pytest.mark.parametrize("extension", ["js", "ts"])
@pytest.mark.parametrize("source", EXPORTS)
def test_an_export_has_its_form(source: str, extension: str) -> None:
    assert read(source, f"a.{extension}").exports == EXPORTS[source]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("export interface I {}", ["name I I"]),
        ("export type T = A", ["name T T"]),
        ("export enum E {}", ["name E E"]),
        ("export abstract class C {}", ["name C C"]),
        ("export default abstract class C {}", ["name default C"]),
        ("export default interface I {}", ["name default I"]),
        ("export declare const c: C, d: D", ["name c c", "name d d"]),
        ("export declare function f(): void", ["name f f"]),
        ("export declare class C {}", ["name C C"]),
        ("export function f(a: A): void; export function f(a) {}", ["name f f", "name f f"]),
        ("export namespace N { export const inner = 1 }", ["name N N"]),
        ("export import A = N.B", ["name A A"]),
        ("@d() export class C {}", ["name C C"]),
        ("export = f", ["whole ?f"]),
        ("class C {} export type { C }", ["name C C"]),
    ],
)
def test_an_export_of_typescript_has_its_form(source: str, expected: list[str]) -> None:
    assert read(source, "a.ts").exports == expected


@pytest.mark.parametrize(
    "source",
    [
        "export class x {}",
        "class x {} export { x as y }",
        "class x {} export default x",
        "class x {} module.exports = x",
        "class x {} module.exports = { x }",
        "class x {} exports.y = x",
        "export const x = 1",
    ],
)
def test_what_is_exported_is_marked(source: str) -> None:
    assert "exported" in read(source, "a.js").definitions["x"].flags


def test_members_of_a_namespace_are_marked_but_no_exports_of_the_file() -> None:
    shown = read("namespace N { export class A {} class B {} }", "a.ts")
    assert shown.exports == []
    assert "exported" in shown.definitions["N.A"].flags
    assert "exported" not in shown.definitions["N.B"].flags


@pytest.mark.parametrize(
    ("source", "name", "bound"),
    [
        ('import d from "m"', "d", ["import default m as d"]),
        ('import { a as b } from "m"', "b", ["import named m a as b"]),
        ('import * as n from "m"', "n", ["import namespace m as n"]),
        ('import m = require("m")', "m", ["import module m as m"]),
        ('const m = require("m")', "m", ["value import:m"]),
        ('const { a: b } = require("m")', "b", ["value import:m.a"]),
        ('const b = require("m").a', "b", ["value import:m.a"]),
        ('const m = await import("m"); m.f()', "m", ["value await(import:m)"]),
        ("import A = N.B; let x: A", "A", ["value ?N.B"]),
    ],
)
def test_an_import_binds_a_name(source: str, name: str, bound: list[str]) -> None:
    assert read(source, "a.ts").bindings[name] == bound
