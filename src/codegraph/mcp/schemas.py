"""The JSON schemas of the tools, made from their structs: what goes in, what comes out."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from codegraph.mcp.wording import BUDGET, ROOT, describe
from codegraph.tools.registry import Tool, tool

DEFAULT_BUDGET = 12_000
"""Tokens of an answer where nothing else is asked for, as the bundled tokenizer counts: 20 KB of JSON."""
LEAST_BUDGET, MOST_BUDGET = 500, 100_000
HIDDEN = frozenset({"settings", "wait"})
"""Parameters that agents are not given: settings say where code is sent, which is for people to decide."""

_COMMON: dict[str, dict[str, Any]] = {
    "root": {"type": "string", "default": "", "description": ROOT},
    "token_budget": {
        "type": "integer",
        "default": DEFAULT_BUDGET,
        "minimum": LEAST_BUDGET,
        "maximum": MOST_BUDGET,
        "description": BUDGET,
    },
}


@lru_cache
def input_schema(name: str) -> dict[str, Any]:
    """The schema of a tool's arguments: those of its request, a root where one is needed, and the budget."""
    one = tool(name)
    schema = _flat(one.request_type)
    properties = {
        word: {**_plain(rule), **_described(one, word)}
        for word, rule in schema["properties"].items()
        if word not in HIDDEN
    }
    taken = {"root"} if one.builds or one.rootless else set()
    properties |= {word: dict(rule) for word, rule in _COMMON.items() if word not in taken}
    return {**schema, "properties": properties, "additionalProperties": False}


@lru_cache
def output_schema(name: str) -> dict[str, Any]:
    """The schema of a tool's answer."""
    return _without_prose(_flat(tool(name).response_type))  # type: ignore[no-any-return]


def _described(one: Tool, parameter: str) -> dict[str, str]:
    text = describe(one.name, parameter)
    return {"description": text} if text else {}


def _flat(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of a struct with the struct itself at the top, as MCP wants it."""
    (top,), parts = msgspec.json.schema_components([struct], ref_template="#/$defs/{name}")
    own = parts.pop(top["$ref"].rpartition("/")[2]) if "$ref" in top else top
    return {
        "type": "object",
        "properties": own.get("properties", {}),
        "required": own.get("required", []),
        **({"$defs": dict(sorted(parts.items()))} if parts else {}),
    }


def _plain(rule: dict[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in rule.items()}


def _without_prose(schema: Any) -> Any:
    """A schema without what only people read: agents pay for every word."""
    if isinstance(schema, list | tuple):
        return [_without_prose(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _without_prose(value) for key, value in schema.items() if key not in ("title", "default")}
    if "type" in kept and isinstance(kept.get("description"), str):
        del kept["description"]
    return kept
