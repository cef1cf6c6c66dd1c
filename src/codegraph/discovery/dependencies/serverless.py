"""Functions of services that run when they are called: the Serverless Framework's file, AWS SAM and CloudFormation."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.discovery.dependencies.reading import Reading, text_of
from codegraph.discovery.documents import Json, parse_yaml, table_in, text_in
from codegraph.discovery.paths import parent
from codegraph.model import EntryPoint

if TYPE_CHECKING:
    from codegraph.discovery.dependencies.reading import Context

_FUNCTIONS = ("AWS::Serverless::Function", "AWS::Lambda::Function")
MAX_FUNCTIONS = 1_000
"""So many functions of one file are read."""


def serverless(context: Context, path: str) -> Reading | None:
    """The functions of a ``serverless.yml``."""
    found = context.documents.load(path, parse_yaml)
    if found is None:
        return None
    functions = found.get("functions")
    tables = functions if isinstance(functions, list) else [functions]
    entries = [
        (str(name), text_in(spec, "handler"))
        for table in tables
        if isinstance(table, dict)
        for name, spec in table.items()
        if isinstance(spec, dict)
    ]
    return _reading(parent(path), entries)


def template(context: Context, path: str) -> Reading | None:
    """The functions of a template of CloudFormation."""
    found = context.documents.load(path, _template)
    if found is None:
        return None
    common = table_in(found, "Globals", "Function")
    return _reading(parent(path), list(_functions(found, common)))


def _template(text: str) -> Json:
    # Many a file of this name is something else, and no YAML at all.
    return parse_yaml(text) if any(kind in text for kind in _FUNCTIONS) else {}


def _functions(found: Json, common: Json) -> Iterator[tuple[str, str]]:
    for name, resource in table_in(found, "Resources").items():
        if isinstance(resource, dict) and resource.get("Type") in _FUNCTIONS:
            spec = {**common, **table_in(resource, "Properties")}
            yield str(name), posixpath.join(text_in(spec, "CodeUri"), text_in(spec, "Handler"))


def _reading(folder: str, functions: list[tuple[str, str]]) -> Reading:
    """Handlers by their paths from the root; what is computed, or leads out of it, is left out."""
    entries = []
    for name, handler in functions[:MAX_FUNCTIONS]:
        target = posixpath.normpath(posixpath.join(folder, handler)) if handler else ""
        if "." in posixpath.basename(target) and "$" not in target and not target.startswith(("..", "/")):
            entries.append(EntryPoint("function", text_of(name), text_of(target)))
    return Reading([], entries=tuple(entries))
