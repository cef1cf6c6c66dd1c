"""Whatever the tools are asked comes back as an answer or as an error that is documented."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import codegraph
from codegraph.errors import CodegraphError, UsageError
from codegraph.tools.index import Index
from codegraph.tools.registry import TOOLS, tool

from .trees import GOOD, MARKUP, PROMPT, TERMINAL, put

ASKED = [one.name for one in TOOLS if not one.builds]
ODD = [
    "", " ", ".", "..", "/", "::", "a::b", "//", "\0", "\x1b[31m", "\n", "\ud7ff", "\u202e", "*" * 50, "a" * 20_000,
    "../../etc/passwd", "/etc/passwd", "good/cart.py:1", "good/cart.py:999999999999999999999", "good.cart.total",
    "x:-1", "@2", "(", "(a+)+$", "[", "GET /", "HEAD~1", "--output=x", "good/cart.py::total@1", "0", "-1", "1e999",
    "NaN", "null", "L3_Symbol", "All", "eyJhIjoxfQ==", TERMINAL, MARKUP, PROMPT,
    "'; DROP TABLE nodes; --", '" OR "', "NEAR(",
]  # fmt: skip
WORDS = st.sampled_from(ODD) | st.text(max_size=30)
NUMBERS = st.sampled_from(
    [0, 1, -1, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, 1e308, float("inf"), float("nan")]
)
VALUES = st.recursive(
    WORDS | NUMBERS | st.booleans() | st.none() | st.integers(-5, 50),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """A small project, opened."""
    root = tmp_path_factory.mktemp("fuzzed").resolve()
    for path, text in GOOD.items():
        put(root, path, text)
    codegraph.index(root, embeddings=False).close()
    return Index.open(root)


@st.composite
def requests(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Parameters of a tool: some as they should be, some of any kind."""
    fields = msgspec.structs.fields(tool(name).request_type)
    given: dict[str, Any] = {}
    for field in fields:
        if field.required or draw(st.integers(0, 3)) == 0:
            given[field.encode_name] = draw(WORDS if draw(st.booleans()) else VALUES)
    return given


def ask(index: Index, name: str, arguments: dict[str, Any]) -> bytes | None:
    """The answer as JSON, or None for an error that is documented."""
    one = tool(name)
    try:
        request = msgspec.convert(arguments, one.request_type, strict=False)
    except msgspec.ValidationError:
        return None
    try:
        return msgspec.json.encode(
            one.module.run(request) if one.rootless else one.module.run(index, request)
        )
    except CodegraphError as found:
        error = found
    assert len(error.message.splitlines()) == 1
    return None


@pytest.mark.parametrize("name", ASKED)
@FEW
@given(data=st.data())
def test_any_question_has_an_answer_or_a_documented_error(
    index: Index, name: str, data: st.DataObject
) -> None:
    found = ask(index, name, data.draw(requests(name)))
    assert found is None or isinstance(msgspec.json.decode(found), dict)


@pytest.mark.parametrize("level", ["\n", "a\r\nb", "a\u2028b", "a\x85b"])
def test_an_error_is_one_line_whatever_was_asked(index: Index, level: str) -> None:
    with pytest.raises(UsageError) as error:
        index_map(index, level)
    assert len(error.value.message.splitlines()) == len(str(error.value).splitlines()) == 1


def index_map(index: Index, level: str) -> Any:
    """A map at a level that there is not."""
    one = tool("codebase_map")
    return one.module.run(index, msgspec.convert({"level": level}, one.request_type))
