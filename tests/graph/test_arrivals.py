"""What of the code of tests is a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph.arrivals import reached_endpoints, reached_tests

from ..graphs import make_graph, publish

if TYPE_CHECKING:
    from pathlib import Path

GRAPH = """
package  app                          @
module   app::a                       @a.py
function app::a::f                    @a.py:1
endpoint app::a::GET-/                @a.py:3
module   app::known                   @known.py  test
function app::known::test_f           @known.py:1-3   test tag:test
function app::known::client           @known.py:5-9   test tag:test-fixture
function app::known::helper           @known.py:11-13 test
endpoint app::known::GET-/fake        @known.py:15    test
class    app::known::Suite            @known.py:20-30 test tag:test
method   app::known::Suite::test_g    @known.py:21-23 test
method   app::known::Suite::setUp     @known.py:24-26 test tag:test-setup
module   app::whole                   @whole.js  test tag:test
function app::whole::given            @whole.js:3     test
module   app::plain                   @plain.py  test
function app::plain::check            @plain.py:3     test
function app::plain::prepared         @plain.py:5     test tag:test-code
"""


def test_tests_are_what_rules_say_and_where_they_say_nothing_all_code_of_tests(tmp_path: Path) -> None:
    view = publish(tmp_path, make_graph(GRAPH))
    found = reached_tests(view, range(view.node_count))
    assert [view.fqn(row) for row in sorted(found)] == [
        "app::known::Suite::test_g",
        "app::known::test_f",
        "app::plain::check",
        "app::whole",
    ]
    assert [view.fqn(row) for row in reached_endpoints(view, range(view.node_count))] == ["app::a::GET-/"]


def test_what_holds_a_test_counts_where_the_test_is_not_reached(tmp_path: Path) -> None:
    view = publish(tmp_path, make_graph(GRAPH))
    rows = [row for row in range(view.node_count) if not view.fqn(row).endswith(("test_g", "check"))]
    assert [view.fqn(row) for row in sorted(reached_tests(view, rows))] == [
        "app::known::Suite",
        "app::known::test_f",
        "app::plain",
        "app::whole",
    ]
