"""``index_codebase`` and ``incremental_reindex``: parameters, what the answers tell, and that they agree."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegraph.errors import NotIndexedError, SettingsError, UsageError
from codegraph.tools import incremental_reindex, index_codebase
from codegraph.tools.incremental_reindex import IncrementallyReindexed, IncrementalReindexRequest
from codegraph.tools.index_codebase import IndexCodebaseRequest, IndexedCodebase


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("def one():\n    return two()\n\n\ndef two():\n    return 2\n")
    (tmp_path / "b.js").write_text("export function three() { return 3 }\n")
    (tmp_path / "odd.py").write_bytes(b"\xff\xfe\x00")
    return tmp_path


def built(root: Path, **options) -> IndexedCodebase:
    return index_codebase.run(IndexCodebaseRequest(root_path=str(root), embeddings=False, **options))


def refreshed(root: Path, **options) -> IncrementallyReindexed:
    return incremental_reindex.run(
        IncrementalReindexRequest(root_path=str(root), embeddings=False, **options)
    )


def test_an_index_is_counted(project: Path) -> None:
    answer = built(project)
    assert len(answer.index_id) == 64
    assert (answer.file_count, answer.statement_count) == (2, 0)
    assert answer.node_count > 4
    assert answer.edge_count > 2
    assert answer.elapsed > 0
    assert (answer.embedding_stats.nodes_embedded, answer.summarized) == (0, 0)
    assert answer.filter_stats.vfs_file_entries_yielded == 2
    assert answer.filter_stats.total_enumerated == 3
    assert answer.filter_stats.physical_root == str(project.resolve())
    assert sum(answer.filter_stats.skipped.values()) == 1


def test_the_same_files_have_the_same_id(project: Path) -> None:
    first = built(project)
    assert built(project, full=True).index_id == first.index_id
    (project / "a.py").write_text("def one():\n    pass\n")
    assert built(project).index_id != first.index_id


def test_languages_excludes_and_alias_hold(project: Path) -> None:
    assert built(project, languages=["python"]).file_count == 1
    assert built(project, languages="python,javascript").file_count == 2
    assert built(project, exclude=["*.js"]).file_count == 1
    (project / ".gitignore").write_text("b.js\n")
    assert built(project, reset_options=True).file_count == 1
    assert built(project, respect_gitignore=False).file_count == 2
    assert built(project, root_alias="called").node_count


def test_an_empty_root_is_answered_with_an_example() -> None:
    for tool, request in (
        (index_codebase, IndexCodebaseRequest(root_path="")),
        (incremental_reindex, IncrementalReindexRequest(root_path="")),
    ):
        with pytest.raises(UsageError, match=r'\{"root_path": '):
            tool.run(request)


def test_summaries_need_a_language_model(project: Path) -> None:
    with pytest.raises(SettingsError, match="summarizer"):
        built(project, enrich_with_llm=True)
    with pytest.raises(SettingsError, match="summarizer"):
        built(project, enrich_with_llm=True, summarizer_max_tokens=120, summarizer_concurrency=5)


def test_a_model_of_no_provider_is_refused_by_name(project: Path) -> None:
    with pytest.raises((UsageError, SettingsError)):
        index_codebase.run(
            IndexCodebaseRequest(root_path=str(project), embedding_model="text-embedding-3-small")
        )


def test_nothing_to_do_is_unchanged(project: Path) -> None:
    built(project)
    answer = refreshed(project)
    assert (answer.index_id, answer.changed_files, answer.total) == ("unchanged", [], 0)


def test_added_changed_and_deleted_files_are_told(project: Path) -> None:
    built(project)
    (project / "a.py").write_text("def one():\n    return 1\n")
    (project / "b.js").unlink()
    (project / "c.py").write_text("import a\n")
    answer = refreshed(project, changed_files=["a.py", "./odd.py", str(project / "c.py")])
    assert answer.changed_files == ["a.py", "b.js", "c.py"]
    assert answer.unchanged_files == ["odd.py"]
    assert answer.index_id == built(project, full=True).index_id


def test_a_path_may_not_lead_out_of_the_project(project: Path) -> None:
    built(project)
    with pytest.raises(UsageError, match="lies outside"):
        refreshed(project, changed_files=["../elsewhere.py"])


def test_without_an_index_there_is_nothing_to_refresh(project: Path) -> None:
    with pytest.raises(NotIndexedError):
        refreshed(project)


def test_commits_name_files(project: Path) -> None:
    git = [
        "git",
        "-C",
        str(project),
        "-c",
        "user.name=n",
        "-c",
        "user.email=e@x",
        "-c",
        "commit.gpgsign=false",
    ]
    for words in (["init", "-q"], ["add", "a.py", "b.js"], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *words], check=True)
    (project / "b.js").write_text("export function four() { return 4 }\n")
    subprocess.run([*git, "commit", "-q", "-am", "two"], check=True)
    built(project)
    assert refreshed(project, from_commit="HEAD~1", to_commit="HEAD").unchanged_files == ["b.js"]
    assert refreshed(project, to_commit="HEAD").unchanged_files == ["b.js"]
    (project / "b.js").write_text("export function five() { return 5 }\n")
    answer = refreshed(project, from_commit="HEAD~1")
    assert (answer.changed_files, answer.unchanged_files) == (["b.js"], [])
    with pytest.raises(UsageError, match="no_such_commit"):
        refreshed(project, from_commit="no_such_commit")


def test_an_index_with_statements_keeps_them(project: Path) -> None:
    assert built(project, include_statements=True).statement_count == 3
    assert refreshed(project).index_id == "unchanged"
    (project / "a.py").write_text("def one():\n    return 1\n")
    assert refreshed(project).statement_count == 2
