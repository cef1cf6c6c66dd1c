"""The JSON Lines export, key by key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from codegraph.errors import StorageError
from codegraph.graph.view import GraphView
from codegraph.render.jsonl import export_jsonl
from codegraph.store.layout import INDEX_DIR

from ..tools.shop import make_shop

if TYPE_CHECKING:
    from pathlib import Path


def rows(folder: Path, name: str) -> list[dict]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    with GraphView.open(make_shop(tmp_path) / INDEX_DIR) as view:
        export_jsonl(view, tmp_path / "out")
    return tmp_path / "out"


def test_a_node_has_exactly_the_keys_of_the_contract(exported: Path) -> None:
    total = next(row for row in rows(exported, "nodes") if row["fqn"] == "shop::shop/cart::Cart::total")
    assert total == {
        "fqn": "shop::shop/cart::Cart::total",
        "name": "total",
        "kind": "method",
        "level": 3,
        "language": "python",
        "path": "shop/cart.py",
        "line": 16,
        "end_line": 21,
        "parent": "shop::shop/cart::Cart",
        "signature": "def total(self)",
        "visibility": "public",
        "tags": ["priced"],
        "exported": True,
        "is_test": False,
        "metrics": {
            "loc": 7,
            "cyclomatic": 0,
            "cognitive": 0,
            "parameters": 0,
            "nesting": 0,
            "fan_in": 4,
            "fan_out": 0,
        },
    }


def test_modules_packages_and_externals_have_no_line(exported: Path) -> None:
    nodes = {row["fqn"]: row for row in rows(exported, "nodes")}
    module, package = nodes["shop::shop/cart"], nodes["shop"]
    assert (module["name"], module["path"], module["line"], module["level"]) == (
        "cart.py",
        "shop/cart.py",
        0,
        2,
    )
    assert (package["path"], package["line"], package["parent"]) == ("", 0, "//")
    external = nodes["ext::pypi::requests::get"]
    assert (external["kind"], external["path"], external["parent"]) == ("external", "", "ext::pypi::requests")


def test_an_edge_has_exactly_the_keys_of_the_contract(exported: Path) -> None:
    edges = rows(exported, "edges")
    assert edges[0] == {
        "src": "shop::shop/cart",
        "dst": "shop::shop/money",
        "kind": "imports",
        "confidence": "certain",
        "rule": "local",
        "type_only": False,
        "dynamic": False,
        "src_path": "shop/cart.py",
        "src_line": 0,
        "dst_path": "shop/money.py",
        "dst_line": 0,
        "sites": [[3, 5]],
    }
    external = next(edge for edge in edges if edge["dst"] == "ext::pypi::requests::get")
    assert (external["dst_path"], external["dst_line"]) == (None, None)
    assert (external["src_path"], external["src_line"]) == ("shop/util.py", 4)


def test_an_unresolved_reference_has_exactly_the_keys_of_the_contract(exported: Path) -> None:
    assert rows(exported, "unresolved") == [
        {
            "src": "shop::shop/cart::Cart::add",
            "kind": "calls",
            "text": "log",
            "path": "shop/cart.py",
            "line": 13,
            "column": 8,
            "reason": "missing",
            "candidates": [],
        }
    ]


def test_lines_are_sorted(exported: Path) -> None:
    fqns = [row["fqn"] for row in rows(exported, "nodes")]
    assert fqns == sorted(fqns)
    keys = [(row["src"], row["kind"], row["dst"]) for row in rows(exported, "edges")]
    assert keys == sorted(keys)


def test_the_same_graph_gives_the_same_bytes_and_leaves_nothing_else(tmp_path: Path) -> None:
    with GraphView.open(make_shop(tmp_path) / INDEX_DIR) as view:
        assert export_jsonl(view, tmp_path / "a") == {"nodes": 22, "edges": 20, "unresolved": 1}
        export_jsonl(view, tmp_path / "b")
        export_jsonl(view, tmp_path / "b")
    for name in ("nodes.jsonl", "edges.jsonl", "unresolved.jsonl"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert len(list((tmp_path / "b").iterdir())) == 3


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        GraphView.open(make_shop(tmp_path) / INDEX_DIR) as view,
        pytest.raises(StorageError, match="choose another --output"),
    ):
        export_jsonl(view, tmp_path / "file")
