"""What may be found: filters are applied before anything is ranked or cut."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from codegraph.globs import path_matcher
from codegraph.model import Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

Accept = Callable[[int], bool]


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Conditions that a hit has to meet, all of them; an empty one holds for every node.

    Attributes:
        kinds: node kinds.
        levels: levels; statements are never searched.
        languages: languages of the file.
        packages: name, FQN or folder of a package that the node lies in, however deep.
        paths: a file, a folder, or a glob over the whole path (``*`` stays in a folder, ``**`` does not).
        tags: tags of frameworks and roles, one of which a node must have (``http-endpoint``, ``nestjs``).
        tests: False leaves tests out, True leaves only them.
    """

    kinds: Collection[str] = ()
    levels: Collection[int] = ()
    languages: Collection[str] = ()
    packages: Collection[str] = ()
    paths: Sequence[str] = ()
    tags: Collection[str] = ()
    tests: bool | None = None

    def accept(self, view: GraphView) -> Accept:
        """A function that tells of a row whether it may be found."""
        conditions: list[Accept] = [lambda row: view.level(row) <= Level.SYMBOL]
        if self.kinds:
            kinds = {kind.lower() for kind in self.kinds}
            conditions.append(lambda row: view.kind(row) in kinds)
        if self.levels:
            levels = {int(level) for level in self.levels}
            conditions.append(lambda row: view.level(row) in levels)
        if self.languages:
            languages = {language.lower() for language in self.languages}
            conditions.append(lambda row: view.language(row) in languages)
        if self.paths:
            in_paths = cache(path_matcher(self.paths))
            conditions.append(lambda row: in_paths(view.path(row)))
        if self.packages:
            in_packages = _package_condition(view, frozenset(self.packages))
            conditions.append(lambda row: in_packages(view.package(row)))
        if self.tags:
            wanted_tags = frozenset(tag.lower() for tag in self.tags)
            conditions.append(lambda row: not wanted_tags.isdisjoint(view.tags(row)))
        if self.tests is not None:
            wanted = self.tests
            conditions.append(lambda row: view.is_test(row) is wanted)
        return lambda row: all(condition(row) for condition in conditions)


def _package_condition(view: GraphView, wanted: frozenset[str]) -> Accept:
    @cache
    def inside(package: int) -> bool:
        seen = {-1}
        while package not in seen:
            if not wanted.isdisjoint((view.name(package), view.fqn(package), view.path(package))):
                return True
            seen.add(package)
            above = view.parent(package)
            package = view.package(above) if above >= 0 else -1
        return False

    return inside
