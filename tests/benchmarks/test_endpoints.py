"""The endpoint benchmark: how paths are brought to one notation, how lists are read, what a score says."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.endpoints import found, lists
from benchmarks.endpoints.__main__ import LISTS, details, row
from benchmarks.endpoints.found import Found
from benchmarks.endpoints.lists import Expected, Key
from benchmarks.endpoints.paths import normal
from benchmarks.endpoints.score import score
from tests.projects import write

GET, POST = Key("GET", "/things/{}"), Key("POST", "/things")
LISTED = {
    GET: Expected("/things/:id", ("shop.ts::Things.one",), optional=False),
    POST: Expected("/things", ("shop.ts::",), optional=False),
    Key("GET", "/docs"): Expected("/docs", (), optional=True),
}


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/users/:id", "/users/{}"),
        (r"/users/:id(\d+)/posts", "/users/{}/posts"),
        ("/users/:id?", "/users/{}"),
        ("/users/:from-:to", "/users/{}-{}"),
        ("/users/{id}", "/users/{}"),
        ("/users/{id:int}.json", "/users/{}.json"),
        ("/users/{id:[a-z]{2}}/", "/users/{}"),
        ("/files/{*path}", "/files/{}"),
        ("/users/<int:id>/", "/users/{}"),
        (r"/users/(?P<slug>[-\w]+)/posts", "/users/{}/posts"),
        (r"/users/(?P<id>(\d+|\)))", "/users/{}"),
        ("/users/[id]", "/users/{}"),
        ("/docs/[[...slug]]", "/docs/{}"),
        ("/files/*path", "/files/{}"),
        ("/files/*", "/files/*"),
        ("/", "/"),
        ("", "/"),
        ("/Users/Me/", "/Users/Me"),
        ("/half/{open", "/half/{open"),
    ],
)
def test_each_notation_of_a_parameter_becomes_the_same_one(path: str, wanted: str) -> None:
    assert normal(path) == wanted


def test_a_list_is_read_by_method_and_normal_path(tmp_path: Path) -> None:
    path = tmp_path / "shop.tsv"
    path.write_text("# framework: none\n\nGET\t/things/:id/\ta.ts::A.one | b.ts::B.one\n?GET\t/docs\t\n")
    assert lists.read(path) == {
        Key("GET", "/things/{}"): Expected("/things/:id/", ("a.ts::A.one", "b.ts::B.one"), optional=False),
        Key("GET", "/docs"): Expected("/docs", (), optional=True),
    }


@pytest.mark.parametrize(
    "text", ["GET /a\tf.py::a\n", "GRAB\t/a\t\n", "GET\ta\t\n", "GET\t/a\n", "GET\t/a/{x}\t\nGET\t/a/{y}\t\n"]
)
def test_a_line_of_another_shape_and_an_endpoint_that_is_there_twice_are_errors(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "shop.tsv"
    path.write_text(text)
    with pytest.raises(SystemExit, match="is no endpoint"):
        lists.read(path)


def test_all_lists_can_be_read_and_say_what_they_were_made_from() -> None:
    paths = sorted(LISTS.glob("*.tsv"))
    assert paths
    for path in paths:
        assert lists.read(path), path
        head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        for wanted in ("repository", "commit", "framework", "how it was made"):
            assert any(line.startswith(f"# {wanted}: ") for line in head), (path, wanted)


def test_what_is_found_and_listed_is_right() -> None:
    figures = score(LISTED, Found({GET: {"shop.ts::Things.one"}, POST: {"shop.ts::setup"}}, 0, {}))
    assert (figures.listed, figures.found) == (2, 2)
    assert (figures.precision, figures.recall, figures.handlers) == (1.0, 1.0, 1.0)
    assert details(figures) == []


def test_what_the_framework_brings_may_be_found_and_need_not() -> None:
    figures = score(LISTED, Found({Key("GET", "/docs"): set(), GET: {"shop.ts::Things.one"}}, 0, {}))
    assert (figures.precision, figures.recall) == (1.0, 0.5)
    assert figures.missing == [POST]


def test_another_method_or_path_is_wrong_and_a_dynamic_endpoint_is_not_judged() -> None:
    other = Key("PUT", "/things/{}")
    figures = score(LISTED, Found({other: set(), GET: set()}, 3, {}))
    assert (figures.precision, figures.recall, figures.dynamic) == (0.5, 0.5, 3)
    assert figures.wrong == [other]


def test_another_handler_and_none_are_told() -> None:
    figures = score(LISTED, Found({GET: {"shop.ts::Things.two"}, POST: set()}, 0, {}))
    assert figures.handlers == 0.0
    assert details(figures) == [
        "handler  GET /things/{}: shop.ts::Things.two; right is shop.ts::Things.one",
        "handler  POST /things: none; right is shop.ts::",
    ]


def test_where_the_handler_is_not_in_the_project_none_is_right() -> None:
    listed = {GET: Expected("/things/:id", (), optional=False)}
    assert score(listed, Found({GET: set()}, 0, {})).handlers == 1.0
    assert score(listed, Found({GET: {"shop.ts::Things.one"}}, 0, {})).handlers == 0.0


def test_a_share_of_nothing_is_empty() -> None:
    figures = score(LISTED, Found({}, 0, {}))
    assert (figures.precision, figures.recall, figures.handlers) == (None, 0.0, None)
    assert "0.000" in row("shop", figures, {"parse": 2.0, "fingerprint": 0.1})


def test_a_project_is_indexed_elsewhere_and_its_endpoints_are_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\ndependencies = ["flask"]\n',
            "shop.py": (
                "import os\nfrom flask import Flask\nweb = Flask(__name__)\n\n\n"
                "@web.get('/things/<int:number>')\ndef thing(number): ...\n\n\n"
                "@web.get(os.environ['WHERE'])\ndef elsewhere(): ...\n"
            ),
        },
    )
    got = found.index(tmp_path)
    assert got.endpoints == {Key("GET", "/things/{}"): {"shop.py::thing"}}
    assert got.dynamic == 1
    assert got.cpu["parse"] > 0
    assert not (tmp_path / ".codegraph").exists()
