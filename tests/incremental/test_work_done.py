"""What a small edit costs is counted: files read and parsed, texts embedded. Nothing grows with the project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from codegraph import builder
from codegraph.fingerprint import registry
from tests.incremental.building import Embedder, build_at, in_this_process
from tests.incremental.tree import Folder

MODULES = 30


class Work(NamedTuple):
    """What one build did."""

    changed: bool
    parsed: int
    embedded: int
    read: set[str]


class Project:
    """Modules in a row, each of which calls the next one, and documents that name them."""

    def __init__(self, root: Path, read: Counter[str], *, embeddings: bool) -> None:
        self.folder = Folder(root / "project")
        self.folder.root.mkdir()
        self.files = {f"shop/m{number}.py": _module(number) for number in range(MODULES)}
        self.files |= {
            f"docs/d{number}.md": f"# Part {number}\n\nSee `step{number}`.\n" for number in range(MODULES)
        }
        self._index = root / "index"
        self.embedder = Embedder()
        self._embeddings = embeddings
        self._read = read

    def write(self, path: str, old: str, new: str) -> None:
        """Edit one file."""
        assert old in self.files[path]
        self.files[path] = self.files[path].replace(old, new)

    def update(self) -> Work:
        """Build the index; what had to be done."""
        self.folder.follow({path: text.encode() for path, text in self.files.items()})
        self.embedder.texts.clear()
        self._read.clear()
        report = build_at(self.folder.root, self._index, embeddings=self._embeddings)
        return Work(report.changed, report.files_parsed, len(self.embedder.texts), set(self._read))


def _module(number: int) -> str:
    after = number + 1
    return (
        f"from shop.m{after} import Part{after}\n\n\nclass Part{number}(Part{after}):\n"
        f'    """Part {number}."""\n\n    def step{number}(self):\n        return self.step{after}()\n\n'
        f"    def other{number}(self):\n        return 1\n"
    )


@contextmanager
def _indexed(root: Path, *, embeddings: bool) -> Iterator[Project]:
    read = Counter[str]()
    project = Project(root, read, embeddings=embeddings)
    with in_this_process(embedder=project.embedder):
        reader = builder.read_source

        def counted(root: Path, path: str) -> bytes:
            read[path] += 1
            return reader(root, path)

        with patch.object(builder, "read_source", counted):
            assert project.update().parsed == MODULES
            yield project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with _indexed(tmp_path, embeddings=True) as found:
        assert len(found.embedder.texts) > 3 * MODULES
        yield found


@pytest.fixture
def without_vectors(tmp_path: Path) -> Iterator[Project]:
    """A project whose texts nobody embeds, so that none are composed either."""
    with _indexed(tmp_path, embeddings=False) as found:
        yield found


def test_when_nothing_changed_nothing_is_read(project: Project) -> None:
    assert project.update() == Work(False, 0, 0, set())


def test_an_edited_body_is_parsed_and_embedded_alone(project: Project) -> None:
    project.write("shop/m3.py", "return 1", "return 2")
    work = project.update()
    assert (work.changed, work.parsed) == (True, 1)
    assert 1 <= work.embedded <= 3


def test_an_edited_body_is_read_alone(without_vectors: Project) -> None:
    without_vectors.write("shop/m3.py", "return 1", "return 2")
    assert without_vectors.update() == Work(True, 1, 0, {"shop/m3.py"})


def test_an_edited_document_is_embedded_alone(project: Project) -> None:
    project.write("docs/d5.md", "See", "Look at")
    work = project.update()
    assert (work.changed, work.parsed) == (True, 0)
    assert 1 <= work.embedded <= 3


def test_an_edited_document_is_read_alone(without_vectors: Project) -> None:
    without_vectors.write("docs/d5.md", "See", "Look at")
    assert without_vectors.update() == Work(True, 0, 0, {"docs/d5.md"})


def test_files_with_new_times_are_read_and_no_more(project: Project) -> None:
    project.folder.touch(project.files)
    assert project.update() == Work(False, 0, 0, set(project.files))
    assert project.update() == Work(False, 0, 0, set())


def test_a_way_back_needs_no_parser_and_no_model(project: Project) -> None:
    before = dict(project.files)
    project.write("shop/m3.py", "return 1", "return 2")
    project.write("shop/m9.py", "class Part9(Part10)", "class Part9")
    assert project.update().parsed == 2
    project.files = before
    work = project.update()
    assert (work.changed, work.parsed, work.embedded) == (True, 0, 0)


def test_a_renamed_file_is_not_parsed_again(project: Project) -> None:
    project.files["shop/n7.py"] = project.files.pop("shop/m7.py")
    work = project.update()
    assert (work.changed, work.parsed) == (True, 0)
    assert work.embedded <= 6


def test_a_changed_base_class_is_parsed_alone(project: Project) -> None:
    project.write("shop/m3.py", "class Part3(Part4)", "class Part3")
    work = project.update()
    assert (work.changed, work.parsed) == (True, 1)
    assert work.embedded <= 4


def test_deleted_files_cost_nothing(project: Project) -> None:
    for number in (2, 3):
        del project.files[f"shop/m{number}.py"]
    work = project.update()
    assert (work.changed, work.parsed) == (True, 0)
    assert work.embedded <= 4


def test_rules_that_are_built_in_are_read_once(without_vectors: Project) -> None:
    own = without_vectors.folder.root / registry.PROJECT_FOLDER / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text('framework = "mine"\nlanguage = "python"\necosystem = "pypi"\n', encoding="utf-8")
    reader, rounds = registry.read_framework, list[list[str]]()
    for number in (2, 3):
        without_vectors.write("shop/m3.py", f"return {number - 1}", f"return {number}")
        with (
            patch.object(builder, "load_rules", registry.load_rules),
            patch.object(registry, "read_framework", side_effect=reader) as read,
        ):
            assert without_vectors.update().changed
        rounds.append([call.args[1] for call in read.call_args_list])
    assert "fingerprints/flask.toml" in rounds[0]
    assert rounds[1] == [f"{registry.PROJECT_FOLDER}/mine.toml"]
