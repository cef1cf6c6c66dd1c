"""What rules do to a graph."""

from __future__ import annotations

import json

from codegraph.fingerprint import Rules, apply, fingerprint
from codegraph.fingerprint.schema import read_framework
from codegraph.model import NODE_COLUMNS
from tests.fingerprint.reading import framework, look, registry, resolved, rules

FLASK = """
from flask import Flask, Blueprint
app = Flask(__name__)

@app.get("/a")
def first(): ...

@app.post("/a")
@app.get("/a")
def second(): ...
"""


def test_an_endpoint_is_a_node_with_an_edge_to_its_handler() -> None:
    graph = look(FLASK).whole()
    nodes, edges = graph.nodes, graph.edges
    assert nodes["fqn"] == sorted(nodes["fqn"])
    row = nodes["fqn"].index("p::example::POST /a")
    shown = {column.name: nodes[column.name][row] for column in NODE_COLUMNS}
    assert shown | {"id": 0, "attributes": ""} == {
        **{column.name: shown[column.name] for column in NODE_COLUMNS},
        "id": 0,
        "attributes": "",
        "fqn": "p::example::POST /a",
        "name": "POST /a",
        "level": 3,
        "kind": "endpoint",
        "language": "python",
        "path": "example.py",
        "line": 7,
        "column": 1,
        "start_line": 7,
        "end_line": 7,
        "parent": nodes["fqn"].index("p::example"),
        "signature": "POST /a",
        "tags": ["flask"],
    }
    source = FLASK.lstrip("\n")
    assert source[shown["start_byte"] : shown["end_byte"]] == 'app.post("/a")'
    assert json.loads(shown["attributes"]) == {
        "framework": "flask",
        "method": "POST",
        "path": "/a",
        "evidence": "ext::pypi::flask::Flask::post",
    }
    named = [
        (nodes["fqn"][src], kind, nodes["fqn"][dst], confidence, rule, list(sites))
        for src, kind, dst, confidence, rule, sites in zip(
            *(edges[name] for name in ("src", "kind", "dst", "confidence", "rule", "sites")), strict=True
        )
        if src == row or dst == row
    ]
    assert named == [
        ("p::example", "contains", "p::example::POST /a", "certain", "contains", []),
        ("p::example::POST /a", "handles", "p::example::second", "inferred", "route", [7, 1]),
    ]


def test_a_second_endpoint_of_the_same_name_in_a_file_is_numbered_in_order_of_position() -> None:
    found = look(FLASK).found
    assert [(node["fqn"], node["line"]) for node in found.nodes] == [
        ("p::example::GET /a", 4),
        ("p::example::POST /a", 7),
        ("p::example::GET /a@2", 8),
    ]
    assert [(edge["src"], edge["dst"]) for edge in found.edges][-1] == (
        "p::example::GET /a@2",
        "p::example::second",
    )


def test_a_handler_says_what_it_answers_and_by_which_evidence() -> None:
    shown = look(FLASK)
    assert shown.tags["example::second"] == ["flask", "http-endpoint", "http-get", "http-post"]
    assert shown.attributes("example::second") == {
        "evidence": ["ext::pypi::flask::Flask::get", "ext::pypi::flask::Flask::post"],
        "routes": ["POST /a", "GET /a"],
    }


def test_what_a_rule_reads_becomes_an_attribute_when_it_is_literal() -> None:
    shown = look(
        """
        import { MessagePattern, EventPattern } from '@nestjs/microservices';
        import { TOPIC } from './topics';
        class Orders {
          @MessagePattern({ cmd: 'make' })
          make() {}

          @EventPattern(['made', 'paid'])
          made() {}

          @EventPattern(TOPIC)
          other() {}
        }
        """,
        "typescript",
    )
    assert shown.attributes("example.ts::Orders::made")["pattern"] == ["made", "paid"]
    assert "pattern" not in shown.attributes("example.ts::Orders::other")
    assert shown.tags["example.ts::Orders::other"] == ["message-handler", "nestjs"]


def test_applying_keeps_every_other_column_as_it_is() -> None:
    shown = look(FLASK)
    after = apply(shown.graph, shown.found)
    assert after.edges is shown.graph.edges
    changed = [name for name in after.nodes if after.nodes[name] is not shown.graph.nodes[name]]
    assert changed == ["tags", "attributes"]
    assert shown.graph.nodes["tags"] == [[]] * len(shown.graph.nodes["tags"])
    nothing = look("x = 1\n")
    assert apply(nothing.graph, nothing.found) is nothing.graph


def test_files_without_routes_are_not_read() -> None:
    files = {
        "a.py": "from flask_login import login_required\n@login_required\ndef a(): ...\n",
        "b.py": "from flask import Flask\napp = Flask(__name__)\n@app.get('/')\ndef b(): ...\n",
    }
    read = []

    def source_of(path: str) -> bytes:
        read.append(path)
        return files[path].encode()

    found = resolved(files)
    fingerprint(found.graph, rules(), registry=registry(), source_of=source_of)
    assert set(read) == {"b.py"}


def test_a_file_that_has_changed_or_gone_since_gives_routes_without_a_path() -> None:
    files = {"b.py": "from flask import Flask\napp = Flask(__name__)\n@app.route('/')\ndef b(): ...\n"}

    def gone(path: str) -> bytes:
        raise FileNotFoundError(path)

    for source_of in (gone, lambda path: b"", lambda path: b"\n\n@app.route[0]\n"):
        found = resolved(files)
        prints = fingerprint(found.graph, rules(), registry=registry(), source_of=source_of)
        assert [node["name"].split()[1:] for node in prints.nodes] == [["…"]]
        assert json.loads(prints.nodes[0]["attributes"])["dynamic"] is True
        assert json.loads(prints.nodes[0]["attributes"])["path"] == ""


def test_a_decorator_whose_result_is_called_again_is_not_read_as_the_call() -> None:
    shown = look(
        """
        from fastapi import APIRouter
        @APIRouter().get("/a")
        def a(): ...
        """
    )
    assert shown.endpoints == ["GET …"]


def test_a_router_that_is_taken_in_twice_has_both_paths() -> None:
    shown = look(
        """
        from fastapi import APIRouter, FastAPI
        app = FastAPI()
        items = APIRouter(prefix="/items")
        app.include_router(items, prefix="/v1")
        app.include_router(items, prefix="/v2")

        @items.get("/")
        def all(): ...
        """
    )
    assert shown.endpoints == ["GET /v1/items/", "GET /v2/items/"]
    assert shown.attributes("example::all")["routes"] == ["GET /v1/items/", "GET /v2/items/"]


def test_routers_that_take_in_each_other_end() -> None:
    shown = look(
        """
        from fastapi import APIRouter
        a = APIRouter(prefix="/a")
        b = APIRouter(prefix="/b")
        a.include_router(b)
        b.include_router(a)

        @a.get("/x")
        def x(): ...
        """
    )
    assert shown.endpoints == ["GET /b/a/x"]


def test_a_router_that_may_have_either_of_two_prefixes_has_the_routes_of_both() -> None:
    shown = look(
        """
        from fastapi import APIRouter
        if DEBUG:
            router = APIRouter(prefix="/debug")
        else:
            router = APIRouter()

        @router.get("/x")
        def x(): ...
        """
    )
    assert shown.endpoints == ["GET /debug/x", "GET /x"]


def test_a_local_router_is_not_mistaken_for_one_of_the_module() -> None:
    shown = look(
        """
        from fastapi import APIRouter
        router = APIRouter(prefix="/outer")

        def build():
            router = APIRouter(prefix="/inner")

            @router.get("/x")
            def x(): ...

        @router.get("/x")
        def y(): ...
        """
    )
    assert shown.endpoints == ["GET /inner/x", "GET /outer/x"]


def test_a_router_that_comes_in_as_a_parameter_has_an_unknown_prefix() -> None:
    shown = look(
        """
        from fastapi import APIRouter

        def register(router: APIRouter):
            @router.get("/x")
            def x(): ...
        """
    )
    assert shown.endpoints == ["GET …/x"]


def test_names_with_marks_of_their_own_do_not_break_names_of_nodes() -> None:
    shown = look(
        """
        from flask import Flask
        app = Flask(__name__)

        @app.get("/a::b#c")
        def a(): ...
        """
    )
    assert [(node["fqn"], node["name"]) for node in shown.found.nodes] == [
        ("p::example::GET /a:b%23c", "GET /a::b#c")
    ]


def test_a_class_derives_through_classes_of_the_project_and_its_own_files() -> None:
    shown = look(
        """
        // file: base.ts
        import { PipeTransform } from '@nestjs/common';
        export abstract class Base implements PipeTransform { abstract transform(value: string): string; }
        // file: trim.ts
        import { Base } from './base';
        export class Trim extends Base { transform(value: string) { return value; } }
        export class Upper extends Trim {}
        """,
        "typescript",
    )
    assert shown.tags == {
        name: ["nestjs", "pipe"] for name in ("base.ts::Base", "trim.ts::Trim", "trim.ts::Upper")
    }


def test_wildcards_in_rules_work_like_names() -> None:
    mine = framework(
        """
        [[rule]]
        tags = ["event-handler"]
        when = { decorator = ["bus::Bus::on_*"] }
        """
    )
    code = """
    from bus import Bus
    line = Bus()

    @line.on_start
    def start(): ...

    @line.off
    def stop(): ...
    """
    assert look(code, chosen=Rules((mine,))).tags == {"example::start": ["event-handler", "mine"]}


def test_the_same_sources_give_the_same_rows_in_the_same_order() -> None:
    assert look(FLASK).found == look(FLASK).found


MARKS = """
framework = "mine"
language = "java"
ecosystem = "maven"
[[rule]]
tags = ["service"]
when.decorator = ["a::Service"]
"""
MARKED = """
// file: Own.java
import a.Service;
@Service @interface Own {}
// file: Twice.java
@Own @interface Twice {}
// file: Plain.java
@interface Plain {}
// file: Uses.java
import a.Service;
@Twice class One {}
@Plain class Two { void take(@Service int it) {} }
"""


def test_what_a_decorator_of_the_project_carries_counts_where_decorators_compose() -> None:
    composed = Rules((read_framework(f"composed = true\n{MARKS}", "mine.toml"),))
    assert sorted(look(MARKED, "java", composed).tags) == [
        "Own::Own",
        "Twice::Twice",
        "Uses::One",
        "Uses::Two::take",
    ]
    plain = Rules((read_framework(MARKS, "mine.toml"),))
    assert sorted(look(MARKED, "java", plain).tags) == ["Own::Own", "Uses::Two::take"]


def test_a_decorator_of_the_project_counts_as_the_one_that_it_derives_from() -> None:
    mine = Rules((read_framework(MARKS.replace("java", "csharp").replace("maven", "nuget"), "mine.toml"),))
    shown = look(
        """
        using a;
        class Mine : Service {}
        [Mine] class One {}
        class Other {}
        [Other] class Two {}
        """,
        "csharp",
        mine,
    )
    assert shown.tags == {"example.cs::One": ["mine", "service"]}
