"""Python, JavaScript, Ruby, PHP and Lua: how their packages are imported."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.dependencies.rules.base import Rule, Spelling, normal

if TYPE_CHECKING:
    from codegraph.model import Dependency


class Pypi(Rule):
    """A distribution ``foo-bar`` has a module ``foo_bar`` by custom; some share a namespace, ``google.cloud``."""

    ecosystem = scheme = "pypi"
    platform = "python"
    in_script = b"# /// script"
    indented_is_conditional = True
    undeclared = "all"
    unused = True
    _AFFIXES = re.compile(r"^(?:python|py|django|lib)-?|-?(?:python|py|client|sdk|binary|api|lib|\d+)$")

    def key(self, segments: Sequence[str]) -> str:
        """The module; below a namespace three of them."""
        parts = ".".join(segments).split(".")
        return ".".join(parts[: 3 if parts[0] in self.known["namespaces"] else 1])

    def by_custom(self, name: str) -> tuple[str, ...]:
        first = normal(name).partition("-")[0]
        plain = normal(name).replace("-", "_")
        return (plain, normal(name).replace("-", ".")) if first in self.known["namespaces"] else (plain,)

    def fold(self, key: str) -> str:
        return key.lower()

    def may_be(self, dependency: Dependency, key: str) -> bool:
        name, module = normal(dependency.name), normal(key.partition(".")[0])
        if name.startswith("types-") or name.endswith("-stubs"):
            return False
        if self._AFFIXES.sub("", name) == self._AFFIXES.sub("", module):
            return True
        if module in name.split("-") and module not in self.known["same"]:
            return True
        short, long = sorted((name.replace("-", ""), module.replace("-", "")), key=len)
        return len(short) > 3 and long.startswith(short)

    def spellings(self, dependency: Dependency) -> tuple[Spelling, ...]:
        """Modules are named in texts as well: settings of Django, entry points, names of drivers."""
        names = {*self.imports(dependency), normal(dependency.name), dependency.name}
        return tuple(
            Spelling.of(name, rf"(?i:(?<![\w-]){re.escape(name)}(?![\w]))") for name in sorted(names)
        )


class Npm(Rule):
    """A package is imported by its name; ``@types/x`` declares what ``x`` is."""

    ecosystem = scheme = "npm"
    separator = "\n"  # a key is a whole name, with the scope in it
    platform = "node"
    undeclared = "all"
    unused = True
    strict = True
    _SHORT = 3
    _NAME = re.compile(r"(?:@[a-z0-9~-][\w.~-]*/)?[a-z0-9~-][\w.~-]*", re.IGNORECASE)

    def is_package(self, key: str) -> bool:
        is_name = self._NAME.fullmatch(key) is not None and not key.endswith(".json")
        return is_name and super().is_package(key)

    def imports(self, dependency: Dependency) -> tuple[str, ...]:
        return dependency.names or self.by_custom(dependency.name)

    def by_custom(self, name: str) -> tuple[str, ...]:
        if not name.startswith("@types/"):
            return (name,)
        scope, double, rest = name.removeprefix("@types/").partition("__")
        return (f"@{scope}/{rest}",) if double else (scope,)

    def needs(self, name: str, other: str) -> bool:
        """``vue3-apexcharts`` needs ``apexcharts``: it is a peer."""
        part = other.rpartition("/")[2]
        return name != other and len(part) > self._SHORT and part in name.rpartition("/")[2]

    def excuse(self, dependency: Dependency) -> str:
        types = "types, which need no import" if dependency.name.startswith("@types/") else ""
        return super().excuse(dependency) or types

    def spellings(self, dependency: Dependency) -> tuple[Spelling, ...]:
        """Loaders, settings and comments name packages in quotes, ``@import "x/y"`` and ``types="x"`` among them."""
        return tuple(
            Spelling.of(name, rf"[\"'`~!/]{re.escape(name)}(?=[\"'`/!?])")
            for name in self.imports(dependency)
        )


class RubyGems(Rule):
    """A gem ``foo-bar`` is required as ``foo/bar`` or ``foo_bar``; applications need no ``require`` at all."""

    ecosystem = "rubygems"
    scheme = "gem"
    platform = "ruby"
    in_script = b"bundler/inline"
    separator = "/"
    unused = True
    undeclared = "known"

    def key(self, segments: Sequence[str]) -> str:
        """A feature with up to three parts, or a constant."""
        return "/".join(segments[: 1 if segments[0][:1].isupper() else 3])

    def by_custom(self, name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((name, name.replace("-", "/"), name.replace("-", "_"))))

    def fold(self, key: str) -> str:
        """Features and constants alike: ``ActiveSupport`` and ``active_support``."""
        return key.replace("_", "").replace("-", "").lower()

    def excuse(self, dependency: Dependency) -> str:
        if super().excuse(dependency):
            return super().excuse(dependency)
        return "" if dependency.manifest.endswith(".gemspec") else "loaded by Bundler, without a require"

    def spellings(self, dependency: Dependency) -> tuple[Spelling, ...]:
        """A gem is spoken of by its name, by its features, and by its constant."""
        names = {dependency.name, *self.imports(dependency)}
        words = "[-_/:]*".join(map(re.escape, re.split(r"[-_/]", dependency.name)))
        plain = (Spelling.of(name, rf"(?<![\w-]){re.escape(name)}(?!\w)") for name in sorted(names))
        return (*plain, Spelling.of(dependency.name, rf"(?i:(?<![a-z]){words}(?![a-z]))"))


class Composer(Rule):
    """A package ``vendor/name`` has the namespace ``Vendor\\Name`` by custom."""

    ecosystem = scheme = "composer"
    separator = "\\"
    undeclared = "known"
    unused = True

    def key(self, segments: Sequence[str]) -> str:
        """The namespace, as far as tables go."""
        return "\\".join(segments[:3])

    def by_custom(self, name: str) -> tuple[str, ...]:
        vendor, _, package = name.lower().partition("/")
        short = package.removeprefix(f"{vendor}-").removeprefix("php-").removesuffix("-php")
        return tuple(dict.fromkeys(f"{vendor}\\{part}" for part in (package, short) if part))

    def fold(self, key: str) -> str:
        return key.replace("-", "").replace("_", "").lower()

    def may_be(self, dependency: Dependency, key: str) -> bool:
        vendor, _, package = self.fold(dependency.name).partition("/")
        first, _, rest = self.fold(key).partition("\\")
        return first in (vendor, package) or (
            bool(rest) and package in (first + rest.partition("\\")[0], rest)
        )

    def excuse(self, dependency: Dependency) -> str:
        if super().excuse(dependency):
            return super().excuse(dependency)
        return "" if self.is_known(dependency) else "its namespaces can't be told from its name"

    def spellings(self, dependency: Dependency) -> tuple[Spelling, ...]:
        names = ((name, re.escape(name).replace(r"\\", r"\\{1,2}")) for name in self.imports(dependency))
        written = (Spelling.of(name, rf"(?<!\w){pattern}(?!\w)") for name, pattern in names)
        return (Spelling.of(dependency.name, re.escape(dependency.name)), *written)


class LuaRocks(Rule):
    """A rock often has a module of its name, without ``lua`` around it."""

    ecosystem = scheme = "luarocks"

    def by_custom(self, name: str) -> tuple[str, ...]:
        short = normal(name.rpartition("/")[2]).removeprefix("lua-").removesuffix("-lua")
        return tuple(dict.fromkeys((name, short, short.replace("-", "_"))))

    def excuse(self, dependency: Dependency) -> str:
        return super().excuse(dependency) or "its modules can't be told from its name"
