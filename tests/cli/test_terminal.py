"""What people see on a terminal: fitted to its width, coloured by meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def _terminal(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize(
    "words",
    [
        ("impact", "Cart.total"),
        ("symbol", "Cart.total"),
        ("source", "Cart"),
        ("trace", "shop.web.run", "Price"),
        ("search", "checkout", "--mode", "lexical"),
        ("map",),
        ("map", "--level", "symbol"),
        ("status",),
        ("languages",),
    ],
    ids=" ".join,
)
def test_lines_fit_the_width_and_names_are_coloured(
    run, monkeypatch, width: int, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = run(*words)
    assert ran.code == 0
    assert "\x1b[" in ran.out
    assert max(len(ANSI.sub("", line)) for line in ran.out.splitlines()) <= width
    assert not any(line.endswith(" ") for line in ran.out.splitlines())


def test_symbols_are_named_within_their_module(run, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = ANSI.sub("", run("impact", "Cart").out)
    assert re.search(r"^  GiftCart +extends +shop/cart.py:24$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (60, ["  a_name_of_some_length  calls  through  a/path.py:12"]),
        (50, ["  a_name_of_some_length  calls  a/path.py:12"]),
        (40, ["  a_name_of_some_l…  calls  a/path.py:12"]),
        (30, ["  a_name_of_some_length  calls", "      a/path.py:12"]),
    ],
)
def test_a_narrow_terminal_drops_then_cuts_then_stacks(monkeypatch, width: int, lines: list[str]) -> None:
    from codegraph.cli.blocks import Cell, Column, Table
    from codegraph.cli.pretty import render_pretty

    monkeypatch.setenv("COLUMNS", str(width))
    columns = [Column("", fit="cut"), Column(""), Column("", fit="drop"), Column(""), Column("")]
    row = [
        Cell("a_name_of_some_length"),
        Cell("calls"),
        Cell("through"),
        Cell("a/path.py:12", "path"),
        Cell(""),
    ]
    assert ANSI.sub("", render_pretty([Table(columns, [row], indent=2)])).splitlines() == lines


def test_no_color_keeps_the_layout_and_drops_the_colours(run, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    coloured = run("impact", "Cart.total").out
    monkeypatch.setenv("NO_COLOR", "1")
    plain = run("impact", "Cart.total").out
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", plain)
    assert ANSI.sub("", plain) == ANSI.sub("", coloured)


def test_help_lists_every_command_and_the_exit_codes(run, monkeypatch) -> None:
    from codegraph.cli.app import COMMANDS

    monkeypatch.setenv("COLUMNS", "100")
    out = ANSI.sub("", run("--help").out)
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", out, re.MULTILINE), name
    assert "Exit codes" in out


def test_the_version_is_told(run) -> None:
    from codegraph import __version__

    assert run("--version").out == f"codegraph {__version__}\n"


def test_the_list_of_commands_says_what_each_says_of_itself() -> None:
    from codegraph.cli.app import COMMANDS, _load

    for name, text in COMMANDS.items():
        assert _load(name).help.partition("\n")[0] == text


def test_where_paths_are_too_long_for_a_table_they_get_lines_of_their_own(run, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = ANSI.sub("", run("impact", "Cart.total").out)
    assert "  checkout  calls  inferred\n      shop/web.py:5\n" in out
