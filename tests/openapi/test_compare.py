"""Documents beside endpoints: which fit, and what is left over on either side."""

from __future__ import annotations

from codegraph.graph.endpoints import Endpoint
from codegraph.openapi.compare import Comparison, Scoped, compare
from codegraph.openapi.reading import Operation, Specification


def endpoints(package: str, *names: str, first: int = 0) -> list[Scoped]:
    made = []
    for row, name in enumerate(names, first):
        method, _, path = name.partition(" ")
        end = path.removeprefix("…") if path.startswith("…") else ""
        path = "" if path.startswith("…") else path
        made.append(Scoped(package, Endpoint(row, method, path, end, "express", (), (), ())))
    return made


def document(*names: str, bases: tuple[str, ...] = ("",), file: str = "openapi.yaml") -> Specification:
    operations = []
    for line, name in enumerate(names, 1):
        method, _, path = name.partition(" ")
        operations.append(Operation(method, path, bases, "", file, line))
    return Specification(file, "3.0.0", "", operations)


def handled(found: Comparison, number: int = 0) -> list[int]:
    return sorted(found.documents[number].handled)


def undeclared(found: Comparison) -> list[int]:
    return [scoped.endpoint.row for scoped in found.undeclared]


def test_names_of_parameters_do_not_matter_methods_and_words_do() -> None:
    found = compare(
        [document("GET /users/{id}", "PUT /users/{id}", "GET /users")],
        endpoints("api", "GET /users/:userId", "GET /users/", "POST /users"),
        {},
    )
    assert handled(found) == [0, 2]
    assert undeclared(found) == [2]
    assert found.documents[0].packages == ("api",)
    assert found.documents[0].prefixes == ("",)


def test_declared_bases_come_first_and_all_count() -> None:
    found = compare(
        [document("GET /a", "GET /b", bases=("/v1", "/v2"))],
        endpoints("api", "GET /v1/a", "GET /v2/b", "GET /a"),
        {},
    )
    assert (handled(found), found.documents[0].prefixes, undeclared(found)) == ([0, 1], ("/v1", "/v2"), [2])


def test_a_prefix_that_only_the_code_has_is_found() -> None:
    found = compare(
        [document("GET /users", "GET /users/{id}", "POST /users")],
        endpoints("api", "GET /api/v3/users", "GET /api/v3/users/:id", "GET /users"),
        {},
    )
    assert (handled(found), found.documents[0].prefixes, undeclared(found)) == ([0, 1], ("/api/v3",), [2])


def test_a_prefix_that_only_the_document_has_is_left_aside() -> None:
    found = compare([document("GET /users", bases=("/gateway",))], endpoints("api", "GET /users"), {})
    assert (handled(found), found.documents[0].prefixes) == ([0], ("",))


def test_each_document_is_compared_with_the_package_that_it_fits() -> None:
    code = [
        *endpoints("orders", "GET /orders", "GET /health", first=0),
        *endpoints("users", "GET /users", "GET /health", first=2),
    ]
    found = compare(
        [
            document("GET /users", "GET /health", file="docs/a.yaml"),
            document("GET /orders", "GET /health", file="docs/b.yaml"),
        ],
        code,
        {},
    )
    assert [one.packages for one in found.documents] == [("users",), ("orders",)]
    assert (handled(found, 0), handled(found, 1), undeclared(found)) == ([0, 1], [0, 1], [])


def test_one_document_may_declare_several_packages() -> None:
    code = [
        *endpoints("orders", "GET /orders", "POST /orders", "GET /orders/{id}", first=0),
        *endpoints("users", "GET /users", "GET /users/{id}", first=3),
        *endpoints("shop", "GET /", "GET /cart", "GET /orders", first=5),
    ]
    found = compare(
        [document("GET /orders", "POST /orders", "GET /orders/{id}", "GET /users", "GET /users/{x}")],
        code,
        {},
    )
    assert found.documents[0].packages == ("orders", "users")
    assert (handled(found), undeclared(found)) == ([0, 1, 2, 3, 4], [])


def test_where_two_packages_fit_equally_the_documents_own_one_is_meant() -> None:
    code = [*endpoints("a", "GET /x", first=0), *endpoints("b", "GET /x", first=1)]
    found = compare([document("GET /x", file="b/openapi.yaml")], code, {"b/openapi.yaml": "b"})
    assert found.documents[0].packages == ("b",)


def test_several_documents_together_declare_a_package() -> None:
    found = compare(
        [document("GET /a", file="a.yaml"), document("GET /b", file="b.yaml")],
        endpoints("api", "GET /a", "GET /b", "GET /c"),
        {},
    )
    assert undeclared(found) == [2]


def test_a_document_about_something_else_is_compared_with_nothing() -> None:
    found = compare([document("GET /pets")], endpoints("api", "GET /users"), {})
    assert (found.documents[0].packages, handled(found), undeclared(found)) == ((), [], [])
    own = compare([document("GET /pets")], endpoints("api", "GET /users"), {"openapi.yaml": "api"})
    assert (own.documents[0].packages, handled(own), undeclared(own)) == (("api",), [], [0])
    assert compare([document("GET /pets")], [], {"openapi.yaml": "api"}).documents[0].packages == ()


def test_what_may_answer_is_named_but_not_counted() -> None:
    found = compare(
        [document("GET /users/{id}", "GET /users/me", "GET /files/{n}/avatar", "PUT /x/avatar")],
        endpoints("api", "GET /users/:id", "GET …/:n/avatar"),
        {},
    )
    assert handled(found) == [0]
    assert found.documents[0].perhaps == {1: 0, 2: 1}
    assert undeclared(found) == []


def test_what_answers_every_method_answers_each() -> None:
    found = compare([document("GET /x", "POST /x")], endpoints("api", "ANY /x"), {})
    assert (handled(found), undeclared(found)) == ([0, 1], [])


def test_an_optional_last_parameter_answers_both_paths() -> None:
    found = compare([document("GET /x", "GET /x/{id}")], endpoints("api", "GET /x/:id?"), {})
    assert handled(found) == [0, 1]


def test_head_and_options_need_not_be_declared_beside_another_method() -> None:
    found = compare([document("GET /x")], endpoints("api", "GET /x", "HEAD /x", "OPTIONS /x", "HEAD /y"), {})
    assert undeclared(found) == [3]


def test_the_root_path_is_only_found_below_a_prefix_that_others_speak_for() -> None:
    found = compare([document("GET /", bases=("/v1",))], endpoints("api", "GET /users", "GET /v1"), {})
    assert (handled(found), found.documents[0].handled) == ([0], {0: [1]})
    assert handled(compare([document("GET /")], endpoints("api", "GET /users"), {})) == []
