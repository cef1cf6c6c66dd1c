"""Members that a class inherits are found under its own name, nearest base first, and never by another class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from codegraph.graph.lookup import candidates
from tests.graphs import make_graph, publish

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

APP = make_graph(
    """
    package     Web                            @
    module      Web::web/app                   @web/app.py
    class       Web::web/app::Web              @web/app.py:40-60
    method      Web::web/app::Web::run         @web/app.py:41-42
    class       Web::web/app::App              @web/app.py:20-38
    method      Web::web/app::App::route       @web/app.py:21-22
    method      Web::web/app::App::get         @web/app.py:24-25
    class       Web::web/app::Scaffold         @web/app.py:1-18
    method      Web::web/app::Scaffold::get    @web/app.py:2-3
    method      Web::web/app::Scaffold::post   @web/app.py:5-6
    class       Web::web/app::Left             @web/app.py:70-72
    method      Web::web/app::Left::name       @web/app.py:71
    class       Web::web/app::Right            @web/app.py:74-76
    method      Web::web/app::Right::name      @web/app.py:75
    class       Web::web/app::Both             @web/app.py:80-81
    class       Web::web/app::Loop             @web/app.py:90-91
    class       Web::web/app::Pool             @web/app.py:93-94
    external    ext::pypi::base
    external    ext::pypi::base::Base
    Web::web/app::Web extends Web::web/app::App
    Web::web/app::App extends Web::web/app::Scaffold
    Web::web/app::Scaffold extends ext::pypi::base::Base
    Web::web/app::Both extends Web::web/app::Left
    Web::web/app::Both implements Web::web/app::Right
    Web::web/app::Loop extends Web::web/app::Pool
    Web::web/app::Pool extends Web::web/app::Loop
    """
)


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphView]:
    with publish(tmp_path_factory.mktemp("project"), APP) as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Web.run", ["Web::run"]),  # its own
        ("Web.route", ["App::route"]),  # though the package is called Web as well
        ("web.app.Web.route", ["App::route"]),
        ("web/app.py::Web::route", ["App::route"]),
        ("App.get", ["App::get"]),
        ("Web.get", ["App::get"]),  # the nearer one
        ("Web.post", ["Scaffold::post"]),
        ("Both.name", ["Left::name", "Right::name"]),  # which is first the graph does not say
        ("Web.missing", []),
        ("Scaffold.route", []),  # of a subclass
        ("Loop.name", []),  # bases in a circle
        ("app.route", []),  # a module inherits nothing
    ],
)
def test_a_member_is_found_in_the_bases_of_its_class(view: GraphView, text: str, found: list[str]) -> None:
    assert [view.fqn(row).removeprefix("Web::web/app::") for row in candidates(view, text)] == found
