"""Every tool of the registry is there, whole, and offered on the command line and in Python."""

from __future__ import annotations

import inspect

import msgspec
import pytest

import codegraph
from codegraph.cli.app import COMMANDS
from codegraph.errors import NotFoundError
from codegraph.tools.registry import TOOLS, Tool, tool


@pytest.mark.parametrize("one", TOOLS, ids=lambda one: one.name)
def test_a_tool_has_its_parts(one: Tool) -> None:
    assert issubclass(one.request_type, msgspec.Struct)
    assert issubclass(one.response_type, msgspec.Struct)
    assert one.request_type.__struct_config__.forbid_unknown_fields
    assert one.command in COMMANDS
    parameters = list(inspect.signature(one.module.run).parameters)
    expected = (
        ["request", "progress"] if one.builds else ["request"] if one.rootless else ["index", "request"]
    )
    assert parameters[: len(expected)] == expected
    faces = (codegraph, codegraph.Codegraph)
    assert any(callable(getattr(face, one.method, None)) for face in faces)


def test_names_are_unique_and_texts_are_sentences() -> None:
    assert len({one.name for one in TOOLS}) == len(TOOLS)
    for one in TOOLS:
        assert one.summary.endswith(".")
        assert one.description.endswith(".")


def test_an_unknown_tool_is_not_found() -> None:
    with pytest.raises(NotFoundError, match="codebase_map"):
        tool("codebase_mop")
