"""``codegraph index`` on real files, from the first run to the questions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.errors import CodegraphError
from codegraph.store.layout import INDEX_DIR

from ..tools.shop import SOURCES


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shop's sources, as the current folder, without an index."""
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_index_reports_what_it_did_and_questions_are_answered(run, project: Path) -> None:
    ran = run("index", "--no-embeddings")
    assert ran.code == 0, ran.err
    assert ran.out.startswith(f"indexed {project} in ")
    assert "5 files parsed, 0 from the cache" in ran.out
    for word in ("files", "nodes", "references", "edges", "calls", "certain", "CPU", "peak memory"):
        assert word in ran.out
    assert "parsing: 5 in " in ran.err
    assert "checkout" in run("impact", "Cart.total").out


def test_a_second_run_has_nothing_to_do_and_a_changed_file_is_parsed_alone(run, project: Path) -> None:
    run("index", "--no-embeddings")
    again = run("index", "--no-embeddings")
    assert again.out.startswith("up to date: ")
    assert "0 files parsed, 5 from the cache" in again.out
    (project / "shop" / "web.py").write_text(SOURCES["shop/web.py"] + "\n\ndef added():\n    run()\n")
    assert "1 files parsed, 4 from the cache" in run("index", "--no-embeddings").out
    assert run("symbol", "added").code == 0


def test_the_report_is_json_on_demand(run, project: Path) -> None:
    ran = run("index", "--no-embeddings", "--json", "--quiet")
    assert ran.err == ""
    answer = ran.json
    assert (answer["schema_version"], answer["root"], answer["file_count"]) == (1, str(project), 5)
    assert len(answer["index_id"]) == 64
    assert answer["node_count"] == sum(answer["report"]["nodes"].values())
    assert answer["report"]["files"] == {"python": 5}


def test_quiet_says_nothing(run, project: Path) -> None:
    ran = run("index", "--no-embeddings", "--quiet")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_flags_are_settings(run, project: Path) -> None:
    ran = run("index", "--no-embeddings", "--exclude", "tests/", "--exclude", "shop/util.py", "--json", "-q")
    assert ran.json["file_count"] == 3
    assert run("index", "--no-embeddings", "--max-file-bytes", "200", "--json", "-q").json["report"][
        "skipped"
    ]
    assert (
        run("index", "--no-embeddings", "--languages", "javascript", "--json", "-q").json["file_count"] == 0
    )


def test_a_later_run_says_which_options_it_has_from_earlier_ones(run, project: Path) -> None:
    run("index", "--no-embeddings", "--exclude", "tests/", "--statements")
    ran = run("index", "--no-embeddings", "--no-statements")
    assert 'as in earlier runs: exclude = ["tests/"] (--reset-options forgets it)' in " ".join(
        ran.out.split()
    )
    assert "as in earlier runs" not in run("index", "--no-embeddings", "--reset-options").out


@pytest.mark.parametrize("names", [(), ("readme.xyz",)])
def test_nothing_to_index_is_an_empty_graph_that_says_so(run, tmp_path: Path, monkeypatch, names) -> None:
    for name in names:
        (tmp_path / name).write_text("no language that we know\n")
    monkeypatch.chdir(tmp_path)
    ran = run("index")
    assert ran.code == 0
    assert "nothing to index" in ran.err
    assert run("map").code == 0
    assert run("graph").out == "flowchart LR\n"
    assert run("search", "anything").out == "nothing found\n"


def test_a_folder_that_is_not_there_gives_code_2(run, tmp_path: Path) -> None:
    ran = run("index", str(tmp_path / "nowhere"))
    assert ran.code == 2
    assert ran.err.startswith("error: there is no folder")


def test_a_second_writer_gives_code_7(run, project: Path) -> None:
    from codegraph.store import Store

    run("index", "--no-embeddings")
    (project / "shop" / "web.py").write_text("changed = 1\n")
    with Store(project / INDEX_DIR).writer("a test"):
        ran = run("index", "--no-embeddings")
    assert ran.code == 7
    assert ran.err.splitlines()[-1].startswith("error: ")
    assert run("symbol", "checkout").code == 0


def test_both_ways_to_start_the_program_are_the_same(project: Path) -> None:
    command = [sys.executable, "-m", "codegraph", "index", ".", "--no-embeddings", "--json", "--quiet"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["file_count"] == 5


@pytest.mark.slow
def test_with_embeddings_search_finds_by_meaning(run, project: Path) -> None:
    ran = run("index")
    assert ran.code == 0
    assert "the graph is ready and can be questioned" in ran.err
    answer = run("search", "price of everything in the basket", "--json", "-k", "3").json
    assert answer["embedded_share"] == 1.0
    assert answer["mode"] == "hybrid"
    assert answer["hits"][0]["path"] in ("shop/cart.py", "shop/money.py")
    status = run("status", "--json").json["report"]["embedded"]
    assert status["done"] == status["chunks"] > 0
    assert run("model", "--json").json["up_to_date"]


@pytest.mark.slow
def test_embeddings_that_were_left_out_are_made_by_a_later_run(run, project: Path) -> None:
    run("index", "--no-embeddings")
    assert "searched by words only" in run("search", "basket").err
    ran = run("index")
    assert ran.out.startswith("embedded ")
    assert run("search", "basket", "--json").json["embedded_share"] == 1.0


def test_exit_codes_are_those_of_the_help_page() -> None:
    from codegraph.cli.app import _EPILOG

    def codes(error: type[CodegraphError]) -> set[int]:
        return {error.exit_code}.union(*(codes(sub) for sub in error.__subclasses__()))

    for code in codes(CodegraphError) | {70, 130}:
        assert f"{code} " in _EPILOG


@pytest.mark.parametrize("option", [["--full"], ["--exclude", "x"], ["--workers", "0"], ["--statements"]])
def test_options_that_a_run_for_changes_does_not_take_are_refused(run, shop: Path, option: list[str]) -> None:
    ran = run("index", "--changed", "shop/cart.py", *option)
    assert ran.code == 2
    assert f"{option[0]} does not go with --changed" in ran.err
