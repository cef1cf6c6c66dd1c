"""Collects what every reference, import and method of every file leads to, as rows that become columns."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Import, ImportFlag
from codegraph.model import EdgeKind, Reason
from codegraph.resolve.definitions import USE_KINDS
from codegraph.resolve.structural import Structural
from codegraph.resolve.targets import EDGE_KINDS, MAX_TEXT, METHOD_KINDS, Miss, Reached, Targets
from codegraph.resolve.values import (
    CERTAIN,
    CLASS_KINDS,
    DEFINITION,
    EXTERNAL,
    MODULE,
    PROPERTY,
    UNIT,
    Entity,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module, Project

CONTAINS, IMPORTS, OVERRIDES, REFERENCES = (
    EDGE_KINDS.index(kind)
    for kind in (EdgeKind.CONTAINS, EdgeKind.IMPORTS, EdgeKind.OVERRIDES, EdgeKind.REFERENCES)
)
IMPLEMENTS = EDGE_KINDS.index(EdgeKind.IMPLEMENTS)
OVERRIDING = METHOD_KINDS | {PROPERTY}
SITE_BITS = 24  # for the column, more than any file that is indexed has in a line
NO_SITE = -1
FURTHER = 6  # numbers of each edge in ``Found.further``
MAX_PARTS = 8

# Plain numbers: comparing with members of an IntEnum costs several times as much.
IMPORT_CHILD = int(Import.CHILD)
IMPORT_NAMED = int(Import.NAMED)
IMPORT_STAR = int(Import.STAR)
IMPORTFLAG_COMMENT = int(ImportFlag.COMMENT)
IMPORTFLAG_DYNAMIC = int(ImportFlag.DYNAMIC)
IMPORTFLAG_TYPE_ONLY = int(ImportFlag.TYPE_ONLY)


class LostImport(NamedTuple):
    """An import of something that is not there, and where it stands."""

    miss: Miss
    module: int
    line: int
    column: int


class Found:
    """What each *use* leads to: an expression of a module, used in one way by any number of references.

    Attributes:
        references: the references.
        paths: the path of each module.
        uses: the use that each reference is.
        first: the first target of each use, and one more: the number of all targets.
        targets: the targets of all uses.
        target_manners: how each is reached, as a number.
        manners: these numbers by kind of edge, confidence and rule.
        further: the other edges: source, target, manner, type_only, dynamic, site of each, one after the other.
        misses: the uses without a target.
        lost: the imports without a target.
        definitions: how many there are; greater numbers are externals.
        languages: the language of each module.
        marks: how many uses, targets and further edges there were before each module, in the order in which they
            were resolved.
        imports: how many imports of each module are ``certain``, ``external``, ``unresolved``.
    """

    def __init__(self, project: Project) -> None:
        self.references = project.references
        self.definitions = len(project.owners)
        self.paths = [module.path for module in project.modules]
        self.uses = array("i")
        self.first = array("i", [0])
        self.targets = array("i")
        self.target_manners = array("i")
        self.manners: dict[tuple[int, int, str], int] = {}
        self.misses: dict[int, Miss] = {}
        self.further = array("q")
        self.lost: list[LostImport] = []
        self.languages = [module.language for module in project.modules]
        self.marks: list[tuple[int, int, int]] = []
        self.imports: Counter[tuple[int, str]] = Counter()

    def mark(self) -> tuple[int, int, int]:
        """How many uses, targets and further edges there are by now."""
        return len(self.first) - 1, len(self.targets), len(self.further) // FURTHER

    def manner(self, kind: int, confidence: int, rule: str) -> int:
        """The number of a kind of edge with a confidence and a rule."""
        return self.manners.setdefault((kind, confidence, rule), len(self.manners))

    def add(self, reached: Sequence[Reached]) -> None:
        """Take in the targets of one more use."""
        manners = self.manners
        for target, kind, confidence, rule in reached:
            self.targets.append(target)
            self.target_manners.append(manners.setdefault((kind, confidence, rule), len(manners)))
        self.first.append(len(self.targets))

    def number_externals(self, fqns: Sequence[str]) -> list[str]:
        """Number the externals anew, without those that no edge leads to; give their FQNs in the new order.

        Args:
            fqns: the FQN of each external, in the order of the numbers so far.
        """
        import numpy as np

        targets = np.array(self.targets, np.int64)
        further = np.array(self.further, np.int64).reshape(-1, FURTHER)
        columns = (targets, further[:, 1])
        is_used = np.zeros(len(fqns), np.int64)
        for column in columns:
            is_used[column[column >= self.definitions] - self.definitions] = 1
        place = np.cumsum(is_used) - 1 + self.definitions
        for column in columns:
            outside = column >= self.definitions
            column[outside] = place[column[outside] - self.definitions]
        self.targets = array("i", targets.astype(np.int32).tobytes())
        self.further = array("q", further.tobytes())
        return [fqns[number] for number in np.flatnonzero(is_used).tolist()]


class EdgeBuilder:
    """Finds the targets of all references and imports, module by module in their order."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.targets = Targets(evaluator)
        self.found = Found(evaluator.project)

    def module(self, module: Module) -> None:
        """Resolve all imports, references and overriding methods of a module."""
        self.found.marks.append(self.found.mark())
        if module.spec.units.kind == "none":
            self._imports(module, frozenset())
            self._references(module)
        else:  # what is used of a unit says which of its files are imported
            first = len(self.found.targets)
            self._references(module)
            self._imports(module, self._modules_of(self.found.targets[first:]))
        self._overrides(module)

    def _modules_of(self, targets: Sequence[int]) -> frozenset[int]:
        """The modules of targets in the project."""
        owners = self.evaluator.owners
        count = len(owners)
        return frozenset(
            ~target if target < 0 else owners[target].index for target in set(targets) if target < count
        )

    def _references(self, module: Module) -> None:
        found, reach = self.found, self.targets.reached
        uses = found.references.numbered_uses(module.index)
        numbers = dict(zip(dict.fromkeys(uses), count(len(found.first) - 1)))
        outside = self.targets.outside if module.spec.opaque else None
        for use, number in numbers.items():
            expression, kind = divmod(use, USE_KINDS)
            if outside is not None and outside(found, module, expression, kind):
                continue
            reached, answer = reach(module, expression, kind)
            found.add(reached)
            if not reached:
                found.misses[number] = self.targets.miss(module, expression, kind, answer)
        found.uses.extend([numbers[use] for use in uses])

    # --- imports ---

    def _path_imports(self, module: Module) -> None:
        """Imports by paths: of each module that a path names, and of what is imported wherever it is defined."""
        paths, source = self.evaluator.paths, ~module.index
        imports = self.found.manner(IMPORTS, CERTAIN, "import")
        child = self.found.manner(REFERENCES, CERTAIN, "child-module")
        for number, (kind, specifier, name, _, _, line, column, _) in enumerate(
            zip(*module.imports, strict=True)
        ):
            path = module.strings[specifier]
            named = paths.imported(module, number)
            nodes = self._modules_named(module, number, path) if kind != IMPORT_CHILD else []
            nodes += [self._imported_node(entity) for entity in named.found]
            inside = [node for node in dict.fromkeys(nodes) if node < 0]
            outcome = "certain" if inside else "external" if nodes else "unresolved"
            self.found.imports[module.index, outcome] += 1
            site = line << SITE_BITS | column
            for node in inside or nodes[-1:]:
                if node != source:
                    manner = child if kind == IMPORT_CHILD else imports
                    self.found.further.extend((source, node, manner, False, False, site))
            if not nodes:
                text = "::".join(part for part in (path, module.text(name)) if part)
                miss = Miss(IMPORTS, text[:MAX_TEXT], Reason.MISSING, ())
                self.found.lost.append(LostImport(miss, module.index, line, column))

    def _modules_named(self, module: Module, number: int, path: str) -> list[int]:
        """The modules of the project that the names of a path mean."""
        if not path:
            return []
        names = path.split(module.spec.separator)
        answers = self.evaluator.paths.walk(module, number)
        return [
            self._imported_node(entity)
            for name, answer in zip(names, answers, strict=True)
            if name not in module.spec.paths.roots
            for entity in answer.found
            if entity[0] != EXTERNAL
        ]

    def _imported_node(self, entity: Entity) -> int:
        if entity[0] == DEFINITION:
            index: int = self.evaluator.owners[entity[1]].index
            return ~index
        return self.targets.node(entity)

    def _imports(self, module: Module, used: frozenset[int]) -> None:
        if module.spec.paths.roots:
            self._path_imports(module)
            return
        evaluator, source = self.evaluator, ~module.index
        manner = self.found.manner(IMPORTS, CERTAIN, "import")
        for number, (kind, specifier, name, _, flags, line, column, _) in enumerate(
            zip(*module.imports, strict=True)
        ):
            if flags & IMPORTFLAG_COMMENT:
                continue
            text = module.strings[specifier]
            found = evaluator.imports.module(module, text)
            target = found.found[0] if found.found else None
            if kind in (IMPORT_NAMED, IMPORT_STAR) and name >= 0:
                below = evaluator.imports.name(found, module.strings[name], text, module)
                if kind == IMPORT_NAMED:
                    module.import_answers[number] = below
                if (
                    below.found
                    and below.found[0][0] == MODULE
                    and below.found != found.found
                    and (target is None or target[0] != MODULE or self._is_package(target[1]))
                ):
                    target = below.found[0]
                elif target is not None and target[0] in (UNIT, DEFINITION):
                    target = next((e for e in below.found if e[0] in (DEFINITION, EXTERNAL, UNIT)), None)
            if target is None:
                self.found.imports[module.index, "unresolved"] += 1
                miss = Miss(IMPORTS, text[:MAX_TEXT], Reason.MISSING, ())
                self.found.lost.append(LostImport(miss, module.index, line, column))
                continue
            nodes = self._imported(target, used)
            self.found.imports[module.index, "external" if target[0] == EXTERNAL else "certain"] += 1
            type_only, dynamic = bool(flags & IMPORTFLAG_TYPE_ONLY), bool(flags & IMPORTFLAG_DYNAMIC)
            site = line << SITE_BITS | column
            for node in nodes:
                if node != source:
                    self.found.further.extend((source, node, manner, type_only, dynamic, site))

    def _imported(self, target: Entity, used: frozenset[int]) -> list[int]:
        """The nodes that an import leads to: of a unit the files that are used, else the first one."""
        if target[0] == DEFINITION:
            return [~self.evaluator.owners[target[1]].index]
        if target[0] != UNIT:
            return [self.targets.node(target)]
        modules = [module for module, _ in self.evaluator.units.places((target[1], target[2]))]
        found = [~module.index for module in modules if module.index in used]
        if found or not modules:
            return found
        plain = [module for module in modules if not self.evaluator.project.is_test(module)]
        return [~(plain or modules)[0].index]

    def _is_package(self, index: int) -> bool:
        module = self.evaluator.project.modules[index]
        return module.path.rpartition("/")[2].partition(".")[0] in module.spec.package_modules

    # --- what follows from classes ---

    def _overrides(self, module: Module) -> None:
        """An edge from each method to the one that it overrides: the first with its name behind its class."""
        evaluator = self.evaluator
        definitions = evaluator.project.definitions
        for local in self._with_bases(module):
            number = module.base + local
            scope = definitions.scope[number]
            whole = evaluator.whole.get(number, number)
            if local < 0 or definitions.kind[number] not in CLASS_KINDS or scope < 0:
                continue
            constructors = module.spec.members.constructors
            for name, variable in module.names[scope].items():
                own = evaluator.variables.denote(module, variable).found
                if not own or name in constructors:
                    continue
                if module.spec.members.overloads:
                    self._overriding(whole, name, own)
                    continue
                if not self._is_method(own[0]):
                    continue
                above = evaluator.classes.member(whole, name, whole)
                for entity in above.found:
                    if entity != own[0] and self._is_method(entity):
                        manner = self.found.manner(OVERRIDES, above.confidence, "override")
                        self.found.further.extend((own[0][1], entity[1], manner, False, False, NO_SITE))

    def _overriding(self, whole: int, name: str, own: Sequence[Entity]) -> None:
        """The same where several methods have one name: each overrides those with the same parameters."""
        methods = [entity for entity in own if self._is_method(entity)]
        above = self.evaluator.classes.member(whole, name, whole) if methods else None
        if above is None or not above.found:
            return
        manner = self.found.manner(OVERRIDES, above.confidence, "override")
        around = self.evaluator.generics.environment(whole, ())
        for entity in methods:
            for other in above.found:
                if other == entity or not self._is_method(other):
                    continue
                if self.evaluator.overloads.same_parameters(entity[1], other[1], around):
                    self.found.further.extend((entity[1], other[1], manner, False, False, NO_SITE))
                    break

    def _with_bases(self, module: Module) -> list[int]:
        """The classes of a module that have bases, and the parts of those that have."""
        found = {local for local in module.bases if local >= 0}
        for part in self.evaluator.parts.in_module.get(module.index, ()):
            whole = self.evaluator.whole.get(part, part)
            if len(self.evaluator.classes.order(whole).classes) > 1:
                found.add(part - module.base)
        return sorted(found)

    def parts(self) -> None:
        """Edges from types to the members that other places add to them.

        Of a type in a few parts each part has all members; of one that is opened again and again only the first.
        """
        evaluator = self.evaluator
        definitions = evaluator.definitions
        manner = self.found.manner(CONTAINS, CERTAIN, "part")
        for whole, parts in evaluator.parts.of.items():
            nodes = [part for part in parts if definitions.node[part] == part]
            shown = nodes if len(nodes) <= MAX_PARTS else nodes[:1]
            if definitions.node[whole] != whole or (len(nodes) < 2 and len(parts) < 2):
                continue
            members = [(part, member) for part in parts for member in self._members_in(part)]
            for node in shown:
                for part, member in members:
                    inside = part == node or (
                        node == whole
                        and definitions.node[part] != part
                        and evaluator.owners[part] is evaluator.owners[whole]
                    )
                    if not inside:
                        self.found.further.extend((node, member, manner, False, False, NO_SITE))

    def _members_in(self, part: int) -> list[int]:
        """The members with a node that stand in a part of a type."""
        evaluator, definitions = self.evaluator, self.evaluator.definitions
        module, scope = evaluator.owners[part], definitions.scope[part]
        if scope < 0:
            return []
        return [
            entity[1]
            for variable in module.names[scope].values()
            for entity in evaluator.variables.denote(module, variable).found
            if entity[0] == DEFINITION
            and definitions.node[entity[1]] == entity[1]
            and evaluator.owners[entity[1]] is module
        ]

    def structural(self) -> None:
        """Edges from classes to the interfaces whose methods they have, and between these methods."""
        evaluator = self.evaluator
        if not any(module.spec.members.structural for module in evaluator.project.modules):
            return
        add = self.found.further.extend
        for number, interface, confidence, methods in Structural(evaluator).implementations():
            manner = self.found.manner(IMPLEMENTS, confidence, "structural")
            add((number, interface, manner, False, False, NO_SITE))
            manner = self.found.manner(OVERRIDES, confidence, "structural")
            for own, method in methods:
                add((own, method, manner, False, False, NO_SITE))

    def _is_method(self, entity: Entity) -> bool:
        targets = self.targets
        return (
            entity[0] == DEFINITION
            and targets.kinds[entity[1]] in OVERRIDING
            and targets.nodes[entity[1]] == entity[1]
        )
