"""Which packages of the repository an import of Node can mean, and which file of them."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from codegraph.discovery import ModuleConfig, NodePackage
from tests.discovery.conftest import Tree, configs, write


def package(**fields: object) -> str:
    return json.dumps(fields)


WORKSPACE: Tree = {
    "package.json": package(name="root", private=True, workspaces=["packages/*"]),
    "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n',
    "packages/app/package.json": package(name="@kit/app", dependencies={"@kit/domain": "workspace:*"}),
    "packages/app/src/main.ts": "",
    "packages/domain/package.json": package(
        name="@kit/domain", main="src/index.ts", exports={".": "./src/index.ts", "./rules": "./src/rules.ts"}
    ),
    "packages/domain/src/index.ts": "",
    "test/fixtures/react/package.json": package(name="react"),
}


def test_members_of_a_workspace_can_be_imported_by_name(tmp_path: Path) -> None:
    found = configs(tmp_path, WORKSPACE)
    assert list(found.node_packages) == ["@kit/app", "@kit/domain", "root"]
    assert found.node_packages["@kit/domain"] == NodePackage(
        name="@kit/domain",
        folder="packages/domain",
        is_module=False,
        entries=["packages/domain/src/index.ts"],
        exports={".": ["packages/domain/src/index.ts"], "./rules": ["packages/domain/src/rules.ts"]},
        imports={},
        import_packages={},
    )
    assert "test/fixtures/react" in found.node_folders


MEMBERS: dict[str, tuple[Tree, list[str]]] = {
    "npm": ({"package.json": package(workspaces=["a", "libs/*"])}, ["a", "b"]),
    "yarn": ({"package.json": package(workspaces={"packages": ["libs/**"]})}, ["b", "c"]),
    "pnpm": (
        {"package.json": "{}", "pnpm-workspace.yaml": "packages: ['./libs/*', '!libs/b']  # all but b\n"},
        [],
    ),
    "pnpm negated": (
        {
            "package.json": "{}",
            "pnpm-workspace.yaml": "packages:\n- libs/**\n- '!**/deep/**'\ncatalog:\n  x: ^1\n",
        },
        ["b"],
    ),
    "lerna": ({"package.json": "{}", "lerna.json": package(packages=["a"])}, ["a"]),
    "braces": ({"package.json": package(workspaces=["{a,libs/b}"])}, ["a", "b"]),
    "trailing slash": ({"package.json": package(workspaces=["libs/*/"])}, ["b"]),
    "out of the root": ({"package.json": package(workspaces=["../*", "/a"])}, []),
    "none": ({"package.json": "{}"}, []),
    "a list of other things": ({"package.json": package(workspaces=[1, {"a": 2}])}, []),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_workspace_members_are_found_by_every_tools_patterns(tmp_path: Path, name: str) -> None:
    files, expected = MEMBERS[name]
    members = {"a": "a", "b": "libs/b", "c": "libs/deep/c"}
    write(tmp_path, {f"{folder}/package.json": package(name=name) for name, folder in members.items()})
    assert list(configs(tmp_path, files).node_packages) == expected


def test_linked_dependencies_can_be_imported_by_the_name_they_are_given(tmp_path: Path) -> None:
    found = configs(
        tmp_path,
        {
            "app/package.json": package(
                name="app",
                dependencies={"one": "file:../lib", "two": "workspace:@x/lib@*", "three": "^3.0.0"},
                devDependencies={"four": "link:../../outside", "@x/lib": "workspace:^", "five": 5},
            ),
            "lib/package.json": package(name="@x/lib"),
            "three/package.json": package(name="three"),
        },
    )
    assert {name: p.folder for name, p in found.node_packages.items()} == {
        "@x/lib": "lib",
        "one": "lib",
        "two": "lib",
    }


EXPORTS: dict[str, tuple[object, dict[str, list[str]]]] = {
    "a text": ("./i.js", {".": ["i.js"]}),
    "conditions": (
        {"types": "./t.d.ts", "import": {"node": "./n.mjs", "default": "./d.mjs"}, "require": "./c.cjs"},
        {".": ["t.d.ts", "n.mjs", "d.mjs", "c.cjs"]},
    ),
    "subpaths": (
        {".": "./i.js", "./icons/*": "./src/icons/*.ts", "./internal/*": None},
        {".": ["i.js"], "./icons/*": ["src/icons/*.ts"], "./internal/*": []},
    ),
    "fallbacks": ({".": ["./a.js", {"default": "./b.js"}, "./a.js"]}, {".": ["a.js", "b.js"]}),
    "out of the package": (
        {".": "../../x.js", "./a": "lodash", "./b": "/etc/x"},
        {".": [], "./a": [], "./b": []},
    ),
    "nothing": (None, {}),
    "a number": (3, {".": []}),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_exports_become_flat_lists_of_targets(tmp_path: Path, name: str) -> None:
    field, expected = EXPORTS[name]
    found = configs(tmp_path, {"package.json": package(name="p", exports=field)})
    assert found.node_packages["p"].exports == expected


def test_entries_imports_and_the_module_type_are_read(tmp_path: Path) -> None:
    found = configs(
        tmp_path,
        {
            "libs/p/package.json": package(
                type="module",
                source="src/index.ts",
                types="./dist/index.d.ts",
                main="./dist/index.js",
                module="dist/index.js",
                imports={"#db": {"node": "./src/db.ts", "default": "pg"}, "#x/*": "./src/*.ts", "bad": "./b"},
            )
        },
    )
    assert found.node_folders["libs/p"] == NodePackage(
        name="",
        folder="libs/p",
        is_module=True,
        entries=["libs/p/src/index.ts", "libs/p/dist/index.d.ts", "libs/p/dist/index.js"],
        exports={},
        imports={"#db": ["libs/p/src/db.ts"], "#x/*": ["libs/p/src/*.ts"]},
        import_packages={"#db": ["pg"]},
    )


def test_the_configuration_can_be_stored_as_json(tmp_path: Path) -> None:
    found = configs(tmp_path, {**WORKSPACE, "tsconfig.json": "{}", "a.py": ""})
    assert msgspec.json.decode(msgspec.json.encode(found), type=ModuleConfig) == found
