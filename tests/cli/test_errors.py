"""One line, one exit code, one place: how errors reach the user."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.store.layout import CURRENT, INDEX_DIR, MARKER


def test_an_unknown_name_gets_suggestions_and_code_3(run, shop: Path) -> None:
    ran = run("symbol", "chekout")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.splitlines()[0] == (
        "error: nothing in the index is called 'chekout'; did you mean shop::shop/web::checkout?"
    )


def test_further_suggestions_come_below(run, shop: Path) -> None:
    ran = run("symbol", "Cart.totl")
    assert len(ran.err.splitlines()) > 1
    assert all(line.startswith("  or shop::") for line in ran.err.splitlines()[1:])


def test_an_ambiguous_name_lists_the_candidates_and_gives_code_4(run, shop: Path) -> None:
    ran = run("impact", "run")
    assert ran.code == 4
    assert ran.err.splitlines()[1:] == ["  shop::shop/util::run", "  shop::shop/web::run"]


def test_no_index_gives_code_5_and_says_what_to_do(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("status")
    assert ran.code == 5
    assert (
        ran.err == f"error: no index in {tmp_path} or above it; run `codegraph index` in your project first\n"
    )


@pytest.mark.parametrize("name", [CURRENT, MARKER, "generations/1/graph.bin"])
def test_a_damaged_index_gives_code_6_and_says_what_to_do(run, shop: Path, name: str) -> None:
    (shop / INDEX_DIR / name).write_bytes(b"broken")
    ran = run("impact", "Cart")
    assert ran.code == 6
    assert ran.err.count("\n") == 1
    assert "codegraph index" in ran.err


def test_an_index_of_another_version_gives_code_6(run, shop: Path) -> None:
    (shop / INDEX_DIR / MARKER).write_text('{"format": "codegraph-index", "schema_version": 99}')
    ran = run("status")
    assert ran.code == 6
    assert "99" in ran.err


def test_a_root_that_is_not_there_gives_code_2(run, shop: Path) -> None:
    ran = run("status", "-C", "nowhere")
    assert (ran.code, ran.err) == (
        2,
        "error: there is no folder nowhere; give the path of the project's root\n",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("symbol",), "error: missing argument 'NAME' (see codegraph symbol --help)"),
        (("symbol", "x", "--nope"), "error: no such option: --nope (see codegraph symbol --help)"),
        (
            ("sorce", "x"),
            "error: no such command 'sorce'. Did you mean 'source', 'trace'? (see codegraph --help)",
        ),
        (
            ("symbol", "x", "-n", "0"),
            "error: invalid value for '--limit' / '-n': 0 is less than 1 (see codegraph symbol --help)",
        ),
        (
            ("map", "-n", "m"),
            "error: invalid value for '--limit' / '-n': 'm' is not a whole number (see codegraph map --help)",
        ),
        (("graph", "--format", "svgx"), 'error: there is no format "svgx"; did you mean svg?'),
        (
            ("graph", "--format", "csv"),
            "error: csv is two tables, nodes.csv and edges.csv; say where to with --output DIR",
        ),
        (("graph", "--level", "modul"), 'error: there is no level "modul"; did you mean module?'),
        (("impact", "Cart", "--kinds", "call"), 'error: there is no edge kind "call"; did you mean calls?'),
    ],
)
def test_a_wrong_word_gives_code_2(run, shop: Path, words: tuple[str, ...], message: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out, ran.err) == (2, "", message + "\n")


def test_with_json_the_error_is_an_object_too(run, shop: Path) -> None:
    ran = run("symbol", "chekout", "--json")
    assert ran.code == 3
    error = ran.json["error"]
    assert error["code"] == "not_found"
    assert error["suggestions"][0] == "shop::shop/web::checkout"
    assert ran.err.startswith("error: ")
    ambiguous = run("symbol", "run", "--json").json["error"]
    assert (ambiguous["code"], len(ambiguous["candidates"])) == ("ambiguous", 2)
    assert run("symbol", "--json").json["error"]["code"] == "invalid_argument"


def test_json_after_two_dashes_is_a_name(run, shop: Path) -> None:
    ran = run("symbol", "--", "--json")
    assert (ran.code, ran.out) == (3, "")


def test_a_broken_settings_file_is_named(run, shop: Path) -> None:
    (shop / "codegraph.toml").write_text("workers = [")
    ran = run("status")
    assert ran.code == 2
    assert ran.err.startswith("error: codegraph.toml")


def test_an_unknown_setting_is_a_warning(run, shop: Path) -> None:
    (shop / "codegraph.toml").write_text("worker = 2\n")
    ran = run("status")
    assert ran.code == 0
    assert ran.err.startswith("warning: codegraph.toml: worker")
    assert run("status", "--quiet").err == ""


def test_a_bug_is_one_line_with_what_to_do(run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codegraph.tools import index_status

    monkeypatch.setattr(index_status, "without_refresh", lambda index, seconds: 1 / 0)
    ran = run("status", "--json")
    assert ran.code == 70
    lines = ran.err.splitlines()
    assert lines[0].startswith("error: a bug in codegraph")
    assert "ZeroDivisionError" in lines[0]
    assert "CODEGRAPH_DEBUG=1" in lines[1]
    assert ran.json["error"]["code"] == "internal"
    monkeypatch.setenv("CODEGRAPH_DEBUG", "1")
    assert "Traceback" in run("status").err


def test_an_interrupt_gives_code_130_and_says_that_nothing_is_lost(run, shop: Path, monkeypatch) -> None:
    from codegraph.tools import index_status

    def interrupt(index: object, seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(index_status, "without_refresh", interrupt)
    ran = run("status")
    assert ran.code == 130
    assert ran.err.startswith("interrupted; the index holds what was last published")


def test_a_reader_that_goes_away_is_no_error(shop: Path) -> None:
    command = [sys.executable, "-m", "codegraph", "map", "--level", "symbol"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=shop) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_control_characters_of_a_name_do_not_reach_the_terminal(run, shop: Path) -> None:
    ran = run("symbol", "\x1b[31mred")
    assert "\x1b" not in ran.err


def test_a_name_longer_than_that_of_a_file_is_no_bug(run, shop: Path) -> None:
    assert run("symbol", "x" * 300).code == 3
    assert run("source", f"{'x' * 300}/y.py").code == 3
