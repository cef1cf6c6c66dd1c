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
    ("width", "line"),
    [
        (80, r"Cart.add +calls +Price.plus  shop/cart.py:12  inferred"),
        (56, r"Cart.add +calls +shop/cart.py:12  inferred"),
        (46, r"te\w*…  calls +tests/test_cart.py:5  inferred"),
    ],
)
def test_a_narrow_terminal_drops_what_matters_least_then_cuts_names(run, monkeypatch, width, line) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert re.search(line, ANSI.sub("", run("impact", "shop/money.py").out))


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
        assert re.search(rf"│ {name} ", out), name
    assert "Exit codes" in out
    assert ANSI.sub("", run().out) == out


def test_every_command_has_help_for_each_option(run) -> None:
    from codegraph.cli.app import COMMANDS

    for name in COMMANDS:
        ran = run(name, "-h")
        assert ran.code == 0
        assert "Usage: codegraph" in ANSI.sub("", ran.out)


def test_the_version_is_told(run) -> None:
    from codegraph import __version__

    assert run("--version").out == f"codegraph {__version__}\n"


def test_the_list_of_commands_says_what_each_says_of_itself() -> None:
    from codegraph.cli.app import COMMANDS, _load

    for name, text in COMMANDS.items():
        assert _load(name).help.partition("\n")[0] == text
