"""A search with a journal: embedded once, looked up once, also by the process that comes after a crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import codegraph
from codegraph.errors import UsageError

QUERY = "add up what things cost"

CHILD = """
import os, sys
import codegraph
from codegraph.embed.providers.onnx import OnnxProvider
from codegraph.tools import durable_search

root, journal, dies_at, log = sys.argv[1:]
real_embed, real_run = OnnxProvider.embed_query, durable_search.run

def note(what):
    if dies_at == what:
        os._exit(9)
    with open(log, "a") as file:
        file.write(what + "\\n")

def embed(self, text):
    note("embed")
    return real_embed(self, text)

def run(index, request, around):
    found = real_run(index, request, around)
    note("retrieve")
    return found

OnnxProvider.embed_query, durable_search.run = embed, run
with codegraph.open(root) as graph:
    found = graph.search("add up what things cost", journal=journal, key="k")
    if dies_at == "answer":
        os._exit(9)
    print(found.mode, len(found.hits))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shop")
    (root / "prices.py").write_text(
        'def total(items):\n    """Sum of all prices."""\n    return sum(items)\n\n\n'
        "def slugify(title):\n    return title.lower()\n"
    )
    codegraph.index(root).close()
    return root


@pytest.mark.parametrize(
    ("dies_at", "done_before"),
    [("embed", []), ("retrieve", ["embed"]), ("answer", ["embed", "retrieve"]), ("", ["embed", "retrieve"])],
)
def test_after_a_crash_a_search_goes_on_where_it_stopped(
    project: Path, tmp_path: Path, dies_at: str, done_before: list[str]
) -> None:
    log = tmp_path / "log"
    log.touch()
    command = [sys.executable, "-c", CHILD, project, tmp_path / "journal"]
    died = subprocess.run([*command, dies_at, log], check=False, capture_output=True, text=True)
    assert died.returncode == (9 if dies_at else 0)
    assert log.read_text().split() == done_before
    with codegraph.open(project) as graph:
        found = len(graph.search(QUERY).hits)
    for _ in range(2):
        again = subprocess.run([*command, "", log], check=True, capture_output=True, text=True)
        assert again.stdout == f"hybrid {found}\n"
        assert log.read_text().split() == ["embed", "retrieve"]


def test_an_answer_is_replayed_as_it_was(project: Path, tmp_path: Path) -> None:
    with codegraph.open(project) as graph:
        plain = graph.search(QUERY)
        first = graph.search(QUERY, journal=tmp_path / "journal", key="k")
        again = graph.search(QUERY, journal=str(tmp_path / "journal"), key="k")
    assert plain == first == again


def test_a_key_stands_for_one_search(project: Path, tmp_path: Path) -> None:
    with codegraph.open(project) as graph:
        graph.search(QUERY, mode="lexical", journal=tmp_path / "journal", key="k")
        with pytest.raises(UsageError, match="another request"):
            graph.search("something else", mode="lexical", journal=tmp_path / "journal", key="k")
        with pytest.raises(UsageError, match="another request"):
            graph.search(QUERY, mode="lexical", top_k=1, journal=tmp_path / "journal", key="k")


def test_a_journal_needs_a_key(project: Path, tmp_path: Path) -> None:
    with codegraph.open(project) as graph, pytest.raises(UsageError, match="key"):
        graph.search(QUERY, journal=tmp_path / "journal")
