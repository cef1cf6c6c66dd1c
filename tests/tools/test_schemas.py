"""The tools' interface in all three faces, as it was agreed upon: a change here is a change for every user.

``pytest tests/tools/test_schemas.py --snapshot-update`` takes a change over.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import codegraph
from codegraph.cli.app import _load
from codegraph.errors import (
    AmbiguousError,
    BusyError,
    NotFoundError,
    NotIndexedError,
    UsageError,
    error_object,
)
from codegraph.mcp.schemas import input_schema, output_schema
from codegraph.mcp.wording import describe
from codegraph.tools.registry import TOOLS, Tool

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

NAMES = [
    "index_codebase",
    "incremental_reindex",
    "index_status",
    "is_path_indexed",
    "codebase_map",
    "package_summary",
    "symbol_detail",
    "symbol_source",
    "codebase_search",
    "dependency_graph",
    "sub_graph",
    "flow_trace",
    "impact_analysis",
    "complexity_report",
    "statement_query",
]
PAGED = [one for one in TOOLS if "cursor" in one.request_type.__struct_fields__]


def command_line(one: Tool) -> list[str]:
    """The command's arguments and options, each with its type and default."""
    found = []
    for param in _load(one.command).params:
        # Path stands in another module from Python to Python, and is written in another way on Windows.
        kind = inspect.formatannotation(param.type_descriptor.annotation).replace(
            "pathlib._local.", "pathlib."
        )
        default = str(param.default) if isinstance(param.default, Path) else param.default
        names = "/".join([*param.opts, *param.secondary_opts])
        found.append(f"{names}: {kind} = {default!r}")
    return sorted(found)


def python_call(one: Tool) -> str:
    """The signature of the function or method."""
    found = getattr(codegraph.Codegraph, one.method, None) or getattr(codegraph, one.method)
    return f"{one.method}{inspect.signature(found)}"


def fields(schema: dict[str, Any]) -> dict[str, str]:
    """Each parameter with its type and default, in words."""
    required = schema.get("required", [])
    defaults = {
        name: "" if name in required else f" = {rule.get('default')!r}"
        for name, rule in schema["properties"].items()
    }
    return {name: f"{kind_of(rule)}{defaults[name]}" for name, rule in schema["properties"].items()}


def kind_of(rule: dict[str, Any]) -> str:
    """A type of a schema in words."""
    if "$ref" in rule:
        return str(rule["$ref"].rpartition("/")[2])
    if "anyOf" in rule:
        return " | ".join(kind_of(one) for one in rule["anyOf"])
    if rule.get("type") == "array":
        return f"[{kind_of(rule.get('items') or {})}]" if isinstance(rule.get("items"), dict) else "[...]"
    if rule.get("type") == "object" and isinstance(rule.get("additionalProperties"), dict):
        return f"{{{kind_of(rule['additionalProperties'])}}}"
    return str(rule.get("type", "any"))


def test_there_are_the_fifteen_and_no_more() -> None:
    assert sorted(one.name for one in TOOLS) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_interface_is_as_agreed(name: str, snapshot: SnapshotAssertion) -> None:
    one = next(tool for tool in TOOLS if tool.name == name)
    answer = output_schema(name)
    parts = answer.get("$defs", {})
    assert {
        "request": fields(input_schema(name)),
        "answer": fields(answer),
        "parts": {part: fields(rule) for part, rule in parts.items() if "properties" in rule},
        "command": command_line(one),
        "python": python_call(one),
    } == snapshot


@pytest.mark.parametrize("one", TOOLS, ids=lambda one: one.name)
def test_each_parameter_is_described_and_each_schema_is_whole(one: Tool) -> None:
    for name in input_schema(one.name)["properties"]:
        assert name in ("root", "token_budget") or describe(one.name, name), name
    for schema in (input_schema(one.name), output_schema(one.name)):
        assert schema["type"] == "object"
        text = msgspec.json.encode(schema).decode()
        for part in schema.get("$defs", {}):
            assert f"#/$defs/{part}" in text
        assert all(f"#/$defs/{ref}" in text for ref in schema.get("$defs", {}))


@pytest.mark.parametrize("one", PAGED, ids=lambda one: one.name)
def test_each_list_answer_can_be_paged(one: Tool) -> None:
    assert {"total", "truncated", "limit", "cursor"} <= set(one.response_type.__struct_fields__)


@pytest.mark.parametrize("one", [one for one in TOOLS if one.read_only], ids=lambda one: one.name)
def test_each_read_says_whether_the_index_is_behind(one: Tool) -> None:
    assert {"stale", "refreshed_files"} <= set(one.response_type.__struct_fields__)


@pytest.mark.parametrize("one", TOOLS, ids=lambda one: one.name)
def test_all_faces_take_the_same_names(one: Tool) -> None:
    found = getattr(codegraph.Codegraph, one.method, None) or getattr(codegraph, one.method)
    known = {field.encode_name for field in msgspec.structs.fields(one.request_type)}
    others = {"self", "path", "progress", "settings", "root", "source", "target", "level", "journal", "key"}
    taken = set(inspect.signature(found).parameters) - others
    assert taken <= known, taken - known


def test_errors_are_one_object_in_every_face() -> None:
    for error in (
        NotFoundError("m", ["a"]),
        AmbiguousError("m", ["a"]),
        UsageError("m"),
        NotIndexedError("m"),
        BusyError("m"),
    ):
        assert set(error_object(error)) == {"code", "message", "suggestions"}
    codes = [
        error_object(e("m"))["code"]
        for e in (NotFoundError, AmbiguousError, UsageError, NotIndexedError, BusyError)
    ]
    assert codes == ["not_found", "ambiguous", "invalid_argument", "not_indexed", "busy"]
