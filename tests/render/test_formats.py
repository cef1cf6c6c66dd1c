"""Two hundred names through every format, each read back by a real reader of it."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import xml.etree.ElementTree as ET
from typing import Any

import networkx as nx
import pytest

from codegraph.errors import CodegraphError, MissingPartError
from codegraph.render.csv_tables import to_csv
from codegraph.render.cypher import escape_cypher, label_of, to_cypher, type_of
from codegraph.render.dot import to_dot
from codegraph.render.graphml import to_graphml
from codegraph.render.mermaid import to_mermaid
from codegraph.render.picture import Picture, PictureEdge, PictureNode
from codegraph.render.records import Record, Records, Relation
from codegraph.render.svg import to_svg

from .names import NAMES

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
CONTROL_AND_TABS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


def picture(names: list[str], *, framed: bool = False) -> Picture:
    """A ring of all names, each as the label of a box, of an arrow and of a frame."""
    count = len(names)
    return Picture(
        [
            PictureNode(
                name,
                external=n % 5 == 0,
                door=n % 7 == 0,
                folded=n % 3 == 0,
                group=name if framed and n % 2 else "",
            )
            for n, name in enumerate(names)
        ],
        [
            PictureEdge(n, (n + 1) % count, name, dashed=n % 4 == 0, circular=True, break_it=n % 9 == 0)
            for n, name in enumerate(names)
        ],
        note=names[0],
    )


def records(names: list[str]) -> Records:
    return Records(
        [
            Record(name, "class", {"name": name, "line": n, "is_test": n % 2 == 0})
            for n, name in enumerate(names)
        ],
        [
            Relation(name, names[(n + 1) % len(names)], "calls", {"count": n, "text": name})
            for n, name in enumerate(names)
        ],
    )


def test_there_are_two_hundred_different_names() -> None:
    assert len(set(NAMES)) == len(NAMES) == 200


@pytest.mark.parametrize("framed", [False, True])
def test_mermaid(mermaid, framed: bool) -> None:
    def shown(name: str) -> str:
        return CONTROL.sub("\ufffd", name).strip(" ")

    (answer,) = mermaid([to_mermaid(picture(NAMES, framed=framed), max_edges=500, max_characters=500_000)])
    assert "error" not in answer
    nodes = answer["nodes"]
    assert nodes.pop("note") == NAMES[0]
    shown_nodes = [text.strip(" ") for text in nodes.values()]
    assert dict(zip(nodes, shown_nodes, strict=True)) == {
        f"n{n}": shown(name) for n, name in enumerate(NAMES)
    }
    labels = [text.strip(" ") for _, _, text in answer["edges"]]
    assert labels == [shown(name) for name in NAMES]


def dot_json(text: str) -> dict[str, Any]:
    done = subprocess.run(
        ["dot", "-Tjson"], input=text.encode(), capture_output=True, check=True, timeout=120
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("framed", [False, True])
def test_dot(graphviz, framed: bool) -> None:
    # Graphviz hands back a label as it was written, with the escapes that it would read when it draws.
    def read(label: str) -> str:
        text = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], label, flags=re.DOTALL)
        return re.sub(r"&(?:amp|#(\d+));", lambda found: chr(int(found[1])) if found[1] else "&", text)

    def expected(name: str) -> str:
        return CONTROL_AND_TABS.sub("\ufffd", name)

    answer = dot_json(to_dot(picture(NAMES, framed=framed)))
    boxes = {one["name"]: read(one["label"]) for one in answer["objects"] if one["name"].startswith("n")}
    assert boxes == {f"n{n}": expected(name) for n, name in enumerate(NAMES)}
    ids = {one["_gvid"]: one["name"] for one in answer["objects"]}
    labels = {ids[edge["tail"]]: read(edge.get("label", "")) for edge in answer["edges"]}
    assert labels == {f"n{n}": expected(name) for n, name in enumerate(NAMES)}
    frames = [read(one["label"]) for one in answer["objects"] if one["name"].startswith("cluster_")]
    assert sorted(frames) == sorted(
        expected(name) for n, name in enumerate(NAMES) if framed and n % 2 and name
    )


def test_graphml_for_networkx_and_any_xml_parser() -> None:
    text = to_graphml(records(NAMES))
    ET.fromstring(text.encode())
    clean = [NO_XML.sub("\ufffd", name) for name in NAMES]
    ids = [f"{name}@2" if name in clean[:n] else name for n, name in enumerate(clean)]
    graph = nx.read_graphml(io.BytesIO(text.encode()))
    assert [(node, data["name"], data["line"], data["is_test"]) for node, data in graph.nodes(data=True)] == [
        (ids[n], name, n, n % 2 == 0) for n, name in enumerate(clean)
    ]
    assert {(src, dst): data["text"] for src, dst, data in graph.edges(data=True)} == {
        (ids[n], ids[(n + 1) % len(ids)]): name for n, name in enumerate(clean)
    }


def test_csv() -> None:
    tables = to_csv(records(NAMES))
    nodes = list(csv.reader(io.StringIO(tables["nodes.csv"], newline="")))
    assert nodes[0] == ["fqn:ID", ":LABEL", "kind", "name", "line:long", "is_test:boolean"]
    assert nodes[1:] == [
        [name, "CodeNode;Class", "class", name, str(n), "true" if n % 2 == 0 else "false"]
        for n, name in enumerate(NAMES)
    ]
    edges = list(csv.reader(io.StringIO(tables["edges.csv"], newline="")))
    assert edges[0] == [":START_ID", ":END_ID", ":TYPE", "count:long", "text"]
    assert [row[0] for row in edges[1:]] == NAMES
    assert {row[2] for row in edges[1:]} == {"CALLS"}


STRING = re.compile(r"'((?:[^'\\\x00-\x1f]|\\(?:[btnfr'\"\\]|u[0-9a-fA-F]{4}))*)'")


def read_cypher(literal: str) -> str:
    """A string as openCypher's grammar reads it."""
    found = STRING.fullmatch(literal)
    assert found, literal

    def character(escape: re.Match[str]) -> str:
        code = escape[1]
        return chr(int(code[1:], 16)) if code[0] == "u" and len(code) == 5 else code

    return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", character, found[1])


@pytest.mark.parametrize("name", NAMES)
def test_cypher_strings(name: str) -> None:
    assert read_cypher(escape_cypher(name)) == name


def test_a_cypher_script_holds_every_node_and_edge_and_no_name_outside_of_a_string() -> None:
    script = to_cypher(records(NAMES))
    outside = STRING.sub("S", script)
    assert outside.count("{fqn: S, kind: S, name: S") == 200
    assert outside.count("{src: S, dst: S, data: {count: ") == 200
    statements = [line for line in outside.split(";\n") if line]
    assert len(statements) == 3
    assert "SET n:Class, n += row" in statements[1]
    assert "MERGE (a)-[r:CALLS]->(b)" in statements[2]
    rest = re.sub(r"[\w\s{}\[\]():,+=.<>-]", "", outside)
    assert set(rest) <= {";"}
    assert (label_of("class"), label_of("a-b c"), type_of("calls"), type_of("a b")) == (
        "Class",
        "ABC",
        "CALLS",
        "A_B",
    )


def test_svg_shows_the_names(graphviz) -> None:
    names = [name for name in NAMES if name.strip() and not re.search(r"[\s\x00-\x1f\x7f-\x9f\ufeff]", name)]
    svg = to_svg(to_dot(Picture([PictureNode(name) for name in names], [])))
    shown = {
        text.text
        for text in ET.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", svg)).iter(
            "{http://www.w3.org/2000/svg}text"
        )
    }
    assert shown == set(names)


def test_without_graphviz_a_line_says_what_to_do(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(MissingPartError, match=r"dot is not on PATH.*install graphviz"):
        to_svg("digraph {}")


def test_what_graphviz_refuses_or_takes_too_long_for_is_told(graphviz, tmp_path, monkeypatch) -> None:
    with pytest.raises(CodegraphError, match=r"Graphviz failed: .*syntax error"):
        to_svg("digraph {")
    sleepy = tmp_path / "dot"
    sleepy.write_text("#!/bin/sh\nexec sleep 60\n")
    sleepy.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(CodegraphError, match=r"not done after 0\.2 s"):
        to_svg("digraph {}", time_limit=0.2)
