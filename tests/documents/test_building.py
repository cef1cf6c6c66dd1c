"""Documents in a real index: listed, read, kept up to date, searched, and shown apart from code."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import codegraph
from codegraph.errors import SettingsError
from codegraph.store import Store
from tests.projects import write

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\nkeywords = ["cart", "till"]\ndescription = "Sells."\n',
    "shop/cart.py": "class Cart:\n    def add_item(self):\n        return 1\n",
    "README.md": "# Shop\n\nCall `Cart.add_item`.\n\n## Install\n\nUse a wheel.\n",
    "docs/guide.rst": "Guide\n=====\n\nRead it aloud.\n",
    "docs/book.adoc": "= Book\n\n== First\n\nOnce.\n",
    "NOTES": "What we talked about when the shop was planned.\n",
    "LICENSE.md": "# No\n",
    "requirements.txt": "numpy\n",
    "words.txt": "one\ntwo\nthree\n",
    "docs/index.txt": ".. toctree::\n\n   guide\n",
    "tests/data.txt": "Words in a row that are only data for tests here.\n",
}


def built(root: Path, **settings: object) -> codegraph.Codegraph:
    return codegraph.index(root, embeddings=False, **settings)


def exported(root: Path, out: Path) -> list[str]:
    codegraph.open(root).export_jsonl(out)
    return [line for file in sorted(out.iterdir()) for line in file.read_text().splitlines()]


def test_documents_are_modules_with_sections_beside_code(tmp_path: Path) -> None:
    graph = built(write(tmp_path, FILES))
    answer = graph.map(level="module")
    assert [entry.path for entry in answer.entries] == ["shop/cart.py"]
    assert answer.documents == {"asciidoc": 1, "markdown": 1, "rst": 2}
    assert (answer.totals.module, answer.totals.document, answer.totals.section) == (1, 4, 5)
    shown = graph.symbol("README.md::Shop::Install", expand=["parent_chain"])
    assert [above.name for above in shown.parent_chain] == ["Shop", "README.md", "shop", tmp_path.name]
    assert graph.source("guide.rst::Guide").source == "Guide\n=====\n\nRead it aloud."


def test_a_symbol_knows_the_sections_that_name_it(tmp_path: Path) -> None:
    graph = built(write(tmp_path, FILES))
    (found,) = graph.symbol("Cart.add_item", expand=["documents"]).documented_by
    assert (found.fqn, found.rule) == ("shop::README.md::Shop", "doc-name")
    assert graph.impact("Cart.add_item").total == 0


def test_search_finds_sections_and_filters_them(tmp_path: Path) -> None:
    graph = built(write(tmp_path, FILES))
    first = graph.search("read aloud", filter_kinds=["section"]).hits[0]
    assert (first.fqn, first.language) == ("shop::docs/guide.rst::Guide", "rst")
    assert "Read it aloud." in first.snippet
    assert all(hit.kind != "section" for hit in graph.search("cart", filter_languages=["python"]).hits)


def test_a_changed_a_new_and_a_deleted_document_give_the_index_of_a_rebuild(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    built(write(tmp_path, FILES))
    (tmp_path / "README.md").write_text("# Shop\n\n## Build\n\nSee [it](docs/new.md).\n")
    (tmp_path / "docs/new.md").write_text("# New\n\nHas `add_item`.\n")
    (tmp_path / "docs/book.adoc").unlink()
    built(tmp_path)
    grown = exported(tmp_path, tmp_path_factory.mktemp("grown"))
    built(tmp_path, full=True)
    assert grown == exported(tmp_path, tmp_path_factory.mktemp("full"))
    fqns = {json.loads(line).get("fqn") for line in grown}
    assert {"shop::README.md::Shop::Build", "shop::docs/new.md::New"} <= fqns
    assert not any("book.adoc" in str(fqn) for fqn in fqns)


def test_nothing_is_done_where_no_document_changed(tmp_path: Path) -> None:
    built(write(tmp_path, FILES))
    assert not built(tmp_path).indexed.report.changed


def test_documents_can_be_left_out_or_be_all_there_is(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert built(tmp_path, documents={"enable": False}).map().documents == {}
    assert built(tmp_path, reset_options=True, languages=["python", "rst"]).map().documents == {"rst": 1}
    assert [
        e.path for e in built(tmp_path, reset_options=True, languages=["md"]).map(level="module").entries
    ] == ["README.md"]


def test_settings_of_chunks_that_make_no_sense_stop_the_build_before_it_begins(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="overlap by 0 to 99, not 200"):
        built(write(tmp_path, FILES), chunking={"size": 100, "overlap": 200})
    assert not (tmp_path / ".codegraph").exists()


def test_sections_of_notebooks_lie_in_the_module_of_the_code(tmp_path: Path) -> None:
    cells = [("markdown", ["# Load\n", "All of it."]), ("code", ["def load():\n", "    return 1"])]
    notebook = {
        "cells": [{"cell_type": kind, "metadata": {}, "source": lines} for kind, lines in cells],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    graph = built(write(tmp_path, {"a.ipynb": json.dumps(notebook, indent=1)}))
    section = graph.symbol("a::Load", expand=["parent_chain"])
    assert (section.kind, section.parent_chain[0].language) == ("section", "python")
    assert section.doc_comment.startswith("All of it.")


def test_chunks_say_what_they_are_made_of_and_at_which_commit(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@x"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    subprocess.run(
        [*git, "remote", "add", "origin", "https://u:p@host/acme/till.git"], cwd=tmp_path, check=True
    )
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    codegraph.index(tmp_path)
    table = Store(tmp_path / ".codegraph/index").table("chunks").search().limit(None).to_arrow().to_pylist()
    assert {row["commit"] for row in table} == {head.stdout.strip()}
    by_source = {row["source"]: row for row in table}
    assert set(by_source) == {"code", "document", "metadata+readme"}
    package = next(row for row in table if row["id"] == "shop#0")
    assert package["dense_text"].startswith(
        "shop (acme/till)\nSells.\nwritten in python\ntopics: cart, till\n# Shop"
    )
    readme = next(row for row in table if row["id"] == "shop::README.md::Shop::Install#0")
    assert readme["dense_text"] == "README.md > Shop > Install\n## Install\n\nUse a wheel."
    assert (readme["start_line"], readme["end_line"], len(readme["content_hash"])) == (5, 7, 16)
