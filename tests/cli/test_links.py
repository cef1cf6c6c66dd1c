"""Places as hyperlinks on terminals that have them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegraph.cli.blocks import Cell, Column, Table, line
from codegraph.cli.links import Links, wants_links
from codegraph.cli.plain import harmless
from codegraph.cli.pretty import render_pretty, without_links

LINK = re.compile("\x1b]8;;([^\x1b]*)\x1b\\\\")


@pytest.fixture(autouse=True)
def _terminal(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_HYPERLINK", raising=False)
    monkeypatch.delenv("TERM_PROGRAM", raising=False)


def test_places_lead_to_their_line_when_it_is_forced(run, monkeypatch, shop: Path) -> None:
    plain = run("impact", "Cart.total").out
    assert "\x1b]8;" not in plain
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    linked = run("impact", "Cart.total").out
    assert without_links(linked) == plain
    addresses = [address for address in LINK.findall(linked) if address]
    assert all(address.startswith("file://") for address in addresses)
    assert any(address.endswith(f"{shop.as_posix()}/shop/cart.py#16") for address in addresses)
    assert linked == run("impact", "Cart.total").out
    monkeypatch.setenv("FORCE_HYPERLINK", "0")
    assert run("impact", "Cart.total").out == plain


def test_visual_studio_code_has_addresses_of_its_own(run, monkeypatch, shop: Path) -> None:
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    monkeypatch.setenv("TERM_PROGRAM", "vscode")
    assert f"vscode://file{shop.as_posix()}/shop/cart.py:16\x1b" in run("symbol", "Cart.total").out


@pytest.mark.parametrize(
    ("environment", "linked"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7200"}, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "4800"}, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, True),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb", "WT_SESSION": "x"}, False),
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"}, False),
        ({"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}, False),
        ({"TERM": "dumb", "FORCE_HYPERLINK": "1"}, True),
    ],
)
def test_terminals_are_known_by_what_they_say(monkeypatch, environment: dict[str, str], linked: bool) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert wants_links(environment) is linked


def test_an_address_is_of_what_is_there_and_escaped(tmp_path: Path) -> None:
    (tmp_path / "a b;c#é.py").write_text("")
    links = Links(tmp_path)
    assert links.address("a b;c#é.py:3 (+2)").endswith("/a%20b%3Bc%23%C3%A9.py#3")
    assert links.address("gone.py:3") == ""
    assert links.address("") == ""


def test_links_change_no_width_and_narrow_tables_still_stack(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "a.py").write_text("")
    monkeypatch.setenv("COLUMNS", "30")
    block = Table(
        [Column("", fit="cut"), Column("")], [[Cell("a_name_of_some_length_here"), Cell("a.py:12", "path")]]
    )
    linked = render_pretty([block, line("at ", Cell("a.py:1", "path"))], Links(tmp_path))
    assert without_links(linked) == render_pretty([block, line("at ", Cell("a.py:1", "path"))])
    assert linked.count("\x1b]8;;file") == 2


def test_marks_of_direction_can_not_show_a_name_as_another() -> None:
    assert harmless("user\u202e nimda\u2066") == "user\ufffd nimda\ufffd"
