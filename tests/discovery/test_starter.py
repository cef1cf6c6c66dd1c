"""The first settings file of a project."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from codegraph.config import load_settings
from codegraph.discovery import starter_settings
from codegraph.errors import UsageError
from tests.discovery.conftest import git, write
from tests.discovery.test_any_manifest import MANIFESTS


def starter_excludes(root: Path) -> list[str]:
    found: list[str] = tomllib.loads(starter_settings(root)).get("exclude", [])
    return found


def test_the_excludes_are_those_of_the_ecosystems_found_anywhere(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"pyproject.toml": "[project]\n", "web/package.json": '{"name": "w"}', "native/Cargo.toml": ""},
    )
    assert starter_excludes(tmp_path) == [
        "target/",
        "build/",
        "coverage/",
        "out/",
        "storybook-static/",
        "htmlcov/",
    ]
    text = starter_settings(tmp_path)
    assert text.index("# cargo") < text.index("# npm") < text.index("# pypi")


@pytest.mark.parametrize("name", sorted(MANIFESTS))
def test_every_ecosystem_has_a_first_settings_file(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: MANIFESTS[name], "a.c": ""})
    tomllib.loads(starter_settings(tmp_path))


def test_a_folder_with_files_that_git_does_not_ignore_is_not_excluded(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(
        tmp_path,
        {
            "package.json": '{"name": "w"}',
            "tools/build/tasks.js": "",
            "coverage/report.js": "",
            ".gitignore": "coverage/\n",
        },
    )
    assert starter_excludes(tmp_path) == ["coverage/", "out/", "storybook-static/"]


def test_a_project_of_no_known_ecosystem_gets_no_excludes(tmp_path: Path) -> None:
    assert starter_excludes(tmp_path) == []
    assert "# exclude = []" in starter_settings(tmp_path)


def test_the_file_can_be_loaded_without_a_warning(tmp_path: Path) -> None:
    write(tmp_path, {"go.mod": "module m\n"})
    write(tmp_path, {"codegraph.toml": starter_settings(tmp_path)})
    settings, warnings = load_settings(tmp_path, environ={"CODEGRAPH_HOME": str(tmp_path / "none")})
    assert warnings == []
    assert settings.exclude[-1] == "vendor/"


def test_a_missing_root_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        starter_settings(tmp_path / "missing")
