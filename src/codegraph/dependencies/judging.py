"""Judges what matching left over: which dependencies are unused, and which imports are undeclared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from codegraph.dependencies.mentions import mentioned
from codegraph.dependencies.report import Leftover, Status, Verdict
from codegraph.dependencies.usage import Place, Use, places
from codegraph.model import Group

if TYPE_CHECKING:
    from codegraph.dependencies.matching import Matched, Package
    from codegraph.dependencies.rules import Rule
    from codegraph.model import Dependency, Graph

_ASIDE = frozenset(
    {
        "fixtures", "__fixtures__", "fixture", "testdata", "test-data", "test_data", "templates", "template", "cases",
        "vendor", "vendored", "_vendor", "third_party", "third-party", "thirdparty", "external", "node_modules",
    }
)  # fmt: skip
"""Folders of test data, of files that are copied to elsewhere, and of other people's code."""
_COMMENTS = (b"*", b"/*", b"//")
_MAY_BE_OWN = "may be a module of the project"
_NOT_TOLD = "another dependency may bring it"


class Sources:
    """The files of a repository.

    Args:
        graph: the whole graph.
        paths: of each package, by its number, the files that have nodes.
        source_of: gives a file's text.
    """

    def __init__(
        self, graph: Graph, paths: Mapping[int, Sequence[str]], source_of: Callable[[str], bytes]
    ) -> None:
        self.graph = graph
        self.paths = paths
        self.source_of = source_of

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all files, without extension, and of all folders, in lower case."""
        found: set[str] = set()
        for paths in self.paths.values():
            for path in paths:
                *folders, file = path.lower().split("/")
                found.update(folders)
                found.add(file.partition(".")[0])
        return frozenset(found)

    def text(self, path: str) -> bytes:
        """The text of a file; nothing where it can't be read."""
        try:
            return self.source_of(path)
        except (OSError, ValueError):
            return b""

    def line(self, place: Place) -> bytes:
        """The line of a place; nothing where it can't be read."""
        lines = self.text(place.path).split(b"\n")
        return lines[place.line - 1] if 0 < place.line <= len(lines) else b""


class Judge:
    """Judges one ecosystem."""

    def __init__(self, rule: Rule, packages: Sequence[Package], matched: Matched, sources: Sources) -> None:
        self.rule = rule
        self.packages = packages
        self.matched = matched
        self.sources = sources
        self.own = {rule.fold(rule.same(package.fqn)) for package in packages}
        self.under: dict[int, list[int]] = defaultdict(list)
        for number, chain in matched.holders.items():
            for holder in chain:
                self.under[holder].append(number)

    def verdicts(self, holder: int) -> Iterator[Verdict]:
        """What is to be said of each dependency that a package declares, in order."""
        declared = [
            (place, dependency)
            for place, dependency in enumerate(self.packages[holder].declaration.dependencies)
            if dependency.ecosystem == self.rule.ecosystem
        ]
        silent = {
            place: d for place, d in declared if not self.matched.credits.get((holder, place), Use()).uses
        }
        excuses = {place: self._excuse(holder, dependency) for place, dependency in silent.items()}
        suspects = {place: self.rule.spellings(d) for place, d in silent.items() if not excuses[place][1]}
        named = mentioned(suspects, self._paths(holder), self.sources.source_of) if suspects else set()
        for place, dependency in declared:
            use = self.matched.credits.get((holder, place), Use())
            keys = self.matched.keys.get((holder, place), set())
            if place not in silent:
                status, reason = (
                    Status.IMPORTED,
                    "by likeness" if (holder, place) in self.matched.unsure else "",
                )
            elif place in named:
                status, reason = Status.NOT_IMPORTED, "named in the sources"
            else:
                status, reason = excuses[place]
            yield Verdict(dependency, status, reason, use, _others(dependency.name, keys))

    def _excuse(self, holder: int, dependency: Dependency) -> tuple[Status, str]:
        """What is to be said of a dependency that nothing imports, if no source names it either."""
        excuse = self.rule.excuse(dependency) or self._framework(holder, dependency)
        if excuse:
            is_unclear = excuse.endswith("can't be told from its name")
            return (Status.UNKNOWN if is_unclear else Status.NOT_IMPORTED), excuse
        if dependency.target:
            return Status.NOT_IMPORTED, "a package of the repository"
        if not self.rule.unused:
            return Status.UNKNOWN, "its imports can't be told from its name"
        if not self._has_code(holder):
            return Status.UNKNOWN, "no code of its kind"
        if not self.rule.is_known(dependency) and self._has_strange_imports(holder):
            return Status.UNKNOWN, "it may have modules of other names"
        return Status.UNUSED, ""

    def _framework(self, holder: int, dependency: Dependency) -> str:
        """Who else may need a dependency: a framework, or one that has its name in its own; "" where there is none."""
        names = {
            each.name
            for at in self.matched.holders[holder]
            for each in self.packages[at].declaration.dependencies
        }
        for framework, patterns in self.rule.frameworks.items():
            if framework in names and patterns.fullmatch(dependency.name):
                return f"{framework} may use it by a setting"
        companion = min((name for name in names if self.rule.needs(name, dependency.name)), default="")
        return f"{companion} may need it" if companion else ""

    def _has_code(self, holder: int) -> bool:
        """Whether anything of this ecosystem is imported in the package."""
        if any(self.matched.left.get(number) for number in self.under[holder]):
            return True
        return any(use.uses and at == holder for (at, _), use in self.matched.credits.items())

    def _has_strange_imports(self, holder: int) -> bool:
        """Whether there are imports of which it is not known what they are of."""
        keys = {key for number in self.under[holder] for key in self.matched.left.get(number, ())}
        return any(self.rule.fold(self._head(key)) not in self._reverse for key in keys)

    def _paths(self, holder: int) -> Iterator[str]:
        return (path for number in self.under[holder] for path in self.sources.paths.get(number, ()))

    def leftovers(self, number: int) -> Iterator[Leftover]:
        """What is to be said of each import of a package that belongs to no dependency, in order."""
        left: dict[str, tuple[str, Use]] = {}
        for key, use in sorted(self.matched.left.get(number, {}).items()):
            head = self._head(key)
            package = self._reverse.get(self.rule.fold(head), "")
            first, so_far = left.get(package or head, (head, Use()))
            left[package or head] = (first, so_far + use)
        for name, (key, use) in left.items():
            package = self._reverse.get(self.rule.fold(key), "")
            found = places(self.sources.graph, use)
            doubt = self._doubt(number, key, found, package)
            shown = package if package == name else ""
            yield Leftover(self.rule.ecosystem, key, use, shown, doubt, found[0])

    def _head(self, key: str) -> str:
        """As much of a key as the table of names has, else all of it."""
        folded = key
        while folded:
            if self.rule.fold(folded) in self._reverse:
                return folded
            folded = folded.rpartition(self.rule.separator)[0]
        return key

    @cached_property
    def _reverse(self) -> dict[str, str]:
        """What is imported to the package that it is of, as far as the table has one alone."""
        found = defaultdict(list, {self.rule.fold(name): [name] for name in self.rule.known.get("same", ())})
        for name, keys in self.rule.known.get("imports", {}).items():
            for key in keys:
                found[self.rule.fold(key)].append(name)
        return {key: names[0] for key, names in found.items()}

    def _doubt(self, number: int, key: str, found: Sequence[Place], package: str) -> str:
        """Why an import may not be an undeclared dependency; "" where it is one."""
        chain = self.matched.holders[number]
        declarations = [self.packages[holder].declaration for holder in chain]
        if self.rule.undeclared == "none" or (self.rule.undeclared == "known" and not package):
            return _NOT_TOLD
        if any(self.rule.ecosystem in declaration.incomplete for declaration in declarations):
            return "some dependencies are computed"
        if self._is_own(key):
            return _MAY_BE_OWN
        if any(self._provides(name, key, package) for d in declarations for name in d.provides):
            return "stood for by another package"
        if all(not _ASIDE.isdisjoint(place.path.lower().split("/")) for place in found):
            return "in test data, templates or vendored code alone"
        if not package and not self.rule.strict and self._has_unmatched(chain):
            return "may be of a dependency with another name"
        found = [place for place in found if self._is_spoken_of(chain, place)]
        if not found:
            return "in a folder that no manifest speaks of"
        left = [place for place in found if not self._declares_its_own(place)]
        lines = [line for line in map(self.sources.line, left) if self._names(line, key)]
        if not lines:
            return "reached through another package alone" if left else "in scripts that declare their own"
        is_conditional = self.rule.indented_is_conditional and all(
            line[:1] in (b" ", b"\t") for line in lines
        )
        return "imported under a condition" if is_conditional else ""

    def _names(self, line: bytes, key: str) -> bool:
        """Whether a line of source names an import; other uses come about through values and base classes."""
        if line.lstrip().startswith(_COMMENTS):
            return False
        written = self.rule.fold(line.decode(errors="replace"))
        return all(part in written for part in self.rule.fold(key).split(self.rule.separator))

    def _is_spoken_of(self, chain: Sequence[int], place: Place) -> bool:
        """Whether a manifest of the ecosystem lies in a folder at or above a place."""
        folders = (
            folder
            for holder in chain
            for ecosystem, folder in self.packages[holder].declaration.folders
            if ecosystem == self.rule.ecosystem
        )
        return any(not folder or place.path.startswith(f"{folder}/") for folder in folders)

    def _declares_its_own(self, place: Place) -> bool:
        """Whether a script says itself what it needs."""
        return bool(self.rule.in_script) and self.rule.in_script in self.sources.text(place.path)

    def _is_own(self, key: str) -> bool:
        first = key.partition(self.rule.separator)[0]
        whole = self.rule.fold(self.rule.same(key))
        if not self.rule.inherits:
            return any(whole == name or whole.startswith(f"{name}{self.rule.separator}") for name in self.own)
        return whole in self.own or first.lower().lstrip("@") in self.sources.names

    def _provides(self, name: str, key: str, package: str) -> bool:
        return name.lower() == package.lower() or name.lower() == key.lower()

    def _has_unmatched(self, chain: Collection[int]) -> bool:
        """Whether a library that is declared has no imports, so that an import may be of it."""
        for holder in chain:
            for place, dependency in enumerate(self.packages[holder].declaration.dependencies):
                if (
                    dependency.ecosystem == self.rule.ecosystem
                    and not self.rule.is_known(dependency)
                    and dependency.group not in (Group.DEV, Group.BUILD)
                    and not self.rule.excuse(dependency._replace(group=Group.RUNTIME))
                    and not self.matched.credits.get((holder, place), Use()).uses
                ):
                    return True
        return False


def _others(name: str, keys: Collection[str]) -> tuple[str, ...]:
    """What is imported, unless it is just the name."""
    plain = re.sub(r"[-_]", "", name.lower())
    return tuple(sorted(keys)[:20]) if any(re.sub(r"[-_]", "", key.lower()) != plain for key in keys) else ()
