"""What agents can read without calling a tool: the map, packages and symbols, as JSON under ``codegraph://``."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from codegraph.errors import NotFoundError

SCHEME = "codegraph://"
MAP = f"{SCHEME}map"
CHANGES = f"{SCHEME}changes"
"""What the last refresh of each project changed."""
_SAFE = ":"
MOST_PACKAGES = 100


class Template(NamedTuple):
    """A sort of resources: how their addresses look, and the tool that answers."""

    name: str
    uri: str
    title: str
    description: str


TEMPLATES = (
    Template(
        "symbol",
        f"{SCHEME}symbol/{{fqn}}",
        "Symbol",
        "What a symbol is, with members, bases, callers and callees; its name percent-encoded.",
    ),
    Template(
        "package",
        f"{SCHEME}package/{{fqn}}",
        "Package",
        "What a package is, offers and depends on; its name percent-encoded.",
    ),
    Template("source", f"{SCHEME}source/{{fqn}}", "Source", "The text of a symbol or file."),
)


def uri_of(kind: str, fqn: str) -> str:
    """The address of a symbol or package."""
    return f"{SCHEME}{kind}/{quote(fqn, safe=_SAFE)}"


def call_for(uri: str) -> tuple[str, dict[str, Any]]:
    """The tool that answers for an address, and its arguments.

    Raises:
        NotFoundError: there is no such resource.
    """
    if uri == MAP:
        return "codebase_map", {"level": "L1_Package", "include_metrics": True, "folder_depth": 2}
    kind, _, rest = uri.removeprefix(SCHEME).partition("/")
    name = unquote(rest)
    if uri.startswith(SCHEME) and name:
        if kind == "symbol":
            return "symbol_detail", {"fqn": name, "expand": ["All"], "include_body_metrics": True}
        if kind == "package":
            return "package_summary", {"fqn": name}
        if kind == "source":
            return "symbol_source", {"fqn": name, "mode": "FullSpan", "max_lines": 400}
    known = ", ".join([MAP, CHANGES, *(template.uri for template in TEMPLATES)])
    raise NotFoundError(f"there is no resource {uri}; known are {known}")
