"""What a module offers to others: its own names, re-exports, star imports, CommonJS exports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Export
from codegraph.resolve.values import (
    CLASS,
    DEFINITION,
    EXTERNAL,
    FUNCTION,
    INFERRED,
    MISSING,
    MODULE,
    NOTHING,
    UNIT,
    Answer,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
BIND_STAR = int(Bind.STAR)
EXPORT_FROM = int(Export.FROM)
EXPORT_LISTED = int(Export.LISTED)
EXPORT_NAME = int(Export.NAME)
EXPORT_NAMESPACE = int(Export.NAMESPACE)
EXPORT_SPREAD = int(Export.SPREAD)
EXPORT_STAR = int(Export.STAR)
EXPORT_WHOLE = int(Export.WHOLE)


class Exports:
    """Names as other modules see them. Cycles of re-exports end where they close."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._names: dict[tuple[int, str], Answer] = {}
        self._wholes: dict[int, Answer] = {}

    def name(self, module: Module, name: str) -> Answer:
        """What a module's name denotes from outside."""
        key = (module.index, name)
        known = self._names.get(key)
        if known is not None:
            return known
        self._names[key] = NOTHING
        answer = (
            self._exported(module, name)
            if module.spec.naming.exported == "listed"
            else self._bound(module, name)
        )
        self._names[key] = answer
        return answer

    def _bound(self, module: Module, name: str) -> Answer:
        """Languages that export every name of the module's scope."""
        names = module.names[0]
        variable = names.get(name)
        if variable is not None:
            answer = self.evaluator.variables.denote(module, variable)
            if answer.found:
                return answer
        star = names.get("*")
        return self.from_stars(module, star, name) if star is not None else MISSING

    def from_stars(self, module: Module, star: int, name: str) -> Answer:
        """A name from the modules that are imported with a star; the last import wins."""
        if module.spec.paths.roots:
            return self.evaluator.paths.starred((module, 0), name)
        first = module.var_first[star]
        specifiers = [
            module.strings[module.import_module[module.bind_target[binding]]]
            for binding in reversed(range(first, first + module.var_count[star]))
            if module.bind_kind[binding] == BIND_STAR
        ]
        return self.from_modules(module, specifiers, name)

    def from_modules(self, module: Module, specifiers: Iterable[str], name: str) -> Answer:
        """A name from the first of several modules that has it; all of their names are taken."""
        externals: list[str] = []
        units: list[str] = []
        for specifier in specifiers:
            source = self.evaluator.imports.module(module, specifier)
            for entity in source.found:
                if entity[0] == MODULE:
                    found = self._public(self.evaluator.project.modules[entity[1]], name)
                    if found.found:
                        return found.by("star-import")
                elif entity[0] == EXTERNAL:
                    externals.append(entity[1])
                elif entity[0] in (UNIT, DEFINITION):
                    found = self.evaluator.imports.name(source, name, specifier, module)
                    if found.found and found.found[0][0] not in (EXTERNAL, UNIT):
                        return found.by("star-import")
                    if entity[0] == UNIT:
                        units.append(specifier)
        return (
            MISSING if name in module.globals else self.evaluator.stars.chosen(module, externals, name, units)
        )

    def _public(self, module: Module, name: str) -> Answer:
        listed = self.listed(module)
        if (listed is not None and name not in listed) or (listed is None and name.startswith("_")):
            return MISSING
        return self.name(module, name)

    @staticmethod
    def listed(module: Module) -> frozenset[str] | None:
        """The names that a module lists as public (``__all__``), None without a list."""
        kinds, names = module.exports[0], module.exports[1]
        listed = [module.strings[n] for kind, n in zip(kinds, names, strict=True) if kind == EXPORT_LISTED]
        return frozenset(listed) if listed else None

    def _exported(self, module: Module, name: str) -> Answer:
        """Languages that say what they export."""
        evaluator = self.evaluator
        stars: list[int] = []
        wholes: list[int] = []
        for kind, shown, value, number, _ in zip(*module.exports, strict=True):
            if kind in (EXPORT_NAME, EXPORT_FROM, EXPORT_NAMESPACE) and module.text(shown) == name:
                answer = (
                    evaluator.denote(module, value)
                    if kind == EXPORT_NAME
                    else evaluator.imports.denote(module, number)
                )
                if not answer.found and kind == EXPORT_NAME:
                    answer = evaluator.value(module, value)
                if answer.found:
                    return answer if kind == EXPORT_NAME else answer.by("re-export")
            elif kind == EXPORT_STAR:
                stars.append(number)
            elif kind in (EXPORT_WHOLE, EXPORT_SPREAD):
                wholes.append(value)
        for value in wholes:
            answer = self._of_whole(module, value, name)
            if answer.found:
                return answer
        if name != "default":
            for number in stars:
                answer = self._of_star(module, number, name)
                if answer.found:
                    return answer
        return MISSING

    def _of_whole(self, module: Module, value: int, name: str) -> Answer:
        evaluator = self.evaluator
        if name == "default":
            whole = evaluator.denote(module, value)
            return whole if whole.found else evaluator.value(module, value)
        return evaluator.members.of(evaluator.value(module, value), name)

    def whole(self, module: Module) -> Answer:
        """The class or function that a module as a whole is (``module.exports = class ...``), if it is one."""
        known = self._wholes.get(module.index)
        if known is None:
            self._wholes[module.index] = NOTHING
            known = NOTHING
            for kind, _, value, _, _ in zip(*module.exports, strict=True):
                if kind == EXPORT_WHOLE and not known.found:
                    found = self.evaluator.value(module, value)
                    if found.found and found.found[0][0] in (CLASS, FUNCTION):
                        known = found
            self._wholes[module.index] = known
        return known

    @staticmethod
    def has_names(module: Module) -> bool:
        """Whether a module exports names besides what it is as a whole."""
        return EXPORT_NAME in module.exports[0]

    def _of_star(self, module: Module, number: int, name: str) -> Answer:
        specifier = module.strings[module.import_module[number]]
        source = self.evaluator.imports.module(module, specifier)
        for entity in source.found:
            if entity[0] == MODULE:
                answer = self.name(self.evaluator.project.modules[entity[1]], name)
                return answer.by("re-export") if answer.found else answer
            if entity[0] == EXTERNAL:
                return Answer(((EXTERNAL, f"{entity[1]}::{name}"),), INFERRED, "re-export")
        return source
