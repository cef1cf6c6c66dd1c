"""From the front end to the database and back, over routes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..tools.stack import make_stack


@pytest.fixture(autouse=True)
def _in_the_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make_stack(tmp_path))


def test_a_trace_passes_the_endpoint(run) -> None:
    assert (
        run("trace", "Page", "Database.query").out
        == """\
Page → Database.query (6 steps)

  web::src/page.ts::Page                       web/src/page.ts:7
  web::src/api.ts::listUsers    calls          web/src/page.ts:9
  api::users::GET /users        requests       web/src/api.ts:5   inferred
  api::users::UsersView::index  handles        api/users.py:11
  api::store::Store::all        calls          api/users.py:14    inferred
  api::store::Database::all     overridden by  api/store.py:9
  api::store::Database::query   calls          api/store.py:10
"""
    )


def test_a_trace_tells_a_guard_from_a_handler(run) -> None:
    assert (
        "api::users::signed_in   guarded by  api/users.py:11" in run("trace", "GET /users", "signed_in").out
    )


def test_impact_lists_the_endpoints_and_tests_that_reach_a_method_of_an_implementation(run) -> None:
    assert (
        run("impact", "Database.all").out
        == """\
Database.all  method  api/store.py:9
api::store::Database::all

1 direct · 3 within 3 steps · 1 package · 2 files

depth 1 (1)
  api::store::Store::all  overrides  api/store.py:9

depth 2 (1)
  api::users::UsersView::index  calls  Store.all  api/users.py:14  inferred

depth 3 (1)
  api::users::GET /users  handles  UsersView.index  api/users.py:11

endpoints that reach it (1, within 12 steps)
  GET  /users  UsersView.index  3 steps  api/users.py:11

tests that reach it (1, within 12 steps)
  api::tests/test_users::test_lists_all  GET /users  4 steps  api/tests/test_users.py:5
"""
    )


def test_the_picture_draws_an_endpoint_with_round_ends(run) -> None:
    out = run("graph", "--level", "symbol").out
    assert '(["api::users::GET /users"])' in out
    assert '-->|"requests"|' in out
    assert '-->|"handles"|' in out
    assert "shape=oval" in run("graph", "--level", "symbol", "--format", "dot").out


def test_the_list_shows_what_a_request_passes_in_order(run) -> None:
    assert (
        run("endpoints").out
        == """\
1 endpoint · flask

  method  path    handler                  passes            where
  GET     /users  users::UsersView::index  cors → signed_in  api/users.py:11
"""
    )


def test_the_card_of_an_endpoint_says_who_requests_it_and_what_it_leads_to(run) -> None:
    out = run("symbol", "GET /users").out
    called_by = out.split("called by (2)\n")[1]
    assert [line.split()[0] for line in called_by.splitlines()[:2]] == [
        "api::tests/test_users::test_lists_all",
        "web::src/api.ts::listUsers",
    ]
    assert "\ncalls (2)\n  api::users::UsersView::index" in out
