"""From a root to the list of what there is to index."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

from codegraph.config import Settings
from codegraph.discovery import discover, list_files, read_source
from codegraph.errors import SettingsError, UsageError
from codegraph.languages.table import LanguageTable
from tests.discovery.conftest import LANGUAGES, git, look, paths, reasons, write


def test_files_come_sorted_with_size_time_language_and_package(tmp_path: Path) -> None:
    write(tmp_path, {"b.ts": "let x", "a.py": "x = 1\n", "sub/pyproject.toml": '[project]\nname = "s"\n'})
    write(tmp_path, {"sub/c.py": "", "README.md": ""})
    os.utime(tmp_path / "a.py", ns=(1, 1_700_000_000_000_000_007))
    inventory = look(tmp_path)
    assert inventory.root == tmp_path.resolve()
    assert inventory.name == tmp_path.name
    assert [(f.path, f.size, f.language, f.package) for f in inventory.files] == [
        ("a.py", 6, "python", 0),
        ("b.ts", 5, "typescript", 0),
        ("sub/c.py", 0, "python", 1),
    ]
    assert inventory.files[0].mtime_ns == (tmp_path / "a.py").stat().st_mtime_ns


def test_an_empty_folder_gives_an_empty_inventory_with_its_root_package(tmp_path: Path) -> None:
    inventory = look(tmp_path)
    assert inventory.files == []
    assert [package.path for package in inventory.packages] == [""]
    assert inventory.skipped == []


def test_a_folder_of_no_known_language_gives_no_files(tmp_path: Path) -> None:
    write(tmp_path, {"a.txt": "", "b.unknown": "", "Makefile": ""})
    inventory = look(tmp_path)
    assert inventory.files == []
    assert inventory.skipped == []


def test_the_root_alias_names_the_repository(tmp_path: Path) -> None:
    inventory = look(tmp_path, root_alias="shop")
    assert inventory.name == "shop"
    assert inventory.packages[0].name == "shop"


def test_files_of_no_language_are_listed_by_their_endings_and_the_same_rules(tmp_path: Path) -> None:
    write(
        tmp_path, {"b.yaml": "x", "a/c.json": "{}", "a.py": "", "node_modules/d.json": "{}", "out/e.yaml": ""}
    )
    write(tmp_path, {".gitignore": "out/\n", ".codegraph/f.json": "{}", "docs/g.yaml": ""})
    found = list_files(tmp_path, Settings(exclude=["docs", *Settings().exclude]), (".yaml", ".json"))
    assert found == [("a/c.json", 2), ("b.yaml", 1)]
    with pytest.raises(UsageError):
        list_files(tmp_path / "nowhere", Settings(), (".yaml",))


# --- languages ------------------------------------------------------------------------------------------


def test_scripts_without_extension_are_known_by_their_first_line(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "run": "#!/usr/bin/env python3\nprint()\n",
            "tool": "#! /usr/local/bin/node\n",
            "versioned": "#!/usr/bin/python3.12 -I\n",
            "options": "#!/usr/bin/env -S PYTHONPATH=. python -u\n",
            "shell": "#!/bin/sh\n",
            "data": "#!/usr/bin/env python3\n",
            "binary": b"\x7fELF\0\0",
            "named.py": "#!/usr/bin/env node\n",
        },
    )
    for name in ("run", "tool", "versioned", "options", "shell", "binary"):
        (tmp_path / name).chmod(0o755)
    assert {file.path: file.language for file in look(tmp_path).files} == {
        "named.py": "python",
        "options": "python",
        "run": "python",
        "tool": "javascript",
        "versioned": "python",
    }


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a/b.py", "python"),
        ("B.PY", "python"),
        ("a.test.ts", "typescript"),
        ("a.d.ts", "declarations"),
        ("Jakefile", "javascript"),
        (".py", None),
        (".hidden.py", "python"),
        ("a.", None),
        ("py", None),
    ],
)
def test_a_language_is_known_by_name(path: str, language: str | None) -> None:
    table = LanguageTable({**LANGUAGES.by_extension, ".d.ts": "declarations"}, LANGUAGES.by_filename, {})
    assert table.language_of(path, bytes) == language


def test_languages_can_be_chosen_by_name_or_extension(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "", "b.ts": "", "c.js": ""})
    assert paths(tmp_path, languages=("Python",)) == ["a.py"]
    assert paths(tmp_path, languages=("ts", "javascript")) == ["b.ts", "c.js"]


def test_an_unknown_language_is_an_error_with_a_suggestion(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no adapter for 'pyton'; did you mean 'python'"):
        look(tmp_path, languages=("pyton",))
    with pytest.raises(SettingsError, match="known are asciidoc, javascript, markdown, python"):
        look(tmp_path, languages=("xyz",))


# --- what is skipped ------------------------------------------------------------------------------------


def test_huge_and_minified_files_are_skipped_with_a_reason_and_other_files_not_at_all(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "src/app.ts": "import movie from './big.mp4';\n",
            "src/big.mp4": os.urandom(1 << 20) * 3,
            "src/data.json": "[" + ",".join(f'{{"k":{n}}}' for n in range(200_000)) + "]",
            "src/vendor.min.js": "function f(a){return a}",
            "src/bundle.js": "var x=["
            + ",".join(f"function(a){{return g{n}(a)}}" for n in range(80_000))
            + "];",
        },
    )
    inventory = look(tmp_path)
    assert [file.path for file in inventory.files] == ["src/app.ts"]
    assert reasons(inventory) == {
        "src/bundle.js": "larger than 1000000 bytes",
        "src/vendor.min.js": "minified",
    }


def test_the_size_limit_is_a_setting(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "x" * 101, "b.py": "x" * 100})
    assert paths(tmp_path, max_file_bytes=100) == ["b.py"]


ODD_NAMES = [
    "with space.py",
    "quote'\".py",
    "new\nline.py",
    "ünïcödé.py",
    "名前.py",
    "-dash.py",
    "back\\slash.py",
]


@pytest.mark.parametrize("with_git", [True, False])
def test_odd_names_are_found_and_can_be_read(tmp_path: Path, with_git: bool) -> None:
    write(tmp_path, {f"d {name}/{name}": name for name in ODD_NAMES})
    if with_git:
        git(tmp_path, "init", "-q")
        git(tmp_path, "add", "-A")
    found = paths(tmp_path)
    assert found == sorted(f"d {name}/{name}" for name in ODD_NAMES)
    for path in found:
        assert read_source(tmp_path, path).decode() == path.rpartition("/")[2]


@pytest.mark.skipif(sys.platform == "darwin", reason="the file system has no such names")
@pytest.mark.parametrize("with_git", [True, False])
def test_a_name_that_is_not_utf_8_is_skipped_with_a_printable_name(tmp_path: Path, with_git: bool) -> None:
    write(
        tmp_path, {os.fsdecode(name): "" for name in (b"caf\xe9.py", b"caf\xe9.txt", b"d\xe9/a.py", b"a.py")}
    )
    if with_git:
        git(tmp_path, "init", "-q")
    inventory = look(tmp_path)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert reasons(inventory) == dict.fromkeys([r"caf\xe9.py", r"d\xe9/a.py"], "name is not valid UTF-8")


def test_a_broken_manifest_is_listed_and_the_folder_gives_the_name(tmp_path: Path) -> None:
    write(
        tmp_path, {"app/package.json": "{oops", "app/a.js": "", "py/setup.py": "print 'old'\n", "py/b.py": ""}
    )
    inventory = look(tmp_path)
    assert [package.name for package in inventory.packages][1:] == ["app", "py"]
    assert list(reasons(inventory)) == ["app/package.json"]
    assert reasons(inventory)["app/package.json"].startswith("manifest not used: not valid JSON")
    assert "py/setup.py" in [file.path for file in inventory.files]
    assert inventory.notes == ["py/setup.py: not used as a manifest: not valid Python 3"]


# --- roots that can't be used ---------------------------------------------------------------------------


def test_a_missing_root_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        look(tmp_path / "missing")


def test_a_root_that_is_a_file_is_a_usage_error(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": ""})
    with pytest.raises(UsageError, match="is a file"):
        look(tmp_path / "a.py")
    with pytest.raises(UsageError):
        look(tmp_path / "a.py" / "b")


def test_a_root_that_may_not_be_listed_is_a_usage_error(as_nobody: Path) -> None:
    write(as_nobody, {"closed/a.py": ""})
    (as_nobody / "closed").chmod(0o111)
    with pytest.raises(UsageError, match="no permission"):
        look(as_nobody / "closed")


def test_a_root_that_links_to_itself_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UsageError):
        look(tmp_path / "loop")


def test_every_usage_error_is_one_line(tmp_path: Path) -> None:
    for root in (tmp_path / "missing\nfolder", tmp_path / "a\0b"):
        with pytest.raises(UsageError) as caught:
            look(root)
        assert "\n" not in str(caught.value)


def test_an_unreadable_file_is_still_listed_for_the_parser_to_report(as_nobody: Path) -> None:
    write(as_nobody, {"a.py": "", "script": "#!/usr/bin/env python\n"})
    (as_nobody / "a.py").chmod(0)
    (as_nobody / "script").chmod(0o111)
    inventory = look(as_nobody)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert reasons(inventory) == {"script": "unreadable: Permission denied"}


# --- determinism ----------------------------------------------------------------------------------------


def test_the_inventory_does_not_depend_on_the_order_in_which_files_were_made(tmp_path: Path) -> None:
    names = [f"{folder}/{name}" for folder in ("a", "b/c", "d") for name in ("x.py", "y.ts", "package.json")]
    found = []
    for seed in range(3):
        root = tmp_path / str(seed) / "root"
        random.Random(seed).shuffle(names)
        write(root, {name: '{"name": "same"}' if name.endswith("json") else "" for name in names})
        (root / "link.py").symlink_to("a/x.py")
        inventory = discover(root, Settings(), LANGUAGES)
        files = [file._replace(mtime_ns=0, inode=0, ctime_ns=0) for file in inventory.files]
        found.append((files, inventory.packages, inventory.skipped, inventory.configs))
    assert found[0] == found[1] == found[2]
    assert [package.unique_name for package in found[0][1]] == ["root", "same", "same@b/c", "same@d"]
