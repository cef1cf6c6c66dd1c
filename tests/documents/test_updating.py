"""After an edit only the documents that changed are read, and the index is that of a rebuild."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import codegraph
from codegraph.builder import documents, kept_files, kept_links
from codegraph.parse.cache import FactsCache
from tests.projects import write

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/cart.py": "class Cart:\n    def add_item(self):\n        return 1\n",
    "README.md": "# Shop\n\nCall `Cart.add_item`, see [it](docs/guide.rst).\n\n## Install\n\nUse a wheel.\n",
    "docs/guide.rst": "Guide\n=====\n\nRead :meth:`Cart.add_item` aloud.\n",
    "docs/book.adoc": "= Book\n\n== First\n\nOnce `add_item` is called, see link:../README.md[it].\n",
    "docs/plain.txt": "Words of a kind that people read, which name add_item() somewhere.\n",
    "docs/copy.md": "# Copy\n\nOf `Cart`.\n",
    "load.ipynb": '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# Load\\n", "A `Cart`."]},'
    ' {"cell_type": "code", "metadata": {}, "source": ["def load():\\n", "    return 1"]}],'
    ' "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
}


def built(root: Path, **settings: object) -> codegraph.Codegraph:
    return codegraph.index(root, embeddings=False, **settings)


def exported(root: Path, out: Path) -> list[str]:
    codegraph.open(root).export_jsonl(out)
    return [line for file in sorted(out.iterdir()) for line in file.read_text().splitlines()]


def edit(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text()
    assert old in text
    (root / path).write_text(text.replace(old, new))


EDITS: dict[str, tuple[Callable[[Path], object], set[str]]] = {
    "code": (lambda root: edit(root, "shop/cart.py", "return 1", "return 2"), set()),
    "a name": (lambda root: edit(root, "shop/cart.py", "add_item", "put_item"), set()),
    "a document": (lambda root: edit(root, "README.md", "Install", "Build"), {"README.md"}),
    "renamed": (lambda root: (root / "docs/guide.rst").rename(root / "docs/other.rst"), set()),
    "moved": (lambda root: (root / "docs/book.adoc").rename(root / "shop/book.adoc"), set()),
    "deleted": (lambda root: (root / "docs/guide.rst").unlink(), set()),
    "added": (lambda root: (root / "docs/new.md").write_text("# New\n\n`Cart`\n"), {"docs/new.md"}),
    "another format": (
        lambda root: (root / "docs/copy.md").rename(root / "docs/copy.rst"),
        {"docs/copy.rst"},
    ),
    "a notebook": (lambda root: edit(root, "load.ipynb", "# Load", "# Save"), {"load.ipynb"}),
    "data": (lambda root: (root / "docs/plain.txt").write_text("1 2 3\n4 5 6\n"), set()),
}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the documents that builds read, in order."""
    paths: list[str] = []
    whole = documents.read_document

    def read_document(path: str, language: str, source: bytes) -> object:
        paths.append(path)
        return whole(path, language, source)

    monkeypatch.setattr(documents, "read_document", read_document)
    return paths


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_reads_what_changed_and_gives_the_index_of_a_rebuild(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, read: list[str], name: str
) -> None:
    change, expected = EDITS[name]
    built(write(tmp_path, FILES))
    assert set(read) == {path for path in FILES if not path.endswith((".py", ".toml"))}
    read.clear()
    change(tmp_path)
    built(tmp_path)
    assert (len(read), set(read)) == (len(expected), expected)
    grown = exported(tmp_path, tmp_path_factory.mktemp("grown"))
    built(tmp_path, full=True)
    assert grown == exported(tmp_path, tmp_path_factory.mktemp("full"))


def test_other_settings_give_the_index_of_a_rebuild(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, read: list[str]
) -> None:
    built(write(tmp_path, FILES))
    without = built(tmp_path, documents={"enable": False})
    assert without.map().documents == {}
    read.clear()
    again = built(tmp_path, documents={"enable": True})
    assert again.map().documents == {"asciidoc": 1, "markdown": 2, "rst": 1, "text": 1}
    assert read == []
    grown = exported(tmp_path, tmp_path_factory.mktemp("grown"))
    built(tmp_path, full=True)
    assert grown == exported(tmp_path, tmp_path_factory.mktemp("full"))


def test_a_full_build_reads_all_and_keeps_it_for_the_next(tmp_path: Path, read: list[str]) -> None:
    built(write(tmp_path, FILES))
    read.clear()
    assert built(tmp_path, full=True).indexed.report.files_parsed == 2
    assert len(read) == 6
    read.clear()
    edit(tmp_path, "shop/cart.py", "return 1", "return 2")
    assert built(tmp_path).indexed.report.files_parsed == 1
    assert read == []


def test_what_is_kept_of_documents_may_be_lost_or_damaged(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, read: list[str]
) -> None:
    built(write(tmp_path, FILES))
    folder = tmp_path / ".codegraph" / "index" / "cache"
    pack = folder / documents.SHEETS_FILE
    for damaged in (b"", pack.read_bytes()[:-90], b"no pack at all"):
        pack.write_bytes(damaged)
        (tmp_path / "shop/cart.py").write_text(f"class Cart:\n    size_{len(damaged)} = 1\n")
        read.clear()
        built(tmp_path)
        assert read
    grown = exported(tmp_path, tmp_path_factory.mktemp("grown"))
    built(tmp_path, full=True)
    assert grown == exported(tmp_path, tmp_path_factory.mktemp("full"))


def test_a_sheet_that_someone_else_wrote_is_read_anew(tmp_path: Path, read: list[str]) -> None:
    built(write(tmp_path, FILES))
    read.clear()
    with FactsCache.open(tmp_path / ".codegraph" / "index" / "cache", documents.SHEETS_FILE) as cache:
        for key in sorted(cache.content_ids(documents.keeping.variant("rst"))):
            cache.forget(key, documents.keeping.variant("rst"))
            cache.put(key, documents.keeping.variant("rst"), b"no sheet")
    edit(tmp_path, "shop/cart.py", "return 1", "return 2\n\n\ndef new():\n    return 3")
    graph = built(tmp_path)
    assert read == ["docs/guide.rst"]
    assert graph.symbol("guide.rst::Guide").kind == "section"


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many documents were linked to what they name, once for each time."""
    counts: list[int] = []
    whole = documents.document_edges

    def document_edges(found: list[object], nodes: object) -> object:
        counts.append(len(found))
        return whole(found, nodes)

    monkeypatch.setattr(documents, "document_edges", document_edges)
    return counts


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("return 2", []),
        ("return len('two')  # and a comment", []),
        ("return 1\n\n    def put_item(self):\n        return 2", [6]),
        ("return 1\n\n\nclass Basket:\n    pass", [6]),
    ],
)
def test_documents_are_linked_again_where_names_changed(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, linked: list[int], new: str, expected: list[int]
) -> None:
    built(write(tmp_path, FILES))
    assert linked == [6]
    linked.clear()
    edit(tmp_path, "shop/cart.py", "return 1", new)
    built(tmp_path)
    assert linked == expected
    grown = exported(tmp_path, tmp_path_factory.mktemp("grown"))
    built(tmp_path, full=True)
    assert grown == exported(tmp_path, tmp_path_factory.mktemp("full"))


def test_sheets_are_kept_while_nobody_asks_for_them(tmp_path: Path, read: list[str]) -> None:
    built(write(tmp_path, FILES))
    read.clear()
    for number in range(2, 5):
        edit(tmp_path, "shop/cart.py", f"return {number - 1}", f"return {number}")
        built(tmp_path)
    edit(tmp_path, "shop/cart.py", "return 4", "return 5\n\n\ndef new():\n    return 1")
    built(tmp_path)
    assert read == []


def forged(links: kept_links.Links, **changes: object) -> bytes:
    body = msgspec.msgpack.encode(msgspec.structs.replace(links, **changes))
    return zlib.crc32(body).to_bytes(4, "little") + body


@pytest.mark.parametrize(
    "kind", ["empty", "cut", "other bytes", "a name that is not there", "columns", "types"]
)
def test_what_documents_added_may_be_damaged_or_forged(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, linked: list[int], kind: str
) -> None:
    built(write(tmp_path, FILES))
    linked.clear()
    file = tmp_path / ".codegraph" / "index" / "cache" / kept_files.LINKS
    whole = file.read_bytes()
    links = msgspec.msgpack.decode(whole[4:], type=kept_links.Links)
    file.write_bytes(
        {
            "empty": b"",
            "cut": whole[:-9],
            "other bytes": whole[:200] + bytes(20) + whole[220:],
            "a name that is not there": forged(
                links, edges={**links.edges, "dst": ["x"] * len(links.edges["dst"])}
            ),
            "columns": forged(links, nodes={name: links.nodes[name] for name in ("fqn", "name")}),
            "types": forged(links, nodes={**links.nodes, "start_line": ["one"] * len(links.nodes["fqn"])}),
        }[kind]
    )
    edit(tmp_path, "shop/cart.py", "return 1", "return 2")
    built(tmp_path)
    assert linked == [6]
    grown = exported(tmp_path, tmp_path_factory.mktemp("grown"))
    built(tmp_path, full=True)
    assert grown == exported(tmp_path, tmp_path_factory.mktemp("full"))
