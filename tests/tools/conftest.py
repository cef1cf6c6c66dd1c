"""An opened index of the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.tools.index import Index

from .shop import make_shop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of whoever runs the tests."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Index]:
    """The shop in a folder that the test may change."""
    index = Index.open(make_shop(tmp_path))
    yield index
    index.close()
