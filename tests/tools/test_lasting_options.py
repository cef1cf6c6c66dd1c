"""Options of one build hold for later ones: which do, until when, and what an index may not choose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegraph.errors import SettingsError
from codegraph.store.layout import SUMMARY_FILE, current_generation
from codegraph.tools import incremental_reindex, index_codebase, index_status
from codegraph.tools.incremental_reindex import IncrementallyReindexed, IncrementalReindexRequest
from codegraph.tools.index import Index
from codegraph.tools.index_codebase import IndexCodebaseRequest, IndexedCodebase
from codegraph.tools.lasting_options import remembered_options


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("def one():\n    return 1\n")
    (tmp_path / "b.js").write_text("export function two() { return 2 }\n")
    (tmp_path / "c.go").write_text("package c\n\nfunc Three() int { return 3 }\n")
    return tmp_path


def built(root: Path, **options) -> IndexedCodebase:
    return index_codebase.run(IndexCodebaseRequest(root_path=str(root), embeddings=False, **options))


def refreshed(root: Path, **options) -> IncrementallyReindexed:
    return incremental_reindex.run(
        IncrementalReindexRequest(root_path=str(root), embeddings=False, **options)
    )


def index_dir(root: Path) -> Path:
    return root / ".codegraph/index"


def test_the_next_run_has_the_options_of_the_last(project: Path) -> None:
    first = built(project, exclude=["*.js"], include_statements=True)
    assert (first.file_count, first.remembered) == (2, [])
    again = built(project)
    assert (again.file_count, again.statement_count) == (2, first.statement_count)
    assert again.options == {"exclude": ["*.js"], "include_statements": True}
    assert again.remembered == ["exclude", "include_statements"]
    assert not again.report.changed


def test_a_refresh_has_them_too_and_says_so(project: Path) -> None:
    built(project, languages=["python"])
    (project / "d.js").write_text("export function four() { return 4 }\n")
    assert refreshed(project).index_id == "unchanged"
    (project / "a.py").write_text("def one():\n    return 2\n")
    news = refreshed(project)
    assert (news.changed_files, news.file_count, news.remembered) == (["a.py"], 1, ["languages"])


def test_what_a_refresh_is_given_lasts(project: Path) -> None:
    built(project)
    assert refreshed(project, languages=["go"]).file_count == 1
    assert built(project).file_count == 1


def test_an_option_replaces_the_one_of_its_name_and_no_other(project: Path) -> None:
    built(project, exclude=["*.js"], languages=["python", "javascript", "go"])
    news = built(project, exclude=["*.go"])
    assert (news.file_count, news.remembered) == (2, ["languages"])
    assert built(project).options["exclude"] == ["*.go"]


def test_options_are_forgotten_when_somebody_says_so(project: Path) -> None:
    built(project, exclude=["*.js"], root_alias="called")
    news = built(project, reset_options=True)
    assert (news.file_count, news.options, news.remembered) == (3, {}, [])
    assert built(project, exclude=["*.go"], reset_options=True).options == {"exclude": ["*.go"]}


def test_an_option_that_changes_no_file_is_kept_all_the_same(project: Path) -> None:
    built(project)
    news = built(project, exclude=["later/"])
    assert not news.report.changed
    (project / "later").mkdir()
    (project / "later/e.py").write_text("x = 1\n")
    assert built(project).file_count == 3


def test_nested_and_dotted_settings_last_where_they_say_what_is_indexed(project: Path) -> None:
    (project / "README.md").write_text("# Shop\n\nSells things.\n")
    with_prose = built(project).file_count
    options = {"documents": {"enable": False}, "search.top_k": 3, "embedding": {"max_tokens": 64}}
    assert built(project, settings=options).options == {"documents.enable": False}
    assert built(project).file_count == with_prose - 1


def test_options_outlive_a_damaged_generation(project: Path) -> None:
    built(project, exclude=["*.js"])
    (current_generation(index_dir(project)).folder / "graph.bin").write_bytes(b"broken")
    assert built(project).file_count == 2


@pytest.mark.parametrize(
    "options",
    [
        {"exclude": 3},
        {"embedding.provider": "openai", "index_dir": "/elsewhere", "fingerprints.extra": ["/rules.toml"]},
        ["exclude"],
        {"languages": {"nested": ["python"]}},
    ],
)
def test_what_an_index_says_that_no_build_was_told_is_not_taken(project: Path, options: object) -> None:
    built(project)
    file = current_generation(index_dir(project)).folder / SUMMARY_FILE
    file.write_text(json.dumps(json.loads(file.read_text()) | {"options": options}))
    assert remembered_options(index_dir(project)) == {}
    assert built(project).file_count == 3


def test_a_wrong_option_is_an_error_and_is_not_remembered(project: Path) -> None:
    built(project, exclude=["*.js"])
    with pytest.raises(SettingsError, match="max_file_bytes"):
        built(project, settings={"max_file_bytes": -1})
    assert built(project).options == {"exclude": ["*.js"]}


def test_the_status_tells_the_options(project: Path) -> None:
    built(project, languages=["python"])
    index = Index.open(project)
    assert index_status.run(index, index_status.IndexStatusRequest()).options == {"languages": ["python"]}
    index.close()
