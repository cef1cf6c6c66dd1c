"""Star imports: which modules a file takes all names from, its own imports, those of its package, implied ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from codegraph.languages.facts import Import, ImportFlag
from codegraph.model import SEPARATOR
from codegraph.resolve.values import CERTAIN, EXTERNAL, INFERRED, MISSING, Answer

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

STAR, GLOBAL = int(Import.STAR), int(ImportFlag.GLOBAL)
NO_BASES: frozenset[str] = frozenset()


class Stars:
    """Questions about star imports, and about names that modules outside of the project are known to have."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._specifiers: dict[int, tuple[str, ...]] = {}
        self._holders: dict[str, dict[str, list[str]]] = {}  # by language and name the modules that have it
        self._known: dict[str, set[str]] = {}  # by language the modules of which names are known
        self._bases: dict[str, frozenset[str]] = {}
        self._languages: dict[str, str] = {}  # of each family one language with a known library
        self._above: set[str] = set()  # these, and what their names begin with
        self._offered: dict[str, list[str]] = {}  # by name the modules of further libraries that have it
        self._global: dict[tuple[str, int], list[str]] = {}
        for table in (evaluator.project.known.names, evaluator.project.known.some):
            for fqn, listed in table.items():
                for name in listed:
                    self._offered.setdefault(name, []).append(fqn)
        for fqn, bases in evaluator.project.known.bases.items():
            name = fqn.rpartition(SEPARATOR)[2]
            above = frozenset(base.rpartition(SEPARATOR)[2] for base in bases)
            self._bases[name] = self._bases.get(name, NO_BASES) | above
        for module in evaluator.project.modules:
            if module.language not in self._known:
                self._read_library(module)
        for module in evaluator.project.sharing:
            for kind, specifier, flags in zip(
                module.imports[0], module.imports[1], module.imports[4], strict=True
            ):
                if kind == STAR and flags & GLOBAL:
                    found = self._global.setdefault((module.language, module.package), [])
                    found.append(module.strings[specifier])

    def _read_library(self, module: Module) -> None:
        names = self._holders.setdefault(module.language, {})
        known = self._known.setdefault(module.language, set())
        rules = self.evaluator.project.rules(module.language)
        separator = module.spec.separator
        if module.spec.library:
            self._languages.setdefault(module.spec.family or module.language, module.language)
        table = self.evaluator.overloads.fitting.conversions(module.spec)
        for fqn in table.supertypes:
            name = fqn.rpartition(SEPARATOR)[2]
            above = frozenset(base.rpartition(SEPARATOR)[2] for base in table.above(fqn) if base != table.top)
            self._bases[name] = self._bases.get(name, NO_BASES) | above
        for specifier, listed in module.spec.library.items():
            fqn = rules.external(specifier)
            known.add(fqn)
            for name in listed:
                names.setdefault(name, []).append(fqn)
            while fqn not in self._above:
                self._above.add(fqn)
                fqn = fqn.rpartition(separator)[0] or fqn

    def specifiers(self, module: Module) -> tuple[str, ...]:
        """The modules that a file takes all names from: its own imports from the last to the first, then the others."""
        known = self._specifiers.get(module.index)
        if known is None:
            own = [
                module.strings[specifier]
                for kind, specifier in zip(module.imports[0], module.imports[1], strict=True)
                if kind == STAR
            ]
            project = self.evaluator.project
            implied = getattr(project.rules(module.language), "implied", None)
            others = self._global.get((module.language, module.package), [])
            more: Iterable[str] = implied(module.path, project.context) if implied is not None else ()
            known = tuple(dict.fromkeys((*reversed(own), *others, *more)))
            self._specifiers[module.index] = known
        return known

    # --- outside of the project ---

    def chosen(
        self, module: Module, externals: Sequence[str], name: str, units: Sequence[str] = ()
    ) -> Answer:
        """A name that one of several modules outside of the project has: the one that is known to have it.

        If none is, it may be taken by an import that is not seen here; what no known module has is more likely of one
        of which nothing is known.

        Args:
            module: where the name stands.
            externals: FQNs of the modules.
            name: the name.
            units: specifiers of units of the project, to which something outside may add, as .NET's namespaces.
        """
        if units and name in self._offered:
            rules = self.evaluator.project.rules(module.language)
            shared = [rules.external(unit) for unit in units]
            for fqn in self._offered[name]:
                if fqn in shared:
                    return Answer(((EXTERNAL, f"{fqn}::{name}"),), CERTAIN, "star-import")
        if not externals:
            return MISSING
        holders = self._holders[module.language].get(name, ())
        for fqn in (*holders, *self._offered.get(name, ())):
            if fqn in externals:
                return Answer(((EXTERNAL, f"{fqn}::{name}"),), CERTAIN, "star-import")
        if holders:  # by an import that is not seen here
            return Answer(((EXTERNAL, f"{holders[0]}::{name}"),), INFERRED, "library")
        known, offering = self._known[module.language], self.evaluator.project.known.names
        unknown = [fqn for fqn in externals if fqn not in known and fqn not in offering]
        likeliest = unknown or [fqn for fqn in externals if fqn not in known] or externals
        return Answer(((EXTERNAL, f"{likeliest[0]}::{name}"),), INFERRED, "star-import")

    def bases(self, name: str) -> frozenset[str]:
        """The names of the library's types that one of its types derives from or implements, as far as they matter."""
        return self._bases.get(name, NO_BASES)

    def root(self, module: Module, name: str) -> Answer:
        """A plain name as the first part of the name of a module outside of the project that is known."""
        if not module.spec.library:
            return MISSING
        fqn = self.evaluator.project.rules(module.language).external(name)
        return Answer(((EXTERNAL, fqn),), CERTAIN, "library") if fqn in self._above else MISSING

    def in_unit(self, family: str, unit: str, name: str) -> Answer:
        """A name that a unit of the project lacks, where a known module outside of it has the same name."""
        language = self._languages.get(family)
        if language is None:
            return MISSING
        fqn = self.evaluator.project.rules(language).external(unit)
        return (
            Answer(((EXTERNAL, self.below(fqn, name)),), CERTAIN, "library")
            if fqn in self._above
            else MISSING
        )

    def below(self, fqn: str, name: str) -> str:
        """The FQN of a member of something outside of the project, which may be a module with a longer name."""
        if self._above:
            for separator in (".", "\\"):
                if f"{fqn}{separator}{name}" in self._above:
                    return f"{fqn}{separator}{name}"
        return f"{fqn}::{name}"
