"""Manifests of many ecosystems in one repository: a change in one of them gives what a first run would give."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project

TREE = {
    "go.work": "go 1.22\nuse ./api\nuse ./pay\n",
    "api/go.mod": "module example.org/api\n",
    "api/main.go": 'package main\n\nimport "example.org/pay/card"\n\nfunc main() { card.Charge() }\n',
    "pay/go.mod": "module example.org/pay\n",
    "pay/card/card.go": "package card\n\nfunc Charge() {}\n",
    "rust/Cargo.toml": '[workspace]\nmembers = ["*"]\n[workspace.dependencies]\ncore-x = { path = "core" }\n',
    "rust/core/Cargo.toml": '[package]\nname = "core-x"\nedition = "2021"\n',
    "rust/core/src/lib.rs": "pub fn run() {}\n",
    "rust/app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\ncore-x.workspace = true\n',
    "rust/app/src/main.rs": "fn main() { core_x::run(); }\n",
    "jvm/pom.xml": "<project><artifactId>top</artifactId><modules><module>a</module></modules></project>",
    "jvm/a/pom.xml": "<project><artifactId>a</artifactId></project>",
    "jvm/a/src/main/java/x/A.java": "package x;\n\nclass A { void run() { new B().go(); } }\n",
    "jvm/b/src/main/java/x/B.java": "package x;\n\nclass B { void go() {} }\n",
    "php/composer.json": '{"name": "acme/shop", "autoload": {"psr-4": {"Acme\\\\": "src/"}}}',
    "php/src/Cart.php": "<?php\nnamespace Acme;\nclass Cart { function total() { return (new Item)->price(); } }\n",
    "php/src/Item.php": "<?php\nnamespace Acme;\nclass Item { function price() { return 1; } }\n",
    "net/Shop/Shop.csproj": '<Project Sdk="Microsoft.NET.Sdk"></Project>',
    "net/Shop/Cart.cs": "namespace Shop;\nclass Cart { int Total() => new Item().Price(); }\n",
    "net/Model/Item.cs": "namespace Model;\npublic class Item { public int Price() => 1; }\n",
    "c/CMakeLists.txt": "project(c C)\nadd_library(lib src/a.c)\ntarget_include_directories(lib PUBLIC one)\n",
    "c/src/a.c": '#include "x.h"\n\nint a(void) { return x(); }\n',
    "c/one/x.h": "int x(void);\n",
    "c/two/x.h": "int x(void);\n",
    "rb/shop.gemspec": "Gem::Specification.new { |s|\n  s.name = 'shop'\n}\n",
    "rb/lib/shop.rb": "module Shop\n  def self.run\n  end\nend\n",
}
EDITS: dict[str, dict[str, str | None]] = {
    "Go: a module is called otherwise, another leaves the workspace": {
        "pay/go.mod": "module example.org/billing\n",
        "go.work": "go 1.22\nuse ./api\n",
    },
    "Go: a replacement appears": {
        "go.work": None,
        "api/go.mod": "module example.org/api\nreplace example.org/pay => ../pay\n",
    },
    "Rust and Java: names": {
        "rust/core/Cargo.toml": '[package]\nname = "core-y"\n',
        "jvm/a/pom.xml": "<project><artifactId>aa</artifactId></project>",
    },
    "Rust: another library is meant; Gradle instead of Maven": {
        "rust/Cargo.toml": "[workspace]\n",
        "jvm/pom.xml": None,
        "jvm/settings.gradle": "include 'a', 'b'\n",
    },
    "PHP and C#: other prefixes, namespaces for every file": {
        "php/composer.json": '{"name": "acme/cart", "autoload": {"psr-4": {"Other\\\\": "src/"}}}',
        "net/Shop/Shop.csproj": '<Project><ItemGroup><Using Include="Model" /></ItemGroup></Project>',
    },
    "C: other include folders; Ruby: another name": {
        "c/CMakeLists.txt": "project(cc C)\nadd_library(lib src/a.c)\ntarget_include_directories(lib PUBLIC two)\n",
        "rb/shop.gemspec": "Gem::Specification.new { |s|\n  s.name = 'shop_rb'\n}\n",
    },
    "C: a compilation database, which git ignores": {
        ".gitignore": "build/\n",
        "c/build/compile_commands.json": '[{"directory": "c", "file": "src/a.c", "command": "cc -Itwo"}]',
    },
    "only what is declared changes: another version, an unused one, one less": {
        "rust/app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\ncore-x.workspace = true\nidle = "1"\n',
        "php/composer.json": '{"name": "acme/shop", "version": "2", "require": {"psr/log": "^3"},'
        '"autoload": {"psr-4": {"Acme\\\\": "src/"}}}',
    },
    "only code changes, which uses what is declared": {
        "api/main.go": "package main\n\nfunc main() {}\n",
        "rust/app/src/main.rs": "fn main() {}\n",
    },
    "manifests go away, others come": {
        "jvm/a/pom.xml": None,
        "rb/shop.gemspec": None,
        "net/Directory.Build.props": '<Project><ItemGroup><Using Include="Model" /></ItemGroup></Project>',
        "MODULE.bazel": 'module(name = "mono")\n',
        "jvm/b/BUILD": "",
    },
}


def apply(project: Project, edit: dict[str, str | None]) -> None:
    """Write and delete files."""
    project.write({path: text for path, text in edit.items() if text is not None})
    for path in (path for path, text in edit.items() if text is None):
        (project.root / path).unlink(missing_ok=True)


@pytest.fixture(scope="module")
def mono(make_project: MakeProject) -> Project:
    """A repository of many ecosystems, indexed."""
    project = make_project("mono")
    project.write(TREE)
    project.update()
    return project


@pytest.fixture(scope="module")
def original(mono: Project) -> dict[str, bytes]:
    """What it looks like before any edit."""
    return mono.exported()


@pytest.mark.parametrize("name", EDITS)
def test_a_changed_manifest_gives_what_a_first_run_would_give(
    mono: Project, original: dict[str, bytes], make_project: MakeProject, name: str
) -> None:
    apply(mono, EDITS[name])
    assert mono.update().changed
    fresh = make_project(mono.root.name)
    ignored = shutil.ignore_patterns("index")
    shutil.copytree(mono.root, fresh.root, dirs_exist_ok=True, ignore=ignored)
    fresh.update()
    assert mono.exported() == fresh.exported()
    apply(mono, {path: TREE.get(path) for path in EDITS[name]})
    mono.update()
    assert mono.exported() == original


def test_every_ecosystem_has_its_packages(mono: Project) -> None:
    found = {node["fqn"]: node["path"] for node in mono.export().nodes if node["level"] == 1}
    assert found == {
        "a": "jvm/a",
        "acme/shop": "php",
        "app": "rust/app",
        "c": "c",
        "core-x": "rust/core",
        "example.org/api": "api",
        "example.org/pay": "pay",
        "mono": "",
        "rust": "rust",
        "Shop": "net/Shop",
        "shop": "rb",
        "top": "jvm",
    }
    assert mono.run("symbol", "rust", "--json").json["attributes"] == {
        "ecosystem": "cargo",
        "manifest": "rust/Cargo.toml",
        "workspace": True,
    }
