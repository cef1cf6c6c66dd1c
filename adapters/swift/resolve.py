"""Which unit a Swift file belongs to: the target of a Package.swift whose folder it lies in."""

from __future__ import annotations

from typing import Any

EVERYTHING = ""
"""The unit of files that no Package.swift speaks of: an application's project file says what is in it."""


def unit(path: str, context: Any) -> str:
    """The name of the module that a file is part of.

    Args:
        path: of the file.
        context: the project's files and settings.
    """
    known: dict[str, str] | None = context.memo.get(("swift", "targets"))
    if known is None:
        known = context.memo["swift", "targets"] = {
            folder: name
            for package in context.configs.swift_packages.values()
            for name, folder in package.modules.items()
        }
    found: str | None = context.nearest(known, path)
    return EVERYTHING if found is None else found


def candidates(specifier: str, importer: str, context: Any) -> list[str]:  # noqa: ARG001
    """No paths: an import names a module, which is a unit.

    Args:
        specifier: the name of the module.
        importer: path of the importing file.
        context: the project's files.
    """
    return []


def external(specifier: str) -> str:
    """The FQN of a module outside of the project: ``ext::swift::Foundation``."""
    return f"ext::swift::{specifier}"
