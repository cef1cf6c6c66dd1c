"""Finds out which imports belong to which declared dependencies, and what is left over on either side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.dependencies.usage import Usage, Use, by_key

if TYPE_CHECKING:
    from codegraph.dependencies.rules import Rule
    from codegraph.model import Declaration


class Package(NamedTuple):
    """A package: its row in the graph, its name and folder, and what it declares."""

    row: int
    fqn: str
    path: str
    declaration: Declaration


class Matched(NamedTuple):
    """What matching found for one ecosystem."""

    credits: dict[tuple[int, int], Use]
    """By package and place of a dependency in its declaration: the uses that belong to it."""
    keys: dict[tuple[int, int], set[str]]
    """What is imported of it, likewise: as much as tells the dependency."""
    unsure: dict[tuple[int, int], str]
    """Those of them of which it is not certain that they are meant, and why."""
    left: dict[int, dict[str, Use]]
    """By package the imports that belong to no dependency, without those of the platform."""
    holders: dict[int, tuple[int, ...]]
    """By package those whose declarations hold for it, the nearest first."""


def match(rule: Rule, packages: Sequence[Package], usage: Usage) -> Matched:
    """Match the imports of all packages with the dependencies of one ecosystem."""
    holders = _holders(rule, packages)
    declared = {
        holder: _Declared(rule, holder, packages[holder]) for chain in holders.values() for holder in chain
    }
    found = Matched(defaultdict(Use), defaultdict(set), {}, defaultdict(dict), holders)
    rows = {package.fqn: package.row for package in packages}
    for number, chain in holders.items():
        package = packages[number]
        for key, use, is_platform in _keys(rule, usage.external.get(package.row, {})):
            by = (_Declared.of,) if is_platform else (_Declared.of, _Declared.like)
            if _credit(found, [declared[at] for at in chain], by, key, use):
                continue
            if is_platform or not rule.is_package(key):
                continue
            if not any(declared[holder].is_above(key) for holder in chain):
                found.left[number][key] = use
        for holder in chain[:1]:
            for place, dependency in declared[holder].internal:
                use = usage.internal.get(package.row, {}).get(rows.get(dependency.target, -1), Use())
                if use.uses:
                    found.credits[holder, place] += use
    return found


def _holders(rule: Rule, packages: Sequence[Package]) -> dict[int, tuple[int, ...]]:
    """For each package those whose declarations hold for it: itself, else and besides those in folders above."""
    by_path = {package.path: number for number, package in enumerate(packages)}
    found: dict[int, tuple[int, ...]] = {}
    for number, package in enumerate(packages):
        chain = [
            by_path[path]
            for path in _upwards(package.path)
            if path in by_path and rule.ecosystem in packages[by_path[path]].declaration.ecosystems
        ]
        if chain:
            found[number] = tuple(chain if rule.inherits else chain[:1])
    return found


def _upwards(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]
    yield ""


def _keys(rule: Rule, uses: Mapping[str, Use]) -> Iterable[tuple[str, Use, bool]]:
    """The imports of a package as code writes them, and whether they come with the platform."""
    for scheme, is_platform in ((rule.scheme, False), (rule.platform, True)):
        for key, use in by_key(uses, scheme, rule.key).items() if scheme else ():
            yield key, use, is_platform


class _Declared:
    """The dependencies of a package in one ecosystem, by what code imports them as."""

    def __init__(self, rule: Rule, number: int, package: Package) -> None:
        self.rule = rule
        self.number = number
        self.all = [
            (place, dependency)
            for place, dependency in enumerate(package.declaration.dependencies)
            if dependency.ecosystem == rule.ecosystem
        ]
        self.names = {place: dependency.name for place, dependency in self.all}
        self.internal = [(place, dependency) for place, dependency in self.all if dependency.target]
        self.by_import: dict[str, list[int]] = defaultdict(list)
        for place, dependency in self.all:
            for key in {rule.fold(key) for key in rule.imports(dependency)}:
                self.by_import[key].append(place)

    def of(self, key: str) -> tuple[list[int], str]:
        """The dependencies with the longest import that a key begins with, and that import."""
        while key:
            if places := self.by_import.get(self.rule.fold(key)):
                return places, key
            key = key.rpartition(self.rule.separator)[0]
        return [], ""

    def is_above(self, key: str) -> bool:
        """Whether a key is a namespace in which the import of a dependency lies."""
        head = self.rule.fold(key) + self.rule.separator
        return any(name.startswith(head) for name in self.by_import)

    def like(self, key: str) -> tuple[list[int], str]:
        """The dependencies that a key may well belong to."""
        places = [
            place
            for place, dependency in self.all
            if not self.rule.is_known(dependency) and self.rule.may_be(dependency, key)
        ]
        return places, key


def _credit(
    found: Matched,
    chain: Sequence[_Declared],
    ways: Iterable[Callable[[_Declared, str], tuple[list[int], str]]],
    key: str,
    use: Use,
) -> bool:
    """Count a use for the dependencies that it belongs to; False where there is none."""
    for way in ways:
        for declared in chain:
            places, imported = way(declared, key)
            shared = (
                "shared with others of its kind" if len({declared.names[at] for at in places}) > 1 else ""
            )
            doubt = "by likeness" if way is _Declared.like else shared
            for at in places:
                found.credits[declared.number, at] += use
                found.keys[declared.number, at].add(imported)
                if doubt:
                    found.unsure[declared.number, at] = doubt
            if places:
                return True
    return False
