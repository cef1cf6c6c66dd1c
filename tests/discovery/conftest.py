"""Small trees on disk, real git, and a table of languages."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from codegraph.config import Settings
from codegraph.discovery import Inventory, ModuleConfig, discover
from codegraph.languages.table import LanguageTable

LANGUAGES = LanguageTable(
    by_extension={
        ".py": "python",
        ".pyi": "python",
        ".js": "javascript",
        ".mjs": "javascript",
        ".jsx": "javascript",
        ".ts": "typescript",
        ".tsx": "typescript",
    },
    by_filename={"Jakefile": "javascript"},
    by_shebang={"python": "python", "node": "javascript"},
)

Tree = Mapping[str, str | bytes]
NOBODY = 65534


@pytest.fixture(autouse=True)
def _own_git_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the ignore file and settings of whoever runs the tests out of them."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", tempfile.gettempdir())
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_GLOBAL"):
        monkeypatch.delenv(name, raising=False)


def write(root: Path, files: Tree) -> Path:
    """Write files below a folder; a path with ``/`` at its end makes an empty folder."""
    for path, content in files.items():
        place = root / path
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder and return what it prints."""
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always")
    done = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode(errors="surrogateescape")


def listed_by_git(folder: Path) -> set[str]:
    """The oracle: what git lists, tracked or not, that is there."""
    listed = git(folder, "ls-files", "-z", "-co", "--exclude-standard").split("\0")
    return {path for path in listed if path and (folder / path).is_file()}


def look(root: Path, **settings: object) -> Inventory:
    """Discover with settings by name."""
    return discover(root, Settings(**settings), LANGUAGES)  # type: ignore[arg-type]


def paths(root: Path, **settings: object) -> list[str]:
    """The paths of the files that are to be indexed."""
    return [file.path for file in look(root, **settings).files]


def configs(root: Path, files: Tree) -> ModuleConfig:
    """Write files and return what they say about imports."""
    return look(write(root, files)).configs


def reasons(inventory: Inventory) -> dict[str, str]:
    """What was skipped, and why."""
    return {skipped.path: skipped.reason for skipped in inventory.skipped}


@pytest.fixture
def repository(tmp_path: Path) -> Callable[[Tree], Path]:
    """Makes a git repository with files, none of them tracked yet."""

    def make(files: Tree) -> Path:
        git(tmp_path, "init", "-q")
        return write(tmp_path, files)

    return make


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """An empty folder, and no superuser's right to read everything while the test runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if os.geteuid() != 0:
            yield folder
            return
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            os.seteuid(0)
