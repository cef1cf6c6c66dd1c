"""How far an adapter goes, read from the adapter itself: its queries and its data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from codegraph.languages.adapter import QUERY_FILES, Adapter
from codegraph.model import STATEMENT_KINDS

Level = Literal["full", "part", "none"]

FEATURES = {
    "symbols": "functions, types and data",
    "imports": "what comes from other files",
    "calls": "calls and objects that are made",
    "members": "what a name behind a dot belongs to",
    "types": "declared types are followed",
    "generics": "type parameters and containers of the library",
    "overloads": "functions of one name are told apart by arguments",
    "bases": "classes and interfaces above",
    "packages": "names that files share, or modules by their path",
    "docs": "documentation",
    "decorators": "decorators, annotations, attributes",
    "statements": "statements and branches",
    "tests": "which files hold tests",
}
"""The features in the order in which they are shown, each with what it is about."""

_COMMENT = re.compile(r";[^\n]*|\"(?:\\.|[^\"\\])*\"")
_CAPTURE = re.compile(r"@([\w.]+)")
_MANY_STATEMENTS = 20


class Support(NamedTuple):
    """How far a feature goes, and what there is of it, for a reader."""

    level: Level
    detail: str


def support(adapter: Adapter) -> dict[str, Support]:
    """The level of each of ``FEATURES``."""
    captures = {
        kind: frozenset(_CAPTURE.findall(_COMMENT.sub("", adapter.queries[kind]))) for kind in QUERY_FILES
    }
    statements = statement_kinds(adapter)
    every = frozenset().union(*captures.values())
    spec = adapter.spec
    operators = {rule.op for rule in spec.expressions.values()}

    def kinds(role: str) -> list[str]:
        return sorted({name.removeprefix(role + ".") for name in every if name.startswith(role + ".")})

    symbols, imports = kinds("definition"), kinds("import")
    named = [
        kind for kind in symbols if kind not in ("lambda", "literal", "object", "object_type", "extension")
    ]
    declared = bool(every & {"returns", "type"} or spec.parts.type or spec.parts.returns or spec.docs.types)
    parameters = any(rule.type for rule in spec.parameters.values()) or bool(spec.docs.types)
    calls = sorted(every & {"call", "new"})
    holders = [name for name in ("member", "call", "index", "await") if name in operators]
    generics = [
        *(["type parameters"] if _has(every, spec.parts.type_parameters, "type_parameters") else []),
        *([f"{len(spec.containers)} containers"] if spec.containers else []),
        *([f"{len(spec.results)} functions"] if spec.results else []),
    ]
    bases = sorted(every & {"extends", "implements"})
    return {
        "symbols": _by(len(named) > 2, named),
        "imports": _by(len(imports) > 1, imports),
        "calls": _by(bool(calls) and bool(spec.members.receiver and holders), calls),
        "members": _by("call" in holders and len(holders) > 1, holders),
        "types": _by(
            declared and parameters, [*(["declarations"] * declared), *(["parameters"] * parameters)]
        ),
        "generics": _by(len(generics) > 1, generics),
        "overloads": _by(spec.members.overloads, ["by arguments"] * spec.members.overloads),
        "bases": _by(bool(bases), bases),
        "packages": _by(
            spec.units.kind != "none" or _resolves(adapter),
            [
                spec.units.kind if spec.units.kind != "none" else "files",
                *([spec.ecosystem] * bool(spec.ecosystem)),
            ],
        ),
        "docs": _by(bool(kinds("doc")), kinds("doc")),
        "decorators": _by(bool(every & {"decorator"}), ["decorators"] * ("decorator" in every)),
        "statements": _by(len(statements) >= _MANY_STATEMENTS and bool(kinds("branch")), statements),
        "tests": _by(bool(spec.tests.paths), spec.tests.paths),
    }


def statement_kinds(adapter: Adapter) -> list[str]:
    """The kinds of statements that an adapter finds, in the order of ``STATEMENT_KINDS``."""
    captures = set(_CAPTURE.findall(_COMMENT.sub("", adapter.queries["statement"])))
    found = {name.removeprefix("statement.") for name in captures if name.startswith("statement.")}
    if "return" in found:
        found.add("early_return")  # a return is found to be early when it is put in its place
    return [kind for kind in STATEMENT_KINDS if kind in found]


def _has(captures: frozenset[str], parts: list[str], name: str) -> bool:
    return bool(parts) or name in captures


def _resolves(adapter: Adapter) -> bool:
    return adapter.trusted and (adapter.folder / "resolve.py").is_file()


def _by(full: bool, found: Sequence[str]) -> Support:
    return Support("full" if full else "part" if found else "none", ", ".join(found))
