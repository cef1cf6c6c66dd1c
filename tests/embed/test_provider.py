"""Finding the provider that the settings name."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from codegraph.config import Embedding
from codegraph.embed import open_provider
from codegraph.errors import SettingsError

PLUGIN = """
class Zeros:
    name, fingerprint, dimensions = "zeros", "zeros:1", 384

    def __init__(self, settings):
        self.settings = settings
"""


def named(name: str) -> Embedding:
    """Settings that name a provider of an installed package, which the settings' own check does not know."""
    return msgspec.structs.replace(Embedding(), provider=name)


def test_none_is_nobody() -> None:
    assert open_provider(Embedding(provider="none")) is None


def test_an_installed_package_can_offer_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "zeros_plugin.py").write_text(PLUGIN)
    info = tmp_path / "zeros_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: zeros-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[codegraph.embeddings]\nzeros = zeros_plugin:Zeros\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    provider = open_provider(named("zeros"))
    assert provider is not None
    assert provider.name == "zeros"
    sys.modules.pop("zeros_plugin")


def test_an_unknown_one_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SettingsError, match='no provider "cloud"; known are none, ollama, onnx, openai'):
        open_provider(named("cloud"))
