"""What ``codegraph endpoints`` prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.cli.commands.endpoints import usual_beginning

from ..graphs import make_graph, publish
from ..projects import write
from ..tools.web import DOCUMENTS, make_web


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))
        return write(make_web(tmp_path_factory.mktemp("web")), DOCUMENTS)


def test_endpoints_come_by_package_with_who_answers_and_where(run, web: Path) -> None:
    ran = run("endpoints", "-C", str(web))
    assert ran.code == 0
    assert (
        ran.out
        == """\
9 endpoints · 3 packages · 1 with … for what the source does not tell
flask 4 · fastapi 3 · nestjs 2

billing (3)
  method  path                 handler         where
  GET     /health              main::health    billing/main.py:9
  GET     /v1/bills/{bill_id}  routes::read    billing/routes.py:6
  DELETE  /v1/bills/{bill_id}  routes::remove  billing/routes.py:11

orders (4)
  method  path                  handler      where
  GET     /orders/              app::index   orders/app.py:9
  POST    /orders/              app::index   orders/app.py:9
  GET     /orders/<int:number>  app::show    orders/app.py:14
  GET     …                     app::health  orders/app.py:22

users (2)
  method  path        handler                                           where
  POST    /users      src/users.controller.ts::UsersController::create  users/src/users.controller.ts:13
  GET     /users/:id  src/users.controller.ts::UsersController::find    users/src/users.controller.ts:8
"""
    )
    assert ran.err == "1 more is declared in tests; --tests shows them too\n"


def test_filters_and_limits_are_options(run, web: Path) -> None:
    ran = run("endpoints", "/orders", "-X", "get", "--limit", "1", "-C", str(web))
    assert (
        ran.out
        == """\
2 endpoints · flask

  method  path      handler     where
  GET     /orders/  app::index  orders/app.py:9
"""
    )
    assert ran.err == "1 of 2 shown; --limit shows more\n"


def test_what_most_pass_first_is_what_saves_most() -> None:
    assert usual_beginning([["a", "b", "c"], ["a", "b", "d"], ["a"], ["x"]]) == ["a"]
    assert usual_beginning([["a", "b", "c"], ["a", "b", "d"], ["a", "b"], ["x"]]) == ["a", "b"]
    assert usual_beginning([["a"], ["b"]]) == []
    assert usual_beginning([["a", "b"]]) == []
    assert usual_beginning([[], []]) == []


GUARDED = """
package   api                    @
module    api::web               @web.py
function  api::web::log          @web.py:1
function  api::web::list_all     @web.py:2
endpoint  "api::web::GET /a"     @web.py:11 attributes='{"path":"/a","middleware":["log","cors(x, y)","admin"]}'
endpoint  "api::web::GET /b"     @web.py:12 attributes='{"path":"/b","middleware":["log","cors(x, y)"]}'
endpoint  "api::web::GET /c"     @web.py:13 attributes='{"path":"/c","middleware":["log","cors(z)"]}'
endpoint  "api::web::GET /d"     @web.py:14 attributes='{"path":"/d","inline":true,"middleware":["log"]}'
"api::web::GET /a" handles api::web::log       11:0 rule:middleware
"api::web::GET /a" handles api::web::list_all  11:0 rule:route
"api::web::GET /b" handles api::web::list_all  12:0 rule:route possible
"""


def test_what_most_endpoints_pass_first_is_written_once(run, tmp_path: Path) -> None:
    known = '{"framework":"express","method":"GET",'
    publish(tmp_path, make_graph(GUARDED.replace("attributes='{", f"attributes='{known}"))).close()
    assert (
        run("endpoints", "-C", str(tmp_path), "--possible").out
        == """\
4 endpoints · express

  + stands for log → cors(…)
  method  path  handler        passes     where
  GET     /a    web::list_all  + → admin  web.py:11
  GET     /b    web::list_all  +          web.py:12  possible
  GET     /c    …              +          web.py:13
  GET     /d    (inline)       log        web.py:14
"""
    )


def test_json_is_one_object(run, web: Path) -> None:
    answer = run("endpoints", "--handler", "show", "--json", "-C", str(web)).json
    assert (answer["schema_version"], answer["total"]) == (1, 1)
    (entry,) = answer["entries"]
    assert (entry["method"], entry["route"], entry["handler"]["fqn"]) == (
        "GET",
        "/orders/<int:number>",
        "orders::app::show",
    )


def test_filters_that_fit_nothing_say_so(run, web: Path) -> None:
    ran = run("endpoints", "/nothing", "-C", str(web))
    assert (ran.code, ran.out) == (0, "no endpoints\n")


def test_a_project_without_endpoints_is_told_what_to_do(run, shop: Path) -> None:
    ran = run("endpoints", "-C", str(shop))
    assert ran.code == 0
    assert ran.out.startswith("no endpoints\nthe index has no endpoint: no rule knows a framework")
    assert "docs/fingerprints.md" in ran.out


def test_without_an_index_it_says_how_to_make_one(run, tmp_path: Path) -> None:
    ran = run("endpoints", "-C", str(tmp_path), "--json")
    assert (ran.code, ran.json["error"]["code"]) == (5, "not_indexed")
    assert "run `codegraph index` first" in ran.err


def test_documents_are_shown_with_what_they_and_the_code_do_not_agree_about(run, web: Path) -> None:
    ran = run("endpoints", "--openapi", "-C", str(web))
    assert ran.code == 0
    assert (
        ran.out
        == """\
docs/orders.yaml  OpenAPI 3.0.3  Orders
4 operations · 2 handled · compared with orders

declared but not handled (2)
  DELETE  /orders         dropOrders   docs/orders.yaml:8
  GET     /orders/latest  latestOrder  docs/orders.yaml:10  perhaps by GET /orders/<int:number>

users/swagger.json  Swagger 2.0
2 operations · 2 handled · compared with users

vendor-api.json  OpenAPI 3.1.0  Pets
1 operation · 0 handled

handled but not declared (1)
  GET  /orders/<int:number>  app::show  orders/app.py:14

endpoints of packages that no document was compared with:
  billing 3

docs/broken.yml  not used: not valid YAML: did not find expected node content in line 3
"""
    )
    cut = run("endpoints", "--openapi", "--limit", "1", "-C", str(web))
    assert cut.err == "at most 1 of each list shown; --limit shows more\n"


def test_without_documents_it_says_so(run, shop: Path) -> None:
    ran = run("endpoints", "--openapi", "-C", str(shop))
    assert ran.code == 0
    assert ran.out.startswith("no OpenAPI document")
