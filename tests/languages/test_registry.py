"""The registry: built-in adapters, installed ones, and what a project brings, which is data and never trusted."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from codegraph.errors import AdapterError
from codegraph.languages.adapter import QUERY_FILES
from codegraph.languages.registry import PROJECT_FOLDER, Registry, load_registry
from codegraph.languages.table import LanguageTable

DECLARATION = "(class_declaration name: (_) @name) @definition.class\n"


def bring(project: Path, name: str, manifest: str, *, without: str = "") -> Path:
    """Write an adapter into a project (or any other folder of adapters)."""
    folder = project / PROJECT_FOLDER / name
    folder.mkdir(parents=True)
    (folder / "adapter.toml").write_text(manifest)
    for kind in QUERY_FILES:
        if kind != without:
            (folder / f"{kind}.scm").write_text(DECLARATION if kind == "declaration" else "")
    return folder


def brew(name: str = "brew", extension: str = ".brew") -> str:
    """The manifest of a small adapter."""
    return f'name = "{name}"\ngrammar = "java"\nextensions = ["{extension}"]\n'


def test_the_built_in_adapters_are_found() -> None:
    registry = load_registry()
    assert set(registry.adapters) >= {"python", "javascript", "typescript"}
    assert all(adapter.trusted for adapter in registry.adapters.values())
    assert registry.warnings == ()
    assert registry.table.by_extension[".py"] == "python"
    assert registry.table.by_shebang["node"] == "javascript"


def test_a_grammar_is_chosen_by_extension_and_path() -> None:
    registry = load_registry()
    assert registry.grammar_for("python", ".py") == "python"
    assert registry.grammar_for("typescript", ".ts") == "typescript"
    assert registry.grammar_for("typescript", ".tsx") == "tsx"
    assert registry.grammar_for("typescript", "src/my.app/View.TSX") == "tsx"
    with pytest.raises(KeyError):
        registry.grammar_for("klingon", ".tlh")


def test_the_python_part_of_a_built_in_adapter_is_imported_when_it_is_asked_for() -> None:
    module = load_registry().adapter_module("python")
    assert module is not None
    assert module.__name__ == "codegraph.adapters.python.resolve"


def test_a_project_can_bring_an_adapter(tmp_path: Path) -> None:
    bring(tmp_path, "brew", brew())
    registry = load_registry(tmp_path)
    assert registry.warnings == ()
    assert registry.table.by_extension[".brew"] == "brew"
    assert not registry.adapters["brew"].trusted
    assert ".brew" not in load_registry().table.by_extension


def test_python_that_a_project_brings_is_never_run(tmp_path: Path) -> None:
    folder = bring(tmp_path, "brew", brew())
    (folder / "resolve.py").write_text("raise SystemExit('run')")
    own = bring(tmp_path, "python", 'name = "python"\nextends = "python"\ngrammar = "python"\n')
    (own / "resolve.py").write_text("raise SystemExit('run')")
    registry = load_registry(tmp_path)
    assert registry.adapter_module("brew") is None
    assert registry.adapter_module("python") is None


def test_an_adapter_may_extend_one_that_is_read_later(tmp_path: Path) -> None:
    extending = 'name = "a"\nextends = "z"\ngrammar = "java"\nextensions = [".a"]\n'
    bring(tmp_path, "a", extending)
    bring(tmp_path, "z", 'name = "z"\ngrammar = "java"\nextensions = [".z"]\nreceivers = ["this"]\n')
    registry = load_registry(tmp_path)
    assert registry.warnings == ()
    assert registry.adapters["a"].spec.receivers == ["this"]
    assert registry.adapters["a"].queries["declaration"].count(DECLARATION) == 2


def test_a_project_wins_over_what_is_built_in(tmp_path: Path) -> None:
    bring(tmp_path, "snake", brew("snake", ".py"))
    bring(tmp_path, "typescript", brew("typescript", ".ts"))
    registry = load_registry(tmp_path)
    assert registry.table.by_extension[".py"] == "snake"
    assert registry.adapters["typescript"].spec.grammar == "java"
    assert registry.warnings == ()


def test_built_in_adapters_extend_built_in_ones_whatever_a_project_brings(tmp_path: Path) -> None:
    bring(tmp_path, "javascript", brew("javascript", ".js"))
    registry = load_registry(tmp_path)
    assert registry.adapters["javascript"].spec.grammar == "java"
    assert registry.adapters["typescript"].spec == load_registry().adapters["typescript"].spec


BROKEN = {
    "no toml": ("name = ", "", "can't read adapter.toml"),
    "too deep": (f"name = {'[' * 5000}", "", "can't read adapter.toml"),
    "unknown key": (brew() + "colour = 1\n", "", "unknown field `colour`"),
    "wrong type": (brew() + "receivers = 3\n", "", "Expected `array`, got `int`"),
    "another name": (brew("brow"), "", "names it 'brow'"),
    "no query": (brew(), "call", "call.scm is missing"),
    "no base": (brew() + 'extends = "cobol"\n', "", "extends 'cobol', which is no adapter"),
    "in a circle": (brew() + 'extends = "brew"\n', "", "extends 'brew', which is no adapter"),
    "strange base": (brew() + "extends = [1]\n", "", "which is no adapter"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_adapter_of_a_project_is_one_line_of_warning(tmp_path: Path, what: str) -> None:
    manifest, without, message = BROKEN[what]
    bring(tmp_path, "brew", manifest, without=without)
    registry = load_registry(tmp_path)
    (warning,) = registry.warnings
    assert warning.startswith(f"{PROJECT_FOLDER}/brew is left out: ")
    assert message in warning
    assert "\n" not in warning
    assert set(registry.adapters) == set(load_registry().adapters)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_and_pipes_of_a_project_are_not_opened(tmp_path: Path) -> None:
    outside = bring(tmp_path / "elsewhere", "linked", brew("linked", ".a"))
    folder = tmp_path / PROJECT_FOLDER
    bring(tmp_path, "device", brew("device", ".b"), without="call")
    (folder / "device" / "call.scm").symlink_to("/dev/zero")
    bring(tmp_path, "pipe", brew("pipe", ".c"), without="call")
    os.mkfifo(folder / "pipe" / "call.scm")
    (folder / "linked").symlink_to(outside)
    registry = load_registry(tmp_path)
    assert [warning.split(": ", 1)[1] for warning in registry.warnings] == [
        "call.scm is no plain file",
        "linked is no plain folder",
        "call.scm is no plain file",
    ]


def test_a_huge_file_of_a_project_is_not_read(tmp_path: Path) -> None:
    bring(tmp_path, "brew", brew() + "#" * 2_000_000)
    (warning,) = load_registry(tmp_path).warnings
    assert "adapter.toml is larger than 1024 kB" in warning


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, value: str) -> None:
    """Pretend that a distribution offers an adapter."""
    point = EntryPoint(name, value, "codegraph.adapters")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: EntryPoints([point]))


def test_an_installed_package_can_offer_an_adapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = bring(tmp_path, "brew", brew())
    package = tmp_path / "offered_brew_adapter"
    folder.rename(package)
    (package / "__init__.py").write_text("")
    (package / "resolve.py").write_text("NAME = 'mine'\n")
    install(monkeypatch, tmp_path, "brew", package.name)
    registry = load_registry()
    assert registry.table.by_extension[".brew"] == "brew"
    module = registry.adapter_module("brew")
    assert module is not None
    assert module.NAME == "mine"


def test_an_installed_adapter_that_is_broken_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, tmp_path, "brew", "no_such_package_at_all")
    with pytest.raises(AdapterError, match="names the package 'no_such_package_at_all'"):
        load_registry()


def test_two_trusted_adapters_can_not_claim_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(tmp_path, "snake", brew("snake", ".py")).rename(tmp_path / "offered_snake_adapter")
    (tmp_path / "offered_snake_adapter" / "__init__.py").write_text("")
    install(monkeypatch, tmp_path, "snake", "offered_snake_adapter")
    with pytest.raises(AdapterError, match=r"adapters python and snake both claim '\.py'"):
        load_registry()


def test_the_version_of_a_language_changes_with_its_adapter_alone(tmp_path: Path) -> None:
    plain = load_registry()
    assert plain.version_of("java") == load_registry().version_of("java")
    bring(tmp_path, "brew", brew())
    with_brew = load_registry(tmp_path)
    assert with_brew.version_of("python") == plain.version_of("python")
    (tmp_path / PROJECT_FOLDER / "brew" / "call.scm").write_text("(method_invocation) @call")
    assert load_registry(tmp_path).version_of("brew") != with_brew.version_of("brew")


def test_the_version_is_the_same_in_every_process() -> None:
    code = (
        "from codegraph.languages.registry import load_registry; print(load_registry().version_of('python'))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1


def test_a_registry_without_adapters_knows_nothing() -> None:
    registry = Registry({}, LanguageTable(), {})
    assert registry.table.languages == frozenset()
