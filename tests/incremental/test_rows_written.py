"""After a small edit only rows of what changed are written: documents, texts, and no table of LanceDB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from codegraph.builder import composing
from codegraph.store import lexical_patch, writer
from codegraph.store.lance import LanceDatabase
from codegraph.store.lexical_patch import Patched
from tests.incremental.building import Embedder, build_anew, build_at, in_this_process
from tests.incremental.comparing import differences

FILES = 24


class Work(NamedTuple):
    """What a build wrote: documents of the full-text index, composed texts of code, tables of LanceDB."""

    documents: list[Patched | None]
    texts: list[str]
    tables: list[str]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "shop").mkdir(parents=True)
    for number in range(FILES):
        (root / "shop" / f"m{number:02}.py").write_text(
            f'"""Part {number}."""\n\n\ndef pack{number}(item):\n    """Put it in."""\n    return item\n\n\n'
            f"class Box{number}:\n    def close(self):\n        return pack{number}(self)\n"
        )
    (root / "README.md").write_text("# Shop\n\nIt sells `Box1`.\n")
    return root


@pytest.fixture
def work() -> Iterator[Work]:
    """What is written from now on."""
    found = Work([], [], [])
    patched, composed, written = lexical_patch._patch_copy, composing.compose_chunks, LanceDatabase.write

    def patch_copy(*arguments: Any) -> Patched:
        found.documents.append(patched(*arguments))
        assert found.documents[-1] is not None
        return found.documents[-1]

    def compose(*arguments: Any, **options: Any) -> dict[str, list[Any]]:
        chunks = composed(*arguments, **options)
        found.texts.extend(chunks["id"])
        return chunks

    def write(self: LanceDatabase, name: str, rows: Any) -> int:
        found.tables.append(name)
        return written(self, name, rows)

    with (
        patch.object(lexical_patch, "_patch_copy", patch_copy),
        patch.object(composing, "compose_chunks", compose),
        patch.object(writer.LanceDatabase, "write", write),
    ):
        yield found


def edit(root: Path, before: str, after: str, name: str = "m05.py") -> None:
    path = root / "shop" / name
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_one_more_function_is_one_more_document_and_no_table(project: Path, work: Work) -> None:
    with in_this_process():
        build_at(project, project / "index")
        work.tables.clear()
        edit(project, "class Box5", "def weigh(item):\n    return len(item)\n\n\nclass Box5")
        build_at(project, project / "index")
        assert work.documents == [Patched(removed=0, added=1)]
        assert work.tables == []


def test_a_function_that_has_another_body_is_one_document(project: Path, work: Work) -> None:
    with in_this_process():
        build_at(project, project / "index")
        edit(project, "return item", "return list(item)")
        build_at(project, project / "index")
        assert work.documents == [Patched(removed=1, added=1)]


def test_only_texts_of_files_that_changed_are_composed_and_only_new_ones_embedded(
    project: Path, work: Work
) -> None:
    embedder = Embedder()
    with in_this_process(embedder=embedder):
        build_at(project, project / "index", embeddings=True)
        work.texts.clear()
        embedder.texts.clear()
        edit(project, "return item", "return list(item)")
        build_at(project, project / "index", embeddings=True)
    assert work.texts
    assert all("m05" in text for text in work.texts)
    assert len(embedder.texts) == 1
    assert "list(item)" in embedder.texts[0]


@pytest.mark.parametrize("embeddings", [False, True])
def test_after_many_small_edits_it_equals_a_rebuild(project: Path, work: Work, embeddings: bool) -> None:
    with in_this_process(embedder=Embedder() if embeddings else None):
        build_at(project, project / "index", embeddings=embeddings)
        edits = [
            ("return item", "return list(item)"),
            ("def pack5", "def stow5"),
            ("pack5(self)", "stow5(self)"),
            ("class Box5", "class Case5"),
            ('"""Part 5."""', '"""The fifth part."""'),
            ("class Case5:", "from shop.m07 import Box7\n\n\nclass Case5(Box7):"),
        ]
        for before, after in edits:
            edit(project, before, after)
            build_at(project, project / "index", embeddings=embeddings)
        (project / "shop" / "m05.py").rename(project / "shop" / "fifth.py")
        build_at(project, project / "index", embeddings=embeddings)
        (project / "shop" / "m03.py").unlink()
        (project / "README.md").write_text("# Shop\n\nIt sells `Case5` and more.\n\n## More\n\nNothing.\n")
        build_at(project, project / "index", embeddings=embeddings)
        assert len(work.documents) == len(edits) + 2
        anew = project.parent / "anew"
        build_anew(project, anew, embeddings=embeddings)
        assert differences(project / "index", anew, project, ["box", "pack item", "fifth part"]) == []
