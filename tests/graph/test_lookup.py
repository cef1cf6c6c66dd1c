"""Names as people write them: which node they mean, when they are ambiguous, and what was perhaps meant."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.graph.lookup import candidates, find
from codegraph.model import Graph, NodeKind
from tests.graphs import make_graph, publish
from tests.strategies import graphs

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

PYTHON = make_graph(
    """
    monorepo    //                                                @
    package     Django                                            @
    module      Django::django/utils/text                         @django/utils/text.py          end_line=400
    function    Django::django/utils/text::slugify                @django/utils/text.py:10-20
    class       Django::django/utils/text::Truncator              @django/utils/text.py:30-90
    method      Django::django/utils/text::Truncator::chars       @django/utils/text.py:40-50
    function    Django::django/utils/text::Truncator::chars::cut  @django/utils/text.py:42-44
    module      Django::django/db/models/__init__                 @django/db/models/__init__.py
    class       Django::django/db/models/__init__::Q              @django/db/models/__init__.py:5-6
    module      Django::django/db/models/query                    @django/db/models/query.py
    class       Django::django/db/models/query::QuerySet          @django/db/models/query.py:5-90
    method      Django::django/db/models/query::QuerySet::filter  @django/db/models/query.py:7-9
    method      Django::django/db/models/query::QuerySet::filter@2 @django/db/models/query.py:17-19
    module      Django::tests/utils_tests/test_text               @tests/utils_tests/test_text.py
    class       Django::tests/utils_tests/test_text::Truncator    @tests/utils_tests/test_text.py:3-9   test
    external    ext::pypi::requests
    external    ext::pypi::requests::get
    external    ext::pypi::asgiref::slugify
    """
)

TYPESCRIPT = make_graph(
    """
    package     shop                                              @
    package     @kit/app                                          @packages/app
    module      @kit/app::src/user.service.ts                     @packages/app/src/user.service.ts
    class       @kit/app::src/user.service.ts::UserService        @packages/app/src/user.service.ts:1-20
    constructor @kit/app::src/user.service.ts::UserService::constructor @packages/app/src/user.service.ts:2-3
    field       @kit/app::src/user.service.ts::UserService::db    @packages/app/src/user.service.ts:2-2
    field       @kit/app::src/user.service.ts::UserService::log   @packages/app/src/user.service.ts:2-2
    module      shop::src/lib/types.ts                            @src/lib/types.ts
    interface   shop::src/lib/types.ts::Point                     @src/lib/types.ts:1-4
    module      shop::src/lib/index.ts                            @src/lib/index.ts
    variable    shop::src/lib/types.ts::left                      @src/lib/types.ts:6
    variable    shop::src/lib/types.ts::right                     @src/lib/types.ts:6
    module      shop::a/data.ts                                   @a/data.ts
    function    shop::a/data.ts::get                              @a/data.ts:2
    module      shop::b/data.ts                                   @b/data.ts
    function    shop::b/data.ts::get                              @b/data.ts:2
    endpoint    "shop::a/data.ts::GET /users/:id"                 @a/data.ts:9
    module      "shop::it's/größe.ts"                             "@it's/größe.ts"
    method      "shop::a/data.ts::get::run(int,java.lang.String)" @a/data.ts:3
    method      "shop::a/data.ts::get::run(int)"                  @a/data.ts:4
    operator    shop::a/data.ts::operator/                        @a/data.ts:5
    """
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project")


@pytest.fixture(scope="module")
def python(root: Path) -> Iterator[GraphView]:
    with publish(root / "python", PYTHON) as view:
        yield view


@pytest.fixture(scope="module")
def typescript(root: Path) -> Iterator[GraphView]:
    with publish(root / "typescript", TYPESCRIPT) as view:
        yield view


def fqns(view: GraphView, rows: list[int]) -> list[str]:
    return [view.fqn(row) for row in rows]


TEXT = "Django::django/utils/text"
QUERY = "Django::django/db/models/query"


@pytest.mark.parametrize(
    ("text", "fqn"),
    [
        (f"{TEXT}::slugify", f"{TEXT}::slugify"),
        ("Django", "Django"),
        ("//", "//"),
        (".", "//"),
        # tails, cut at "::" and "/"
        ("slugify", f"{TEXT}::slugify"),
        ("text::slugify", f"{TEXT}::slugify"),
        ("utils/text::slugify", f"{TEXT}::slugify"),
        ("utils/text", TEXT),
        ("  slugify ", f"{TEXT}::slugify"),
        # dotted, with and without the package's name
        ("django.utils.text.slugify", f"{TEXT}::slugify"),
        ("Django.django.utils.text.slugify", f"{TEXT}::slugify"),
        ("QuerySet.filter", f"{QUERY}::QuerySet::filter"),
        ("query.QuerySet", f"{QUERY}::QuerySet"),
        ("QuerySet::filter@2", f"{QUERY}::QuerySet::filter@2"),
        ("QuerySet.filter@2", f"{QUERY}::QuerySet::filter@2"),
        # a module that stands for its folder
        ("django.db.models", "Django::django/db/models/__init__"),
        ("django/db/models", "Django::django/db/models/__init__"),
        ("models.Q", "Django::django/db/models/__init__::Q"),
        # paths
        ("django/utils/text.py", TEXT),
        ("django/utils/text", TEXT),
        ("text.py", TEXT),
        ("utils/text.py", TEXT),
        ("django\\utils\\text.py", TEXT),
        ("./django//utils/./text.py", TEXT),
        ("django/db/../utils/text.py", TEXT),
        ("django/utils/text.py::slugify", f"{TEXT}::slugify"),
        ("./django\\utils/text.py::slugify", f"{TEXT}::slugify"),
        ("utils/text.py::Truncator.chars", f"{TEXT}::Truncator::chars"),
        # a path and a line
        ("django/utils/text.py:10", f"{TEXT}::slugify"),
        ("text.py:15", f"{TEXT}::slugify"),
        ("django/utils/text.py:40", f"{TEXT}::Truncator::chars"),
        ("django/utils/text.py:43", f"{TEXT}::Truncator::chars::cut"),
        ("django/utils/text.py:45", f"{TEXT}::Truncator::chars"),
        ("django/utils/text.py:60:4", f"{TEXT}::Truncator"),
        ("django/utils/text.py:399", TEXT),
        ("django/utils/text.py:0", TEXT),
        ("django.utils.text:10", f"{TEXT}::slugify"),
        # another case, when nothing has this one
        ("queryset.FILTER", f"{QUERY}::QuerySet::filter"),
        ("DJANGO/UTILS/TEXT.PY", TEXT),
        # externals, when nothing else fits
        ("requests.get", "ext::pypi::requests::get"),
        ("get", "ext::pypi::requests::get"),
        ("requests", "ext::pypi::requests"),
        ("ext::pypi::asgiref::slugify", "ext::pypi::asgiref::slugify"),
    ],
)
def test_a_python_name_means_one_node(python: GraphView, text: str, fqn: str) -> None:
    assert fqns(python, candidates(python, text)) == [fqn]
    assert python.fqn(find(python, text)) == fqn


SERVICE = "@kit/app::src/user.service.ts"


@pytest.mark.parametrize(
    ("text", "fqn"),
    [
        ("@kit/app", "@kit/app"),
        ("app", "@kit/app"),
        ("packages/app", "@kit/app"),
        ("packages/app/", "@kit/app"),
        ("user.service.ts", SERVICE),
        ("user.service", SERVICE),
        ("src/user.service", SERVICE),
        ("packages/app/src/user.service", SERVICE),
        ("user.service.ts::UserService", f"{SERVICE}::UserService"),
        ("user.service::UserService.db", f"{SERVICE}::UserService::db"),
        ("packages/app/src/user.service.ts::UserService", f"{SERVICE}::UserService"),
        ("@kit/app/src/user.service.ts", SERVICE),
        # a parameter property stands on the line of its constructor, which holds it
        ("user.service.ts:2", f"{SERVICE}::UserService::constructor"),
        ("src/lib", "shop::src/lib/index.ts"),
        ("src/lib/types", "shop::src/lib/types.ts"),
        ("lib.types.Point", "shop::src/lib/types.ts::Point"),
        ("types.ts:3", "shop::src/lib/types.ts::Point"),
        ("a/data.ts::get", "shop::a/data.ts::get"),
        ("a.data.get", "shop::a/data.ts::get"),
        ("GET /users/:id", "shop::a/data.ts::GET /users/:id"),
        ("it's/größe.ts", "shop::it's/größe.ts"),
        ("run(int)", "shop::a/data.ts::get::run(int)"),
        ("get.run(int,java.lang.String)", "shop::a/data.ts::get::run(int,java.lang.String)"),
        ("operator/", "shop::a/data.ts::operator/"),
    ],
)
def test_a_typescript_name_means_one_node(typescript: GraphView, text: str, fqn: str) -> None:
    assert fqns(typescript, candidates(typescript, text)) == [fqn]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Truncator", [f"{TEXT}::Truncator", "Django::tests/utils_tests/test_text::Truncator"]),
        ("truncator", [f"{TEXT}::Truncator", "Django::tests/utils_tests/test_text::Truncator"]),
    ],
)
def test_code_and_tests_are_equals(python: GraphView, text: str, expected: list[str]) -> None:
    with pytest.raises(AmbiguousError) as raised:
        find(python, text)
    assert list(raised.value.candidates) == expected
    assert f"{text!r} fits 2 nodes" in str(raised.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get", ["shop::a/data.ts::get", "shop::b/data.ts::get"]),
        ("data.ts", ["shop::a/data.ts", "shop::b/data.ts"]),
        ("data", ["shop::a/data.ts", "shop::b/data.ts"]),
        ("run", ["shop::a/data.ts::get::run(int)", "shop::a/data.ts::get::run(int,java.lang.String)"]),
        ("types.ts:6", ["shop::src/lib/types.ts::left", "shop::src/lib/types.ts::right"]),
        ("data.ts:2", ["shop::a/data.ts::get", "shop::b/data.ts::get"]),
    ],
)
def test_names_that_fit_several_nodes_are_listed_and_never_guessed(
    typescript: GraphView, text: str, expected: list[str]
) -> None:
    assert fqns(typescript, candidates(typescript, text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("login", ["shop::auth::login"]),
        ("auth.py:5", ["shop::auth::login"]),
        ("POST /auth/login", ["shop::auth::POST /auth/login"]),
        ("/auth/logout", ["shop::auth::GET /auth/logout", "shop::auth::POST /auth/logout"]),
    ],
)
def test_a_route_stands_behind_the_definition_of_the_same_name(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    graph = make_graph(
        """
        package  shop                            @
        module   shop::auth                      @auth.py
        function shop::auth::login               @auth.py:6 start_line=5
        endpoint "shop::auth::GET /auth/login"   @auth.py:5
        endpoint "shop::auth::POST /auth/login"  @auth.py:5
        endpoint "shop::auth::GET /auth/logout"  @auth.py:9
        endpoint "shop::auth::POST /auth/logout" @auth.py:9
        """
    )
    with publish(tmp_path, graph) as view:
        assert fqns(view, candidates(view, text)) == expected


def test_a_long_list_of_candidates_is_cut_and_counted(tmp_path: Path) -> None:
    graph = make_graph("\n".join(f"function m{number:02}::run @m{number:02}.py:1" for number in range(30)))
    with publish(tmp_path, graph) as view, pytest.raises(AmbiguousError, match="fits 30 nodes") as raised:
        find(view, "run")
    assert len(raised.value.candidates) == 20


def test_absolute_paths_under_the_root_are_understood(python: GraphView, root: Path) -> None:
    base = root / "checkout"
    assert python.fqn(find(python, f"{base}/django/utils/text.py", base)) == TEXT
    assert python.fqn(find(python, f"{base}/django/utils/text.py:12", base)) == f"{TEXT}::slugify"
    assert (
        python.fqn(find(python, f"{base}/django/utils/../utils/text.py::slugify", base)) == f"{TEXT}::slugify"
    )
    assert python.fqn(find(python, f"{base}", base)) == "//"
    assert python.fqn(find(python, f"{base}/", base)) == "//"


def test_a_root_that_was_reached_through_a_link_is_understood(python: GraphView, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    for base in ("real", "link"):
        assert python.fqn(find(python, f"{tmp_path / base}/django/utils/text.py", tmp_path / "link")) == TEXT


@pytest.mark.parametrize(
    "text",
    ["", " ", "::", "/", ".py", "..", "../django/utils/text.py", "nothing", "text.py:9999", "nothing.py:3",
     "django/utils/texts", "Django.slugify", "QuerySet.filter.more", "lugify", "utils", "src/kit"],
)  # fmt: skip
def test_what_is_not_there_is_never_answered_with_something_else(python: GraphView, text: str) -> None:
    assert candidates(python, text) == []
    with pytest.raises(NotFoundError, match="nothing in the index is called"):
        find(python, text)


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("slugfy", f"{TEXT}::slugify"),
        ("sluggify", f"{TEXT}::slugify"),
        ("slguify", f"{TEXT}::slugify"),
        ("django.utils.text.slugfy", f"{TEXT}::slugify"),
        ("QuerySte.filter", f"{QUERY}::QuerySet::filter"),
        ("QuerySet.fitler", f"{QUERY}::QuerySet::filter"),
        ("Django.slugify", f"{TEXT}::slugify"),
        ("django/utils/txt.py", TEXT),
        ("Trunc", f"{TEXT}::Truncator"),
    ],
)
def test_near_names_are_suggested(python: GraphView, text: str, suggestion: str) -> None:
    with pytest.raises(NotFoundError) as raised:
        find(python, text)
    assert raised.value.suggestions[0] == suggestion
    assert len(raised.value.suggestions) <= 3
    assert f"did you mean {suggestion}?" in str(raised.value)


def test_nothing_is_suggested_for_what_is_like_nothing(python: GraphView) -> None:
    with pytest.raises(NotFoundError, match="codegraph map") as raised:
        find(python, "zzzzzzzz")
    assert raised.value.suggestions == ()


def test_a_missing_line_in_a_known_file_is_not_found(python: GraphView) -> None:
    assert candidates(python, "django/utils/text.py:400") == candidates(python, TEXT)
    assert candidates(python, "django/utils/text.py:401") == []


def tails_of(fqn: str) -> list[str]:
    """All tails of an FQN, cut at ``::`` and ``/``."""
    found = [fqn]
    for place, letter in enumerate(fqn):
        if letter == "/" or fqn[place - 1 : place + 1] == "::":
            found.append(fqn[place + 1 :])
    return [tail for tail in found if tail]


@settings(max_examples=100, deadline=None)
@given(graphs(max_edges=0))
def test_every_tail_that_is_unique_finds_its_node(graph: Graph) -> None:
    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        owners: dict[str, set[int]] = {}
        for row in range(view.node_count):
            if view.kind(row) == NodeKind.EXTERNAL:
                continue
            module = view.module(row)
            symbols = view.fqn(row)[len(view.fqn(module)) :] if module >= 0 else ""
            for name in {view.fqn(row), view.path(row) + symbols}:
                for tail in tails_of(name):
                    owners.setdefault(tail, set()).add(row)
        for tail, rows in owners.items():
            if len(rows) == 1:
                assert fqns(view, candidates(view, tail)) == fqns(view, sorted(rows)), tail


@settings(max_examples=60, deadline=None)
@given(graphs(max_edges=0))
def test_every_fqn_and_every_path_finds_its_node(graph: Graph) -> None:
    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        for row in range(view.node_count):
            assert candidates(view, view.fqn(row)) == [row]
            if view.kind(row) == NodeKind.MODULE:
                assert candidates(view, f"./{view.path(row)}") == [row]
                assert candidates(view, f"{view.path(row)}:0") == [row]
