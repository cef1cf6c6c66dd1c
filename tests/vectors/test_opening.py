"""Which store the settings name, and what an index is called there."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from codegraph.config.settings import Vectors
from codegraph.errors import MissingPartError, SettingsError
from codegraph.vectors import opening
from codegraph.vectors.checks import check_namespace
from codegraph.vectors.memory import MemoryStore
from codegraph.vectors.opening import namespace_of, open_store


@pytest.mark.parametrize("name", ["lancedb", "sqlite", "qdrant"])
def test_stores_in_files_need_no_address(tmp_path: Path, name: str) -> None:
    store = open_store(Vectors(store=name), tmp_path / "mirror", {})
    assert store.name == name
    store.close()


@pytest.mark.parametrize("name", ["postgres", "redis", "pinecone"])
def test_stores_on_servers_need_an_address(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match=r"vectors\.url"):
        open_store(Vectors(store=name), tmp_path, {"PINECONE_API_KEY": "k"})


def test_pinecone_needs_a_key_from_the_environment(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="PINECONE_API_KEY"):
        open_store(Vectors(store="pinecone", url="https://host.example"), tmp_path, {})


def test_an_unknown_store_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"known are .*lancedb.*postgres"):
        open_store(Vectors(store="nothing"), tmp_path, {})


def test_an_installed_package_may_bring_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("mine", "tests.vectors.test_opening:make_store", "codegraph.stores")
    monkeypatch.setattr(opening, "entry_points", lambda group: [point] if group == "codegraph.stores" else [])
    store = open_store(Vectors(store="mine", url="there"), tmp_path, {})
    assert isinstance(store, MemoryStore)


def make_store(settings: Vectors, folder: Path, _environ: object) -> MemoryStore:
    assert (settings.url, folder.is_dir()) == ("there", True)
    return MemoryStore()


def test_matches_can_be_expanded(tmp_path: Path) -> None:
    from codegraph.vectors.graph_rag import GraphRag

    assert isinstance(open_store(Vectors(expand=True), tmp_path, {}), GraphRag)


def test_settings_that_a_store_refuses_are_errors_of_settings(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="ivfflat"):
        open_store(Vectors(store="redis", url="redis://localhost", index="ivfflat"), tmp_path, {})
    with pytest.raises(SettingsError, match="schema"):
        open_store(Vectors(store="postgres", url="postgresql:///", schema="a;b"), tmp_path, {})


@pytest.mark.parametrize(
    ("store", "module", "extra"),
    [
        ("sqlite", "sqlite_vec", "sqlite-vec"),
        ("postgres", "psycopg_pool", "postgres"),
        ("redis", "redisvl", "redis"),
        ("qdrant", "qdrant_client", "qdrant"),
    ],
)
def test_a_driver_that_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: str, module: str, extra: str
) -> None:
    monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(MissingPartError, match=rf"codegraph\[{extra}\]"):
        open_store(Vectors(store=store, url="somewhere:"), tmp_path, {})


def test_a_namespace_tells_folders_and_models_apart() -> None:
    settings = Vectors()
    names = {
        namespace_of(settings, Path(root), name, model)
        for root in ("/a/shop", "/b/shop")
        for name in ("shop",)
        for model in ("bge", "other")
    }
    assert len(names) == 4
    assert all(name.startswith("shop-") for name in names)


@pytest.mark.parametrize("name", ["", "Ünïcödé Näme", "x" * 200, "a/b\\c", "--", "日本"])
def test_any_folder_has_a_namespace(name: str) -> None:
    check_namespace(namespace_of(Vectors(), Path("/x") / name, name, "model"))


def test_a_given_namespace_is_shared_by_all_who_give_it() -> None:
    settings = Vectors(namespace="team-shop")
    first = namespace_of(settings, Path("/a"), "a", "bge")
    assert first == namespace_of(settings, Path("/b"), "b", "bge")
    assert first != namespace_of(settings, Path("/a"), "a", "other")
    with pytest.raises(SettingsError, match=r"vectors\.namespace"):
        namespace_of(Vectors(namespace="No good"), Path("/a"), "a", "bge")
