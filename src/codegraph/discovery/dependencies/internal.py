"""Which package of the repository a declared dependency means, if any."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.discovery.module_config import ModuleConfig
    from codegraph.discovery.packages import Package
    from codegraph.model import Dependency

_BY_NAME = frozenset({"pypi", "composer", "rubygems", "luarocks"})
"""Ecosystems in which a package of the repository is what its name means wherever it stands."""


def normal(name: str) -> str:
    """A name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


class Targets:
    """Finds the packages of the repository that dependencies mean.

    Args:
        packages: all packages, sorted by path.
        owner: from a folder to the number of the package that it belongs to.
        configs: what is known of the modules of each ecosystem.
    """

    def __init__(self, packages: Sequence[Package], owner: Mapping[str, int], configs: ModuleConfig) -> None:
        self.packages = packages
        self.owner = owner
        self.configs = configs
        self.names: dict[tuple[str, str], Package] = {}
        for package in sorted(packages, key=lambda package: (package.path.count("/"), package.path)):
            if package.is_named:
                self.names.setdefault((package.ecosystem, normal(package.name)), package)
        self.artifacts = {
            f"{module.group}:{module.name}": folder
            for folder, module in sorted(configs.jvm_modules.items(), reverse=True)
        }

    def of(self, dependency: Dependency, package: Package) -> str | None:
        """The unique name of the package that a dependency means; "" for one from outside, None for itself."""
        folder = dependency.place
        if folder is None:
            folder = self._place(dependency, package)
        if folder is None:
            return ""
        target = self.packages[self.owner[folder]]
        if target is not package:
            return target.unique_name
        return None if folder == package.path else ""  # a folder in it that is no package by itself

    def _place(self, dependency: Dependency, package: Package) -> str | None:
        name, ecosystem = dependency.name, dependency.ecosystem
        if ecosystem in _BY_NAME:
            named = self.names.get((ecosystem, normal(name)))
            return named.path if named else None
        if ecosystem == "npm":
            known = self.configs.node_packages.get(dependency.names[0] if dependency.names else name)
            return known.folder if known else None
        if ecosystem == "go":
            module = self.configs.go_modules.get(package.path)
            return module.visible.get(name) if module else None
        if ecosystem == "cargo":
            crate = self.configs.cargo_packages.get(package.path)
            key = (dependency.names[0] if dependency.names else name).replace("-", "_")
            root = crate.dependencies.get(key) if crate else None
            return root.rpartition("/")[0] if root else None
        if ecosystem == "maven":
            return self.artifacts.get(name)
        return None
