"""Projects whose index is brought up to date before questions, as it is for everybody."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import codegraph
from codegraph.store.files import dump_files, load_files
from codegraph.store.layout import FILES_FILE, INDEX_DIR, current_generation
from codegraph.store.tree import figures_of

if TYPE_CHECKING:
    from codegraph.api import Codegraph

SOURCES = {
    "shop/__init__.py": "",
    "shop/cart.py": "from shop.money import price\n\n\ndef total():\n    return price()\n",
    "shop/money.py": "def price():\n    return 1\n",
}
LONG_AGO = 1_600_000_000_000_000_001


@pytest.fixture(autouse=True)
def _lazy(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refreshes are on, with all the time that a busy machine needs, and nobody's own settings count."""
    monkeypatch.delenv("CODEGRAPH_FRESHNESS__MODE")
    monkeypatch.setenv("CODEGRAPH_FRESHNESS__BUDGET_MS", "100000")
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))


def put(root: Path, path: str, text: str) -> None:
    """Write a file of a project."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def git(root: Path, *words: str) -> None:
    """Run git in a project."""
    who = ["-c", "user.email=a@example.org", "-c", "user.name=a"]
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


def age(root: Path) -> None:
    """Make everything in a folder old, so that nothing can have changed within the clock's last tick."""
    for path in [*root.rglob("*"), root]:
        if ".git" not in path.parts:
            os.utime(path, ns=(LONG_AGO, LONG_AGO), follow_symlinks=False)


def blind(root: Path) -> None:
    """Have the index take its files for unchanged, as on a file system that tells nothing of a change."""
    place = current_generation(root / INDEX_DIR).folder / FILES_FILE
    states = []
    for state in load_files(place):
        size, mtime_ns, inode, ctime_ns = figures_of(root, state.path)
        states.append(state._replace(size=size, mtime_ns=mtime_ns, inode=inode, ctime_ns=ctime_ns))
    place.write_bytes(dump_files(states))


def make(root: Path) -> Path:
    """The sources of a small project, of long ago."""
    for path, text in SOURCES.items():
        put(root, path, text)
    age(root)
    return root.resolve()


def here(graph: Codegraph) -> Codegraph:
    """A project that is refreshed in this process, as commands are."""
    graph.refresher.stays = False
    return graph


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project without git, with an index."""
    place = make(tmp_path / "shop")
    codegraph.index(place, embeddings=False).close()
    return place


@pytest.fixture
def graph(root: Path) -> Codegraph:
    """That project, opened."""
    return here(codegraph.open(root))
