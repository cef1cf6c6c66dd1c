"""Pictures of real code, read by the real Mermaid parser and drawn by Graphviz; and what does not depend on workers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project

CHECKOUT = Path(__file__).resolve().parents[2]
CHAIN = "".join(
    f"def {name}():\n    return {after}()\n\n\n"
    for name, after in [
        ("end", "graph"), ("graph", "subgraph"), ("subgraph", "default"), ("default", "style"),
        ("style", "click"), ("click", "class_"), ("class_", "my_graph"), ("my_graph", "x_end"),
    ]
) + "def x_end():\n    return 1\n"  # fmt: skip
NAMES = """export class Foo {
  "quoted \\"name\\""(): string {
    return this["[bracket]"]();
  }
  "[bracket]"(): string {
    return "%%{init: {}}%%";
  }
  "<b>bold</b>"(): string {
    return this["`tick` &amp;"]();
  }
  "`tick` &amp;"(): string {
    return "";
  }
  constructor() {}
}
"""
Mermaid = "Callable[[list[str]], list[dict[str, Any]]]"
Graphviz = "Callable[[str], tuple[dict[str, str], list[str]]]"


@pytest.fixture(scope="module")
def own(make_project: MakeProject) -> Project:
    """The sources of codegraph itself, indexed with two workers."""
    project = make_project("codegraph")
    for folder in ("src", "adapters", "tests"):
        ignored = shutil.ignore_patterns("models", "node_modules", "*cache*", "cases", ".codegraph")
        shutil.copytree(CHECKOUT / folder, project.root / folder, ignore=ignored)
    shutil.copy(CHECKOUT / "pyproject.toml", project.root)
    ran = project.run("index", "--no-embeddings", "--workers", "2", "--json", "--quiet")
    assert ran.code == 0, ran.err
    assert ran.json["report"]["skipped"] == []
    assert ran.json["report"]["partial"] == []
    return project


@pytest.fixture(scope="module")
def odd(make_project: MakeProject) -> Project:
    project = make_project("odd").write({"end.py": CHAIN, "names.ts": NAMES})
    project.update()
    return project


def test_the_number_of_workers_makes_no_difference(own: Project) -> None:
    before = own.exported()
    report = own.update(full=True, workers=1)
    assert report.files_cached == 0
    assert own.exported() == before


def test_every_reference_is_accounted_for(own: Project) -> None:
    report = own.run("status", "--json").json["report"]
    references = report["references"]
    assert references["total"] == (references["resolved"] + references["external"] + references["unresolved"])
    for tally in report["accuracy"].values():
        assert tally["total"] == sum(number for name, number in tally.items() if name != "total")
    exported = own.export()
    assert len(exported.unresolved) == sum(report["unresolved"].values())
    assert len(exported.nodes) == sum(report["nodes"].values())


GRAPH = ("--scope", "src/codegraph/graph/")


def test_mermaid_reads_pictures_of_real_code(own: Project, mermaid: Mermaid) -> None:
    questions = (GRAPH, (*GRAPH, "--external"), (*GRAPH, "--level", "symbol"), ("--level", "package"))
    pictures = [own.run("graph", *words).out for words in questions]
    for words, read in zip(questions, mermaid(pictures), strict=True):
        assert "error" not in read, words
        drawn = own.run("graph", *words, "--json").json
        boxes = read["nodes"].keys() - {"note"}  # says what is folded, and is no node
        assert len(boxes) == len(drawn["nodes"]), words
        assert len(read["edges"]) == len(drawn["edges"]), words


def test_mermaid_reads_pictures_of_more_than_it_can_draw(own: Project, mermaid: Mermaid) -> None:
    pictures = [own.run("graph", "--level", level, "--limit", "2000").out for level in ("module", "symbol")]
    for read in mermaid(pictures):
        assert "error" not in read
        assert 100 < len(read["edges"]) <= 400
        assert "more" in read["nodes"]["more"]


@pytest.mark.parametrize("words", [(), (*GRAPH, "--level", "symbol")])
def test_graphviz_draws_a_picture_of_real_code(
    own: Project, graphviz: Graphviz, words: tuple[str, ...]
) -> None:
    ran = own.run("graph", "--format", "dot", *words)
    assert ran.code == 0, ran.err
    labels, edges = graphviz(ran.out)
    drawn = own.run("graph", *words, "--json").json
    assert len(labels) == len(drawn["nodes"])
    assert len(edges) == len(drawn["edges"])


def test_a_picture_that_is_folded_says_so(own: Project) -> None:
    ran = own.run("graph", "--limit", "5")
    assert len(re.findall(r"^ +n\d+\[", ran.out, re.MULTILINE)) == 5
    assert "are folded into 5 groups; --limit shows more" in ran.err
    assert " inside" in ran.out


@pytest.mark.parametrize("level", ["module", "symbol"])
def test_reserved_words_and_brackets_survive_as_labels(
    odd: Project, mermaid: Mermaid, graphviz: Graphviz, level: str
) -> None:
    picture, dot = (odd.run("graph", "--level", level, "--format", form).out for form in ("mermaid", "dot"))
    drawn = odd.run("graph", "--level", level, "--json").json
    (read,) = mermaid([picture])
    assert "error" not in read
    assert len(read["edges"]) == len(drawn["edges"])
    labels, edges = graphviz(dot)
    assert len(edges) == len(drawn["edges"])
    for names in (set(read["nodes"].values()), set(labels.values())):
        assert len(names) == len(drawn["nodes"])
        for node in drawn["nodes"]:
            assert any(label.endswith(node["name"].removesuffix(".py")) for label in names), node["name"]
    if level == "symbol":
        by_label = {label: name for name, label in read["nodes"].items()}
        assert [by_label["end::end"], by_label["end::graph"], "calls"] in read["edges"]


def test_a_long_chain_of_calls_is_traced_to_its_end(odd: Project) -> None:
    ran = odd.run("trace", "end.py:1", "class_", "--json")
    assert [fqn.rpartition("::")[2] for fqn in ran.json["paths"][0]["fqns"]] == [
        "end", "graph", "subgraph", "default", "style", "click", "class_",
    ]  # fmt: skip
