"""``codegraph`` alone, and commands where there is little or nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegraph.cli.app import COMMANDS, _load

from ..graphs import make_graph, publish

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def test_without_an_index_it_says_how_to_make_one(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    assert f"nothing is indexed yet in {tmp_path} or above it" in ran.out
    assert "  codegraph index  " in ran.out


def test_with_an_index_it_tells_its_state_in_two_lines(run, shop: Path) -> None:
    lines = run().out.splitlines()
    assert lines[:3] == [f"{shop}  generation 1", "5 files, 22 nodes, 20 edges; up to date", ""]
    assert any("codegraph impact NAME" in line for line in lines)
    (shop / "shop" / "web.py").write_text("changed\n")
    assert "1 file has changed since: codegraph index" in run().out


def test_an_index_of_nothing_says_so(run, tmp_path: Path, monkeypatch) -> None:
    publish(tmp_path, make_graph("monorepo // @")).close()
    monkeypatch.chdir(tmp_path)
    assert "nothing was found to index" in run().out


def questions() -> list[list[str]]:
    """A call of each command that asks an index, with names that nothing has."""
    arguments = {
        "impact": ["x"],
        "symbol": ["x"],
        "source": ["x"],
        "trace": ["x"],
        "search": ["x"],
        "subgraph": ["x"],
    }
    arguments |= {"summarize": ["x"], "flow": ["x"], "export": ["jsonl", "-o", "out"]}
    arguments |= {"mark-dirty": ["x"]}
    apart = {"init", "index", "languages", "model", "mcp", "watch"}
    return [[name, *arguments.get(name, [])] for name in COMMANDS if name not in apart]


@pytest.mark.parametrize("words", questions(), ids=" ".join)
def test_a_folder_without_an_index_gives_one_line_that_says_what_to_do(
    run, tmp_path: Path, monkeypatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*words)
    assert (ran.code, ran.out) == (5, "")
    assert re.fullmatch(
        r"error: no index in .+ or above it; run `codegraph index` in your project first\n", ran.err
    )


@pytest.mark.parametrize("words", questions(), ids=" ".join)
def test_an_empty_index_is_no_bug(run, tmp_path: Path, monkeypatch, words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    assert run("index", "--no-embeddings", "-q").code == 0
    ran = run(*words)
    # 2: no summarizer is set up; 3: there is nothing of that name
    assert ran.code in (0, 2, 3), ran.err
    assert "a bug in codegraph" not in ran.err


def test_wide_names_keep_columns_straight_on_a_narrow_terminal(run, tmp_path: Path, monkeypatch) -> None:
    spec = """
    package 商店 @
    module 商店::購物車 @購物車.py loc=9 end_line=9
    class 商店::購物車::購物車類別名稱非常長的類別 @購物車.py:1-9 loc=9
    function 商店::購物車::計算總金額並且加上稅金 @購物車.py:2-4 loc=3
    function 商店::購物車::🎉🎉🎉 @購物車.py:5-6 loc=2
    商店::購物車::🎉🎉🎉 calls 商店::購物車::計算總金額並且加上稅金 5:1
    """
    publish(tmp_path, make_graph(spec)).close()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "40")
    from rich.cells import cell_len

    for words in (
        ["map", "--level", "symbol"],
        ["impact", "計算總金額並且加上稅金"],
        ["symbol", "🎉🎉🎉"],
        ["context"],
        ["trace", "🎉🎉🎉"],
    ):
        ran = run(*words)
        assert ran.code == 0, ran.err
        if words != ["context"]:
            assert max(cell_len(ANSI.sub("", line)) for line in ran.out.splitlines()) <= 40, words


def test_every_command_of_the_list_can_be_loaded() -> None:
    assert all(_load(name).name == name for name in COMMANDS)
