"""What a package depends on, asked as users ask: declared dependencies against imported ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import codegraph

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project

TREE = {
    "pyproject.toml": """[project]
name = "shop"
version = "1.2"
description = "Sells things. And more."
dependencies = [
  "flask>=3",
  "PyYAML",
  "left-over",
]
[project.scripts]
shop = "shop.main:run"
[dependency-groups]
dev = ["ruff"]
""",
    "shop/__init__.py": "",
    "shop/main.py": "import flask\nimport numpy\nimport yaml\n\n\ndef run():\n    return flask.Flask(yaml, numpy)\n\n\n"
    "def _hidden():\n    pass\n",
    "tests/test_main.py": "import flask\n\n\ndef test_it():\n    flask.Flask('x')\n",
    "web/package.json": '{"name": "web", "dependencies": {"react": "^18"}, "scripts": {"start": "node a.js"}}',
    "web/a.js": "import React from 'react';\n\nexport function App() { return React; }\n",
    "tools/pyproject.toml": '[project]\nname = "tools"\ndependencies = ["shop"]\n',
    "tools/tool.py": "import shop.main\n\nshop.main.run()\n",
}


@pytest.fixture(scope="module")
def shop(make_project: MakeProject) -> Project:
    """A shop with a web part and tools, indexed."""
    project = make_project("shop")
    project.write(TREE)
    project.update()
    return project


def by_name(entries: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {entry["name"]: entry for entry in entries}


def test_a_package_is_told_by_its_name_its_folder_and_what_lies_in_it(shop: Project) -> None:
    names = [
        shop.run("package", *words, "--json").json["fqn"] for words in ((), ("shop",), ("shop/main.py",))
    ]
    assert names == ["shop"] * 3
    assert shop.run("package", "web/", "--json").json["fqn"] == "web"
    assert shop.run("package", "nothing-like-it").code == 3


def test_a_summary_says_what_a_package_is(shop: Project) -> None:
    told = shop.run("package", "--json").json
    assert (told["manifest"], told["ecosystem"], told["version"]) == ("pyproject.toml", "pypi", "1.2")
    assert told["summary_short"] == "Sells things."
    assert (told["file_count"], told["languages"]) == (3, {"python": 3})
    assert [(e["kind"], e["name"], e["target"]) for e in told["entry_points"]] == [
        ("bin", "shop", "shop.main:run"),
        ("code", "run", "shop::shop/main::run"),
    ]
    assert [e["name"] for e in told["public_exports"]] == ["run"]
    assert [(e["fqn"], e["declared"]) for e in told["dependents"]] == [("tools", True)]


def test_declared_dependencies_stand_against_imported_ones(shop: Project) -> None:
    told = shop.run("package", "--json").json
    found = by_name(told["dependencies"])
    assert {name: entry["status"] for name, entry in found.items()} == {
        "flask": "imported",
        "left-over": "unused",
        "PyYAML": "imported",
        "ruff": "not imported",
    }
    flask = found["flask"]
    assert (flask["range"], flask["group"], flask["manifest"], flask["line"]) == (
        ">=3",
        "runtime",
        "pyproject.toml",
        6,
    )
    assert (flask["uses"], flask["in_tests"]) == (4, 2)
    assert found["PyYAML"]["imports"] == ["yaml"]
    (undeclared,) = told["undeclared"]
    assert (undeclared["name"], undeclared["path"], undeclared["line"]) == ("numpy", "shop/main.py", 2)
    assert told["counts"] == {"declared": 4, "imported": 2, "not imported": 1, "unused": 1, "undeclared": 1}


def test_dependencies_of_the_repository_name_their_package(shop: Project) -> None:
    told = shop.run("package", "tools", "--json").json
    (dependency,) = told["dependencies"]
    assert (dependency["target"], dependency["status"]) == ("shop", "imported")
    assert [(e["fqn"], e["declared"]) for e in told["uses"]] == [("shop", True)]


def test_the_map_counts_what_is_unused_and_undeclared(shop: Project) -> None:
    entries = {entry["fqn"]: entry for entry in shop.run("map", "--json").json["entries"]}
    counted = {name: (e["dependencies"], e["unused"], e["undeclared"]) for name, e in entries.items()}
    assert counted == {"shop": (4, 1, 1), "tools": (1, 0, 0), "web": (1, 0, 0)}
    shown = shop.run("map").out
    assert "1 declared dependency unused · 1 import undeclared: codegraph package shop" in shown


def test_people_read_it_as_tables(shop: Project) -> None:
    shown = shop.run("package").out
    assert "left-over" in shown
    assert "imported without being declared (1)" in shown
    assert "used in this repository by (1)" in shown


def test_parts_can_be_left_out(shop: Project) -> None:
    graph = codegraph.open(shop.root)
    answer = graph.package("web", include_dependencies=False, include_public_exports=False)
    assert (answer.dependencies, answer.public_exports, answer.totals) == ([], [], {})
    assert answer.entry_points[0].kind == "script"
    cut = graph.package(max_exports=0, max_dependencies=1)
    assert (len(cut.dependencies), cut.totals["dependencies"], cut.truncated) == (1, 4, True)


def test_the_export_has_it(shop: Project) -> None:
    (node,) = [node for node in shop.export().nodes if node["fqn"] == "shop"]
    assert by_name(node["attributes"]["dependencies"])["left-over"]["status"] == "unused"
    (hidden,) = shop.export().named("_hidden")
    assert "attributes" not in hidden
