"""What a project brings itself: a language in ``.codegraph/adapters/``, a framework in ``.codegraph/fingerprints/``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project

ADAPTER = ".codegraph/adapters/toy"
TOY = {
    f"{ADAPTER}/adapter.toml": """\
name = "toy"
title = "Toy"
grammar = "lua"
extensions = [".toy"]
module_name = "stem"
globals = ["print", "require"]
builtins = "ext::toy::globals"

[expressions]
identifier = { op = "name" }
dot_index_expression = { op = "member", operand = "table", member = "field" }
function_call = { op = "call", operand = "name", arguments = "arguments" }
string = { op = "literal", type = "string" }

[parameters]
identifier = {}

[docs]
style = "block"
prefix = "---"

[tests]
paths = ["*_test.toy"]
""",
    f"{ADAPTER}/declaration.scm": """\
(function_declaration
  name: (identifier) @name
  parameters: (parameters) @parameters
  body: (block) @body) @definition.function

(assignment_statement (variable_list name: (identifier) @binding.value) (expression_list value: (_) @value))
""",
    f"{ADAPTER}/import.scm": """\
(variable_declaration
  (assignment_statement
    (variable_list name: (identifier) @alias)
    (expression_list
      value: (function_call
        name: (identifier) @_require
        arguments: (arguments (string content: (string_content) @module)))))
  (#eq? @_require "require")) @import.module
""",
    f"{ADAPTER}/call.scm": "(function_call name: (_) @call)\n",
    f"{ADAPTER}/inheritance.scm": "",
    f"{ADAPTER}/doc_comment.scm": "(comment) @doc.before\n",
    f"{ADAPTER}/decorator.scm": "",
    f"{ADAPTER}/statement.scm": "(if_statement condition: (_) @condition) @statement.if @branch.nest\n",
    # Code of an indexed project is never run: had it been, there would be a file.
    f"{ADAPTER}/resolve.py": "from pathlib import Path\n\nPath(__file__).with_name('was-run').touch()\n",
    f"{ADAPTER}/__init__.py": "from pathlib import Path\n\nPath(__file__).with_name('was-run').touch()\n",
}
SOURCES = {
    "main.toy": 'local words = require("lib/words")\n\n--- Greets whoever asks.\n'
    "function greet(name)\n  if name then\n    print(words.join(name))\n  end\n  missing(name)\nend\n\n"
    'greet("you")\n',
    "lib/words.toy": "function join(text)\n  return text\nend\n",
    "greet_test.toy": 'local main = require("main")\n\nfunction check()\n  main.greet("me")\nend\n',
    "other.lua": "function other() end\n",
}


@pytest.fixture(scope="module")
def toy(make_project: MakeProject) -> Project:
    project = make_project("toys").write(TOY).write(SOURCES)
    ran = project.run("index", "--no-embeddings", "--json")
    assert ran.code == 0, ran.err
    assert "warning" not in ran.err
    assert ran.json["report"]["files"] == {"lua": 1, "toy": 3}
    return project


def test_a_language_of_the_project_is_indexed(toy: Project) -> None:
    exported = toy.export()
    assert {"main.toy:4", "lib/words.toy:1", "greet_test.toy:3"} <= exported.code
    assert {
        ("main.toy:0", "imports", "lib/words.toy:0"),
        ("main.toy:4", "calls", "lib/words.toy:1"),
        ("main.toy:0", "calls", "main.toy:4"),
        ("greet_test.toy:3", "calls", "main.toy:4"),
        ("main.toy:4", "calls", "ext::toy::globals::print"),
    } <= exported.links
    assert [(ref["text"], ref["reason"]) for ref in exported.unresolved] == [("missing", "missing")]


def test_its_symbols_have_all_that_others_have(toy: Project) -> None:
    greet = toy.run("symbol", "greet", "--json").json
    assert greet["doc_comment"] == "Greets whoever asks."
    assert greet["signature"] == "function greet(name)"
    assert (greet["body"]["cyclomatic"], greet["body"]["parameters"]) == (2, 1)
    assert toy.run("symbol", "check", "--json").json["is_test"]
    assert toy.run("source", "join").out == "function join(text)\n  return text\nend\n"
    assert "greet_test.toy" in toy.run("impact", "join").out


def test_the_list_of_languages_has_it(toy: Project) -> None:
    assert "Toy" in toy.run("languages").out
    assert "Toy" not in toy.run("languages", cwd=toy.root.parent).out


def test_python_that_the_project_brings_with_it_is_not_run(toy: Project) -> None:
    assert not (toy.root / ADAPTER / "was-run").exists()


def test_a_changed_adapter_is_used_by_the_next_run(make_project: MakeProject) -> None:
    project = make_project("toys").write(TOY).write(SOURCES)
    project.update()
    project.write({f"{ADAPTER}/call.scm": ""})
    report = project.update()
    assert (report.files_parsed, "calls" in report.edges) == (3, False)


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("adapter.toml", "name = 'toy'\ngrammar = 'lua'\nextension = ['.toy']\n", "extension"),
        ("adapter.toml", "name = ", "adapter.toml"),
        ("adapter.toml", "name = 'toy'\ngrammar = 'klingon'\nextensions = ['.toy']\n", "klingon"),
        ("call.scm", "(no_such_node) @call\n", "call.scm"),
        ("call.scm", "(function_call name: (_) @call", "call.scm"),
    ],
)
def test_a_broken_adapter_costs_a_warning_and_its_own_files(
    make_project: MakeProject, path: str, text: str, says: str
) -> None:
    project = make_project("toys").write(TOY).write({**SOURCES, "app.py": "def app():\n    return 1\n"})
    project.write({f"{ADAPTER}/{path}": text})
    report = project.update()
    assert report.files == {"lua": 1, "python": 1}
    (note,) = report.notes
    assert says in note
    assert "toy" in note
    assert "\n" not in note


FINGERPRINT = """\
framework = "tinyweb"
title = "Tinyweb"
language = "python"
ecosystem = "pypi"

[[rule]]
tags = ["http-endpoint"]
when.decorator = ["tinyweb::App::page"]
endpoint = { methods = ["GET"], path = { position = 0 } }
"""


def test_a_framework_of_the_project_is_recognised(project: Project) -> None:
    project.write(
        {
            ".codegraph/fingerprints/tinyweb.toml": FINGERPRINT,
            "app.py": "from tinyweb import App\n\nsite = App()\n\n\n@site.page('/hello')\ndef hello():\n    return 1\n",
        }
    )
    report = project.update()
    assert report.notes == []
    (endpoint,) = (node for node in project.export().nodes if node["kind"] == "endpoint")
    assert endpoint["name"] == "GET /hello"
    (hello,) = project.export().named("hello")
    assert hello["tags"] == ["http-endpoint", "http-get", "tinyweb"]
    (handler,) = project.run("symbol", "GET /hello", "--json").json["top_callees"]
    assert handler["name"] == "hello"


def test_a_broken_fingerprint_costs_a_warning(project: Project) -> None:
    project.write({".codegraph/fingerprints/tinyweb.toml": FINGERPRINT + "frobnicate = 1\n", "app.py": ""})
    (note,) = project.update().notes
    assert "tinyweb" in note
    assert "frobnicate" in note
