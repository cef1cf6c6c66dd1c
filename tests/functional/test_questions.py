"""How a node may be named, what is answered when a name fits nothing or too much, and with which exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project

SOURCES = {
    "src/app.ts": 'import { kind } from "./lib/types";\nexport function run(): number {\n  return kind(1);\n}\n',
    "src/lib/types.ts": "export function kind(n: number): number {\n  return n;\n}\n",
    "shop/__init__.py": "",
    "shop/orders.py": "class Order:\n    def total(self):\n        return 1\n\n\n"
    "class Refund(Order):\n    def total(self):\n        return -super().total()\n",
    "shop/views.py": "from shop.orders import Order\n\n\ndef checkout():\n    return Order().total()\n",
    "pyproject.toml": '[project]\nname = "acme-shop"\n',
}
DATA = {
    **{
        f"{folder}/data.ts": f"export const rows = {number};\nexport function get(): number {{\n  return rows;\n}}\n"
        for number, folder in enumerate("ab")
    },
    **{
        f"{folder}/use.ts": 'import { get } from "./data";\nexport function use(): number {\n  return get();\n}\n'
        for folder in "ab"
    },
    "c/data.ts": "export class Data {\n  get(): number {\n    return 3;\n  }\n}\n"
    "export class Other {\n  get(): number {\n    return 4;\n  }\n}\n",
    "c/use.ts": 'import { Data } from "./data";\nexport function use(d: Data): number {\n  return d.get();\n}\n',
    "c/data.test.ts": 'import { use } from "./use";\nimport { Data } from "./data";\n'
    "function get(): number {\n  return use(new Data());\n}\nget();\n",
}
TYPES = {
    "parent.ts": 'import type { Child } from "./child";\n\nexport class Parent {\n  kids: Child[] = [];\n}\n',
    "child.ts": 'import { Parent } from "./parent";\n\nexport class Child extends Parent {}\n',
}


@pytest.fixture(scope="module")
def shop(make_project: MakeProject) -> Project:
    project = make_project("shop").write(SOURCES)
    project.update()
    return project


@pytest.mark.parametrize(
    ("name", "fqn"),
    [
        ("acme-shop::shop/orders::Order::total", "acme-shop::shop/orders::Order::total"),
        ("Order.total", "acme-shop::shop/orders::Order::total"),
        ("Order::total", "acme-shop::shop/orders::Order::total"),
        ("shop.orders.Order.total", "acme-shop::shop/orders::Order::total"),
        ("orders.Order.total", "acme-shop::shop/orders::Order::total"),
        ("shop/orders.py::Order::total", "acme-shop::shop/orders::Order::total"),
        ("shop/orders.py:2", "acme-shop::shop/orders::Order::total"),
        ("shop/orders.py:3", "acme-shop::shop/orders::Order::total"),
        ("orders.py:7:9", "acme-shop::shop/orders::Refund::total"),
        ("order.TOTAL", "acme-shop::shop/orders::Order::total"),
        ("shop.orders", "acme-shop::shop/orders"),
        ("acme-shop", "acme-shop"),
        ("src/lib/types.ts", "acme-shop::src/lib/types.ts"),
        ("src\\lib\\types.ts", "acme-shop::src/lib/types.ts"),
        ("./src/lib/types.ts", "acme-shop::src/lib/types.ts"),
        ("src/lib//types.ts", "acme-shop::src/lib/types.ts"),
        ("src/lib/../lib/types.ts", "acme-shop::src/lib/types.ts"),
        ("{root}/src/lib/types.ts", "acme-shop::src/lib/types.ts"),
        ("types.ts", "acme-shop::src/lib/types.ts"),
        ("src/lib/types.ts:1", "acme-shop::src/lib/types.ts::kind"),
        ("src\\lib\\types.ts:1", "acme-shop::src/lib/types.ts::kind"),
        ("{root}/src/lib/types.ts:1", "acme-shop::src/lib/types.ts::kind"),
        ("lib/types.kind", "acme-shop::src/lib/types.ts::kind"),
    ],
)
def test_a_node_is_found_by_every_way_to_name_it(shop: Project, name: str, fqn: str) -> None:
    ran = shop.run("symbol", name.replace("{root}", str(shop.root)), "--json")
    assert ran.code == 0, ran.err
    assert ran.json["fqn"] == fqn


def test_paths_are_taken_from_the_folder_one_stands_in(shop: Project) -> None:
    below = shop.root / "src" / "lib"
    for name in ("types.ts", "types.ts:1", "../app.ts", "../../shop/orders.py:2"):
        assert shop.run("symbol", name, cwd=below).code == 0, name
    assert shop.run("impact", "types.ts", "--json", cwd=below).json["target"]["path"] == "src/lib/types.ts"
    assert shop.run("source", "../app.ts:2", cwd=below).out.startswith("function run")


def test_a_file_means_all_that_is_in_it(shop: Project) -> None:
    ran = shop.run("impact", "src\\lib\\types.ts", "--json")
    assert {node["path"] for node in ran.json["direct_impact"]} == {"src/app.ts"}
    assert {node["kind"] for node in ran.json["direct_impact"]} == {"module", "function"}


def test_a_module_tells_what_it_imports_and_who_imports_it(shop: Project) -> None:
    ran = shop.run("symbol", "shop/orders.py", "--json")
    assert [found["name"] for found in ran.json["imported_by"]] == ["views.py"]
    assert "imported by (1)" in shop.run("symbol", "shop/orders.py").out
    assert "imports (1)" in shop.run("symbol", "shop/views.py").out


def test_a_name_that_fits_several_nodes_is_never_guessed(shop: Project) -> None:
    for words in (
        ["symbol", "total"],
        ["source", "total"],
        ["impact", "total"],
        ["trace", "checkout", "total"],
    ):
        ran = shop.run(*words)
        assert (ran.code, ran.out) == (4, ""), words
        assert ran.error == "'total' fits 2 nodes; give more of the name, or path:line"
        assert ran.err.splitlines()[1:] == [
            "  acme-shop::shop/orders::Order::total",
            "  acme-shop::shop/orders::Refund::total",
        ]
    error = shop.run("symbol", "total", "--json").json["error"]
    assert error["code"] == "ambiguous"
    assert error["candidates"] == [
        "acme-shop::shop/orders::Order::total", "acme-shop::shop/orders::Refund::total",
    ]  # fmt: skip


def test_a_name_that_fits_nothing_is_answered_with_what_comes_near(shop: Project) -> None:
    ran = shop.run("impact", "Ordre.totl")
    assert (ran.code, ran.out) == (3, "")
    assert "did you mean acme-shop::shop/orders::Order::total?" in ran.error
    error = shop.run("symbol", "chekout", "--json").json["error"]
    assert error["code"] == "not_found"
    assert error["suggestions"][0] == "acme-shop::shop/views::checkout"


def test_a_folder_is_told_to_be_one(shop: Project) -> None:
    for name in ("src/lib", "src/lib/", "./src/lib", "src"):
        ran = shop.run("symbol", name)
        assert ran.code == 3
        assert "is a folder, which is no node; `codegraph map src" in ran.error
        assert ran.err.count("\n") == 1


def test_a_path_outside_of_the_root_is_not_found(shop: Project) -> None:
    for name in ("../shop/orders.py", "/etc/passwd", "shop/../../x.py"):
        assert shop.run("symbol", name).code == 3, name


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["symbol"], 2),
        (["symbol", "a", "--nope"], 2),
        (["nope"], 2),
        (["graph", "--level", "galaxy"], 2),
        (["graph", "--format", "gif"], 2),
        (["impact", "checkout", "--kinds", "hates"], 2),
        (["index", ".", "--workers", "many"], 2),
        (["index", ".", "--languages", "klingon"], 2),
        (["export", "xml", "--output", "x"], 2),
        (["status", "-C", "nowhere"], 2),
        (["symbol", ""], 3),
        (["status", "-C", ".."], 5),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_makes_no_sense_is_one_line_and_a_documented_code(
    shop: Project, words: list[str], code: int
) -> None:
    ran = shop.run(*words)
    assert (ran.code, ran.out) == (code, "")
    assert ran.error
    answer = shop.run(*words, "--json").json
    assert set(answer) == {"schema_version", "error"}
    assert answer["error"]["message"]


def test_broken_settings_are_named_with_their_file(project: Project) -> None:
    project.write({"a.py": "", "codegraph.toml": 'workers = "many"\n'})
    ran = project.run("index", "--no-embeddings")
    assert ran.code == 2
    assert "codegraph.toml" in ran.error
    assert "workers" in ran.error
    project.write({"codegraph.toml": "wokers = 2\n"})
    ran = project.run("index", "--no-embeddings")
    assert ran.code == 0
    assert "warning: codegraph.toml: wokers" in ran.err
    assert "workers" in ran.err


def test_symbols_of_the_same_name_in_many_folders_stay_apart(project: Project) -> None:
    project.write(DATA)
    project.update()
    exported = project.export()
    fqns = [node["fqn"] for node in exported.nodes]
    assert len(fqns) == len(set(fqns))
    assert len(exported.named("get")) == 5
    assert len(exported.named("data.ts")) == 3
    wanted = {
        ("a/use.ts:2", "calls", "a/data.ts:2"),
        ("b/use.ts:2", "calls", "b/data.ts:2"),
        ("c/use.ts:2", "calls", "c/data.ts:2"),
        ("c/data.test.ts:3", "calls", "c/use.ts:2"),
        ("c/data.test.ts:0", "calls", "c/data.test.ts:3"),
        ("a/use.ts:0", "imports", "a/data.ts:0"),
        ("b/use.ts:0", "imports", "b/data.ts:0"),
    }
    calls = {link for link in exported.links if link[1] in ("calls", "imports")}
    assert wanted <= calls
    assert {link for link in calls if link[1] == "calls"} <= wanted
    error = project.run("symbol", "data.ts", "--json").json["error"]
    assert len(error["candidates"]) == 3


def test_an_import_for_types_alone_makes_no_cycle(project: Project) -> None:
    project.write(TYPES)
    project.update()
    (edge,) = (
        edge
        for edge in project.export().edges
        if edge["src_path"] == "parent.ts" and edge["dst_path"] == "child.ts" and edge["kind"] == "imports"
    )
    assert edge["type_only"] is True
    assert project.run("graph", "--json").json["cycles"] == []
    project.write({"parent.ts": TYPES["parent.ts"].replace("import type", "import")})
    project.update()
    (cycle,) = project.run("graph", "--json").json["cycles"]
    assert len(cycle["members"]) == 2


def test_a_module_is_not_taken_for_a_class_of_the_same_letters(project: Project) -> None:
    project.write(
        {
            "web/__init__.py": "from web.helpers import url\n",
            "web/app.py": "class Web:\n    def url(self):\n        return 1\n",
            "web/helpers.py": "def url():\n    return 1\n",
        }
    )
    project.update()
    assert project.run("symbol", "Web.url").code == 0
    assert project.run("symbol", "WEB.URL").code == 0
    ran = project.run("symbol", "web.url")
    assert ran.code == 3
    assert "shop::web/app::Web::url" in ran.err
    assert "shop::web/helpers::url" in ran.err
