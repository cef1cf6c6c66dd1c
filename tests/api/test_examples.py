"""Every script in ``examples/`` runs and says something sensible."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..tools.shop import SOURCES

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

WANTED = {
    "impact_of_a_change.py": ((), "dependants"),
    "search_by_meaning.py": (("total price of a cart",), "shop/cart.py"),
    "follow_the_flow.py": (("shop/web::run", "Price"), "run → checkout → total"),
    "draw_modules.py": ((), "flowchart LR"),
    "recursion_with_networkx.py": ((), "callers of shop"),
    "read_the_export.py": ((), "('calls', "),
}


def test_every_example_is_tried() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(WANTED)
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}" in listed for name in WANTED)


@pytest.mark.slow
@pytest.mark.parametrize("name", WANTED)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    project = tmp_path / "shop"
    for path, text in SOURCES.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")
    words, expected = WANTED[name]
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), str(project), *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "CODEGRAPH_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
