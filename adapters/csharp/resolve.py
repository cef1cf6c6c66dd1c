"""How C# names what lies outside of a project: namespaces of .NET and of packages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def candidates(specifier: str, importer: str, context: Any) -> Iterable[str]:  # noqa: ARG001 (asked of all)
    """No paths: a using names a namespace or a type, never a file."""
    return ()


def implied(importer: str, context: Any) -> Iterable[str]:
    """The namespaces that a project uses in all of its files: ``Using`` items of project files, implicit usings."""
    project = context.nearest(context.configs.dotnet_projects, importer)
    return [using.namespace for using in project.usings if not using.alias] if project is not None else ()


def external(specifier: str) -> str:
    """The FQN of a namespace outside of the project: one segment, ``ext::dotnet::System.Linq``.

    What begins with ``System`` comes with .NET, everything else with a package.
    """
    name = specifier.removeprefix("global::").strip(".")
    if not name:
        return ""
    return f"ext::{'dotnet' if name.partition('.')[0] == 'System' else 'nuget'}::{name}"
