"""How C# names what lies outside of a project: namespaces of .NET and of packages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def candidates(specifier: str, importer: str, context: Any) -> Iterable[str]:  # noqa: ARG001 (asked of all)
    """No paths: a using names a namespace or a type, never a file."""
    return ()


def external(specifier: str) -> str:
    """The FQN of a namespace outside of the project: one segment, ``ext::dotnet::System.Linq``.

    What begins with ``System`` comes with .NET, everything else with a package.
    """
    name = specifier.removeprefix("global::").strip(".")
    if not name:
        return ""
    return f"ext::{'dotnet' if name.partition('.')[0] == 'System' else 'nuget'}::{name}"
