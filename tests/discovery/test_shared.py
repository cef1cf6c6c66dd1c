"""Headers that two languages share: the sources around them tell which language they are in."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.config import Settings
from codegraph.discovery import discover
from tests.projects import registry, write


def languages(root: Path, *paths: str, settings: Settings | None = None) -> dict[str, str]:
    """The language of each header of a project with these files."""
    write(root, dict.fromkeys(paths, "int x;\n"))
    files = discover(root, settings or Settings(), registry().table).files
    return {file.path: file.language for file in files if file.path.endswith(".h")}


def test_headers_alone_are_c(tmp_path: Path) -> None:
    assert languages(tmp_path, "a.h", "b/c.h") == {"a.h": "c", "b/c.h": "c"}


@pytest.mark.parametrize(
    ("source", "language"), [("src/a.c", "c"), ("src/a.cc", "cpp"), ("src/a.cpp", "cpp")]
)
def test_with_sources_of_one_language_all_headers_are_in_it(
    tmp_path: Path, source: str, language: str
) -> None:
    assert languages(tmp_path, source, "include/a.h", "b.h") == {"include/a.h": language, "b.h": language}


def test_a_header_goes_with_the_source_beside_it_then_with_its_folder(tmp_path: Path) -> None:
    found = languages(
        tmp_path,
        "lib/a.c", "lib/b.cc", "lib/c.cc", "lib/a.h", "lib/b.h", "lib/other.h",
        "plain/x.c", "plain/deep/y.h", "include/z.h",
    )  # fmt: skip
    assert found == {
        "lib/a.h": "c",
        "lib/b.h": "cpp",
        "lib/other.h": "cpp",
        "plain/deep/y.h": "c",
        "include/z.h": "cpp",  # as many of both: what can read the other
    }


def test_only_headers_of_a_wanted_language_are_indexed(tmp_path: Path) -> None:
    paths = ("c/a.c", "c/a.h", "cpp/b.cc", "cpp/b.h")
    assert languages(tmp_path, *paths, settings=Settings(languages=["cpp"])) == {"cpp/b.h": "cpp"}
    assert languages(tmp_path, *paths, settings=Settings(languages=["c"])) == {"c/a.h": "c"}
