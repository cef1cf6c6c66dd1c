"""The options of commands: with a refresh, without, and marks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from codegraph.freshness.memory import Memory, remember

from .conftest import LONG_AGO, blind, put

INDEX = ".codegraph/index"
EDITED = "from shop.money import price\n\n\ndef grand_total():\n    return price()\n"


def run(root: Path, *words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command in a project."""
    command = [sys.executable, "-m", "codegraph", *words]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done


def callers(root: Path, *words: str) -> tuple[list[str], dict[str, Any]]:
    """Who calls ``price``, and the whole answer."""
    answer = json.loads(run(root, "symbol", "price", "--json", *words).stdout)
    return [one["name"] for one in answer["top_callers"]], answer


def test_a_command_answers_from_the_files_as_they_are_and_without_refresh_from_the_index(root: Path) -> None:
    put(root, "shop/cart.py", EDITED)
    names, answer = callers(root, "--no-refresh")
    assert (names, answer["stale"], answer["dirty_paths"]) == (["total"], True, ["shop/cart.py"])
    names, answer = callers(root)
    assert (names, answer["stale"], answer["refreshed_files"]) == (["grand_total"], False, 1)


def test_people_are_told_when_an_answer_is_behind(root: Path) -> None:
    put(root, "shop/cart.py", EDITED)
    told = run(root, "--no-refresh", "symbol", "price").stderr
    assert "the index is behind 1 file" in told
    assert run(root, "symbol", "price", "--no-refresh", "--quiet").stderr == ""


def test_refresh_waits_however_long_it_takes(root: Path) -> None:
    put(root, "shop/cart.py", EDITED)
    remember(root / INDEX, Memory(seconds=10_000.0, files=1, at=time.time()))
    names, answer = callers(root)
    assert (names, answer["stale"]) == (["total"], True)
    names, answer = callers(root, "--refresh")
    assert (names, answer["stale"], answer["refreshed_files"]) == (["grand_total"], False, 1)
    run(root, "symbol", "price", "--refresh", "--no-refresh", code=2)


def test_a_variable_says_the_same_as_no_refresh(root: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("CODEGRAPH_FRESHNESS__MODE", "manual")
    put(root, "shop/cart.py", EDITED)
    assert callers(root)[0] == ["total"]


def test_a_marked_file_is_looked_at(root: Path) -> None:
    (root / "shop/money.py").write_text("def prize():\n    return 1\n")
    os.utime(root / "shop/money.py", ns=(LONG_AGO, LONG_AGO))
    blind(root)
    assert "marked 1 file" in run(root / "shop", "mark-dirty", "money.py").stdout
    assert "lies outside" in run(root, "mark-dirty", "../x.py", code=2).stderr
    assert json.loads(run(root, "symbol", "prize", "--json").stdout)["refreshed_files"] == 1


def test_index_looks_at_marked_files_too(root: Path) -> None:
    (root / "shop/money.py").write_text("def prize():\n    return 1\n")
    os.utime(root / "shop/money.py", ns=(LONG_AGO, LONG_AGO))
    blind(root)
    assert "up to date" in run(root, "index", "--no-embeddings").stdout
    run(root, "mark-dirty", "shop/money.py")
    assert "1 files parsed" in run(root, "index", "--no-embeddings").stdout
    assert not (root / INDEX / "marks").exists()
