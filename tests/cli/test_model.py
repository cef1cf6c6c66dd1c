"""``codegraph model``: a model of one's own is added, chosen, and watched over."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from ..embed.tiny_model import write_model

BUNDLED = "bge-small-en-v1.5-int8"


@pytest.fixture(autouse=True)
def _in_the_shop(shop: Path) -> None:
    pass


@pytest.fixture
def home() -> Path:
    """The folder of the user's own settings."""
    return Path(os.environ["CODEGRAPH_HOME"])


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    folder = write_model(tmp_path / "downloads" / "tiny", 24, files={"config.json": {"hidden_size": 24}})
    (folder / "README.md").write_text("---\nlicense: apache-2.0\ntags: [a]\n---\n# Tiny\n")
    return folder


def test_the_bundled_model_is_listed(run) -> None:
    [entry] = run("model", "list", "--json").json["models"]
    assert (entry["name"], entry["bundled"], entry["used"]) == (BUNDLED, True, True)
    assert (entry["dimensions"], entry["licence"]) == (384, "MIT")
    assert entry["size_bytes"] > 30_000_000
    assert f"{BUNDLED}  used  34.7 MB         384  MIT      bundled\n" in run("model", "list").out


def test_a_model_is_added_chosen_and_used(run, tiny: Path, home: Path) -> None:
    added = run("model", "add", "my-tiny", str(tiny), "--json")
    assert added.json == {
        "schema_version": 1, "name": "my-tiny", "bundled": False, "used": False, "path": str(tiny),
        "size_bytes": sum((tiny / name).stat().st_size for name in ("model.onnx", "tokenizer.json", "config.json")),
        "dimensions": 24, "licence": "apache-2.0",
    }  # fmt: skip
    ran = run("model", "use", "my-tiny")
    assert ran.out == f"my-tiny is named in {home / 'config.toml'}\n"
    assert tomllib.loads((home / "config.toml").read_text()) == {
        "embedding": {"model": "my-tiny", "provider": "onnx"}
    }
    used = {entry["name"]: entry["used"] for entry in run("model", "list", "--json").json["models"]}
    assert used == {BUNDLED: False, "my-tiny": True}
    status = run("model", "--json").json
    assert (status["model"], status["dimensions"], status["good"]) == ("my-tiny", 24, True)
    assert run("model", "use", BUNDLED).code == 0
    assert run("model", "--json").json["model"] == BUNDLED


def test_the_licence_may_be_given_and_a_name_may_be_given_anew(run, tiny: Path, tmp_path: Path) -> None:
    run("model", "add", "t", str(tiny / "model.onnx"), "--licence", "MIT")
    assert "t                              0.0 MB          24  MIT" in run("model", "list").out
    write_model(tmp_path / "other", 8)
    run("model", "add", "t", str(tmp_path / "other"))
    [_, entry] = run("model", "list", "--json").json["models"]
    assert (entry["dimensions"], entry["licence"], entry["path"]) == (8, "", str(tmp_path / "other"))


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_file_that_changed_is_found_and_the_model_is_not_used(run, tiny: Path, name: str) -> None:
    run("model", "add", "t", str(tiny))
    assert run("model", "verify").code == 0
    (tiny / name).write_bytes((tiny / name).read_bytes() + b"\n")
    ran = run("model", "verify", "--json")
    assert ran.code == 8
    assert not ran.json["good"]
    bad = [file["path"] for model in ran.json["models"] for file in model["files"] if not file["good"]]
    assert bad == [str(tiny / name)]
    assert run("model", "verify", BUNDLED).code == 0
    assert "damaged" in run("model", "verify", "t").out
    run("model", "use", "t")
    refused = run("index")
    assert refused.code == 8
    assert f"{name} is damaged: its SHA-256 is not that of the model; `codegraph model add t " in refused.err


def test_what_is_missing_is_said(run, tiny: Path, tmp_path: Path) -> None:
    run("model", "add", "t", str(tiny))
    (tiny / "tokenizer.json").unlink()
    assert "missing" in run("model", "verify", "t").out
    nothing = run("model", "add", "n", str(tmp_path / "nothing"))
    assert (nothing.code, nothing.out) == (8, "")
    assert "is missing; embedding.model_path must be a folder" in nothing.err


@pytest.mark.parametrize("words", [["use", "nobody"], ["verify", "nobody"]])
def test_a_name_that_no_model_has_is_refused_with_those_there_are(run, words: list[str]) -> None:
    ran = run("model", *words)
    assert ran.code == 3
    assert f"known are {BUNDLED}" in ran.err


@pytest.mark.parametrize("name", [BUNDLED, "../up", "", "a b"])
def test_some_names_can_not_be_given(run, tiny: Path, name: str) -> None:
    assert run("model", "add", name, str(tiny)).code == 2


def test_what_wins_over_the_choice_is_told(run, tiny: Path, shop: Path, monkeypatch) -> None:
    run("model", "add", "t", str(tiny))
    (shop / "codegraph.toml").write_text('[embedding]\nprovider = "none"\n')
    monkeypatch.setenv("CODEGRAPH_EMBEDDING__MODEL", "other")
    err = run("model", "use", "t").err
    assert "warning: a variable or the project's settings name the model other, and come first" in err
    assert "warning: a variable or the project's settings name the provider none, and come first" in err
    assert run("model").out == "no model: the setting embedding.provider is none\n"
    assert "none of these embeds" in run("model", "list").err


def test_a_server_is_not_asked_about_itself(run, monkeypatch) -> None:
    for key, value in {"PROVIDER": "ollama", "MODEL": "nomic", "BASE_URL": "http://127.0.0.1:9"}.items():
        monkeypatch.setenv(f"CODEGRAPH_EMBEDDING__{key}", value)
    assert run("model").out.startswith("nomic at 127.0.0.1:9  ollama\n")


@pytest.mark.parametrize("content", [b"{", b'{"models": 1}', b'{"models": {"a": {"place": 1}}}'])
def test_a_broken_list_of_models_is_named(run, home: Path, content: bytes) -> None:
    (home / "models.json").write_bytes(content)
    ran = run("model", "list")
    assert ran.code == 2
    assert "models.json can't be used" in ran.err
