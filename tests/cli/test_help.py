"""Help pages: complete, fitted to any width, with examples that really run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codegraph import errors
from codegraph.cli.app import COMMANDS, _load
from codegraph.cli.help import Example
from codegraph.errors import CodegraphError

from ..embed.tiny_model import write_model
from ..render.conftest import missing
from ..summaries.server import model_server

ANSI = re.compile(r"\x1b\[[0-9;]*m")
ENDLESS = ("codegraph watch",)
"""Commands that go on until somebody ends them; their own tests run them as processes."""
COMMAND_LINES = [
    example.words
    for name in COMMANDS
    for example in _load(name).examples
    if not example.words.startswith(ENDLESS)
]
PAGES = [(), *((name,) for name in COMMANDS)]


def commands_below(name: str) -> list[str]:
    return list(getattr(_load(name), "commands", ()))


def test_every_command_has_two_examples_at_least_and_commands_of_a_group_one() -> None:
    for name in COMMANDS:
        loaded = _load(name)
        assert all(isinstance(example, Example) for example in loaded.examples)
        assert all(words.split()[:2] == ["codegraph", name] for words, _ in loaded.examples), name
        if not commands_below(name):
            assert len(loaded.examples) >= 2, name
        for below in commands_below(name):
            assert loaded.commands[below].examples, f"{name} {below}"


@pytest.fixture
def prepared(shop: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The shop under git, with what the examples name: a model to add, and a language model that answers."""
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@x", "-c", "commit.gpgsign=false"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    subprocess.run([*git, "add", "shop", "tests"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "shop"], check=True)
    write_model(shop / "models" / "mine", 24, files={"config.json": {"hidden_size": 24}})
    tools = shop / ".codegraph" / "bin"
    tools.mkdir()
    (tools / "codegraph").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m codegraph "$@"\n')
    (tools / "codegraph").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    with model_server() as server, Path(os.devnull).open() as nothing:
        for setting, value in (("PROVIDER", "ollama"), ("MODEL", "m"), ("BASE_URL", server.url)):
            monkeypatch.setenv(f"CODEGRAPH_SUMMARIZER__{setting}", value)
        monkeypatch.setattr(sys, "stdin", nothing)
        yield shop


def before(words: str) -> list[str]:
    """The example that has to come first, as a reader would do it."""
    if words == "codegraph model use mine":
        return ["codegraph model add mine models/mine"]
    if words.startswith("codegraph doctor"):
        return ["codegraph index --no-embeddings --quiet"]
    return ["codegraph init"] if words == "codegraph init --force" else []


@pytest.mark.parametrize("words", COMMAND_LINES)
def test_each_example_runs(run: Callable[..., object], prepared: Path, monkeypatch, words: str) -> None:
    if ".svg" in words and not shutil.which("dot"):
        missing("Graphviz", "apt-get install graphviz")
    if words.startswith("codegraph index"):
        monkeypatch.setenv("CODEGRAPH_EMBEDDING__PROVIDER", "none")
    for line in (*before(words), words):
        if set(line) & set("|<>"):
            done = subprocess.run(["sh", "-c", line], check=False, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        else:
            ran = run(*shlex.split(line)[1:])
            assert ran.code == 0, ran.err


@pytest.mark.parametrize("width", [40, 80, 140])
def test_pages_fit_the_width_and_show_examples(run, monkeypatch, width: int) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(width))
    for words in PAGES:
        ran = run(*words, "--help")
        assert ran.code == 0
        assert "\x1b[" in ran.out
        shown = ANSI.sub("", ran.out)
        assert max(map(len, shown.splitlines())) <= width, words
        assert "Usage: codegraph" in shown
        examples = _load(words[0]).examples if words else ()
        joined = "".join(shown.split())
        assert all("".join(example.words.split()) in joined for example in examples)


def test_every_option_says_what_it_is_for(run) -> None:
    for name in COMMANDS:
        for page in ([name], *([name, below] for below in commands_below(name))):
            out = run(*page, "-h").out
            options = out.partition("\nOptions\n")[2].splitlines()
            assert options
            assert all(
                re.match(r"  (-\w, |    )--[\w-]+( / --[\w-]+)?( [A-Z]+)?  +\w", line) for line in options
            ), page


def test_a_piped_page_has_no_colours_and_no_boxes(run) -> None:
    out = run("impact", "--help").out
    assert "\x1b" not in out
    assert out.startswith(
        "Usage: codegraph impact [OPTIONS] [TARGET]\n\nList who depends on a symbol, file or package"
    )
    assert (
        "\nExamples\n  # what breaks when it changes, and which tests tell\n  codegraph impact Cart.total\n"
        in out
    )
    assert "  -d, --max-depth N" in out
    assert "[default: 3]" in out


def test_a_command_of_a_group_shows_its_own_examples(run) -> None:
    out = run("model", "use", "--help").out
    assert "  codegraph model use mine\n" in out
    assert "  codegraph model list\n" not in out


def every_error(kind: type[CodegraphError] = CodegraphError) -> Iterator[type[CodegraphError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from every_error(below)


def test_every_exit_code_is_told(run) -> None:
    out = run("--help").out
    told = {int(code) for code in re.findall(r"^ +(\d+)  ", out.partition("Exit codes")[2], re.MULTILINE)}
    codes = {kind.exit_code for kind in every_error()} | {0, errors.INTERNAL, errors.INTERRUPTED}
    assert codes <= told
    page = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)} == told


def test_the_pager_option_may_stand_anywhere(run, shop: Path) -> None:
    plain = run("symbol", "Cart.total").out
    assert run("symbol", "Cart.total", "--no-pager").out == plain
    assert run("--no-pager", "symbol", "Cart.total").out == plain
    assert run("symbol", "--", "--no-pager").code == 3
