"""One question is answered from one generation, also when another is published while it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import codegraph
from codegraph.refresh.asking import ask
from codegraph.refresh.refresher import Refresher
from codegraph.tools.index import Index
from codegraph.tools.sub_graph import SubGraph, SubGraphRequest
from codegraph.tools.sub_graph import run as sub_graph

if TYPE_CHECKING:
    from pathlib import Path


def publish(root: Path, number: int) -> None:
    """Index a project in which everything bears a number; rows shift with it."""
    (root / "a.py").write_text("".join(f"def f{n}():\n    return f{n + 1}()\n\n\n" for n in range(number)))
    codegraph.index(root, embeddings=False).close()


def test_a_generation_that_is_published_meanwhile_is_seen_by_the_next_question(tmp_path: Path) -> None:
    publish(tmp_path, 5)
    index = Index.open(tmp_path)

    def interrupted(index: Index, request: SubGraphRequest) -> SubGraph:
        before = index.view
        publish(tmp_path, 12)
        assert index.view is before
        return sub_graph(index, request)

    answer = ask(interrupted, Refresher(index, stays=False), SubGraphRequest(seeds="f3"))
    assert [node.name for node in answer.nodes] == ["f3", "f4"]
    answer = ask(sub_graph, Refresher(index, stays=False), SubGraphRequest(seeds="f10"))
    assert [node.name for node in answer.nodes] == ["f10", "f11"]
    index.close()


def test_a_question_that_waited_for_a_refresh_sees_what_it_published(tmp_path: Path) -> None:
    publish(tmp_path, 5)
    index = Index.open(tmp_path)
    with index.snapshot():
        before = index.view.generation
        publish(tmp_path, 12)
        index.renew()
        assert index.view.generation == before + 1
    index.close()


def test_questions_within_a_question_see_the_same_generation(tmp_path: Path) -> None:
    publish(tmp_path, 5)
    index = Index.open(tmp_path)
    with index.snapshot():
        with index.snapshot():
            before = index.view
        publish(tmp_path, 12)
        assert index.view is before
    assert index.view is not before
    index.close()
