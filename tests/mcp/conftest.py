"""Projects for the server's tests."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

import codegraph

SOURCES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/__init__.py": "",
    "shop/cart.py": (
        "from shop.money import price\n\n\nclass Cart:\n"
        '    """What a customer buys."""\n\n    def total(self):\n        return price(self)\n'
    ),
    "shop/money.py": "def price(cart):\n    if cart:\n        return 1\n    return 0\n",
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total()\n",
}


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of whoever runs the tests."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))


def make_project(root: Path) -> Path:
    """The small shop's sources."""
    for path, text in SOURCES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root.resolve()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A small project without an index."""
    return make_project(tmp_path / "shop")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project with an index, which no test changes."""
    root = make_project(tmp_path_factory.mktemp("projects") / "shop")
    codegraph.index(root, embeddings=False).close()
    return root


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """The sources of a package that takes some seconds to index."""
    spec = find_spec("networkx")
    assert spec is not None
    assert spec.submodule_search_locations
    source = Path(next(iter(spec.submodule_search_locations)))
    shutil.copytree(source, tmp_path / "networkx", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path.resolve()
