"""What tsconfig.json and jsconfig.json say about imports, with what they extend."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegraph.discovery import TsConfig
from tests.discovery.conftest import Tree, configs, look, reasons, write


def tsconfig(folder: str = "", **fields: object) -> TsConfig:
    defaults: dict[str, object] = {
        "folder": folder,
        "file": f"{folder}/tsconfig.json" if folder else "tsconfig.json",
        "base_url": None,
        "paths": {},
        "root_dirs": [],
        "out_dir": None,
        "root_dir": None,
    }
    return TsConfig(**{**defaults, **fields})  # type: ignore[arg-type]


def options(**fields: object) -> str:
    return json.dumps({"compilerOptions": fields})


TSCONFIGS: dict[str, tuple[Tree, list[TsConfig]]] = {
    "none": ({"a.ts": ""}, []),
    "empty": ({"tsconfig.json": ""}, [tsconfig()]),
    "comments and commas": (
        {
            "tsconfig.json": """\ufeff{ // a comment, with "quotes"
              "compilerOptions": { /* { */ "baseUrl": "./src",
                "paths": { "@/*": ["*", "//not a comment",], },
              },
            }"""
        },
        [tsconfig(base_url="src", paths={"@/*": ["src/*"]})],
    ),
    "paths without baseUrl": (
        {"app/tsconfig.json": options(paths={"~/*": ["./src/*", "../lib/*"], "x": ["../../out"]})},
        [tsconfig("app", paths={"~/*": ["app/src/*", "lib/*"], "x": []})],
    ),
    "out and root dirs": (
        {"tsconfig.json": options(outDir="./dist", rootDir=".", rootDirs=["src", "gen"])},
        [tsconfig(out_dir="dist", root_dir="", root_dirs=["src", "gen"])],
    ),
    "extends, and paths that stay relative to where they stand": (
        {
            "base/tsconfig.base.json": '{"compilerOptions": {"paths": {"a": ["./a"]}, "outDir": "out"}}',
            "app/tsconfig.json": '{"extends": "../base/tsconfig.base", "compilerOptions": {"outDir": "o"}}',
        },
        [
            tsconfig("app", paths={"a": ["base/a"]}, out_dir="app/o"),
            tsconfig("base", file="base/tsconfig.base.json", paths={"a": ["base/a"]}, out_dir="base/out"),
        ],
    ),
    "a baseUrl moves inherited paths": (
        {
            "base.json": '{"compilerOptions": {"paths": {"a": ["a"]}}}',
            "app/tsconfig.json": '{"extends": "../base.json", "compilerOptions": {"baseUrl": "src"}}',
        },
        [tsconfig("app", base_url="app/src", paths={"a": ["app/src/a"]})],
    ),
    "several extends, the last one wins": (
        {
            "one.json": '{"compilerOptions": {"baseUrl": "one", "outDir": "o1"}}',
            "two.json": '{"compilerOptions": {"baseUrl": "two"}}',
            "tsconfig.json": '{"extends": ["./one.json", "./two.json", "./missing.json"]}',
        },
        [tsconfig(base_url="two", out_dir="o1")],
    ),
    "own paths replace inherited ones": (
        {
            "base.json": '{"compilerOptions": {"paths": {"a": ["a"]}}}',
            "tsconfig.json": '{"extends": "./base.json", "compilerOptions": {"paths": {"b": ["b"]}}}',
        },
        [tsconfig(paths={"b": ["b"]})],
    ),
    "a cycle": (
        {
            "tsconfig.json": '{"extends": "./other.json", "compilerOptions": {"baseUrl": "a"}}',
            "other.json": '{"extends": "./tsconfig.json", "compilerOptions": {"outDir": "b"}}',
        },
        [tsconfig(base_url="a", out_dir="b")],
    ),
    "the folder of the configuration": (
        {
            "base/base.json": options(paths={"@/*": ["${configDir}/src/*"]}, outDir="${configDir}/d"),
            "app/tsconfig.json": '{"extends": "../base/base.json"}',
        },
        [tsconfig("app", paths={"@/*": ["app/src/*"]}, out_dir="app/d")],
    ),
    "a shared package of settings": (
        {
            "package.json": '{"workspaces": ["config"]}',
            "config/package.json": '{"name": "@acme/tsconfig"}',
            "config/base.json": '{"compilerOptions": {"baseUrl": ".."}}',
            "app/tsconfig.json": '{"extends": "@acme/tsconfig/base"}',
        },
        [tsconfig("app", base_url="")],
    ),
    "a shared package by its name alone": (
        {
            "package.json": '{"workspaces": ["config"]}',
            "config/package.json": '{"name": "conf", "tsconfig": "./strict.json"}',
            "config/strict.json": '{"compilerOptions": {"baseUrl": "."}}',
            "tsconfig.json": '{"extends": "conf"}',
        },
        [tsconfig(base_url="config")],
    ),
    "a package that is not in the repository": (
        {"tsconfig.json": '{"extends": "@tsconfig/node20", "compilerOptions": {"baseUrl": "."}}'},
        [tsconfig(base_url="")],
    ),
    "a file that only lists projects": (
        {
            "tsconfig.json": """{"files": [], "references": [
                {"path": "./tsconfig.node.json"}, {"path": "./tsconfig.app.json"}
            ]}""",
            "tsconfig.node.json": "{}",
            "tsconfig.app.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
        },
        [tsconfig(paths={"@/*": ["src/*"]})],
    ),
    "jsconfig where there is no tsconfig": (
        {
            "jsconfig.json": '{"compilerOptions": {"baseUrl": "js"}}',
            "a/jsconfig.json": "{}",
            "a/tsconfig.json": "{}",
        },
        [tsconfig(file="jsconfig.json", base_url="js"), tsconfig("a")],
    ),
    "generated settings that git ignores are read when they are extended": (
        {
            ".gitignore": ".kit/\n",
            ".kit/tsconfig.json": '{"compilerOptions": {"paths": {"$lib/*": ["../src/lib/*"]}}}',
            "tsconfig.json": '{"extends": "./.kit/tsconfig.json"}',
        },
        [tsconfig(paths={"$lib/*": ["src/lib/*"]})],
    ),
    "out of the root": (
        {"tsconfig.json": '{"extends": "../x.json", "compilerOptions": {"baseUrl": "..", "outDir": "/"}}'},
        [tsconfig()],
    ),
    "options of the wrong kind": (
        {"tsconfig.json": '{"extends": 3, "references": {}, "compilerOptions": {"baseUrl": 1, "paths": 2}}'},
        [tsconfig()],
    ),
}


@pytest.mark.parametrize("name", TSCONFIGS)
def test_tsconfigs_are_read_with_what_they_extend(tmp_path: Path, name: str) -> None:
    files, expected = TSCONFIGS[name]
    assert configs(tmp_path, files).tsconfigs == expected


def test_a_broken_tsconfig_is_reported(tmp_path: Path) -> None:
    inventory = look(write(tmp_path, {"tsconfig.json": '{"extends": "./x.json"', "a.ts": ""}))
    assert inventory.configs.tsconfigs == [tsconfig()]
    assert reasons(inventory)["tsconfig.json"].startswith("manifest not used: not valid JSON")


def test_a_tsconfig_that_extends_a_link_does_not_follow_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"out.json": '{"compilerOptions": {"baseUrl": "x"}}', "r/tsconfig.json": '{"extends": "./l.json"}'},
    )
    (tmp_path / "r" / "l.json").symlink_to("../out.json")
    assert look(tmp_path / "r").configs.tsconfigs == [tsconfig()]


@pytest.mark.parametrize(
    "text", ["/*" * 300_000, '"' * 300_001, "{" + "," * 300_000, '{"a": "' + "\\" * 300_000]
)
def test_hostile_comments_end(tmp_path: Path, text: str) -> None:
    assert configs(tmp_path, {"tsconfig.json": text}).tsconfigs == [tsconfig()]


def test_many_files_that_extend_each_other_many_times_end(tmp_path: Path) -> None:
    chain = {f"c{n}.json": json.dumps({"extends": [f"./c{n + 1}.json"] * 50}) for n in range(15)}
    last = {"c15.json": '{"compilerOptions": {"baseUrl": "z"}}', "tsconfig.json": '{"extends": "./c0.json"}'}
    assert configs(tmp_path, {**chain, **last}).tsconfigs == [tsconfig(base_url="z")]
