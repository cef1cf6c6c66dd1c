"""``endpoints`` on indexed projects in three frameworks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.errors import NotFoundError
from codegraph.tools.endpoints import Endpoints, EndpointsRequest, route_matcher, run
from codegraph.tools.index import Index

from ..projects import write
from .web import DOCUMENTS, make_web

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Index:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))
        return Index.open(write(make_web(tmp_path_factory.mktemp("web")), DOCUMENTS))


def ask(web: Index, **options) -> Endpoints:
    return run(web, EndpointsRequest(**options))


def names(answer: Endpoints) -> list[str]:
    return [f"{entry.method} {entry.shown_route}" for entry in answer.entries]


def test_all_endpoints_come_by_package_path_and_method(web: Index) -> None:
    answer = ask(web)
    assert names(answer) == [
        "GET /health",
        "GET /v1/bills/{bill_id}",
        "DELETE /v1/bills/{bill_id}",
        "GET /orders/",
        "POST /orders/",
        "GET /orders/<int:number>",
        "GET …",
        "POST /users",
        "GET /users/:id",
    ]
    assert answer.by_framework == {"flask": 4, "fastapi": 3, "nestjs": 2}
    assert answer.by_package == {"orders": 4, "billing": 3, "users": 2}
    assert (answer.total, answer.dynamic, answer.in_tests, answer.indexed) == (9, 1, 1, 10)
    assert (answer.limit, answer.offset, answer.truncated) == (200, 0, False)


def test_an_entry_says_who_answers_and_where_it_is_declared(web: Index) -> None:
    (entry,) = ask(web, route="/users/{id}").entries
    assert entry.fqn == "users::src/users.controller.ts::GET /users/:id"
    assert (entry.framework, entry.package, entry.parameters) == ("nestjs", "users", ["id"])
    assert (entry.path, entry.line) == ("users/src/users.controller.ts", 8)
    assert entry.handler is not None
    assert entry.handler.fqn == "users::src/users.controller.ts::UsersController::find"
    assert (entry.handler.path, entry.handler.line) == ("users/src/users.controller.ts", 9)
    assert (entry.handler.confidence, entry.handler.rule) == ("certain", "route")
    assert "nestjs" in entry.tags
    assert entry.other_handlers == []


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"methods": ["post"]}, ["POST /orders/", "POST /users"]),
        ({"methods": ["DELETE,POST"], "packages": ["billing"]}, ["DELETE /v1/bills/{bill_id}"]),
        ({"route": "/orders"}, ["GET /orders/", "POST /orders/", "GET /orders/<int:number>"]),
        ({"route": "orders/*"}, ["GET /orders/<int:number>"]),
        ({"route": "/orders/:anything"}, ["GET /orders/<int:number>"]),
        ({"route": "/order"}, []),
        ({"route": "/v1/**", "methods": ["GET"]}, ["GET /v1/bills/{bill_id}"]),
        ({"frameworks": ["NestJS"]}, ["POST /users", "GET /users/:id"]),
        ({"packages": ["users"]}, ["POST /users", "GET /users/:id"]),
        ({"paths": ["billing/main.py"]}, ["GET /health"]),
        ({"paths": ["**/*.ts"]}, ["POST /users", "GET /users/:id"]),
        ({"handler": "show"}, ["GET /orders/<int:number>"]),
        ({"handler": "UsersController"}, ["POST /users", "GET /users/:id"]),
        ({"handler": "orders/app.py", "methods": ["POST"]}, ["POST /orders/"]),
    ],
    ids=str,
)
def test_filters_leave_what_fits_all_of_them(web: Index, options, found: list[str]) -> None:
    assert names(ask(web, **options)) == found


def test_endpoints_of_tests_are_counted_and_shown_on_demand(web: Index) -> None:
    assert "GET /fake" not in names(ask(web))
    answer = ask(web, include_tests=True, packages=["orders"])
    assert "GET /fake" in names(answer)
    assert (answer.total, answer.in_tests) == (5, 0)


def test_a_page_is_cut_out_of_the_whole_list(web: Index) -> None:
    answer = ask(web, limit=2, offset=3)
    assert names(answer) == ["GET /orders/", "POST /orders/"]
    assert (answer.total, answer.limit, answer.offset, answer.truncated) == (9, 2, 3, True)
    assert ask(web, limit=2, offset=99).entries == []


def test_an_unknown_handler_is_an_error(web: Index) -> None:
    with pytest.raises(NotFoundError):
        ask(web, handler="nobody_at_all")


def test_a_project_without_endpoints_has_none(shop: Index) -> None:
    answer = ask(shop)
    assert (answer.entries, answer.total, answer.indexed, answer.truncated) == ([], 0, 0, False)


@pytest.mark.parametrize(
    ("pattern", "path", "end", "fits"),
    [
        ("/", "", "", True),
        ("/users", "/users", "", True),
        ("/users/", "/users/{id}/x", "", True),
        ("/users", "/users2", "", False),
        ("/users/*/x", "/users/:id/x", "", True),
        ("/users/*/x", "/users/:id/a/x", "", False),
        ("/users/**/x", "/users/:id/a/x", "", True),
        ("**/avatar", "", "/avatar", True),
        ("/avatar", "", "/avatar", False),
    ],
)
def test_a_pattern_is_a_beginning_or_a_glob(pattern: str, path: str, end: str, fits: bool) -> None:
    assert route_matcher(pattern)(path, end) is fits


def test_documents_are_compared_with_the_package_that_they_fit(web: Index) -> None:
    found = ask(web, openapi=True).openapi
    assert found is not None
    assert [
        (d.path, d.version, d.packages, d.prefixes, d.operations, d.handled) for d in found.documents
    ] == [
        ("docs/orders.yaml", "3.0.3", ["orders"], [""], 4, 2),
        ("users/swagger.json", "2.0", ["users"], [""], 2, 2),
        ("vendor-api.json", "3.1.0", [], [], 1, 0),
    ]
    assert [(p.path, p.reason) for p in found.problems] == [
        ("docs/broken.yml", "not valid YAML: did not find expected node content in line 3")
    ]
    assert (found.without_document, found.truncated) == ({"billing": 3}, False)


def test_what_only_one_side_knows_has_its_place(web: Index) -> None:
    found = ask(web, openapi=True).openapi
    assert found is not None
    orders = found.documents[0]
    assert [(o.method, o.route, o.operation_id, o.path, o.line, o.perhaps) for o in orders.not_handled] == [
        ("DELETE", "/orders", "dropOrders", "docs/orders.yaml", 8, ""),
        (
            "GET",
            "/orders/latest",
            "latestOrder",
            "docs/orders.yaml",
            10,
            "orders::app::GET /orders/<int:number>",
        ),
    ]
    assert [(e.name, e.path, e.line) for e in found.not_declared] == [
        ("GET /orders/<int:number>", "orders/app.py", 14)
    ]


def test_filters_hold_for_both_sides(web: Index) -> None:
    found = ask(web, openapi=True, methods=["delete"]).openapi
    assert found is not None
    assert [o.operation_id for o in found.documents[0].not_handled] == ["dropOrders"]
    assert (found.documents[0].handled, found.not_declared) == (2, [])
    cut = ask(web, openapi=True, limit=1).openapi
    assert cut is not None
    assert (len(cut.documents[0].not_handled), cut.documents[0].not_handled_total, cut.truncated) == (
        1,
        2,
        True,
    )


def test_what_is_called_like_an_operation_may_answer_it(tmp_path: Path) -> None:
    index = Index.open(make_web(tmp_path))
    document = "openapi: 3.0.0\npaths: {/x: {get: {operationId: %s}}}\n"
    names = {"a": "remove", "b": "find", "c": "fake"}  # one function, several, one in tests
    write(tmp_path, {f"{name}/openapi.yaml": document % called for name, called in names.items()})
    write(tmp_path, {"billing/openapi.yaml": document % "remove"})
    found = ask(index, openapi=True).openapi
    assert found is not None
    perhaps = {d.path: d.not_handled[0].perhaps for d in found.documents}
    assert perhaps == {
        "a/openapi.yaml": "",
        "b/openapi.yaml": "",
        "billing/openapi.yaml": "billing::routes::remove",
        "c/openapi.yaml": "",
    }
    index.close()


def test_documents_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    index = Index.open(make_web(tmp_path))
    assert ask(index).openapi is None
    found = ask(index, openapi=True).openapi
    assert found is not None
    assert (found.documents, found.not_declared, found.problems) == ([], [], [])
    write(tmp_path, {"openapi.json": '{"openapi": "3.0.0", "paths": {"/health": {"get": {}}}}'})
    later = ask(index, openapi=True).openapi
    assert later is not None
    assert [(d.packages, d.handled) for d in later.documents] == [(["billing"], 1)]
    index.close()
