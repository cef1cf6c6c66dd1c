"""What a file may say of its framework's library, and what becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from codegraph.builder import build
from codegraph.config import Settings
from codegraph.errors import AdapterError
from codegraph.fingerprint import Rules, load_rules
from codegraph.fingerprint.schema import read_framework
from codegraph.graph.view import GraphView
from codegraph.languages.terms import read_term
from tests.fingerprint.reading import framework

if TYPE_CHECKING:
    from codegraph.languages.known import KnownLibraries


def known(text: str) -> KnownLibraries:
    return Rules((framework(text),)).library


def test_a_file_may_tell_of_its_library_alone() -> None:
    found = framework('[library.results]\n"kit::App" = "kit::App"')
    assert found.rule == []
    assert found.library.results == {"kit::App": "kit::App"}


def test_braces_of_a_key_stand_in_its_type_for_the_same_word() -> None:
    library = known('[library.results]\n"kit{,/v2}::{New,Make}" = "kit{,/v2}::App"')
    assert library.results == {
        "ext::pypi::kit::New": "ext::pypi::kit::App",
        "ext::pypi::kit::Make": "ext::pypi::kit::App",
        "ext::pypi::kit/v2::New": "ext::pypi::kit/v2::App",
        "ext::pypi::kit/v2::Make": "ext::pypi::kit/v2::App",
    }


def test_types_are_of_the_ecosystem_of_the_language_or_of_another() -> None:
    library = known('[library.values]\n"kit::App::all" = "list[kit::Cart | ext::python::uuid::UUID]"')
    assert library.values == {
        "ext::pypi::kit::App::all": "list[ext::pypi::kit::Cart | ext::python::uuid::UUID]"
    }


def test_what_functions_give_to_others_is_told_one_by_one() -> None:
    library = known(
        '[library.callbacks]\n"kit::App::{get,post}" = ["kit::Request", "any"]\n"kit::run" = ["on"]'
    )
    assert library.callbacks == {
        "ext::pypi::kit::App::get": ["ext::pypi::kit::Request", "any"],
        "ext::pypi::kit::App::post": ["ext::pypi::kit::Request", "any"],
        "ext::pypi::kit::run": ["on"],
    }


def test_receivers_of_blocks_and_of_files() -> None:
    library = known('[library.blocks]\n"kit::draw" = "kit::Map"\n[library.files]\n"map/*.py" = "kit::Map"')
    assert library.blocks == {"ext::pypi::kit::draw": "ext::pypi::kit::Map"}
    assert library.files == {"map/*.py": "ext::pypi::kit::Map"}


def test_modules_have_the_names_that_stand_in_keys() -> None:
    library = known('[library.results]\n"kit::App::get" = "any"\n[library.names]\n"kit::more" = ["Cart"]')
    assert library.some == {"ext::pypi::kit": ["App"]}
    assert library.names == {"ext::pypi::kit::more": ["Cart"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('results = { "kit::*" = "any" }', "'kit::*' = 'any': a brace has no partner, or '*' stands"),
        ('results = { "kit::a" = "kit::{b,c}" }', "'kit::a' = 'kit::{b,c}': a brace has no partner"),
        ('results = { "kit::{a" = "any" }', "a brace has no partner"),
        ('values = { "kit::a" = "list[" }', "'list[' is no type: it ends too early"),
        ('values = { "kit::a" = "" }', "'' is no type: it ends too early"),
        ('values = { "kit::a" = "a b" }', "'a b' is no type: there is too much at 'b'"),
        ('callbacks = { "kit::a" = ["any", "[x]"] }', "a type has '[' where a name should be"),
        ('blocks = { "kit::a" = "list[a|" }', "it ends too early"),
        ('files = { "/etc/x" = "any" }', "'/etc/x' is no pattern of a path inside of a project"),
        ('results = { "' + "{a,b}" * 12 + '" = "any" }', "stands for more than 1000 names"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, message: str) -> None:
    head = 'framework = "mine"\nlanguage = "python"\necosystem = "pypi"\n[library]\n'
    with pytest.raises(AdapterError) as raised:
        read_framework(head + text, "mine.toml")
    assert raised.value.message.startswith("mine.toml: library: ")
    assert message in raised.value.message


def test_a_type_far_too_long_or_deep_is_refused() -> None:
    for text in ("a[" * 5000, "|".join(["a"] * 5000)):
        with pytest.raises(ValueError, match="too long"):
            read_term(text)


def test_every_table_that_comes_along_can_be_read() -> None:
    library = load_rules().library
    tables = (library.results, library.values, library.decorated, library.blocks, library.files)
    for text in [text for table in tables for text in table.values()]:
        read_term(text)
    for fqn in (*library.results, *library.values, *library.callbacks, *library.names):
        assert fqn.startswith("ext::")
        assert "{" not in fqn


def test_an_index_is_built_anew_when_a_library_is_known_better(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import kit\n\nit = kit.made()\nit.run()\n", encoding="utf-8")
    build(tmp_path, Settings(), embeddings=False, workers=1)
    assert "ext::pypi::kit::Tool::run" not in fqns(tmp_path)
    folder = tmp_path / ".codegraph" / "fingerprints"
    folder.mkdir(parents=True)
    (folder / "kit.toml").write_text(
        'framework = "kit"\nlanguage = "python"\necosystem = "pypi"\n[library.results]\n"kit::made" = "kit::Tool"\n',
        encoding="utf-8",
    )
    report = build(tmp_path, Settings(), embeddings=False, workers=1)
    assert (report.changed, report.files_parsed) == (True, 0)
    assert "ext::pypi::kit::Tool::run" in fqns(tmp_path)


def fqns(root: Path) -> set[str]:
    """The FQNs of all nodes of an index."""
    with GraphView.open(root / ".codegraph/index") as view:
        return {view.fqn(row) for row in range(view.node_count)}
