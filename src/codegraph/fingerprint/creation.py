"""References to what a language calls by itself when classes are made: hooks for heirs and fields, metaclasses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, EdgeKind, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View
    from codegraph.languages.spec.names import Creation

MADE: Final = "class-creation"
"""Rule of a reference to what is called as the class is made; a function around that class has it, too."""
INSTANCE: Final = "instance-creation"
"""Rule of a reference to what is called as the class makes an instance."""


class Hooks:
    """Answers for one graph.

    Args:
        view: the graph.
        creations: what each language calls by itself.
    """

    def __init__(self, view: View, creations: Mapping[str, Creation]) -> None:
        self._view = view
        self._creations = {name: one for name, one in creations.items() if one != type(one)()}

    def edges(self) -> Iterator[tuple[int, int, str]]:
        """Classes and functions, what they call by making a class or instance, and the rule; each once, in no order."""
        if not self._creations:
            return
        view, seen = self._view, set[tuple[int, int, str]]()
        for class_, hook, rule in self._found():
            around = view.nodes["parent"][class_]
            sources = (
                [class_, around] if rule == MADE and around >= 0 and view.is_callable(around) else [class_]
            )
            for source in sources:
                edge = (source, hook, rule)
                if edge not in seen:
                    seen.add(edge)
                    yield edge

    def _found(self) -> Iterator[tuple[int, int, str]]:
        nodes = self._view.nodes
        heirs = {(language, name) for language, one in self._creations.items() for name in one.heirs}
        fields = {(language, name) for language, one in self._creations.items() for name in one.fields}
        names = {name for _, name in heirs | fields}
        for row in [row for row, name in enumerate(nodes["name"]) if name in names] if names else ():
            name = nodes["name"][row]
            if nodes["kind"][row] in CALLABLE_KINDS:
                owner, key = nodes["parent"][row], (nodes["language"][row], name)
                if owner < 0 or nodes["kind"][owner] not in TYPE_KINDS:
                    continue
                if key in heirs:
                    yield from ((heir, row, MADE) for heir in self._heirs(owner, name))
                if key in fields:
                    yield from ((class_, row, MADE) for class_ in self._with_field(owner, name))
        for language, one in sorted(self._creations.items()):
            yield from self._by_metaclasses(language, one)

    def _heirs(self, owner: int, name: str) -> Iterator[int]:
        """The classes that derive from one, but for those behind a class with a hook of its own."""
        view = self._view
        queue, seen = [owner], {owner}
        for current in queue:
            for child in view.derived(current):
                if child not in seen:
                    seen.add(child)
                    yield child
                    if view.row(f"{view.fqns[child]}::{name}") < 0:
                        queue.append(child)

    def _with_field(self, owner: int, name: str) -> Iterator[int]:
        """The classes in which an instance of a class, or of its heirs, is a field or decorates one."""
        view = self._view
        for type_ in (owner, *view.descendants(owner, name)):
            for use in view.into(type_, {EdgeKind.INSTANTIATES}):
                if view.is_type(use.row):
                    yield use.row
            for use in view.into(type_, {EdgeKind.DECORATES}):
                above = view.nodes["parent"][use.row]
                if above >= 0 and view.is_type(above):
                    yield above

    def _by_metaclasses(self, language: str, one: Creation) -> Iterator[tuple[int, int, str]]:
        view = self._view
        roots = [row for fqn in one.metaclasses if (row := view.row(fqn)) >= 0]
        makers = sorted({maker for root in roots for maker in view.descendants(root)})
        known = {*roots, *makers}
        for maker in makers:
            members = [(name, MADE) for name in one.made] + [(name, INSTANCE) for name in one.instances]
            hooks = [(row, rule) for name, rule in members if (row := view.member(maker, name)) >= 0]
            for use in view.into(maker, {EdgeKind.REFERENCES}) if hooks else ():
                head = use.row not in known and view.is_type(use.row) and self._in_head(use.row, use.sites)
                if head and view.nodes["language"][use.row] == language:
                    made = [use.row, *view.descendants(use.row)]
                    yield from ((class_, hook, rule) for class_ in made for hook, rule in hooks)

    def _in_head(self, class_: int, sites: list[tuple[int, int]]) -> bool:
        """Whether something is named in a class before the first of its members."""
        nodes, view = self._view.nodes, self._view
        members = (row for row in view.children(class_) if nodes["kind"][row] != NodeKind.EXTERNAL)
        body = min(((nodes["start_line"][row], nodes["column"][row]) for row in members), default=None)
        return body is None or any(site < body for site in sites)
