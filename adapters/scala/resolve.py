"""How names of packages and classes of the JVM become names of externals; the project's own are found by package."""

from __future__ import annotations

from typing import Any


def candidates(specifier: str, importer: str, context: Any) -> list[str]:  # noqa: ARG001
    """No paths: packages say themselves where they belong, whatever the folder.

    Args:
        specifier: as written: ``scala.collection``, ``a.b.C``.
        importer: path of the importing file.
        context: the project's files.
    """
    return []


def external(specifier: str) -> str:
    """The FQN of a package or class outside of the project: ``ext::maven::scala.collection::Seq``.

    A package is one segment. By convention a class or object begins with a capital; what is in it follows one by one.
    """
    parts = specifier.split(".")
    at = next((place for place, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return "::".join(["ext", "maven", *filter(None, (".".join(parts[:at]), *parts[at:]))])
