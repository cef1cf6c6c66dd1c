"""Endpoints as the graph has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.graph.endpoints import Endpoint, endpoint_rows, order, read_endpoint

from ..graphs import make_graph, publish

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

GRAPH = """
package  api
module   api::web                 @web.py
function api::web::show           @web.py:5-9
function api::web::signed_in      @web.py:20-21
class    api::web::Limits         @web.py:30-40
endpoint api::web::GET-/users/:id @web.py:4   attributes={attributes}
api::web::GET-/users/:id handles api::web::Limits    4:30 rule:middleware
api::web::GET-/users/:id handles api::web::show      4:50 rule:route
api::web::GET-/users/:id handles api::web::signed_in 4:10 rule:guard
"""


def endpoint(root: Path, **attributes: Any) -> tuple[GraphView, Endpoint]:
    text = json.dumps(json.dumps({"framework": "nestjs", "method": "GET", "path": "/users/:id"} | attributes))
    view = publish(root, make_graph(GRAPH.replace("{attributes}", text)))
    (row,) = endpoint_rows(view)
    return view, read_endpoint(view, row)


def test_who_answers_is_told_from_what_stands_before(tmp_path: Path) -> None:
    view, found = endpoint(tmp_path)
    assert (found.method, found.path, found.framework, found.is_known) == (
        "GET",
        "/users/:id",
        "nestjs",
        True,
    )
    assert [view.name(edge.dst) for edge in found.handlers] == ["show"]
    assert [(step.name, step.role) for step in found.steps] == [
        ("signed_in", "guard"),
        ("Limits", "middleware"),
    ]


def test_the_named_order_of_middleware_holds_and_has_what_is_no_node(tmp_path: Path) -> None:
    view, found = endpoint(tmp_path, middleware=["web.Limits", "cors()", "signed_in"])
    assert [(step.name, step.role, step.edge and view.name(step.edge.dst)) for step in found.steps] == [
        ("web.Limits", "middleware", "Limits"),
        ("cors()", "middleware", None),
        ("signed_in", "guard", "signed_in"),
    ]


def test_parameters_are_the_noted_ones_else_those_of_the_path(tmp_path: Path) -> None:
    assert endpoint(tmp_path / "a")[1].parameters == ("id",)
    assert endpoint(tmp_path / "b", parameters=["id", "page"])[1].parameters == ("id", "page")
    assert endpoint(tmp_path / "c", path="", path_end="/:id/x")[1].parameters == ("id",)


def test_attributes_of_any_type_do_no_harm(tmp_path: Path) -> None:
    _, found = endpoint(tmp_path, method=7, path=None, path_end=[], middleware="x", parameters=[{}, "id"])
    assert (found.method, found.path, found.shown_path, found.parameters) == ("", "", "…", ("id",))
    assert len(found.steps) == 2


def test_a_handler_without_a_name_is_inline(tmp_path: Path) -> None:
    assert endpoint(tmp_path / "a")[1].inline is False
    assert endpoint(tmp_path / "b", inline=True)[1].inline is True
    assert endpoint(tmp_path / "c", inline="yes")[1].inline is False


def test_a_graph_without_endpoints_has_none(tmp_path: Path) -> None:
    assert endpoint_rows(publish(tmp_path, make_graph("package api"))) == []


def test_they_are_listed_by_path_then_method_with_unknown_paths_last() -> None:
    def made(method: str, path: str, end: str = "") -> Endpoint:
        return Endpoint(0, method, path, end, "flask", (), (), ())

    listed = [
        made("POST", "/a"),
        made("", "", "/x"),
        made("PURGE", "/a"),
        made("GET", "/a"),
        made("GET", "/"),
    ]
    listed.sort(key=order)
    assert [f"{e.method} {e.shown_path}" for e in listed] == [
        "GET /",
        "GET /a",
        "POST /a",
        "PURGE /a",
        " …/x",
    ]
