"""How C and C++ find what they include."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from codegraph.adapters.c import resolve
from codegraph.adapters.cpp import resolve as cpp

from codegraph.config import Settings
from codegraph.discovery import discover
from codegraph.resolve import ImportContext
from tests.projects import registry, write


def found(root: Path, files: dict[str, str], specifier: str, importer: str) -> list[str]:
    """The candidates of an include in a project."""
    inventory = discover(write(root, files), Settings(), registry().table)
    context = ImportContext([file.path for file in inventory.files], inventory.configs)
    return resolve.candidates(specifier, importer, context)


def test_a_header_beside_the_file_comes_first(tmp_path: Path) -> None:
    files = {"a/x.c": "", "a/x.h": "", "b/x.h": ""}
    assert found(tmp_path, files, "x.h", "a/x.c") == ["a/x.h"]
    assert found(tmp_path, files, "../b/x.h", "a/x.c") == ["b/x.h"]


def test_the_folders_of_the_build_come_before_a_search(tmp_path: Path) -> None:
    command = {"directory": str(tmp_path), "file": "a/x.c", "arguments": ["cc", "-Ib", "-c", "a/x.c"]}
    files = {"a/x.c": "", "b/y.h": "", "a/z/y.h": "", "compile_commands.json": json.dumps([command])}
    assert found(tmp_path, files, "<y.h>", "a/x.c") == ["b/y.h"]


def test_without_a_build_the_nearest_file_of_that_path_is_meant(tmp_path: Path) -> None:
    files = {"lib/src/x.c": "", "lib/include/api/y.h": "", "other/api/y.h": ""}
    assert found(tmp_path, files, "api/y.h", "lib/src/x.c") == ["lib/include/api/y.h", "other/api/y.h"]


@pytest.mark.parametrize("specifier", ["<string.h>", "", "/etc/x.h", "missing.h", "../../up.h"])
def test_what_is_not_in_the_project_has_no_candidates(tmp_path: Path, specifier: str) -> None:
    assert found(tmp_path, {"a/x.c": "", "b/string.h": ""}, specifier, "a/x.c") == []


@pytest.mark.parametrize(
    ("specifier", "fqn"),
    [("<stdio.h>", "ext::c::stdio.h"), ("<sys/stat.h>", "ext::c::sys::stat.h"), ("x.h", ""),
     ("gtest/gtest.h", "ext::c::gtest::gtest.h"), ("../x.h", "")],
)  # fmt: skip
def test_headers_outside_are_named_by_their_path(specifier: str, fqn: str) -> None:
    assert resolve.external(specifier) == fqn


def test_the_library_of_cpp_is_a_namespace() -> None:
    assert cpp.external("std::chrono") == "ext::cpp::std::chrono"
    assert cpp.external("<vector>") == "ext::c::vector"
    assert cpp.external("other") == ""
