"""Units: names that several files share, as those of a package or a namespace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Export, Flag, ScopeKind
from codegraph.model import NodeKind
from codegraph.resolve.values import (
    CERTAIN,
    CLASS_KINDS,
    DEFINITION,
    INFERRED,
    KINDS,
    MISSING,
    POSSIBLE,
    TYPE_ALIAS,
    UNIT,
    Answer,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

Place = tuple["Module", int]
"""A module and a scope of it."""
Key = tuple[str, str]
"""The family of the languages that share a unit, and the unit's name."""
NAMESPACE_KIND = KINDS.index(NodeKind.NAMESPACE)
MODULE_SCOPE, CLASS_SCOPE = int(ScopeKind.MODULE), int(ScopeKind.CLASS)
EXPORT_UNIT = int(Export.UNIT)
BIND_DEFINITION = int(Bind.DEFINITION)
ALTERNATIVE = int(Flag.ALTERNATIVE)
MACRO = KINDS.index(NodeKind.MACRO)
TYPE_KINDS = CLASS_KINDS | {TYPE_ALIAS}
FOLDER_MARK = ":"
NOTHING_KEPT: frozenset[int] = frozenset()


class Units:
    """Questions about units, each answered once.

    Attributes:
        of_scope: the unit of each scope that adds to one, by module and scope.
        of_namespace: the unit that a definition of a namespace adds to.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.of_scope: dict[tuple[int, int], Key] = {}
        self.of_namespace: dict[int, Key] = {}
        self._places: dict[Key, list[Place]] = {}
        self._names: dict[Key, dict[str, list[tuple[Module, int]]]] = {}
        self._folders: dict[tuple[str, str], list[Key]] = {}
        self._found: dict[tuple[str, str, str], Key | None] = {}  # by family, folder and specifier
        self._above: set[Key] = set()  # of units: names that they begin with
        self._separators: dict[str, str] = {}  # by family
        self._named: dict[tuple[str, str, str], Key | None] = {}
        self._weights: dict[Key, tuple[int, int, str]] = {}
        self._answers: dict[tuple[Key, str, int], Answer] = {}
        self.limited = False  # whether it is known yet what files see
        for module in evaluator.project.modules:
            if module.spec.units.kind != "none":
                self._add(module)

    def _add(self, module: Module) -> None:
        rules = module.spec.units
        family = module.spec.family or module.language
        project = self.evaluator.project
        own = (
            project.rules(module.language).unit(module.path, project.context)
            if rules.kind == "computed"
            else declared_unit(module)
        )
        self._separators[family] = rules.separator
        if rules.kind == "folder":
            key = (family, f"{module.folder}{FOLDER_MARK}{own}")
            known = self._folders.setdefault((family, module.folder), [])
            if key not in known:
                known.append(key)
        else:
            key = (family, own)
        self._open(key, module, 0)
        definitions = self.evaluator.definitions
        units = {0: key}
        for scope in range(1, len(module.scope_kind)):
            definition = module.scope_definition[scope]
            if module.scope_kind[scope] != MODULE_SCOPE or definition < 0:
                continue
            number = module.base + definition
            if definitions.kind[number] != NAMESPACE_KIND:
                continue
            outer = units.get(self._module_scope(module, module.scope_parent[scope]), key)
            name = module.strings[definitions.columns["name"][number]]
            inner = (family, f"{outer[1]}{rules.separator}{name}" if outer[1] else name) if name else outer
            units[scope] = inner
            self.of_namespace[number] = inner
            self._open(inner, module, scope)

    @staticmethod
    def _module_scope(module: Module, scope: int) -> int:
        while scope > 0 and module.scope_kind[scope] != MODULE_SCOPE:
            scope = module.scope_parent[scope]
        return scope

    def _open(self, key: Key, module: Module, scope: int) -> None:
        self.of_scope[module.index, scope] = key
        places = self._places.setdefault(key, [])
        if not places:
            self._note_above(key, module.spec.units.separator)
        places.append((module, scope))

    def add(self, key: Key, module: Module, scope: int, number: int) -> None:
        """Let a scope, which is that of a definition, add to a unit as well."""
        self.of_namespace[number] = key
        self._open(key, module, scope)
        self._names.pop(key, None)

    def limit(self) -> None:
        """Told when it is known what files see of one another: what was answered before is asked again."""
        self._answers.clear()
        self.limited = True

    def _note_above(self, key: Key, separator: str) -> None:
        family, name = key
        at = name.find(separator)
        while at > 0:
            self._above.add((family, name[:at]))
            at = name.find(separator, at + len(separator))
        self._above.add(key)

    # --- questions ---

    def places(self, key: Key) -> list[Place]:
        """The modules and scopes that add to a unit."""
        return self._places.get(key, [])

    def named(self, module: Module, specifier: str) -> Key | None:
        """The unit that a specifier names in a file, None if there is none."""
        rules = module.spec.units
        if rules.kind == "none":
            return None
        family = module.spec.family or module.language
        if rules.kind == "folder":
            asked = (module.language, module.folder, specifier)
            if asked not in self._named:
                self._named[asked] = self._of_folder(module, family, specifier)
            return self._named[asked]
        key = (family, specifier.strip(rules.separator))
        return key if key in self._above else None

    def _of_folder(self, module: Module, family: str, specifier: str) -> Key | None:
        asked = (family, module.folder, specifier)
        if asked not in self._found:
            self._found[asked] = self._search(module, family, specifier)
        return self._found[asked]

    def _search(self, module: Module, family: str, specifier: str) -> Key | None:
        project = self.evaluator.project
        for folder in project.rules(module.language).candidates(specifier, module.path, project.context):
            keys = self._folders.get((family, folder), ())
            if len(keys) == 1:
                return keys[0]
            if keys:
                return keys[0] if len(keys) == 1 else max(keys, key=self._weight)
        return None

    def _weight(self, key: Key) -> tuple[int, int, str]:
        """Which unit of a folder is meant: the one with most files that hold no tests."""
        known = self._weights.get(key)
        if known is None:
            sources = sum(not self.evaluator.project.is_test(module) for module, _ in self._places[key])
            known = self._weights[key] = (sources, -len(key[1]), key[1])
        return known

    def declared_name(self, key: Key) -> str:
        """The last name of a unit, by which those who import it call it."""
        (module, _), *_ = self._places[key]
        name = key[1].rpartition(FOLDER_MARK)[2] if module.spec.units.kind == "folder" else key[1]
        return name.rpartition(module.spec.units.separator)[2]

    def around(self, module: Module, scope: int) -> Iterable[Key]:
        """The units whose names are seen from a scope of a module, the innermost first."""
        seen: set[Key] = set()
        while True:
            key = self.of_scope.get((module.index, scope))
            if key is not None and key not in seen:
                seen.add(key)
                yield key
                if module.spec.units.nested:
                    yield from self._outer_of(key, module, seen)
            if scope <= 0:
                break
            scope = module.scope_parent[scope]
        outermost = (module.spec.family or module.language, "")
        if module.spec.units.root and outermost not in seen:
            yield outermost

    def _outer_of(self, key: Key, module: Module, seen: set[Key]) -> Iterable[Key]:
        """The units around one whose name is ``A.B``: ``A``, and the one without a name."""
        family, name = key
        separator = module.spec.units.separator
        while name:
            name = name.rpartition(separator)[0]
            outer = (family, name)
            if not name and module.spec.units.chained:
                return
            if outer not in seen:
                seen.add(outer)
                yield outer

    def name(self, key: Key, name: str, module: Module | None = None) -> Answer:
        """What a name of a unit denotes for a file: what its own package declares goes before what others do."""
        if module is not None and self.limited and module.spec.units.visibility == "imports":
            return self._seen(key, name, module)
        asked = (key, name, module.package if module is not None else -1)
        known = self._answers.get(asked)
        if known is None:
            self._answers[asked] = MISSING
            known = self._answers[asked] = self._name(key, name, asked[2])
        return known

    def _seen(self, key: Key, name: str, module: Module) -> Answer:
        """What a name of a unit denotes for a file that sees only what it imports.

        Where none of these declares it: what comes before or after it in a file that includes both; what any file
        declares.
        """
        found = self._table(key).get(name)
        if not found:
            return self._name(key, name, module.package)
        index, visibility = module.index, self.evaluator.visibility
        seen = [place for place in found if visibility.sees(index, place[0].index)]
        if seen:
            return self._usual(seen, name, module)
        met = [place for place in found if visibility.meets(index, place[0].index)]
        if met:
            return self._denoted(met).at_best(INFERRED)
        if name in module.globals:
            return MISSING
        return self._guessed([place for place in found if not self._is_internal(*place)], module)

    def _usual(self, found: list[tuple[Module, int]], name: str, module: Module) -> Answer:
        """What a name denotes, alternatives left out; one that stands in for what the library has is nothing at all."""
        flags = self.evaluator.definitions.flags
        answer = self._denoted(found)
        usual = tuple(
            entity for entity in answer.found if entity[0] != DEFINITION or not flags[entity[1]] & ALTERNATIVE
        )
        if usual:
            return (
                answer if len(usual) == len(answer.found) else Answer(usual, answer.confidence, answer.rule)
            )
        return MISSING if name in module.globals else answer

    def _guessed(self, found: list[tuple[Module, int]], module: Module) -> Answer:
        """What a name may denote that no file declares which is seen: a type is hardly ever declared twice."""
        own = [place for place in found if place[0].package == module.package]
        answer = self._denoted(own or found) if found else MISSING
        kinds = self.evaluator.definitions.kind
        types = all(entity[0] == DEFINITION and kinds[entity[1]] in TYPE_KINDS for entity in answer.found)
        return answer.at_best(INFERRED if types and len(answer.found) == 1 else POSSIBLE, "unit")

    def _is_internal(self, module: Module, variable: int) -> bool:
        """Whether a name is only its own file's, or a macro, which others have by an import alone."""
        internal = self.evaluator.linkage.internal
        definitions = self.evaluator.definitions
        return any(
            number in internal or definitions.kind[number] == MACRO
            for number in self._numbers(module, variable)
        )

    @staticmethod
    def _numbers(module: Module, variable: int) -> list[int]:
        return [
            module.base + module.bind_target[binding]
            for binding in module.bindings(variable)
            if module.bind_kind[binding] == BIND_DEFINITION
        ]

    def _name(self, key: Key, name: str, package: int) -> Answer:
        found = self._table(key).get(name, [])
        if len(found) > 1:
            own = [place for place in found if place[0].package == package]
            found = own or found
        if found:
            return self._denoted(found)
        inner = (key[0], f"{key[1]}{self._separators[key[0]]}{name}" if key[1] else name)
        if inner in self._above:
            return Answer(((UNIT, *inner),), CERTAIN, "unit")
        return MISSING

    def _denoted(self, found: list[tuple[Module, int]]) -> Answer:
        """What variables of one name denote together: parts of one type are one."""
        answers = [self.evaluator.variables.denote(owner, variable) for owner, variable in found]
        if len(answers) == 1:
            return answers[0].by("unit") if answers[0].found else answers[0]
        entities = dict.fromkeys(
            self.evaluator.parts.entity(entity) for answer in answers for entity in answer.found
        )
        if len(entities) == 1:
            return Answer(tuple(entities), max(answer.confidence for answer in answers), "unit")
        sure = max((answer.confidence for answer in answers if answer.found), default=CERTAIN)
        return merge([Answer((entity,), sure, "unit") for entity in entities])

    def _table(self, key: Key) -> dict[str, list[tuple[Module, int]]]:
        """The variables of a unit by name; imports of a file, and what it keeps to itself, are nobody else's names."""
        known = self._names.get(key)
        if known is None:
            known = self._names[key] = {}
            for module, scope in self._places.get(key, ()):
                kept = self._kept(module) if module.spec.units.private else NOTHING_KEPT
                names = module.spec.units.visibility == "imports"  # what a header gives a name, others see
                for name, variable in module.names[scope].items():
                    declared = variable in module.defined or (names and name != "*" and name not in known)
                    if declared and variable not in kept:
                        known.setdefault(name, []).append((module, variable))
        return known

    def _kept(self, module: Module) -> frozenset[int]:
        """The variables of a file whose definitions have a modifier that keeps them to this file."""
        words = frozenset(module.spec.units.private)
        modifiers = self.evaluator.definitions.columns["modifiers"]
        return frozenset(
            variable
            for definition, variable in module.variable_of.items()
            if not words.isdisjoint(module.text(int(modifiers[module.base + definition])).split())
        )

    def root(self, module: Module, name: str) -> Answer:
        """A plain name as the first part of the name of a unit."""
        key = (module.spec.family or module.language, name)
        return Answer(((UNIT, *key),), CERTAIN, "unit") if key in self._above else MISSING


def declared_unit(module: Module) -> str:
    """The unit that a file names for all of it, "" without one."""
    names = [
        module.strings[name]
        for kind, name in zip(module.exports[0], module.exports[1], strict=True)
        if kind == EXPORT_UNIT
    ]
    if module.spec.units.chained:
        return module.spec.units.separator.join(names)
    return names[0] if names else ""
