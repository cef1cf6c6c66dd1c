"""A patched full-text index finds the same, in the same order, with the same scores as one that is made at once."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from codegraph.graph.view import GraphView
from codegraph.search.lexical import rank_by_words
from codegraph.search.ranking import Question
from codegraph.store import lexical_patch
from codegraph.store.columns import graph_tables
from codegraph.store.layout import GENERATIONS, INDEX_DIR, LEXICAL_FILE
from codegraph.store.lexical import TABLE, document_rows
from codegraph.store.lexical_patch import Patched, bring_up_to_date
from tests.graphs import Row, edge, graph_of, node
from tests.graphs import publish as publish_graph

if TYPE_CHECKING:
    from codegraph.model import Graph
    from codegraph.text import SourceOf

WORDS = ("order", "basket", "invoice", "customer", "parcel", "refund", "stock", "shelf", "label", "tax")


class Function(NamedTuple):
    """A function of a file: its words in the doc and in the body, and what it calls."""

    name: str
    doc: str
    body: str
    calls: tuple[str, ...] = ()


Project = dict[str, list[Function]]
"""Files with their functions; those of one file have different names."""


def text_of(functions: list[Function]) -> str:
    return "".join(f"def {f.name}():\n    {f.body}\n" for f in functions)


def graph(project: Project) -> Graph:
    rows: list[Row] = [node("p", "package", ["@"], name="p")]
    edges: list[Row] = []
    fqn_of = {f.name: f"p::{path}::{f.name}" for path, functions in project.items() for f in functions}
    for path, functions in project.items():
        rows.append(
            node(f"p::{path}", "module", [f"@{path}"], start_byte=0, end_byte=len(text_of(functions)))
        )
        for at, function in enumerate(functions):
            begin, end = len(text_of(functions[:at])), len(text_of(functions[: at + 1]))
            place: dict[str, Any] = {"path": path, "start_byte": begin, "end_byte": end}
            rows.append(node(f"p::{path}::{function.name}", doc=function.doc, name=function.name, **place))
            called = sorted({fqn_of[name] for name in function.calls if name in fqn_of})
            edges += [edge(f"p::{path}::{function.name}", "calls", target) for target in called]
    return graph_of(rows, edges)


def publish(root: Path, number: int, project: Project, changed: set[str]) -> Patched | None:
    """Publish the project as a generation, patching the index of the one before if there is one."""
    made, done = graph(project), []
    tables, previous = graph_tables(made), root / INDEX_DIR / GENERATIONS / str(number - 1)

    def lexical(folder: Path) -> None:
        before = previous if previous.is_dir() else None
        done.append(bring_up_to_date(folder, before, tables, made.nodes, changed, source_of(project)))

    publish_graph(root, made, number=number, lexical=lexical).close()
    return done[0]


def source_of(project: Project) -> SourceOf:
    return lambda path: text_of(project[path]).encode()


def lexical_of(root: Path) -> Path:
    with GraphView.open(root / INDEX_DIR) as view:
        return view.folder / LEXICAL_FILE


def found(root: Path) -> dict[str, list[tuple[str, float]]]:
    """What every word of the index finds, with scores, and what two of them together find."""
    with GraphView.open(root / INDEX_DIR) as view:
        path = view.folder / LEXICAL_FILE
        words = [*sorted({column[2] for column in postings(view)}), "order basket", "tax of refund"]
        ask = {word: Question(word, lambda row: True, 500) for word in words}
        return {w: [(view.fqn(row), s) for row, s in rank_by_words(path, view, q)] for w, q in ask.items()}


def postings(view: GraphView) -> Iterator[tuple[Any, ...]]:
    """Everything that the index holds, by FQN."""
    with closing(sqlite3.connect(view.folder / LEXICAL_FILE)) as database:
        rows = document_rows(database)
        database.execute(f"CREATE VIRTUAL TABLE temp.every USING fts5vocab('main', '{TABLE}', 'instance')")
        for document, column, term, offset in database.execute(
            "SELECT doc, col, term, offset FROM temp.every"
        ):
            yield view.fqn(document if rows is None else rows[document]), column, term, offset


def all_postings(root: Path) -> list[tuple[Any, ...]]:
    with GraphView.open(root / INDEX_DIR) as view:
        return sorted(postings(view))


def some_function(chance: random.Random, number: int) -> Function:
    words = chance.choices(WORDS, k=6)
    calls = tuple(f"f{chance.randrange(40)}_{word}" for word in words[:2])
    return Function(f"f{number}_{words[0]}", " ".join(words[1:4]), f"return {words[4]}({words[5]})", calls)


def edit(project: Project, chance: random.Random, number: int) -> set[str]:
    """Change the project somehow; the files that changed."""
    path = chance.choice(sorted(project))
    functions, what = (
        project[path],
        chance.choice(["add", "remove", "rename", "body", "file", "move", "drop"]),
    )
    if what == "add" or not functions:
        functions.insert(chance.randrange(len(functions) + 1), some_function(chance, number))
    elif what == "remove":
        functions.pop(chance.randrange(len(functions)))
    elif what == "rename":
        at = chance.randrange(len(functions))
        functions[at] = functions[at]._replace(name=f"g{number}_{chance.choice(WORDS)}")
    elif what == "body":
        at = chance.randrange(len(functions))
        functions[at] = some_function(chance, number)._replace(name=functions[at].name)
    elif what == "file":
        path = f"new{number}.py"
        project[path] = [some_function(chance, number)]
    elif what == "drop" and len(project) > 8:
        del project[path]
    else:
        other = f"moved{number}.py"
        project[other] = project.pop(path)
        return {path, other}
    return {path}


@pytest.fixture(autouse=True)
def patch_whatever_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small index has a few pages, so that a few edits are much of it."""
    monkeypatch.setattr(lexical_patch, "MOST_PAGES", 100)


@pytest.mark.parametrize("seed", range(4))
def test_after_any_edits_it_equals_one_that_is_made_at_once(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    project: Project = {
        f"m{at}.py": [some_function(chance, at * 4 + n) for n in range(4)] for at in range(10)
    }
    publish(tmp_path / "patched", 1, project, set())
    patched = 0
    for number in range(2, 26):
        done = publish(tmp_path / "patched", number, project, edit(project, chance, number + 100))
        patched += done is not None
        publish(tmp_path / f"fresh{number}", 1, project, set())
        assert all_postings(tmp_path / "patched") == all_postings(tmp_path / f"fresh{number}")
        assert found(tmp_path / "patched") == found(tmp_path / f"fresh{number}")
    assert patched > 20


def sample(files: int = 12) -> Project:
    chance = random.Random(1)
    return {f"m{at:02}.py": [some_function(chance, at * 4 + n) for n in range(4)] for at in range(files)}


def test_only_the_documents_of_what_changed_are_written(tmp_path: Path) -> None:
    project = sample()
    publish(tmp_path, 1, project, set())
    project["m05.py"].insert(0, Function("afresh", "nothing that was there", "return stock"))
    done = publish(tmp_path, 2, project, {"m05.py"})
    assert done == Patched(removed=0, added=1)
    project["m05.py"][0] = Function("afresh", "nothing that was there", "return shelf")
    done = publish(tmp_path, 3, project, {"m05.py"})
    assert done == Patched(removed=1, added=1)
    del project["m05.py"][0]
    done = publish(tmp_path, 4, project, {"m05.py"})
    assert done == Patched(removed=1, added=0)


def test_what_a_renamed_function_calls_is_found_by_its_new_name(tmp_path: Path) -> None:
    project: Project = {
        **sample(),
        "a.py": [Function("pack", "", "x", ("wrap",))],
        "b.py": [Function("wrap", "", "x")],
    }
    publish(tmp_path, 1, project, set())
    project["a.py"] = [Function("ship", "", "x", ("wrap",))]
    done = publish(tmp_path, 2, project, {"a.py"})
    assert done == Patched(removed=2, added=2)
    assert [fqn for fqn, _ in found(tmp_path)["ship"]] == ["p::a.py::ship", "p::b.py::wrap"]
    assert "pack" not in found(tmp_path)


def test_the_first_ten_that_call_something_tell_what_it_is_good_for(tmp_path: Path) -> None:
    callers = [Function(f"caller{at:02}", "", "x", ("wrap",)) for at in range(12)]
    project: Project = {"a.py": callers, "b.py": [Function("wrap", "", "x")]}
    publish(tmp_path, 1, project, set())
    named = {
        term
        for fqn, column, term, _ in all_postings(tmp_path)
        if (fqn, column) == ("p::b.py::wrap", "callers")
    }
    assert named == {"caller", *(f"{at:02}" for at in range(10))}


def test_an_index_of_another_format_or_without_what_was_put_in_is_made_anew(tmp_path: Path) -> None:
    project = sample()
    for number, damage in enumerate(
        [
            "PRAGMA user_version = 1",
            "UPDATE kept SET documents = x'00'",
            "UPDATE kept SET documents = 7",
            "INSERT INTO state VALUES ('rows', x'ffffff00')",
            "INSERT INTO state VALUES ('rows', 'text')",
            "DELETE FROM state",
            "DROP TABLE kept",
        ]
    ):
        index = tmp_path / str(number)
        publish(index, 1, project, set())
        with closing(sqlite3.connect(lexical_of(index))) as database:
            database.execute(damage)
            database.commit()
        done = publish(index, 2, project, {"m00.py"})
        assert done is None, damage
        assert all_postings(index) == all_postings_of_fresh(tmp_path, project)


def all_postings_of_fresh(folder: Path, project: Project) -> list[tuple[Any, ...]]:
    if not (folder / "fresh").is_dir():
        publish(folder / "fresh", 1, project, set())
    return all_postings(folder / "fresh")


def test_much_that_changed_is_made_at_once(tmp_path: Path) -> None:
    project = sample()
    publish(tmp_path, 1, project, set())
    done = publish(tmp_path, 2, project, set(sorted(project)[:7]))
    assert done is None


def test_an_index_that_grew_is_made_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical_patch, "MOST_PAGES", 0.5)
    project = sample()
    publish(tmp_path, 1, project, set())
    done = publish(tmp_path, 2, project, {"m00.py"})
    assert done is None
