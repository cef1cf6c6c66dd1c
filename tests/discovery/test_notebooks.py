"""Notebooks become the Python text of their cells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.discovery import read_source
from codegraph.discovery.notebooks import NotebookError, text_of
from tests.projects import graph_of

CELLS = st.lists(st.tuples(st.sampled_from(["code", "markdown"]), st.text(max_size=60)), max_size=5)


def notebook(*cells: tuple[str, str], language: str = "python") -> dict[str, Any]:
    return {
        "cells": [
            {
                "cell_type": kind,
                "metadata": {},
                "outputs": [{"text": ["def no(): pass\n"]}],
                "source": text.splitlines(keepends=True),
            }
            for kind, text in cells
        ],
        "metadata": {"kernelspec": {"name": "k", "language": language}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def test_code_stands_on_the_lines_of_the_file() -> None:
    text = json.dumps(
        notebook(
            ("markdown", "# Title\nx = 1"),
            ("code", 'import os\n\nprint("é\\n")'),
            ("code", ""),
            ("code", "y = 2"),
        ),
        indent=1,
    )
    code = text_of(text.encode()).decode().split("\n")
    raw = text.split("\n")
    assert len(code) == len(raw)
    assert [line for line in code if line] == [
        "# %% [markdown]",
        "# # Title",
        "# x = 1",
        "# %% cell 1",
        "import os",
        'print("é\\n")',
        "# %% cell 3",
        "y = 2",
    ]
    assert raw[code.index("import os")].strip() == '"import os\\n",'


def test_a_notebook_on_one_line_is_read_cell_after_cell() -> None:
    text = json.dumps(notebook(("code", "import os\nx = 1"), ("code", "y = 2")))
    assert text_of(text.encode()) == b"# %% cell 1\nimport os\nx = 1\n# %% cell 2\ny = 2\n"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("%matplotlib inline", "# %matplotlib inline"),
        ("!pip install x", "# !pip install x"),
        ("files = !ls", "# files = !ls"),
        ("if a:\n    %time f()", "if a:\n    pass  # %time f()"),
        ("%%bash\nls -l", "# %%bash\n# ls -l"),
        ("%%time\nf()", "# %%time\nf()"),
        ("f??", "# f??"),
        ("a = b % c", "a = b % c"),
        ("x = 5 %\\\n 3", "x = 5 %\\\n 3"),
    ],
)
def test_commands_to_the_notebook_are_comments(cell: str, expected: str) -> None:
    found = text_of(json.dumps(notebook(("code", cell))).encode()).decode()
    assert found == f"# %% cell 1\n{expected}\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no", "is not JSON"),
        ("[]", "has no list of cells"),
        ('{"cells": 1}', "has no list of cells"),
        (json.dumps(notebook(("code", "x <- 1"), language="R")), "a notebook in r"),
    ],
)
def test_what_is_no_python_notebook_says_so(text: str, why: str) -> None:
    with pytest.raises(NotebookError, match=why):
        text_of(text.encode())


@given(CELLS, st.sampled_from([None, 1]))
def test_any_cells_are_read(cells: list[tuple[str, str]], indent: int | None) -> None:
    text = json.dumps(notebook(*cells), indent=indent)
    found = text_of(text.encode()).decode()
    assert found.count("# %% cell ") >= sum(kind == "code" and bool(code.strip()) for kind, code in cells)


def test_a_notebook_is_a_module_with_cells(tmp_path: Path) -> None:
    text = json.dumps(
        notebook(("code", "from lib import load"), ("code", "def run():\n    return load()")), indent=1
    )
    graph = graph_of(tmp_path, {"analysis.ipynb": text, "lib.py": "def load():\n    return 1\n"})
    nodes = set(zip(graph.nodes["kind"], graph.nodes["name"], strict=True))
    assert {("module", "analysis.ipynb"), ("section", "cell 2"), ("function", "run")} <= nodes
    fqns = graph.nodes["fqn"]
    calls = [
        (fqns[src].rpartition("::")[2], fqns[dst].rpartition("::")[2])
        for src, dst, kind in zip(graph.edges["src"], graph.edges["dst"], graph.edges["kind"], strict=True)
        if kind == "calls"
    ]
    assert calls == [("run", "load")]
    lines = read_source(tmp_path, "analysis.ipynb").decode().split("\n")
    row = list(graph.nodes["name"]).index("run")
    assert lines[graph.nodes["line"][row] - 1] == "def run():"
