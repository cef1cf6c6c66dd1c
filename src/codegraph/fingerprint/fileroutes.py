"""Routes that a framework finds by where a file lies: ``app/users/[id]/route.ts``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from codegraph.fingerprint.globs import fits
from codegraph.model import Confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codegraph.fingerprint.endpoints import Route
    from codegraph.fingerprint.reexports import Exported
    from codegraph.fingerprint.schema import Framework, Rule
    from codegraph.fingerprint.view import View


class FileRoute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a file's path is the path of a route.

    Args:
        root: folders below which paths begin; the first one that a file lies in counts.
        ends: globs of names that the last part has where it adds nothing (``index``, ``route``).
        hidden: globs of parts that are no part of the path (``(shop)``).
        split: what separates parts in a file's name, beside folders (``.``).
        mark: what a parameter begins with, where paths do not have it as it is (``$id`` is ``:id``).
    """

    root: list[str]
    ends: list[str] = []
    hidden: list[str] = []
    split: str = ""
    mark: str = ""


def path_of(file: str, rule: FileRoute) -> str | None:
    """The path of the route that a file in a package has; None for a file outside of all roots.

    >>> path_of("app/(shop)/users/[id]/route.ts", FileRoute(["app"], ["route"], ["(*)"]))
    '/users/[id]'
    >>> path_of("app/routes/notes.$id.tsx", FileRoute(["app/routes"], split=".", mark="$"))
    '/notes/:id'
    """
    root = next((root for root in rule.root if file.startswith(f"{root}/")), None)
    if root is None:
        return None
    *folders, name = file[len(root) + 1 :].split("/")
    name = name.rpartition(".")[0] or name
    last = name.split(rule.split) if rule.split else [name]
    if fits(rule.ends, last[-1]):
        last.pop()
    parts = [part for part in (*folders, *last) if not fits(rule.hidden, part)]
    return "/" + "/".join(_shown(part, rule.mark) for part in parts)


def _shown(part: str, mark: str) -> str:
    if not mark or not part.startswith(mark):
        return part
    return f":{part.removeprefix(mark)}" if part != mark else "*"


def route_of(
    framework: Framework,
    rule: Rule,
    view: View,
    row: int,
    file: str,
    evidence: str,
    exported: Exported | None = None,
) -> Route | None:
    """The route that a definition answers by the file that it stands in; None for a file outside of all roots.

    Args:
        framework: the framework.
        rule: the rule.
        view: the graph.
        row: the definition, or the file where that only exports it.
        file: its path in its package.
        evidence: what lets the rule go by names there.
        exported: how the file exports it.
    """
    from codegraph.fingerprint.endpoints import Route
    from codegraph.fingerprint.routers import Prefix

    endpoint = rule.endpoint
    path = path_of(file, endpoint.file) if endpoint is not None and endpoint.file is not None else None
    if endpoint is None or path is None:
        return None
    nodes = view.nodes
    methods: Sequence[str] = endpoint.methods if isinstance(endpoint.methods, list) else []
    return Route(
        framework=framework.framework,
        evidence=evidence,
        place=row,
        line=nodes["line"][row] if exported is None else exported.line,
        column=nodes["column"][row] if exported is None else exported.column,
        site=None,
        handler=row if exported is None else exported.row,
        confidence=Confidence.INFERRED,
        methods=methods or [(nodes["name"][row] if exported is None else exported.name).upper()],
        paths=[path],
        prefixes=[Prefix()],
        passes=[[]],
        inline=None,
        rules=framework.prefix,
    )
