"""What tells the imports of a dependency: a rule for each ecosystem, and a table of names that follow none."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any, Literal, NamedTuple, Self

from codegraph.model import Dependency, Group

_SEPARATORS = re.compile(r"[-_.]+")


def normal(name: str) -> str:
    """A name as registries compare it: in lower case, all separators the same."""
    return _SEPARATORS.sub("-", name).lower()


class Spelling(NamedTuple):
    """How a source may name something."""

    word: bytes
    """A word in lower case that stands in every such source: looking for it is cheap."""
    pattern: bytes
    """The regular expression that decides."""

    @classmethod
    def of(cls, name: str, pattern: str) -> Self:
        """The spelling of a name, of which the longest word is looked for first."""
        return cls(max(_WORD.findall(name), key=len, default="").lower().encode(), pattern.encode())


_WORD = re.compile(r"[A-Za-z0-9]+")


class Rule:
    """How an ecosystem's packages are imported; the methods have the answers that hold for most.

    Keys are names of externals as code writes them: ``google.cloud.storage``, ``lodash/fp``, ``Psr\\Log``.
    """

    ecosystem: str
    """Of the dependencies."""
    scheme: str
    """Of the externals."""
    platform = ""
    """Of the externals that come with the language; some of them are published as packages as well."""
    separator = "."
    """Between the segments of a key."""
    inherits = True
    """Whether what a package of a folder above declares can be imported, too."""
    undeclared: Literal["all", "known", "none"] = "none"
    """Which imports without a declaration are undeclared dependencies: those of the table of names, or all."""
    unused = False
    """Whether a dependency that nothing imports or names can be told to be unused."""
    in_script = b""
    """What stands in a script that declares its dependencies itself."""
    indented_is_conditional = False
    """Whether an import that is not at the beginning of its line may never be run."""
    strict = False
    """Whether a dependency's imports follow from its name without exception."""

    @cached_property
    def known(self) -> dict[str, Any]:
        """The table of the ecosystem: names of packages to the names that code imports, tools, and the like."""
        place = files("codegraph.dependencies") / "known" / f"{self.ecosystem}.toml"
        return tomllib.loads(place.read_text(encoding="utf-8"))

    @cached_property
    def table(self) -> dict[str, list[str]]:
        """Names of packages, as ``same`` gives them, to what code imports them as."""
        return {self.same(name): keys for name, keys in self.known.get("imports", {}).items()}

    @cached_property
    def provided(self) -> re.Pattern[str]:
        """First segments of what comes with the platform and is no package."""
        return re.compile("|".join(self.known.get("provided", ())) or r"(?!)")

    @cached_property
    def frameworks(self) -> dict[str, re.Pattern[str]]:
        """Packages that use others by a setting, and which."""
        found = self.known.get("frameworks", {})
        return {name: re.compile("|".join(patterns), re.IGNORECASE) for name, patterns in found.items()}

    @cached_property
    def _tools(self) -> re.Pattern[str]:
        return re.compile("|".join(self.known.get("not_imported", ())) or r"(?!)", re.IGNORECASE)

    def key(self, segments: Sequence[str]) -> str:
        """What code imports, from the segments of an external's FQN."""
        return segments[0]

    def same(self, name: str) -> str:
        """A package's name as names are compared."""
        return normal(name)

    def is_package(self, key: str) -> bool:
        """Whether an import can be of a package, and not of what comes with the language or its platform."""
        return self.provided.fullmatch(key.partition(self.separator)[0]) is None

    def is_known(self, dependency: Dependency) -> bool:
        """Whether it is certain as what code imports a dependency."""
        return self.strict or bool(dependency.names) or self.same(dependency.name) in self.table

    def imports(self, dependency: Dependency) -> tuple[str, ...]:
        """What code imports a dependency as; for one that is not ``is_known`` what it would be by custom."""
        found = dependency.names or self.table.get(self.same(dependency.name))
        return tuple(found) if found else self.by_custom(dependency.name)

    def by_custom(self, name: str) -> tuple[str, ...]:
        """What a package of this name is imported as where it follows the custom."""
        return (name,)

    def may_be(self, dependency: Dependency, key: str) -> bool:  # noqa: ARG002 (of those that have a custom)
        """Whether an import that belongs to nothing else may well be of this dependency."""
        return False

    def needs(self, name: str, other: str) -> bool:  # noqa: ARG002 (of those that have a custom)
        """Whether a package may need another beside it, by their names."""
        return False

    def excuse(self, dependency: Dependency) -> str:
        """Why a dependency need not be imported to be of use; "" where there is no reason."""
        if dependency.indirect:
            return "listed for another dependency"
        if dependency.group is not Group.RUNTIME:
            return _GROUPS[dependency.group]
        if self._tools.fullmatch(dependency.name):
            return "a tool, plugin, driver or types, which need no import"
        return "named elsewhere in the manifest" if dependency.mentioned else ""

    def spellings(self, dependency: Dependency) -> tuple[Spelling, ...]:
        """How sources that use a dependency in some other way would name it."""
        names = {dependency.name, *self.imports(dependency)}
        return tuple(Spelling.of(name, rf"(?<![\w-]){re.escape(name)}(?!\w)") for name in sorted(names))

    def fold(self, key: str) -> str:
        """A key as keys are compared."""
        return key


_GROUPS = {
    Group.DEV: "for development, where tools need no import",
    Group.TEST: "for tests, where tools and plugins need no import",
    Group.BUILD: "for the build",
    Group.PEER: "brought by whoever uses the package",
    Group.OPTIONAL: "optional",
}
