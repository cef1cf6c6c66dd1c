"""Which file ``source`` means: a path from the folder of the script or from above it."""

from __future__ import annotations

import re
from posixpath import normpath
from typing import Any

UNKNOWN = re.compile(r".*(?:[)}`]|\$\w+)", re.DOTALL)
ENDINGS = ("", ".sh", ".bash")


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Paths that a sourced file may have, the best first.

    What a script computes (``$(dirname "$0")``, ``$DIR``) is most often a folder of the project: what follows is looked
    for in the script's folder, in those above, and then anywhere, if there is only one file with that path.

    Args:
        specifier: as written, without spaces.
        importer: path of the script.
        context: the project's files.
    """
    computed = UNKNOWN.match(specifier)
    path = (specifier[computed.end() :] if computed else specifier).strip("\"'")
    if computed and not path.startswith(("/", ".")):
        return []
    path = path.lstrip("/") if computed else path
    if not path or path.startswith("/"):
        return []
    found = []
    folder = importer.rpartition("/")[0]
    while True:
        options = (normpath(f"{folder}/{path}" if folder else path) + ending for ending in ENDINGS)
        found += [option for option in options if context.exists(option)]
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    return found or _anywhere(normpath(path).lstrip("./"), context)


def _anywhere(path: str, context: Any) -> list[str]:
    """The one file whose path ends like this; none where several do."""
    name = path.rpartition("/")[2]
    known: dict[str, list[str]] | None = context.memo.get(("bash", "names"))
    if known is None:
        known = context.memo["bash", "names"] = _by_name(context)
    found = [
        file
        for ending in ENDINGS
        for file in known.get(name + ending, ())
        if f"/{file}".endswith(f"/{path}{ending}")
    ]
    return found if len(found) == 1 else []


def _by_name(context: Any) -> dict[str, list[str]]:
    known: dict[str, list[str]] = {}
    for file in sorted(context.files):
        known.setdefault(file.rpartition("/")[2], []).append(file)
    return known


def external(specifier: str) -> str:  # noqa: ARG001
    """No name outside of the project: what is sourced is a file."""
    return ""
