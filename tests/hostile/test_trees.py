"""A hostile repository is indexed, asked and exported: nothing of it is run, nothing outside of it is read."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.functional.project import Project, Ran, clean_environment

from .trees import GOOD, NAMES, SECRET, TERMINAL, Hostile, make_hostile, put, write_index

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems refuse such names")

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
QUESTIONS = [
    ["status", "--skipped"], ["map", "--level", "module"], ["map", "--level", "symbol"], ["package"],
    ["search", "named", "-k", "50"],
    ["symbol", "talker"], ["impact", "price"], ["trace", "total", "price"], ["complexity"],
    ["statements", "--in", "talker"],
    ["endpoints"], ["graph"], ["subgraph", "total"], ["context"], ["duplicates"], ["flow", "total"],
    ["symbol", TERMINAL],
]  # fmt: skip


class Driven:
    """A hostile repository with the command line at hand, and whatever it said."""

    def __init__(self, made: Hostile, environ: dict[str, str]) -> None:
        self.made = made
        self.project = Project(made.root, environ)
        self.indexed = self.project.run("index", "--no-embeddings", "--json")

    @property
    def report(self) -> dict[str, Any]:
        """What the build said of itself."""
        assert self.indexed.code == 0, self.indexed.err
        found: dict[str, Any] = self.indexed.json["report"]
        return found


@pytest.fixture(scope="module")
def driven(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    """The repository, indexed; afterwards nothing of it may have run."""
    home = tmp_path_factory.mktemp("home")
    made = make_hostile(tmp_path_factory.mktemp("hostile").resolve())
    yield Driven(made, clean_environment(home) | {"PYTHONSAFEPATH": "1"})
    assert not made.canary.exists()
    assert not list(made.root.rglob("canary"))


def test_the_good_files_beside_are_indexed_and_the_bad_are_named(driven: Driven) -> None:
    exported = driven.project.export()
    paths = {node["path"] for node in exported.nodes}
    assert set(GOOD) | {f"names/{name}" for name in NAMES} <= paths
    assert ("good/cart.py:4", "calls", "good/money.py:1") in exported.links
    skipped = dict(driven.report["skipped"])
    links = {path for path, why in skipped.items() if why == "symbolic link"}
    assert {f"links/{name}" for name in ("out.py", "out", "loop", "self.py", "zero.py", "README.md")} <= links
    assert not [path for path in paths if path and path.startswith(("special/", "links/"))]


def test_nothing_outside_of_the_root_is_read(driven: Driven) -> None:
    assert driven.indexed.code == 0
    for file in (driven.made.root / ".codegraph").rglob("*"):
        if file.is_file():
            assert SECRET.encode() not in file.read_bytes(), file
    assert driven.project.export().named(SECRET) == []


@pytest.mark.parametrize("words", QUESTIONS, ids=lambda words: " ".join(map(ascii, words[:2]))[:30])
def test_no_answer_steers_the_terminal(driven: Driven, words: list[str]) -> None:
    ran = driven.project.run(*words)
    assert ran.code in (0, 2, 3, 4), ran.err
    assert "Traceback" not in ran.err
    assert STEERING.findall(ran.out + ran.err) == []


@pytest.mark.parametrize("name", ["mermaid", "dot", "graphml", "cypher", "json"])
def test_pictures_hold_no_control_characters(driven: Driven, name: str) -> None:
    ran: Ran = driven.project.run("graph", "--level", "module", "--format", name)
    assert ran.code == 0, ran.err
    assert STEERING.findall(ran.out.replace("\r\n", "\n")) == []


def test_the_export_holds_no_control_characters(driven: Driven, tmp_path: Path) -> None:
    ran: Ran = driven.project.run("export", "jsonl", "--output", str(tmp_path / "out"))
    assert ran.code == 0, ran.err
    for file in (tmp_path / "out").iterdir():
        assert b"\x1b" not in file.read_bytes(), file


def test_an_index_that_the_repository_brings_is_refused_and_left_alone(
    driven: Driven, tmp_path: Path
) -> None:
    for path, text in GOOD.items():
        put(tmp_path, path, text)
    write_index(tmp_path)
    project = Project(tmp_path, driven.project.environ)
    ran = project.run("index", "--no-embeddings")
    assert ran.code == 9
    assert "holds files that are not codegraph's; set index_dir to another folder" in ran.err
    assert project.run("symbol", "total").code in (5, 6)
    assert (tmp_path / ".codegraph/index/CURRENT").read_bytes() == b"../../../../outside"
