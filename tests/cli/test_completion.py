"""What a shell is offered, asked as the shells' own scripts ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.completion import get_completion_script

from codegraph.cli.app import COMMANDS, _load
from codegraph.cli.completion import NAMES, VARIABLE, WORDS, join_colons
from codegraph.graph.completion import completions
from codegraph.tools.index import Index

HEAVY = ("lancedb", "pyarrow", "numpy", "networkx", "rich", "pydantic", "tree_sitter")


def offered(folder: Path, *words: str) -> list[str]:
    """What bash gets for the last of the words, each a word as bash takes a line apart."""
    done = subprocess.run(
        [sys.executable, "-m", "codegraph"],
        cwd=folder,
        env=os.environ
        | {
            "_CODEGRAPH_COMPLETE": "complete_bash",
            "COMP_WORDS": "\n".join(("codegraph", *words)),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_names_of_the_index(shop: Path) -> None:
    assert offered(shop, "impact", "Ca") == ["Cart"]
    assert offered(shop, "symbol", "Cart.") == ["Cart.add", "Cart.total"]
    assert offered(shop, "trace", "checkout", "Pr") == ["Price"]
    assert offered(shop, "graph", "--around", "chec") == ["checkout"]
    assert offered(shop, "source", "shop/") == [
        "shop/cart.py",
        "shop/money.py",
        "shop/util.py",
        "shop/web.py",
    ]


def test_bash_takes_names_apart_at_colons(shop: Path) -> None:
    assert offered(shop, "symbol", "shop", "::", "shop/ca") == ["shop/cart", "shop/cart::"]
    assert offered(shop, "symbol", "shop", "::", "shop/cart", "::", "G") == ["GiftCart", "GiftCart::"]
    assert join_colons(["c", "s", "a", "::", "b", "x"]) == ["c", "s", "a::b", "x"]
    assert join_colons(["c", "s", "a", "::", ""]) == ["c", "s", "a::"]


def test_words_that_an_option_takes(shop: Path) -> None:
    assert offered(shop, "graph", "--level", "") == ["package", "module", "symbol"]
    assert offered(shop, "graph", "--format", "gr") == ["graphml"]
    assert offered(shop, "impact", "x", "--kinds", "im") == ["implements", "imports"]
    assert "--around" in offered(shop, "graph", "--a")
    assert offered(shop, "imp") == ["impact"]


def test_without_an_index_nothing_is_offered_and_nothing_is_said(tmp_path: Path) -> None:
    assert offered(tmp_path, "symbol", "Ca") == []


def test_the_tables_name_parameters_that_there_are() -> None:
    for command in {*NAMES, *WORDS} - {"*"}:
        assert command in COMMANDS
        names = {param.name for param in _load(command).params}
        assert {*NAMES.get(command, ()), *WORDS.get(command, {})} <= names, command


def test_names_in_another_case_are_found_where_none_is_in_the_case_typed(shop: Path) -> None:
    index = Index.open(shop)
    assert completions(index.view, "CART") == ["Cart", "cart.py"]
    assert completions(index.view, "zzz") == []
    assert completions(index.view, "") == sorted(completions(index.view, ""))
    index.close()


def test_completion_loads_nothing_heavy(shop: Path) -> None:
    probe = (
        "import os, sys\n"
        "from codegraph.cli import main\n"
        "try:\n    main([])\n"
        "except SystemExit:\n    pass\n"
        f"print(set(sys.modules) & set({HEAVY!r}))"
    )
    environment = os.environ | {
        "_CODEGRAPH_COMPLETE": "complete_bash",
        "COMP_WORDS": "codegraph\nsymbol\nCa",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=shop, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Cart\nset()\n"


def script(shell: str) -> str:
    return get_completion_script(prog_name="codegraph", complete_var=VARIABLE, shell=shell)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_ask_with_the_variable_that_is_looked_for(shell: str) -> None:
    assert f"{VARIABLE}=complete_{shell}" in script(shell)


def test_bash_itself_completes(shop: Path) -> None:
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    line = (
        f'codegraph() {{ "{sys.executable}" -m codegraph "$@"; }}\n'
        'env() { local -a set=(); while [[ $1 == *=* ]]; do set+=("$1"); shift; done; '
        f'shift; command env "${{set[@]}}" "{sys.executable}" -m codegraph "$@"; }}\n'
        f"{script('bash')}\nCOMP_WORDS=(codegraph symbol Cart.); COMP_CWORD=2; "
        '_codegraph_completion codegraph; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", line], cwd=shop, capture_output=True, text=True, check=True)
    assert done.stdout == "Cart.add\nCart.total\n"
