"""Addresses that clients are given after they were made: ``axios.defaults.baseURL = "/api"``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.fingerprint.trees import Expr
from codegraph.model import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegraph.fingerprint.bindings import Bindings
    from codegraph.fingerprint.client_rules import ClientBase
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.trees import File

Key = tuple[str, int, int]


class Defaults:
    """What is found in one graph.

    Attributes:
        packages: what a client that nobody makes is given in a package, by the framework and the package's row.
        made: what clients are given, by the calls that make them.
    """

    def __init__(self, sources: Sources, bindings: Bindings, externals: Externals) -> None:
        self._sources, self._bindings, self._externals = sources, bindings, externals
        self.packages: dict[tuple[str, int], Expr] = {}
        self.made: dict[Key, Expr] = {}

    def add(self, framework: str, ecosystem: str, base: ClientBase) -> None:
        """Note what the files that take in a client give it."""
        view, trees = self._sources.view, self._sources.trees
        whole = set(self._externals.rows(ecosystem, base.whole))
        importing = {use.row for row in sorted(whole) for use in view.into(row, {EdgeKind.IMPORTS})}
        makers = set(self._externals.rows(ecosystem, base.call))
        for module in sorted(importing):
            file = trees.file(module) if view.nodes["is_test"][module] is False else None
            if file is None or base.member.encode() not in file.source:
                continue
            for holder, value in _given(file, base.member):
                if self._is_whole(holder, whole):
                    self.packages.setdefault((framework, view.package(module)), value)
                    continue
                made = self._bindings.origin(holder)
                if made.file.op(made.node) in ("call", "new") and makers.intersection(
                    self._sources.called(made)
                ):
                    self.made.setdefault(made.key, value)

    def _is_whole(self, holder: Expr, whole: set[int]) -> bool:
        """Whether a name is the client itself, as its file takes it in."""
        file = holder.file
        text = file.text(holder.node)
        for line, column, kind, use in file.within(file.root):
            if kind == EdgeKind.IMPORTS and use.row in whole:
                node = file.node_at(line, column)
                if node is not None and file.text(node) == text:
                    return True
        return False


def _given(file: File, member: str) -> Iterator[tuple[Expr, Expr]]:
    """What a member is given in a file: what it is a member of, and the value."""
    stack = [file.root]
    while stack:
        node = stack.pop()
        stack.extend(reversed(node.named_children))
        shape = file.shapes.get(node.type)
        target = file.part(node, shape.name) if shape is not None and shape.op == "assign" else None
        value = file.part(node, shape.value) if shape is not None and target is not None else None
        if target is None or value is None or not file.text(target).endswith(f".{member}"):
            continue
        for _ in member.split("."):
            shape = file.shapes.get(target.type)
            inner = file.part(target, shape.object) if shape is not None and shape.op == "member" else None
            if inner is None:
                break
            target = inner
        yield Expr(file, target), Expr(file, value)
