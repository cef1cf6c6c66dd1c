"""Runs the command line inside the test process, in the shop's folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from codegraph.cli import main

from ..tools.shop import make_shop


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Its one JSON object."""
        answer: dict[str, Any] = json.loads(self.out)
        return answer


@pytest.fixture(autouse=True)
def _plain_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings and no colours of whoever runs the tests."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))
    for name in ("NO_COLOR", "FORCE_COLOR", "CODEGRAPH_DEBUG", "TERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run ``codegraph`` with the words given."""

    def run_words(*words: str) -> Ran:
        capfd.readouterr()
        code = main(words)
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return run_words


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The indexed shop, as the current folder."""
    make_shop(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
