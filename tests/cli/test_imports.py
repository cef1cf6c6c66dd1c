"""What a command may load: start-up time is a feature."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("lancedb", "pyarrow", "numpy", "networkx", "onnxruntime", "tokenizers", "tree_sitter", "pydantic")
PROBE = """
import json, sys
from codegraph.cli import main
code = main(sys.argv[1:])
sys.stderr.write(json.dumps([code, sorted(sys.modules)]))
"""


def loaded(folder: Path, *words: str) -> set[str]:
    environ = {
        name: value
        for name, value in os.environ.items()
        if name not in ("FORCE_COLOR", "COVERAGE_PROCESS_START")
    }
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words, "--quiet"],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environ,
        check=True,
    )
    code, modules = json.loads(done.stderr)
    assert code == 0, done.stdout
    return set(modules)


@pytest.mark.parametrize(
    "words",
    [
        ("endpoints",),
        ("endpoints", "--openapi"),
        ("impact", "Cart.total"),
        ("impact", "Cart.total", "--paths"),
        ("impact", "Cart.total", "--tests"),
        ("impact", "Cart.total", "--markdown"),
        ("symbol", "Cart.total"),
        ("source", "Cart.total"),
        ("trace", "shop.web.run", "Price"),
        ("graph",),
        ("subgraph", "Cart.total"),
        ("status", "--path", "shop"),
        ("graph", "--around", "Cart.total", "--format", "graphml"),
        ("map",),
        ("package",),
        ("status",),
        ("search", "checkout", "--mode", "lexical"),
        ("export", "jsonl", "--output", "out"),
    ],
    ids=" ".join,
)
def test_questions_load_nothing_heavy(shop: Path, words: tuple[str, ...]) -> None:
    modules = loaded(shop, *words)
    assert not modules.intersection(HEAVY)
    # Piped output needs no rich, and one command does not import the others.
    assert "rich" not in modules
    assert [m for m in modules if m.startswith("codegraph.cli.commands.")] == [
        f"codegraph.cli.commands.{words[0]}"
    ]


def test_help_loads_nothing_heavy(shop: Path) -> None:
    code = (
        "import sys; from codegraph.cli import main; main(['--help']); "
        f"print(set(sys.modules) & set({HEAVY!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"
