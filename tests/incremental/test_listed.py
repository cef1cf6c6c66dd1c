"""A refresh takes over which files there are where nothing around them changed, and lists them anew where it did."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from codegraph import builder
from codegraph.builder import listed
from codegraph.sealing import opened, sealed
from tests.incremental.building import build_anew, build_at, in_this_process
from tests.incremental.comparing import differences
from tests.projects import write

if TYPE_CHECKING:
    from codegraph.discovery import Inventory

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/cart.py": "class Cart:\n    def add_item(self):\n        return 1\n",
    "shop/__init__.py": "",
    "shop/native.h": "int size(void);\n",
    "shop/native.c": "int size(void) { return 1; }\n",
    "tools/deploy": "#!/usr/bin/env python3\nprint(1)\n",
    "web/app.ts": 'import { a } from "./b";\na();\n',
    "web/b.ts": "export function a() {}\n",
    "web/tsconfig.json": '{"compilerOptions": {"strict": true}}\n',
    "web/package.json": '{"name": "web", "dependencies": {"left-pad": "1", "right-pad": "1"}}\n',
    "web/index.html": '<script src="/node_modules/left-pad/index.js"></script>\n',
    "README.md": "# Shop\n\nCall `Cart.add_item`.\n",
    ".gitignore": "dist/\n*.log.py\n",
    "shop/old.log.py": "ignored = 1\n",
}


@pytest.fixture
def listings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the projects that were listed, in order."""
    found: list[str] = []
    whole = builder.discover

    def discover(*given: object) -> Inventory:
        inventory = whole(*given)  # type: ignore[arg-type]
        found.append(inventory.name)
        return inventory

    monkeypatch.setattr(builder, "discover", discover)
    return found


@pytest.fixture(params=["with git", "without git"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    root = write(tmp_path / "shop", FILES)
    (root / "tools/deploy").chmod(0o755)
    if request.param == "with git":
        git(root, "init", "-q")
        git(root, "add", ".")
    settle(root)
    return root


@pytest.fixture(autouse=True)
def in_process() -> Iterator[None]:
    with in_this_process(tables=False):
        yield


def git(root: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def settle(root: Path) -> None:
    """Give all files and folders times that are long over."""
    for folder, _, names in os.walk(root):
        for name in names:
            os.utime(Path(folder, name), (1_700_000_000, 1_700_000_000), follow_symlinks=False)
        os.utime(folder, (1_700_000_000, 1_700_000_000))


def edit(path: str, old: str, new: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new))

    return change


SAME: dict[str, Callable[[Path], None]] = {
    "nothing": lambda _: None,
    "a body": edit("shop/cart.py", "return 1", "return 2"),
    "a name": edit("shop/cart.py", "add_item", "put_item"),
    "an import": edit("web/app.ts", "./b", "./c"),
    "a document": edit("README.md", "Call", "Ask"),
    "two files": lambda root: (
        edit("shop/cart.py", "return 1", "return 2")(root),
        edit("web/b.ts", "{}", "{ return 1 }")(root),
    )[0],
    "touched": lambda root: os.utime(root / "shop/cart.py"),
    "moved over": lambda root: (
        (
            (root / "shop/cart.py.tmp").write_text("class Cart: pass\n"),
            (root / "shop/cart.py.tmp").replace(root / "shop/cart.py"),
        )[0]
        and None
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_edits_of_files_list_nothing(project: Path, tmp_path: Path, listings: list[str], name: str) -> None:
    build_at(project, tmp_path / "index")
    listings.clear()
    SAME[name](project)
    build_at(project, tmp_path / "index")
    assert listings == []
    build_anew(project, tmp_path / "anew")
    assert differences(tmp_path / "index", tmp_path / "anew", project, ["cart"], lance=False) == []


def _large(root: Path) -> None:
    (root / "shop/cart.py").write_text("x = 1\n" * 400_000)


def _tracked(root: Path) -> None:
    if (root / ".git").exists():
        git(root, "add", "-f", "shop/old.log.py")
    else:
        edit(".gitignore", "*.log.py", "*.other")(root)


OTHER: dict[str, Callable[[Path], None]] = {
    "a new file": lambda root: (root / "shop/new.py").write_text("new = 1\n") and None,
    "a new folder": lambda root: write(root, {"more/a.py": "a = 1\n"}) and None,
    "a file is gone": lambda root: (root / "web/b.ts").unlink(),
    "a file is renamed": lambda root: (root / "web/b.ts").rename(root / "web/c.ts") and None,
    "a folder is renamed": lambda root: (root / "web").rename(root / "www") and None,
    "an ignore file": edit(".gitignore", "*.log.py", "*.other"),
    "a new ignore file": lambda root: (root / "web/.gitignore").write_text("b.ts\n") and None,
    "settings": lambda root: (root / "codegraph.toml").write_text('exclude = ["web/**"]\n') and None,
    "a manifest": edit("pyproject.toml", '"shop"', '"store"'),
    "a tsconfig": edit("web/tsconfig.json", '"strict": true', '"baseUrl": ".."'),
    "what is tracked": _tracked,
    "a page that names packages": edit("web/index.html", "left-pad", "right-pad"),
    "a file is too large": _large,
    "the first line of a script": edit("tools/deploy", "python3", "bash"),
    "a source for a header": lambda root: (root / "shop/native.c").rename(root / "shop/native.cpp") and None,
    "a file is a folder": lambda root: (
        (root / "web/b.ts").unlink(),
        (root / "web/b.ts").mkdir(),
    )[1],
    "a file is a link": lambda root: (
        (root / "web/b.ts").unlink(),
        (root / "web/b.ts").symlink_to(root / "web/app.ts"),
    )[1],
    "an adapter": lambda root: write(root, {".codegraph/fingerprints/mine.toml": "no rules"}) and None,
    "a repository in it": lambda root: git(write(root, {"inner/a.py": "a = 1\n"}) / "inner", "init", "-q"),
}


@pytest.mark.parametrize("name", OTHER)
def test_whatever_changes_around_files_is_listed(
    project: Path, tmp_path: Path, listings: list[str], name: str
) -> None:
    build_at(project, tmp_path / "index")
    listings.clear()
    OTHER[name](project)
    build_at(project, tmp_path / "index")
    assert listings == ["shop"]
    build_anew(project, tmp_path / "anew")
    assert differences(tmp_path / "index", tmp_path / "anew", project, ["cart"], lance=False) == []


def test_below_a_repository_and_with_others_in_it_files_are_always_listed(
    tmp_path: Path, listings: list[str]
) -> None:
    root = write(tmp_path / "above" / "shop", FILES)
    git(root.parent, "init", "-q")
    settle(root.parent)
    build_at(root, tmp_path / "index")
    edit("shop/cart.py", "return 1", "return 2")(root)
    build_at(root, tmp_path / "index")
    assert listings == ["shop", "shop"]
    inner = write(tmp_path / "outer", FILES)
    git(write(inner / "inner", {"a.py": "a = 1\n"}), "init", "-q")
    settle(inner)
    build_at(inner, tmp_path / "second")
    edit("shop/cart.py", "return 1", "return 2")(inner)
    build_at(inner, tmp_path / "second")
    assert listings == ["shop", "shop", "outer", "outer"]


def _of_strangers(inventory: Inventory) -> dict[str, dict[str, Any]]:
    """Parts of an inventory that do not go with the others."""
    files = inventory.files
    return {
        "no package": {"files": [file._replace(package=99) for file in files]},
        "before the packages": {"files": [file._replace(package=-1) for file in files]},
        "no declaration": {"declarations": []},
        "no packages": {"packages": [], "declarations": []},
        "no adapter": {"files": [file._replace(language="klingon") for file in files]},
        "no format": {"documents": [file._replace(language="klingon") for file in files]},
    }


@pytest.mark.parametrize("how", ["excludesFile", "include", "xdg", "environment", "of the project"])
def test_files_that_git_reads_elsewhere_are_told_of_by_a_listing(
    project: Path, tmp_path: Path, listings: list[str], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    home = write(tmp_path / "home", {"ignored": "nothing.py\n"})
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    said = f"[core]\n\texcludesFile = {home}/ignored\n"
    match how:
        case "excludesFile":
            write(home, {".gitconfig": said})
        case "include":
            write(home, {".gitconfig": f"[include]\n\tpath = {home}/more\n", "more": said})
        case "xdg":
            monkeypatch.setenv("XDG_CONFIG_HOME", str(write(home / "xdg", {"git/config": said})))
        case "environment":
            monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(write(home, {"mine": said}) / "mine"))
        case _:
            own = project / ".git" / "config"
            place = own if own.exists() else home / ".gitconfig"
            place.write_text((own.read_text() if own.exists() else "") + said)
    build_at(project, tmp_path / "index")
    listings.clear()
    (home / "ignored").write_text("b.ts\n")
    edit("shop/cart.py", "return 1", "return 2")(project)
    build_at(project, tmp_path / "index")
    assert listings == ["shop"]
    build_anew(project, tmp_path / "anew")
    assert differences(tmp_path / "index", tmp_path / "anew", project, ["cart"], lance=False) == []


@pytest.mark.parametrize(
    "kind",
    [
        *("empty", "cut", "no inventory", "other key", "other listing", "other root", "out of the root"),
        *("no package", "before the packages", "no declaration", "no adapter", "no format", "no packages"),
    ],
)
def test_an_inventory_that_is_damaged_or_forged_is_not_used(
    project: Path, tmp_path: Path, listings: list[str], kind: str
) -> None:
    (tmp_path / "secret.py").write_text("secret = 1\n")
    build_at(project, tmp_path / "index")
    listings.clear()
    file = tmp_path / "index" / "cache" / listed.FILE
    whole = file.read_bytes()
    kept = msgspec.msgpack.decode(opened(whole), type=listed._Kept, dec_hook=listed._path)
    outside = kept.inventory.files[0]._replace(path="../secret.py")
    files = [outside, *kept.inventory.files]
    forged = {
        "other key": msgspec.structs.replace(kept, key="0"),
        "other listing": msgspec.structs.replace(kept, listing="0"),
        "other root": msgspec.structs.replace(kept, inventory=kept.inventory._replace(root=tmp_path)),
        **{
            name: msgspec.structs.replace(kept, inventory=kept.inventory._replace(**parts))
            for name, parts in _of_strangers(kept.inventory).items()
        },
        "out of the root": msgspec.structs.replace(kept, inventory=kept.inventory._replace(files=files)),
    }
    plain = {"empty": b"", "cut": whole[:-20], "no inventory": sealed(b"\x93\x01\x02\x03")}
    file.write_bytes(
        plain[kind] if kind in plain else sealed(msgspec.msgpack.encode(forged[kind], enc_hook=str))
    )
    edit("shop/cart.py", "return 1", "return 2")(project)
    build_at(project, tmp_path / "index")
    assert listings == ["shop"]
    build_anew(project, tmp_path / "anew")
    assert differences(tmp_path / "index", tmp_path / "anew", project, ["cart"], lance=False) == []


def test_a_file_that_comes_while_a_refresh_goes_on_is_found_by_the_next(
    project: Path, tmp_path: Path, listings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build_at(project, tmp_path / "index")
    listings.clear()
    whole = builder.take_over

    def take_over(*given: object) -> object:
        found = whole(*given)  # type: ignore[arg-type]
        (project / "shop/late.py").write_text("late = 1\n")
        return found

    edit("shop/cart.py", "return 1", "return 2")(project)
    with monkeypatch.context() as patched:
        patched.setattr(builder, "take_over", take_over)
        build_at(project, tmp_path / "index")
    assert listings == []
    time.sleep(0.05)
    build_at(project, tmp_path / "index")
    assert listings == ["shop"]
    build_anew(project, tmp_path / "anew")
    assert differences(tmp_path / "index", tmp_path / "anew", project, ["cart"], lance=False) == []
