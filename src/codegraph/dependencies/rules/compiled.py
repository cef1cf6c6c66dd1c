"""Go, Rust, the JVM, .NET and Swift: how their packages are imported."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.dependencies.rules.base import Rule, Spelling

if TYPE_CHECKING:
    from codegraph.model import Dependency


class Go(Rule):
    """An import path begins with the path of its module; paths without a dot are the standard library."""

    ecosystem = scheme = "go"
    separator = "/"
    inherits = False
    undeclared = "all"
    unused = True
    strict = True

    def same(self, name: str) -> str:
        return name

    def is_package(self, key: str) -> bool:
        return "." in key.partition("/")[0]

    def spellings(self, dependency: Dependency) -> tuple[Spelling, ...]:
        """Comments name modules, for what is generated later; ``x/v2`` is another module than ``x``."""
        return (Spelling.of(dependency.name, rf"(?<![\w/.-]){re.escape(dependency.name)}(?!/v\d|[\w-])"),)

    def excuse(self, dependency: Dependency) -> str:
        is_tool = dependency.mentioned and not dependency.indirect
        return "run as a tool" if is_tool else super().excuse(dependency)


class Cargo(Rule):
    """Code writes a crate's name with ``_`` for ``-``; the crates of the compiler are none."""

    ecosystem = scheme = "cargo"
    separator = "::"
    inherits = False
    unused = True
    strict = True

    def imports(self, dependency: Dependency) -> tuple[str, ...]:
        return tuple(name.replace("-", "_") for name in dependency.names or (dependency.name,))

    def spellings(self, dependency: Dependency) -> tuple[Spelling, ...]:
        """Macros and attributes name crates, too."""
        return tuple(
            Spelling.of(name, rf"(?<!\w){re.escape(name)}(?!\w)") for name in self.imports(dependency)
        )


class Maven(Rule):
    """Packages of an artifact often begin like its group, which other artifacts share; nothing says so."""

    ecosystem = scheme = "maven"

    def is_package(self, key: str) -> bool:
        return "." in key and super().is_package(key) and not key.startswith(tuple(self.known["platform"]))

    def same(self, name: str) -> str:
        return name

    def by_custom(self, name: str) -> tuple[str, ...]:
        group, _, artifact = name.partition(":")
        if group in self.table:
            return tuple(self.table[group])
        words = re.split(r"[-_.]", artifact)
        longer = [".".join((group, *words)), ".".join((group, *words[1:])), ".".join((group, words[-1]))]
        return tuple(dict.fromkeys([*longer, group]))

    def may_be(self, dependency: Dependency, key: str) -> bool:
        """Whether the group and the package share their first two words."""
        return dependency.name.split(":")[0].split(".")[:2] == key.split(".")[:2]

    def excuse(self, dependency: Dependency) -> str:
        if dependency.label.lower().startswith("runtime"):
            return "needed when the program runs"
        return super().excuse(dependency) or "its packages can't be told from its name"


class NuGet(Rule):
    """Namespaces of a package often begin like its name; other packages share them, and nothing says so."""

    ecosystem = scheme = "nuget"
    platform = "dotnet"
    _LAST = re.compile(r"\.(?:Core|Abstractions|Client|Common|All|Runtime|Extensions)$")

    def fold(self, key: str) -> str:
        return key.lower()

    def by_custom(self, name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((name, self._LAST.sub("", name))))

    def may_be(self, dependency: Dependency, key: str) -> bool:
        """Whether name and namespace share their first two words, or the only one that either has."""
        name, namespace = dependency.name.lower().split("."), key.lower().split(".")
        return name[:2] == namespace[:2] or (min(len(name), len(namespace)) == 1 and name[0] == namespace[0])

    def excuse(self, dependency: Dependency) -> str:
        return super().excuse(dependency) or "its namespaces can't be told from its name"


class Swift(Rule):
    """The manifest says which modules of a package its targets use."""

    ecosystem = scheme = "swift"
    inherits = False

    def is_known(self, dependency: Dependency) -> bool:
        return bool(dependency.names)

    def excuse(self, dependency: Dependency) -> str:
        known = "" if dependency.names else "no target of the manifest names a module of it"
        return super().excuse(dependency) or known
