"""``codegraph graph``: every format, to stdout and to files."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _in_the_shop(shop: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("g.mmd", "flowchart LR\n"),
        ("g.md", "```mermaid\nflowchart LR\n"),
        ("g.gv", "digraph codegraph {\n"),
        ("g.graphml", "<?xml"),
        ("g.json", '{"schema_version":1'),
        ("g.cypher", "CREATE CONSTRAINT"),
    ],
)
def test_the_suffix_of_the_file_tells_the_format(run, name: str, begin: str) -> None:
    ran = run("graph", "--output", f"out/{name}")
    assert (ran.code, ran.out, ran.err) == (0, "", f"wrote out/{name}\n")
    assert Path("out", name).read_text().startswith(begin)


def test_every_format_holds_the_same_nodes_and_edges(run) -> None:
    words = ("graph", "--level", "symbol", "--external")
    answer = run(*words, "--json").json
    names = [node["fqn"] for node in answer["nodes"]]
    pairs = [(edge["from"], edge["to"]) for edge in answer["edges"]]
    assert len(names) > 5
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = ET.fromstring(run(*words, "-f", "graphml").out)
    assert [node.get("id") for node in graph.iter(f"{space}node")] == names
    assert [(edge.get("source"), edge.get("target")) for edge in graph.iter(f"{space}edge")] == pairs
    run(*words, "-f", "csv", "-o", "tables")
    with Path("tables/nodes.csv").open(newline="") as file:
        assert [row[0] for row in csv.reader(file)][1:] == names
    with Path("tables/edges.csv").open(newline="") as file:
        assert [(row[0], row[1]) for row in csv.reader(file)][1:] == pairs
    for form, box, arrow in (("mermaid", '["', "--"), ("dot", " [label=", " -> ")):
        lines = run(*words, "-f", form).out.splitlines()
        assert sum(
            line.lstrip().startswith("n") and box in line and arrow not in line for line in lines
        ) == len(names)
        assert sum(line.startswith("  n") and arrow in line for line in lines) == len(pairs)


def test_a_csv_file_name_gives_two_files_beside_each_other(run) -> None:
    ran = run("graph", "-o", "shop.csv")
    assert ran.err == "wrote shop-nodes.csv\nwrote shop-edges.csv\n"
    assert Path("shop-nodes.csv").read_text().startswith('"fqn:ID"')


def test_a_name_that_tells_no_format_is_refused(run) -> None:
    ran = run("graph", "-o", "picture")
    assert ran.code == 2
    assert "add --format" in ran.err
    assert run("graph", "-o", "picture", "-f", "dot").code == 0


def test_a_place_that_can_not_be_written_is_an_error_of_storage(run) -> None:
    Path("file").write_text("")
    ran = run("graph", "-o", "file/g.dot")
    assert (ran.code, ran.err) == (9, "error: file/g.dot can't be written: File exists\n")


def test_around_a_symbol_both_ways(run) -> None:
    near = run("graph", "--around", "Cart.total", "--json").json
    names = {node["fqn"] for node in near["nodes"]}
    assert {"shop::shop/cart::Cart::add", "shop::shop/web::checkout", "shop::shop/money::Price"} <= names
    assert "shop::shop/web::run" not in names
    far = run("graph", "--around", "Cart.total", "--depth", "2", "-f", "mermaid")
    assert '"shop/web::run' in far.out or '"run"' in far.out or "web::run" in far.out


def test_what_is_folded_is_told_beside_the_picture(run) -> None:
    ran = run("graph", "--limit", "2")
    assert "4 of 5 nodes are folded into 1 group; --limit shows more, --scope shop/ what is in one" in ran.err
    assert json.loads(run("graph", "--limit", "2", "--json").out)["folded"] == 4
