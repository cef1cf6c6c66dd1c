"""Declared dependencies against imported ones: small projects of each ecosystem, and what is told of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.config import Settings
from codegraph.dependencies import Report, compare
from codegraph.discovery import discover, read_source
from tests.projects import registry, resolution_of, write


def reports(root: Path, files: dict[str, str]) -> dict[str, Report]:
    """The report of each package, by its name."""
    write(root, files)
    inventory = discover(root, Settings(), registry().table)
    graph = resolution_of(root).graph
    names = (package.unique_name for package in inventory.packages)
    declared = dict(zip(names, inventory.declarations, strict=True))
    found = compare(graph, declared, lambda path: read_source(root, path))
    return {graph.nodes["fqn"][row]: report for row, report in found.items()}


def told(report: Report) -> list[str]:
    """What is told, as the cases write it: ``name: status uses/in tests``, and imports without a declaration."""
    lines = []
    for dependency, status, _, use, imports in report.verdicts:
        tests = f"/{use.in_tests}" if use.in_tests else ""
        counts = f" {use.uses}{tests}" if use.uses else ""
        called = f" as {','.join(imports)}" if imports else ""
        lines.append(f"{dependency.name}: {status}{counts}{called}")
    for item in report.leftovers:
        if not item.reason:
            package = f" ({item.package})" if item.package and item.package != item.name else ""
            lines.append(f"+ {item.name}{package} {item.place.path}:{item.place.line}")
    return lines


PYPROJECT = '[project]\nname = "shop"\ndependencies = ['

# files of the package "shop", and what is told of it
CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "pypi: names that differ, tests, the standard library, a module of its own, a conditional import": (
        {
            "pyproject.toml": PYPROJECT + '"PyYAML", "requests", "unused-thing", "gunicorn"]\n',
            "shop/__init__.py": "import os\nimport yaml\nimport numpy as np\nfrom shop import near\n",
            "shop/near.py": "try:\n    import simplejson\nexcept ImportError:\n    pass\nyaml = 1\n",
            "tests/test_shop.py": "import requests\n\n\ndef test_it():\n    requests.get('x')\n",
        },
        [
            "gunicorn: not imported",
            "PyYAML: imported 1 as yaml",
            "requests: imported 2/2",
            "unused-thing: unused",
            "+ numpy shop/__init__.py:3",
        ],
    ),
    "pypi: unused where all imports are accounted for, unless a text names it": (
        {
            "pyproject.toml": PYPROJECT + '"flask", "unused-thing", "loaded-by-name"]\n',
            "shop.py": "import flask\n\nPLUGINS = ['loaded_by_name.plugin']\n",
        },
        ["flask: imported 1", "loaded-by-name: not imported", "unused-thing: unused"],
    ),
    "pypi: a namespace": (
        {
            "pyproject.toml": PYPROJECT + '"google-cloud-storage", "google-auth"]\n',
            "shop.py": "from google.cloud import storage\nimport google.auth\n\nstorage.Client()\n",
        },
        [
            "google-auth: imported 1 as google.auth",
            "google-cloud-storage: imported 1 as google.cloud.storage",
        ],
    ),
    "npm: scopes, sub-paths, builtins, types, aliases, what a script runs": (
        {
            "package.json": '{"name": "shop", "scripts": {"x": "rimraf y"}, "dependencies": {'
            '"lodash": "4", "@a/b": "1", "rimraf": "5", "left-pad": "1", "new": "npm:real@1"},'
            '"devDependencies": {"@types/estree": "1"}}',
            "a.ts": "import fs from 'node:fs';\nimport fp from 'lodash/fp';\nimport { c } from '@a/b/deep';\n"
            "import type { Node } from 'estree';\nimport x from 'new';\nimport chalk from 'chalk';\n"
            "fp(fs, c, x, chalk);\n",
        },
        [
            "@a/b: imported 2",
            "left-pad: unused",
            "lodash: imported 2",
            "real: imported 2 as new",
            "rimraf: not imported",
            "@types/estree: imported 1 as estree",
            "+ chalk a.ts:6",
        ],
    ),
    "go: the longest module, what is there for others, the standard library": (
        {
            "go.mod": "module shop\n\nrequire (\n\tx.org/a v1.0.0\n\tx.org/a/v2 v2.0.0\n\ty.org/b v1.0.0\n"
            "\tz.org/c v1.0.0 // indirect\n)\n",
            "main.go": 'package main\n\nimport (\n\t"fmt"\n\n\t"x.org/a/v2/sub"\n\t"w.org/d"\n)\n\n'
            "func main() { fmt.Println(sub.F(), d.G()) }\n",
        },
        [
            "x.org/a: unused",
            "x.org/a/v2: imported 2",
            "y.org/b: unused",
            "z.org/c: not imported",
            "+ w.org/d main.go:7",
        ],
    ),
    "cargo: names with dashes, renames, crates of the compiler, macros": (
        {
            "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\nserde-json = "1"\n'
            'short = { package = "very-long", version = "1" }\nidle = "1"\nin-macro = "1"\n'
            '[dev-dependencies]\nproptest = "1"\n',
            "src/lib.rs": "use std::fmt;\nuse serde_json::Value;\nuse short::Thing;\n\n"
            "macro_rules! m { () => { in_macro::call() } }\n",
        },
        [
            "idle: unused",
            "in-macro: not imported",
            "serde-json: imported 1",
            "very-long: imported 1 as short",
            "proptest: not imported",
        ],
    ),
    "maven: groups, the table, what only runs": (
        {
            "pom.xml": "<project><artifactId>shop</artifactId><dependencies>"
            "<dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId></dependency>"
            "<dependency><groupId>org.acme</groupId><artifactId>tool</artifactId></dependency>"
            "<dependency><groupId>org.idle</groupId><artifactId>idle</artifactId></dependency>"
            "<dependency><groupId>com.h2database</groupId><artifactId>h2</artifactId><scope>runtime</scope></dependency>"
            "</dependencies></project>",
            "src/main/java/A.java": "import java.util.List;\nimport com.google.common.collect.Lists;\n"
            "import org.acme.tool.Hammer;\nimport org.other.Thing;\n\nclass A { List<Hammer> x; }\n",
        },
        [
            "com.google.guava:guava: imported 1 as com.google.common",
            "com.h2database:h2: not imported",
            "org.acme:tool: imported 2 as org.acme.tool",
            "org.idle:idle: unknown",
        ],
    ),
    "nuget: namespaces that begin like the package": (
        {
            "shop.csproj": '<Project><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="13" />'
            '<PackageReference Include="Acme.Tools.Core" Version="1" /><PackageReference Include="Idle" Version="1" />'
            "</ItemGroup></Project>",
            "A.cs": "using System;\nusing Newtonsoft.Json.Linq;\nusing Acme.Tools;\n\nclass A { JObject x; }\n",
        },
        [
            "Acme.Tools.Core: imported 2 as Acme.Tools",
            "Idle: unknown",
            "Newtonsoft.Json: imported 1",
        ],
    ),
    "composer: the table, the custom, the platform": (
        {
            "composer.json": '{"name": "shop", "require": {"php": "8", "psr/log": "3", "acme/hammer-tool": "1",'
            '"idle/x": "1", "monolog/monolog": "3"}}',
            "a.php": "<?php\nuse Psr\\Log\\LoggerInterface;\nuse Acme\\HammerTool\\Nail;\nuse Twig\\Environment;\n\n"
            "function f(LoggerInterface $l, Nail $n, Environment $e, \\Exception $x) {}\n",
        },
        [
            "acme/hammer-tool: imported 2 as Acme\\HammerTool",
            "idle/x: unknown",
            "monolog/monolog: unused",
            "psr/log: imported 2 as Psr\\Log",
            "+ Twig (twig/twig) a.php:4",
        ],
    ),
    "rubygems: features, constants, what Bundler loads": (
        {
            "Gemfile": 'gem "rack-test"\ngem "silent"\ngem "nokogiri"\n',
            "a.rb": 'require "json"\nrequire "rack/test"\n\nNokogiri::HTML("x")\n',
        },
        ["nokogiri: imported 1", "rack-test: imported 1 as rack/test", "silent: not imported"],
    ),
    "swift: the modules that targets name": (
        {
            "Package.swift": 'let package = Package(name: "shop", dependencies: [\n'
            '  .package(url: "https://example.org/swift-nio.git", from: "2.0.0"),\n'
            '  .package(url: "https://example.org/swift-docc-plugin", from: "1.0.0"),\n'
            '], targets: [.target(name: "Shop", dependencies: [.product(name: "NIO", package: "swift-nio")])])\n',
            "Sources/Shop/a.swift": "import Foundation\nimport NIO\n",
        },
        ["swift-docc-plugin: not imported", "swift-nio: imported 1 as NIO"],
    ),
    "luarocks: modules of other names": (
        {
            "shop-1.rockspec": 'package = "shop"\ndependencies = { "lua >= 5.1", "luasocket", "idle" }\n',
            "src/a.lua": 'local socket = require("socket.http")\n',
        },
        ["idle: unknown", "luasocket: imported 2 as socket"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_declared_is_compared_with_what_is_imported(tmp_path: Path, name: str) -> None:
    files, expected = CASES[name]
    found = reports(tmp_path / "shop", files)
    assert told(found["shop"]) == expected


def test_a_package_may_import_what_a_folder_above_declares(tmp_path: Path) -> None:
    found = reports(
        tmp_path / "top",
        {
            "package.json": '{"name": "top", "workspaces": ["a"], "devDependencies": {"chai": "1"}}',
            "a/package.json": '{"name": "a", "dependencies": {"b": "1"}}',
            "a/x.js": "import chai from 'chai';\nimport b from 'b';\nb(chai);\n",
        },
    )
    assert told(found["top"]) == ["chai: imported 2"]
    assert told(found["a"]) == ["b: imported 2"]


def test_packages_of_the_repository_are_linked(tmp_path: Path) -> None:
    found = reports(
        tmp_path / "top",
        {
            "go.work": "use ./a\nuse ./b\nuse ./c\n",
            "a/go.mod": "module x.org/a\nrequire x.org/b v1.0.0\n",
            "a/a.go": 'package a\n\nimport (\n\t"x.org/b"\n\t"x.org/c"\n)\n\nfunc F() { b.G(); c.H() }\n',
            "b/go.mod": "module x.org/b\n",
            "b/b.go": "package b\n\nfunc G() {}\n",
            "c/go.mod": "module x.org/c\n",
            "c/c.go": "package c\n\nfunc H() {}\n",
        },
    )
    assert told(found["x.org/a"]) == ["x.org/b: imported 2"]
    links = {link.fqn: (link.use.uses, link.is_declared) for link in found["x.org/a"].links}
    assert links == {"x.org/b": (2, True), "x.org/c": (2, False)}


UNDECIDED: dict[str, tuple[dict[str, str], str]] = {
    "in a folder that no manifest speaks of": (
        {
            "docs/requirements.txt": "sphinx\n",
            "setup.cfg": "[flake8]\n",
            "pyproject.toml": "[tool.black]\n",
            "a.py": "import numpy\n",
        },
        "numpy",
    ),
    "in scripts that declare their own": (
        {
            "pyproject.toml": PYPROJECT + "]\n",
            "a.py": '# /// script\n# dependencies = ["numpy"]\n# ///\nimport numpy\n',
        },
        "numpy",
    ),
    "imported under a condition": (
        {
            "pyproject.toml": PYPROJECT + "]\n",
            "a.py": "try:\n    import numpy\nexcept ImportError:\n    numpy = None\n",
        },
        "numpy",
    ),
    "stood for by another package": (
        {
            "composer.json": '{"name": "shop", "replace": {"psr/log": "*"}, "require": {"x/y": "1"}}',
            "a.php": "<?php\nuse Psr\\Log\\LoggerInterface;\nfunction f(LoggerInterface $l) {}\n",
        },
        "Psr\\Log",
    ),
    "some dependencies are computed": (
        {
            "setup.py": "from setuptools import setup\nsetup(name='shop', install_requires=open('x').read())\n",
            "shop.py": "import numpy\n",
        },
        "numpy",
    ),
    "may be a module of the project": (
        {"pyproject.toml": PYPROJECT + "]\n", "tools/helpers/a.py": "", "shop.py": "import helpers\n"},
        "helpers",
    ),
    "may be of a dependency with another name": (
        {"pyproject.toml": PYPROJECT + '"strange-name"]\n', "shop.py": "import quite_different\n"},
        "quite_different",
    ),
    "in test data, templates or vendored code alone": (
        {
            "package.json": '{"name": "shop", "dependencies": {}}',
            "test/fixtures/a.js": "import x from 'x';\nx();\n",
        },
        "x",
    ),
}


NOT_UNUSED: dict[str, tuple[dict[str, str], str]] = {
    "named elsewhere in the manifest": (
        {
            "package.json": '{"name": "shop", "dependencies": {"idle": "1", "b": "1"}}',
            "web/site.css": '@import "idle/dist/all.css";\n',
            "a.js": "import b from 'b';\nb();\n",
        },
        "idle",
    ),
    "named in the sources": (
        {
            "package.json": '{"name": "shop", "dependencies": {"idle": "1", "b": "1"}}',
            "a.js": "import b from 'b';\nb.load('idle');\n",
        },
        "idle",
    ),
    "listed for another dependency": (
        {
            "requirements.txt": "idle==1\n" + "".join(f"other-{n}==1\n" for n in range(12)) + "flask==3\n",
            "shop.py": "import flask\n",
            "setup.py": "",
        },
        "idle",
    ),
    "@nestjs/core may use it by a setting": (
        {
            "package.json": '{"name": "shop", "dependencies": {"@nestjs/websockets": "1", "@nestjs/core": "1"}}',
            "a.ts": "import { NestFactory } from '@nestjs/core';\nNestFactory.create(1);\n",
        },
        "@nestjs/websockets",
    ),
    "a tool, plugin, driver or types, which need no import": (
        {"pyproject.toml": PYPROJECT + '"gunicorn", "flask"]\n', "shop.py": "import flask\n"},
        "gunicorn",
    ),
    "no code of its kind": (
        {"package.json": '{"name": "shop", "dependencies": {"idle": "1"}}', "a.py": "import os\n"},
        "idle",
    ),
}


@pytest.mark.parametrize("reason", NOT_UNUSED)
def test_a_dependency_is_unused_only_where_that_is_certain(tmp_path: Path, reason: str) -> None:
    files, name = NOT_UNUSED[reason]
    found = reports(tmp_path / "shop", files)["shop"]
    assert {v.dependency.name: v.reason for v in found.verdicts}[name] == reason


@pytest.mark.parametrize("reason", UNDECIDED)
def test_an_import_is_undeclared_only_where_that_is_certain(tmp_path: Path, reason: str) -> None:
    files, name = UNDECIDED[reason]
    (item,) = reports(tmp_path / "shop", files)["shop"].leftovers
    assert (item.name, item.reason) == (name, reason)


def test_nothing_is_told_of_code_without_a_manifest(tmp_path: Path) -> None:
    found = reports(tmp_path / "shop", {"a.py": "import numpy\n"})
    assert not found["shop"].leftovers
    assert not found["shop"].verdicts
