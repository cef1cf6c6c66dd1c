"""How imports of JavaScript and TypeScript find files, in small trees with real manifests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from codegraph.adapters.javascript import resolve
from codegraph.adapters.javascript.resolve import external

from codegraph.config import Settings
from codegraph.discovery import discover
from codegraph.resolve import ImportContext
from tests.projects import registry, write

Tree = dict[str, Any]


def candidates(specifier: str, importer: str, context: ImportContext) -> list[str]:
    """All files that a specifier may mean."""
    return list(resolve.candidates(specifier, importer, context))


def context(root: Path, tree: Tree) -> ImportContext:
    """What discovery says of a tree: empty files by name, and JSON by content."""
    write(root, {path: text if isinstance(text, str) else json.dumps(text) for path, text in tree.items()})
    inventory = discover(root, Settings(), registry().table)
    return ImportContext([file.path for file in inventory.files], inventory.configs)


def files(*paths: str) -> Tree:
    """Empty files."""
    return dict.fromkeys(paths, "")


RELATIVE = [
    # specifier, importer, files, those that it may mean
    ("./a", "src/b.ts", "src/a.ts", ["src/a.ts"]),
    ("../a", "src/b.ts", "a.ts", ["a.ts"]),
    ("./a", "b.ts", "a.tsx", ["a.tsx"]),
    ("./a", "b.ts", "a.js", ["a.js"]),
    ("./a", "b.js", "a.mjs", ["a.mjs"]),
    ("./a", "b.ts", "a.d.ts", ["a.d.ts"]),
    ("./a", "b.ts", "a.ts a.js a/index.ts", ["a.ts", "a.js", "a/index.ts"]),
    ("./a", "b.js", "a.ts a.js", ["a.js", "a.ts"]),
    ("./a", "b.ts", "a/index.ts", ["a/index.ts"]),
    ("./a", "b.js", "a/index.js", ["a/index.js"]),
    ("./a.service", "b.ts", "a.service.ts", ["a.service.ts"]),
    ("./a.js", "b.ts", "a.ts", ["a.ts"]),
    ("./a.js", "b.ts", "a.ts a.js", ["a.ts", "a.js"]),
    ("./a.js", "b.js", "a.ts a.js", ["a.js", "a.ts"]),
    ("./a.jsx", "b.ts", "a.tsx", ["a.tsx"]),
    ("./a.mjs", "b.mts", "a.mts", ["a.mts"]),
    ("./a.cjs", "b.cts", "a.cts", ["a.cts"]),
    ("./a.js", "b.ts", "a.js.ts", ["a.js.ts"]),
    ("./a.ts", "b.ts", "a.ts", ["a.ts"]),
    ("./", "src/b.ts", "src/index.ts", ["src/index.ts"]),
    (".", "src/b.ts", "src/index.ts src.ts", ["src/index.ts"]),
    ("..", "src/b.ts", "index.ts", ["index.ts"]),
    ("./a/", "b.ts", "a/index.ts a.ts", ["a/index.ts"]),
    ("./a?raw", "b.ts", "a.ts", ["a.ts"]),
    ("./x/../a", "b.ts", "a.ts", ["a.ts"]),
    ("../a", "b.ts", "a.ts", []),
    ("./missing", "b.ts", "a.ts", []),
    ("/a", "b.ts", "a.ts", []),
    ("a", "b.ts", "a.ts", []),
]


@pytest.mark.parametrize(("specifier", "importer", "tree", "expected"), RELATIVE)
def test_a_relative_import_finds_files(
    specifier: str, importer: str, tree: str, expected: list[str], tmp_path: Path
) -> None:
    found = candidates(specifier, importer, context(tmp_path, files(importer, *tree.split())))
    assert found == expected


def test_a_folder_with_a_manifest_means_its_main_file(tmp_path: Path) -> None:
    tree = {"a/package.json": {"main": "./lib/start.js"}, **files("b.js", "a/lib/start.js", "a/index.js")}
    assert candidates("./a", "b.js", context(tmp_path, tree))[0] == "a/lib/start.js"


def test_folders_that_count_as_one_are_searched_together(tmp_path: Path) -> None:
    tree = {
        "tsconfig.json": {"compilerOptions": {"rootDirs": ["src", "generated"]}},
        **files("src/app/b.ts", "generated/app/a.ts"),
    }
    assert candidates("./a", "src/app/b.ts", context(tmp_path, tree)) == ["generated/app/a.ts"]


CONFIGURED: list[tuple[Tree, str, str, list[str]]] = [
    # compiler options by folder, specifier, importer, what it means
    ({"": {"paths": {"@/*": ["./src/*"]}}}, "@/a", "src/b.ts", ["src/a.ts"]),
    ({"": {"paths": {"@/*": ["./src/*"]}}}, "@/lib", "src/b.ts", ["src/lib/index.ts"]),
    ({"": {"paths": {"@/*": ["./src/*"]}}}, "@/a.js", "src/b.ts", ["src/a.ts"]),
    ({"": {"paths": {"@/*": ["./gone/*", "./src/*"]}}}, "@/a", "src/b.ts", ["src/a.ts"]),
    ({"": {"paths": {"*": ["./gone/*"], "@/*": ["./src/*"]}}}, "@/a", "src/b.ts", ["src/a.ts"]),
    ({"": {"paths": {"exact": ["./src/a.ts"]}}}, "exact", "src/b.ts", ["src/a.ts"]),
    ({"": {"paths": {"exact": ["./src/a.ts"]}}}, "exact/below", "src/b.ts", []),
    ({"": {"baseUrl": "./src", "paths": {"~lib/*": ["lib/*"]}}}, "~lib/index", "src/b.ts", ["src/lib/index.ts"]),
    ({"": {"baseUrl": "./src"}}, "a", "src/b.ts", ["src/a.ts"]),
    ({"": {"baseUrl": "."}}, "src/lib", "src/b.ts", ["src/lib/index.ts"]),
    ({"": {"paths": {"@/*": ["./gone/*"]}}, "src": {"paths": {"@/*": ["./*"]}}}, "@/a", "src/b.ts", ["src/a.ts"]),
    ({"src": {"paths": {"@/*": ["./*"]}}}, "@/a", "b.ts", []),
    ({}, "@/a", "src/b.ts", []),
]  # fmt: skip


@pytest.mark.parametrize(("options", "specifier", "importer", "expected"), CONFIGURED)
def test_an_import_follows_the_nearest_tsconfig(
    options: Tree, specifier: str, importer: str, expected: list[str], tmp_path: Path
) -> None:
    tree: Tree = files("b.ts", "src/a.ts", "src/b.ts", "src/lib/index.ts")
    for folder, found in options.items():
        tree[f"{folder}/tsconfig.json" if folder else "tsconfig.json"] = {"compilerOptions": found}
    assert candidates(specifier, importer, context(tmp_path, tree)) == expected


PACKAGES: list[tuple[Tree, str, list[str], list[str]]] = [
    # package.json, specifier, files below the package, those that it may mean first
    ({}, "@kit/a", ["index.ts"], ["index.ts"]),
    ({}, "@kit/a", ["src/index.ts"], ["src/index.ts"]),
    ({"main": "lib/start.js"}, "@kit/a", ["lib/start.js"], ["lib/start.js"]),
    ({"main": "lib/start"}, "@kit/a", ["lib/start.ts"], ["lib/start.ts"]),
    ({"main": "lib"}, "@kit/a", ["lib/index.ts"], ["lib/index.ts"]),
    ({"main": "dist/index.js", "types": "src/index.ts"}, "@kit/a", ["src/index.ts"], ["src/index.ts"]),
    ({}, "@kit/a/rules", ["rules.ts"], ["rules.ts"]),
    ({}, "@kit/a/rules", ["src/rules.ts"], ["src/rules.ts"]),
    ({}, "@kit/a/lib/rules.js", ["lib/rules.ts"], ["lib/rules.ts"]),
    ({"exports": "./src/main.ts"}, "@kit/a", ["src/main.ts", "index.ts"], ["src/main.ts", "index.ts"]),
    ({"exports": {".": "./src/main.ts"}}, "@kit/a", ["src/main.ts"], ["src/main.ts"]),
    (
        {"exports": {"import": "./m.mjs", "require": "./m.cjs"}},
        "@kit/a",
        ["m.mjs", "m.cjs"],
        ["m.mjs", "m.cjs"],
    ),
    (
        {"exports": {".": {"import": {"types": "./t.d.ts", "default": "./m.js"}}}},
        "@kit/a",
        ["t.d.ts", "m.js"],
        ["t.d.ts", "m.js"],
    ),
    ({"exports": {"./rules": "./src/rules.ts"}}, "@kit/a/rules", ["src/rules.ts"], ["src/rules.ts"]),
    ({"exports": {"./*": "./src/*.ts"}}, "@kit/a/deep/rules", ["src/deep/rules.ts"], ["src/deep/rules.ts"]),
    ({"exports": {"./icons/*.js": "./src/i/*.ts"}}, "@kit/a/icons/up.js", ["src/i/up.ts"], ["src/i/up.ts"]),
    (
        {"exports": {"./*": "./src/*.ts", "./icons/*": "./src/i/*.ts"}},
        "@kit/a/icons/up",
        ["src/i/up.ts"],
        ["src/i/up.ts"],
    ),
    (
        {"exports": {"./internal/*": None, "./*": "./src/*.ts"}},
        "@kit/a/internal/x",
        ["src/internal/x.ts"],
        [],
    ),
    ({"exports": {".": "./dist/index.js"}}, "@kit/a", ["src/index.ts"], ["src/index.ts"]),
]


@pytest.mark.parametrize(("manifest", "specifier", "below", "expected"), PACKAGES)
def test_an_import_by_name_finds_the_files_of_a_workspace_package(
    manifest: Tree, specifier: str, below: list[str], expected: list[str], tmp_path: Path
) -> None:
    tree = {
        "package.json": {"name": "root", "workspaces": ["packages/*"]},
        "packages/a/package.json": {"name": "@kit/a", **manifest},
        **files("packages/b/b.ts", *(f"packages/a/{path}" for path in below)),
    }
    found = candidates(specifier, "packages/b/b.ts", context(tmp_path, tree))
    assert found == [f"packages/a/{path}" for path in expected]


def test_a_path_to_a_built_file_leads_to_its_source(tmp_path: Path) -> None:
    tree = {
        "package.json": {"name": "root", "workspaces": ["packages/*"]},
        "packages/a/package.json": {
            "name": "a",
            "main": "build/start.js",
            "exports": {"./x": "./build/deep/x.js"},
        },
        "packages/a/tsconfig.json": {"compilerOptions": {"outDir": "build", "rootDir": "code"}},
        **files("packages/a/code/start.ts", "packages/a/code/deep/x.tsx", "b.ts"),
    }
    found = context(tmp_path, tree)
    assert candidates("a", "b.ts", found) == ["packages/a/code/start.ts"]
    assert candidates("a/x", "b.ts", found) == ["packages/a/code/deep/x.tsx"]
    assert candidates("../build/start.js", "packages/a/test/b.ts", found) == ["packages/a/code/start.ts"]


def test_a_package_may_import_itself_by_its_name(tmp_path: Path) -> None:
    tree = {
        "inner/package.json": {"name": "self", "exports": {"./x": "./src/x.js"}},
        **files("inner/src/x.js", "inner/test/b.js", "b.js"),
    }
    found = context(tmp_path, tree)
    assert candidates("self/x", "inner/test/b.js", found) == ["inner/src/x.js"]
    assert candidates("self/x", "b.js", found) == []


def test_a_hash_stands_for_a_file_or_another_package(tmp_path: Path) -> None:
    tree = {
        "package.json": {
            "name": "root",
            "workspaces": ["packages/*"],
            "imports": {
                "#db": {"node": "./src/db.js", "default": "./src/other.js"},
                "#lib/*": "./lib/*.js",
                "#a": "a",
            },
        },
        "packages/a/package.json": {"name": "a"},
        **files("src/db.js", "src/other.js", "lib/x/y.ts", "packages/a/index.js", "src/b.js"),
    }
    found = context(tmp_path, tree)
    assert candidates("#db", "src/b.js", found) == ["src/db.js", "src/other.js"]
    assert candidates("#lib/x/y", "src/b.js", found) == ["lib/x/y.ts"]
    assert candidates("#a", "src/b.js", found) == ["packages/a/index.js"]
    assert candidates("#gone", "src/b.js", found) == []


@pytest.mark.parametrize(
    ("specifier", "fqn"),
    [
        ("lodash", "ext::npm::lodash"),
        ("lodash/fp", "ext::npm::lodash::fp"),
        ("lodash/fp.js", "ext::npm::lodash::fp"),
        ("socket.io", "ext::npm::socket.io"),
        ("@nestjs/common", "ext::npm::@nestjs/common"),
        ("@nestjs/common/exceptions/http.exception", "ext::npm::@nestjs/common::exceptions::http.exception"),
        ("fs", "ext::node::fs"),
        ("node:fs", "ext::node::fs"),
        ("fs/promises", "ext::node::fs::promises"),
        ("node:test", "ext::node::test"),
        ("bun:sqlite", "ext::bun::sqlite"),
        ("npm:chalk@5", "ext::npm::chalk"),
        ("npm:@scope/name@^1.2.3/sub", "ext::npm::@scope/name::sub"),
        ("jsr:@std/path@1", "ext::jsr::@std/path"),
        ("https://deno.land/std/path.ts", "ext::https::deno.land::std::path.ts"),
        ("virtual:pages", "ext::virtual::pages"),
        ("./a", ""),
        ("..", ""),
        ("/a", ""),
        ("#a", ""),
        ("@/a", ""),
        ("~/a", ""),
        ("", ""),
    ],
)
def test_a_module_outside_has_the_name_of_its_package(specifier: str, fqn: str) -> None:
    assert external(specifier) == fqn
