"""What files import and packages depend on: the evidence for rules that go by names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from codegraph.fingerprint.patterns import Names, expand, starred, words_of
from codegraph.model import EXTERNAL_ROOT, SEPARATOR, EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View

Declared = Mapping[str, frozenset[str]]
"""Names of the dependencies that manifests declare, by the folder of the package."""

Key = tuple[str, tuple[str, ...]]
"""Targets with their ecosystem."""
_EXTERNAL = f"{EXTERNAL_ROOT}{SEPARATOR}"


class Usage:
    """Answers for one graph.

    Args:
        view: the graph.
        declared: what its manifests declare.
    """

    def __init__(self, view: View, declared: Declared) -> None:
        self._view = view
        self._declared = declared
        self._importing: dict[Key, dict[int, str]] = {}
        self._using: dict[Key, dict[int, str]] = {}
        self._sought: dict[Key, set[str] | None] = {}
        self._meanings: dict[tuple[int, str, str], Names] = {}
        self._denoting: dict[Key, dict[tuple[int, str], bool]] = {}

    def folder(self, package: int) -> str:
        """The folder of a package."""
        return str(self._view.nodes["path"][package]) if package >= 0 else ""

    def denotes(self, row: int, ecosystem: str, path: str, targets: Sequence[str]) -> bool:
        """Whether a path as it is written in a node's file may mean a target, by what the file imports."""
        key = (ecosystem, tuple(targets))
        known = self._denoting.setdefault(key, {})
        module = self._view.module(row)
        if not self._may_denote(module, key, path):
            return False
        found = known.get((module, path))
        if found is None:
            meant = self._meanings.get((module, ecosystem, path))
            if meant is None:
                meant = self._meanings[module, ecosystem, path] = self._meant(module, ecosystem, path)
            found = known[module, path] = bool(meant.within(ecosystem, targets))
        return found

    def _may_denote(self, module: int, key: Key, path: str) -> bool:
        """Whether a path begins with the package of a target, or its file imports anything of that."""
        if key not in self._sought:
            packages = {_package(word) for word in words_of(*key)}
            self._sought[key] = packages if all("*" not in name for name in packages) else None
        sought = self._sought[key]
        head = f"{_EXTERNAL}{key[0]}{SEPARATOR}{path.partition(SEPARATOR)[0]}"
        return sought is None or head in sought or not sought.isdisjoint(self._from.get(module, ()))

    @cached_property
    def _from(self) -> dict[int, set[str]]:
        """The external packages that each file imports."""
        return {module: set(map(_package, fqns)) for module, fqns in self._imports.items()}

    def _meant(self, module: int, ecosystem: str, path: str) -> Names:
        """All that a path in a file may mean."""
        head, _, rest = path.partition(SEPARATOR)
        below = f"{SEPARATOR}{rest}" if rest else ""
        meant = {f"{_EXTERNAL}{ecosystem}{SEPARATOR}{path}"} if rest else set()
        for fqn in self._imports.get(module, ()):
            meant.add(f"{fqn}{SEPARATOR}{path}")  # all names of a module
            if fqn.endswith(f"{SEPARATOR}{head}"):
                meant.add(fqn + below)
        return Names(sorted(meant))

    def importing(self, ecosystem: str, targets: Sequence[str]) -> Mapping[int, str]:
        """The files that import any of some targets, each with the first one that it imports."""
        key = (ecosystem, tuple(targets))
        known = self._importing.get(key)
        if known is None:
            names, importers = self._importers
            known = self._importing[key] = {}
            for place in sorted(names.within(ecosystem, targets)):
                fqn, modules = importers[place]
                for module in modules:
                    known.setdefault(module, fqn)
        return known

    def using(self, ecosystem: str, targets: Sequence[str]) -> Mapping[int, str]:
        """The packages that depend on any of some targets, each with the first one that it depends on.

        It is one that a file of the package imports, or that its manifest or one in a folder above declares.
        """
        key = (ecosystem, tuple(targets))
        known = self._using.get(key)
        if known is None:
            known = self._using[key] = {}
            for module, fqn in self.importing(ecosystem, targets).items():
                package = self._view.package(module)
                known[package] = min(fqn, known.get(package, fqn))
            declared = self._declaring(targets)
            for package in self._packages if declared else ():
                name = _nearest(declared, self.folder(package))
                if package not in known and name:
                    known[package] = f"{_EXTERNAL}{ecosystem}{SEPARATOR}{name}"
        return known

    def imported(self, row: int, ecosystem: str, targets: Sequence[str]) -> str:
        """The first of some targets that a node's file imports, "" for none."""
        return self.importing(ecosystem, targets).get(self._view.module(row), "")

    def used(self, row: int, ecosystem: str, targets: Sequence[str]) -> str:
        """The first of some dependencies of a node's package, "" for none."""
        return self.using(ecosystem, targets).get(self._view.package(row), "")

    def _declaring(self, targets: Sequence[str]) -> dict[str, str]:
        """The folders whose manifest declares any of some dependencies, each with the first one of them."""
        found: dict[str, str] = {}
        for word in (word for target in targets for word in expand(target)):
            fitting = re.compile(starred(word)).fullmatch if "*" in word else None
            names = [word] if fitting is None else [name for name in self._declarers if fitting(name)]
            for name in names:
                for folder in self._declarers.get(name, ()):
                    found[folder] = min(name, found.get(folder, name))
        return found

    @cached_property
    def _declarers(self) -> dict[str, list[str]]:
        """The folders whose manifests declare each dependency."""
        found: dict[str, list[str]] = {}
        for folder, names in self._declared.items():
            for name in names:
                found.setdefault(name, []).append(folder)
        return found

    @cached_property
    def _packages(self) -> list[int]:
        """The packages that have files, -1 for files that are in none."""
        return list(dict.fromkeys(map(self._view.package, self._view.files)))

    @cached_property
    def _imports(self) -> dict[int, list[str]]:
        """The externals that each module imports, sorted."""
        edges, fqns = self._view.edges, self._view.fqns
        found: dict[int, list[str]] = {}
        for edge in self._view.of_kind(EdgeKind.IMPORTS):
            fqn = fqns[edges["dst"][edge]]
            if fqn.startswith(_EXTERNAL):
                found.setdefault(edges["src"][edge], []).append(fqn)
        return found

    @cached_property
    def _importers(self) -> tuple[Names, list[tuple[str, list[int]]]]:
        """The externals that are imported, with the files that do."""
        found: dict[str, list[int]] = {}
        for module, fqns in self._imports.items():
            for fqn in fqns:
                found.setdefault(fqn, []).append(module)
        items = sorted(found.items())
        return Names([fqn for fqn, _ in items]), items


def _package(fqn: str) -> str:
    """The external package that an FQN begins with."""
    return SEPARATOR.join(fqn.split(SEPARATOR, 3)[:3])


def _nearest(found: Mapping[str, str], folder: str) -> str:
    """What is found for a folder or the nearest one above it, "" for nothing."""
    while folder not in found and folder:
        folder = folder.rpartition("/")[0]
    return found.get(folder, "")
