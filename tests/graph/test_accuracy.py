"""References without a target, by their shapes."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.graph.accuracy import form_of, shapes
from tests.graphs import make_graph, publish

FORMS = {
    "run": "name",
    "run()": "name()",
    "order.customer": "name.attr",
    "self.orders[].customer().name": "self.attr[].attr().attr",
    "super().save": "super().attr",
    "this.a.b": "this.attr.attr",
    "handlers[]": "name[]",
    "f()()": "name()()",
    "(a | b).run": "….attr",
    "…": "…",
    "a.b.c.d.e.f": "name.attr.attr.attr.…",
}


@pytest.mark.parametrize("text", FORMS)
def test_a_form_leaves_names_out(text: str) -> None:
    assert form_of(text) == FORMS[text]


def test_shapes_are_counted_and_shown_by_the_first_of_them(tmp_path: Path) -> None:
    graph = make_graph(
        """
        package  shop                  @
        module   shop::cart            @cart.py
        function shop::cart::add       @cart.py:5-9
        shop::cart::add ?calls order.save    6:4 dynamic
        shop::cart::add ?calls item.drop     7:4 dynamic
        shop::cart::add ?calls self.log      8:4 missing
        shop::cart ?references settings.KEY  1:4 dynamic
        """
    )
    with publish(tmp_path, graph) as view:
        found = [
            (s.number, s.language, s.kind, s.reason, s.form, s.text, s.path, s.line) for s in shapes(view)
        ]
    assert found == [
        (2, "python", "calls", "dynamic", "name.attr", "order.save", "cart.py", 6),
        (1, "python", "calls", "missing", "self.attr", "self.log", "cart.py", 8),
        (1, "python", "references", "dynamic", "name.attr", "settings.KEY", "cart.py", 1),
    ]
