"""Which endpoint answers a request: addresses, patterns of routes, and the most specific of several."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.fingerprint.addresses import HOLE, REST, address_of, joined, pattern_of
from codegraph.fingerprint.matching import Answer, Asker, Matcher, rank_of

ASKER = Asker("web/api.ts", "web", 1, 9, is_test=False)


def answer(
    route: str, *, end: bool = False, path: str = "server/app.py", is_test: bool = False
) -> list[Answer]:
    """The endpoint ``GET /users/:id``, in the file ``path``; ``end`` of a path whose beginning is not known."""
    method, _, written = route.partition(" ")
    return [
        Answer(route, method, segments, not end, path, path.partition("/")[0], 5, is_test)
        for segments in pattern_of(written)
    ]


def find(request: str, *endpoints: list[Answer], asker: Asker = ASKER) -> list[str]:
    """What answers ``GET /users/{}``; ``…`` is a beginning that is not known."""
    method, _, url = request.partition(" ")
    address = address_of([None if part in ("…", "{}") else part for part in re.split("(…|{})", url) if part])
    assert address is not None
    matcher = Matcher([item for found in endpoints for item in found])
    return [f"{found.fqn} {found.confidence}" for found in matcher.find(method.strip("*"), address, asker)]


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        (["/users"], "/users"),
        (["users/"], "/users"),
        (["./users//7"], "/users/7"),
        (["/users/", None], "/users/{}"),
        (["/users/{id}/files/:name"], "/users/{}/files/{}"),
        (["/users?page=", None], "/users"),
        (["/users#top"], "/users"),
        (["/users{?page,size}"], "/users"),
        (["/files/", None, ".json"], "/files/{}.json"),
        (["http://localhost:8000/users"], "//localhost/users"),
        (["https://me:pw@Shop.Example/users"], "//shop.example/users"),
        (["http://", None, ":", None, "/users"], "/users"),
        (["//cdn.example/a"], "//cdn.example/a"),
        ([None, "/users"], "…/users"),
        ([None, "users/", None], "…/users/{}"),
        ([None, "://", None, "/users"], "/users"),
        (["/"], "/"),
        ([""], "/"),
    ],
)
def test_an_address_is_the_path_of_a_url(parts: list[str | None], shown: str) -> None:
    assert str(address_of(parts)) == shown


@pytest.mark.parametrize(
    "url", ["mailto:a@b", "data:text/plain,x", "../users", "/a/../b", "no path at all", "<b>"]
)
def test_what_is_no_address_of_a_server_is_none(url: str) -> None:
    assert address_of([url]) is None


@pytest.mark.parametrize(
    ("base", "url", "whole"),
    [
        ([], ["/users"], "/users"),
        (["/api/"], ["/users"], "/api/users"),
        (["/api"], ["users"], "/api/users"),
        (["http://localhost/api"], ["http://shop.example/users"], "//shop.example/users"),
        ([None], ["/users/", None], "…/users/{}"),
        (["http://", None, "/api"], [None, "/users"], "/api/{}/users"),
    ],
)
def test_an_address_may_lie_below_another(base: list[str | None], url: list[str | None], whole: str) -> None:
    assert str(address_of(joined(base, url))) == whole


@pytest.mark.parametrize(
    ("route", "patterns"),
    [
        ("/users/:id", ["users/{}"]),
        ("/users/{id}", ["users/{}"]),
        ("/users/{id:guid}", ["users/{}"]),
        (r"/users/{id:\d{2}}/files", ["users/{}/files"]),
        ("/users/<int:id>/", ["users/{}"]),
        ("/users/<id>", ["users/{}"]),
        ("/users/[id]", ["users/{}"]),
        (r"/users/:id(\d+)", ["users/{}"]),
        (r"/^users/(?P<pk>[^/.]+)/$", ["users/{}"]),
        ("/users/:id?", ["users/{}", "users"]),
        ("/users/{id?}", ["users/{}", "users"]),
        ("/users(.:format)", ["users"]),
        ("/files/:name.json", ["files/{}.json"]),
        ("/files/*", ["files/**"]),
        ("/files/*path", ["files/**"]),
        ("/files/{path...}", ["files/**"]),
        ("/files/{*path}", ["files/**"]),
        ("/files/{name:path}", ["files/**"]),
        ("/files/<path:name>", ["files/**"]),
        ("/files/<name..>", ["files/**"]),
        ("/files/[...name]", ["files/**"]),
        ("/", [""]),
    ],
)
def test_a_route_is_read_in_the_notation_of_any_framework(route: str, patterns: list[str]) -> None:
    found = ["/".join(segments).replace(HOLE, "{}").replace(REST, "**") for segments in pattern_of(route)]
    assert found == patterns


USER = answer("GET /users/:id")
ME = answer("GET /users/me")
USERS = answer("GET /users")
ADD = answer("POST /users")
FILES = answer("GET /files/*path")
NESTED = answer("GET /api/v1/users/:id/files")


@pytest.mark.parametrize(
    ("request_", "endpoints", "found"),
    [
        ("GET /users", [USERS, ADD, USER], ["GET /users inferred"]),
        ("GET /Users/", [USERS], ["GET /users inferred"]),
        ("POST /users", [USERS, ADD], ["POST /users inferred"]),
        ("PUT /users", [USERS, ADD], []),
        ("HEAD /users", [USERS, ADD], ["GET /users inferred"]),
        ("GET /users/7", [USERS, USER, ME], ["GET /users/:id inferred"]),
        ("GET /users/{}", [USERS, USER, ME], ["GET /users/:id inferred"]),
        ("GET /users/me", [USER, ME], ["GET /users/me inferred"]),
        ("GET /users/7/files", [USER, ME, USERS], []),
        ("GET /files/a/b/c", [FILES], ["GET /files/*path inferred"]),
        ("GET /files", [FILES, USERS], ["GET /files/*path inferred"]),
        ("GET /other", [answer("GET /*path"), answer("GET /:page")], []),
        ("GET /", [answer("GET /"), USERS], ["GET / inferred"]),
        ("* /users", [USERS, ADD], ["GET /users possible", "POST /users possible"]),
        ("* /users/7", [USERS, ADD, USER], ["GET /users/:id inferred"]),
        ("GET /users", [answer("ANY /users"), ADD], ["ANY /users inferred"]),
        ("GET /users", [answer("ANY /users"), USERS], ["GET /users inferred"]),
        ("GET …/users", [USERS, ADD], ["GET /users inferred"]),
        ("GET …/users/7/files", [NESTED, USER], ["GET /api/v1/users/:id/files possible"]),
        ("GET …/files", [NESTED, answer("GET /api/v2/files")], []),
        ("GET …/{}", [USERS, USER], []),
        ("GET /users/7/files", [NESTED], []),
        ("GET /api/v1/users", [answer("GET /users", end=True)], ["GET /users possible"]),
        ("GET /api/v1/users", [answer("GET /:id", end=True)], []),
        ("POST /users/7/{}", [answer("POST /users/:id/lock"), answer("POST /users/:id/free")],
         ["POST /users/:id/free possible", "POST /users/:id/lock possible"]),
        ("POST /{}/{}", [answer("POST /users/lock")], []),
        ("GET /reports/sales-{}", [answer("GET /reports/sales-:year")], ["GET /reports/sales-:year inferred"]),
        ("GET /users{}", [USERS, ADD], ["GET /users possible"]),
        ("GET /reports/sales-2024.csv", [answer("GET /reports/sales-:year.csv"), answer("GET /reports/:name")],
         ["GET /reports/sales-:year.csv inferred"]),
    ],
)  # fmt: skip
def test_the_most_specific_endpoint_answers(
    request_: str, endpoints: list[list[Answer]], found: list[str]
) -> None:
    assert find(request_, *endpoints) == found


def test_endpoints_of_tests_answer_tests_alone() -> None:
    endpoint = answer("GET /users", path="server/test_app.py", is_test=True)
    assert find("GET /users", endpoint) == []
    assert find("GET /users", endpoint, asker=ASKER._replace(is_test=True)) == ["GET /users inferred"]


def test_of_endpoints_that_are_alike_the_nearest_one_answers() -> None:
    near, far = answer("GET /health", path="web/server.ts"), answer("GET /health")
    far = [item._replace(fqn="other") for item in far]
    assert find("GET /health", near, far) == ["GET /health inferred"]
    assert find("GET /health", near, far, asker=ASKER._replace(package="cli", path="cli/a.ts")) == [
        "GET /health possible",
        "other possible",
    ]


def test_where_too_many_are_alike_none_answers() -> None:
    same = [[item._replace(fqn=str(n)) for item in answer("GET /health")] for n in range(5)]
    assert find("GET /health", *same) == []


WORDS = st.text(st.sampled_from("ab{}:/?.-*()<>[]\\ \0\1é"), max_size=12)
PATHS = st.lists(st.sampled_from(["users", "files", ":id", "{name}", "a.b"]), max_size=4).map("/".join)
METHODS = st.sampled_from(["GET", "POST", "PUT", "DELETE"])


@given(st.lists(st.none() | WORDS, max_size=6))
def test_normalising_an_address_again_changes_nothing(parts: list[str | None]) -> None:
    found = address_of(parts)
    if found is not None and not found.open_head:
        again = address_of([str(found)])
        assert again is not None
        assert again.segments == found.segments


@given(WORDS)
def test_any_route_has_a_pattern(route: str) -> None:
    for segments in pattern_of(route):
        assert all(segments)
        assert rank_of(segments, segments) is not None


@given(st.lists(st.tuples(METHODS, PATHS), max_size=8), METHODS, PATHS)
def test_a_request_is_never_answered_by_another_method(
    routes: list[tuple[str, str]], method: str, path: str
) -> None:
    found = find(f"{method} /{path}", *[answer(f"{verb} /{route}") for verb, route in routes])
    assert all(name.startswith(f"{method} ") for name in found)
