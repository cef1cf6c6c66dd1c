"""Paths: names that are read one after the other, each in what the one before means (``crate::a::Type::new``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Import, ScopeKind
from codegraph.model import NodeKind
from codegraph.resolve.values import (
    CERTAIN,
    DEFINITION,
    EXTERNAL,
    KINDS,
    MISSING,
    MODULE,
    NOTHING,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

MODULE_SCOPE = int(ScopeKind.MODULE)
IMPORT_CHILD, IMPORT_STAR = int(Import.CHILD), int(Import.STAR)
BIND_DEFINITION, BIND_IMPORT, BIND_STAR = int(Bind.DEFINITION), int(Bind.IMPORT), int(Bind.STAR)
MACRO = KINDS.index(NodeKind.MACRO)
MAX_OUTER = 64

Place = tuple["Module", int]
"""A module and the scope of the file, or of a namespace in it."""


class Paths:
    """Questions about paths, and about which module declares which."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._outer: dict[int, Place] | None = None
        self._declared_all = False
        self._crates: dict[int, Place] = {}
        self._walked: dict[tuple[int, int, str], list[Answer]] = {}
        self._macros: dict[int, dict[str, list[int]]] | None = None
        self._stars: set[tuple[int, int, str]] = set()  # that are being looked into

    # --- imports ---

    def imported(self, module: Module, number: int) -> Answer:
        """What an import binds."""
        known = module.import_answers[number]
        if known is None:
            module.import_answers[number] = NOTHING  # an import of what it binds itself
            known = module.import_answers[number] = self._imported(module, number)
        return known

    def _imported(self, module: Module, number: int) -> Answer:
        specifier = module.strings[module.import_module[number]]
        if module.import_kind[number] == IMPORT_CHILD:
            found = self.evaluator.project.search(specifier, module)
            return MISSING if found is None else Answer(((MODULE, found.index),), CERTAIN, "import")
        name = module.text(module.import_name[number])
        if module.import_kind[number] == IMPORT_STAR:
            return self.source(module, number)
        if not specifier:
            return self.root((module, self._scope(module, number)), name, number)
        source = self.source(module, number)
        found_in = self.member(source, name)
        return (
            found_in.by("import") if found_in.rule in ("scope", "class-member", "module-member") else found_in
        )

    def source(self, module: Module, number: int) -> Answer:
        """What an import's path means, without the name that it imports."""
        return self.walk(module, number)[-1]

    def walk(self, module: Module, number: int) -> list[Answer]:
        """What each name of an import's path means."""
        scope = self._scope(module, number)
        specifier = module.strings[module.import_module[number]]
        first, *names = specifier.split(module.spec.separator)
        key = (module.index, scope, specifier)
        rooted = first in module.spec.paths.roots  # else it may hang on what the import itself binds
        known = self._walked.get(key) if rooted else None
        if known is not None:
            return known
        found = [self.root((module, scope), first, number)]
        for name in names:
            found.append(self.member(found[-1], name))
        if rooted and found[-1].found:
            self._walked[key] = found
        return found

    def _scope(self, module: Module, number: int) -> int:
        return self.module_scope(module, module.imports[7][number])

    @staticmethod
    def module_scope(module: Module, scope: int) -> int:
        """The scope of the file, or of the namespace in it, that a scope lies in."""
        while scope > 0 and module.scope_kind[scope] != MODULE_SCOPE:
            scope = module.scope_parent[scope]
        return scope

    # --- names ---

    def root(self, place: Place, name: str, skip: int = -1) -> Answer:
        """What the first name of a path means.

        Args:
            place: where it stands.
            name: the name.
            skip: the import that it belongs to, which binds it later than that.
        """
        module = place[0]
        word = module.spec.paths.roots.get(name)
        if word is not None:
            start = self.crate(module) if word == "root" else place if word == "own" else self.outer(place)
            return MISSING if start is None else self._answer(start)
        found = self._bound(place, name, skip)
        if found.found:
            return found
        project = self.evaluator.project
        crate = project.find(name, module)
        if crate is not None:
            return Answer(((MODULE, crate.index),), CERTAIN, "import")
        external = project.rules(module.language).external(name)
        if external and self._is_declared(module, name):
            return self._external(external)
        found = self.starred(place, name)
        if skip >= 0 and external and found.found and found.found[0][0] == EXTERNAL:
            # An import through a name that another one takes in with a star: possible, and nobody writes it.
            return self._external(external)
        if found.found or name in module.globals:
            return found if found.found else self._external(module.spec.home(name))
        return self._external(external) if external else MISSING

    def _is_declared(self, module: Module, name: str) -> bool:
        """Whether a name is that of a package outside of the project which a manifest declares."""
        declares = getattr(self.evaluator.project.rules(module.language), "declares", None)
        return declares is not None and declares(name, module.path, self.evaluator.project.context)

    @staticmethod
    def _external(fqn: str) -> Answer:
        return Answer(((EXTERNAL, fqn),), CERTAIN, "import")

    def _bound(self, place: Place, name: str, skip: int) -> Answer:
        """What a module's own scope binds a name to, not by the import that asks."""
        module, scope = place
        variable = module.names[scope].get(name)
        if variable is None:
            return NOTHING
        answers = []
        defined = []
        for binding in module.bindings(variable):
            kind, target = module.bind_kind[binding], module.bind_target[binding]
            if kind == BIND_DEFINITION:
                defined.append(target)
            elif kind == BIND_IMPORT and target != skip:
                answers.append(self.imported(module, target))
        if defined:
            answers.append(self.evaluator.variables.defined(module, defined))
        return merge([answer for answer in answers if answer.found])

    def starred(self, place: Place, name: str) -> Answer:
        """A name that a module has from what it imports with a star."""
        module, scope = place
        star = module.names[scope].get("*")
        key = (module.index, scope, name)
        if star is None or key in self._stars:
            return NOTHING
        self._stars.add(key)
        found = self._from_stars(module, star, name)
        self._stars.discard(key)
        return found

    def _from_stars(self, module: Module, star: int, name: str) -> Answer:
        externals: list[str] = []
        for binding in reversed(module.bindings(star)):
            if module.bind_kind[binding] != BIND_STAR:
                continue
            source = self.source(module, module.bind_target[binding])
            externals += [entity[1] for entity in source.found if entity[0] == EXTERNAL]
            inside = tuple(entity for entity in source.found if entity[0] in (MODULE, DEFINITION))
            found = self.member(Answer(inside, source.confidence, source.rule), name)
            if found.found and found.found[0][0] != EXTERNAL:
                return found.by("star-import")
        if name in module.globals:
            return MISSING
        return self.evaluator.stars.chosen(module, externals, name)

    def member(self, source: Answer, name: str) -> Answer:
        """What a name means in modules, types or what is external."""
        evaluator = self.evaluator
        answers = []
        for entity in source.found:
            if entity[0] == MODULE:
                module = evaluator.project.modules[entity[1]]
                word = module.spec.paths.roots.get(name)
                if word == "outer":
                    outer = self.outer((module, 0))
                    answers.append(MISSING if outer is None else self._answer(outer))
                elif word == "own":
                    answers.append(Answer((entity,), CERTAIN, "import"))
                else:
                    answers.append(self._exported(module, name))
            elif entity[0] == DEFINITION:
                answers.append(self._inside(entity[1], name))
            elif entity[0] == EXTERNAL:
                answers.append(Answer(((EXTERNAL, f"{entity[1]}::{name}"),), source.confidence, "import"))
        kept = [answer for answer in answers if answer.found]
        return merge(kept) if kept else MISSING

    def _exported(self, module: Module, name: str) -> Answer:
        """A name of a module of the project; that of a macro may be imported without its mark."""
        found = self.evaluator.exports.name(module, name)
        mark = module.spec.macros.mark
        if found.found or not mark:
            return found
        if name[-1] == mark:
            named = self.evaluator.exports.name(module, name[:-1])
            kept = tuple(entity for entity in named.found if self._is_macro(entity))
            if kept:
                return Answer(kept, named.confidence, named.rule)
        return self.macro(module, name if name[-1] == mark else name + mark)

    def _is_macro(self, entity: Entity) -> bool:
        """Whether something without a macro's mark in its name is one: external, defined so, or a function for it."""
        if entity[0] != DEFINITION:
            return bool(entity[0] == EXTERNAL)
        evaluator = self.evaluator
        module, number = evaluator.owners[entity[1]], entity[1]
        made = module.spec.macros.functions
        if evaluator.definitions.kind[number] == MACRO:
            return True
        texts = [
            module.strings[text]
            for definition, _, text in zip(*module.decorators, strict=True)
            if definition == number - module.base
        ]
        return bool(made) and any(text.startswith(made) for text in texts)

    def free(self, module: Module, name: str, scope: int) -> Answer:
        """A name that no scope of a file binds.

        Args:
            scope: the scope of a namespace around that does not see what is around it, -1 for none.
        """
        place = (module, self.module_scope(module, max(scope, 0)))
        separator, mark = module.spec.separator, module.spec.macros.mark
        if name in module.spec.paths.roots:
            return self.root(place, name)
        bare = name.removeprefix(separator)
        if bare != name and self._is_declared(module, bare):
            return self.root(place, bare)
        found = self.starred(place, bare)
        if found.found:
            return found
        if mark and bare[-1] == mark:
            found = self._macro_by_name(place, bare)
            if found.found:
                return found
        if bare in module.globals:
            return Answer(((EXTERNAL, module.spec.home(bare)),), CERTAIN, "builtin")
        if bare == name:
            return MISSING
        first, _, rest = bare.partition(separator)
        found = self.root(place, first)
        return self.member(found, rest) if rest else found

    def _macro_by_name(self, place: Place, name: str) -> Answer:
        """A macro by what is imported under its name, else one of the crate."""
        imported = self._bound(place, name[:-1], -1)
        for entity in imported.found:
            if entity[0] == EXTERNAL:
                return Answer(((EXTERNAL, f"{entity[1]}{name[-1]}"),), imported.confidence, "import")
            if self._is_macro(entity):
                return Answer((entity,), imported.confidence, "import")
        return self.macro(place[0], name)

    def _inside(self, number: int, name: str) -> Answer:
        """A name in a namespace of a file, or a member of a type."""
        evaluator = self.evaluator
        module, scope = evaluator.owners[number], evaluator.definitions.scope[number]
        if scope > 0 and module.scope_kind[scope] == MODULE_SCOPE:
            word = module.spec.paths.roots.get(name)
            if word == "outer":
                outer = self.outer((module, scope))
                return MISSING if outer is None else self._answer(outer)
            found = self._bound((module, scope), name, -1)
            return found if found.found else self.starred((module, scope), name)
        named = evaluator.values_of(Answer(((DEFINITION, number),), CERTAIN, "scope"))
        return evaluator.members.of(named, name)

    # --- the tree of modules ---

    def _answer(self, place: Place) -> Answer:
        module, scope = place
        if scope == 0:
            return Answer(((MODULE, module.index),), CERTAIN, "import")
        return Answer(((DEFINITION, module.base + module.scope_definition[scope]),), CERTAIN, "import")

    def outer(self, place: Place) -> Place | None:
        """The module around a module, None for the root of a crate."""
        module, scope = place
        if scope > 0:
            return module, self.module_scope(module, module.scope_parent[scope])
        if self._outer is None:
            self._outer = {}
            for declaring in self.evaluator.project.modules:
                if declaring.spec.paths.roots:
                    self._declared(declaring, self._outer)
            self._declared_all = True
        found = self._outer.get(module.index)
        if found is None:
            guessed = self.evaluator.project.search("super", module)
            found = (guessed, 0) if guessed is not None and guessed is not module else None
        return found

    def _declared(self, module: Module, found: dict[int, Place]) -> None:
        for number, kind in enumerate(module.import_kind):
            if kind == IMPORT_CHILD:
                for entity in self.imported(module, number).found:
                    if entity[1] != module.index:
                        found.setdefault(entity[1], (module, self._scope(module, number)))

    def crate(self, module: Module) -> Place | None:
        """The root of the crate that a module belongs to."""
        known = self._crates.get(module.index)
        if known is None:
            known = self._find_crate(module)
            if self._declared_all:
                self._crates[module.index] = known
        return known

    def _find_crate(self, module: Module) -> Place:
        self.outer((module, 0))
        current, declared = module, self._outer or {}
        for _ in range(MAX_OUTER):
            outer = declared.get(current.index)
            if outer is None:
                break
            current = outer[0]
        if current is module:
            guessed = self.evaluator.project.search("crate", module)
            return (guessed or module, 0)
        return current, 0

    # --- macros ---

    def macro(self, module: Module, name: str) -> Answer:
        """A macro that the module's crate defines, wherever that is, if there is one of the name."""
        if self._macros is None:
            self._macros = self._all_macros()
        crate = self.crate(module)
        numbers = self._macros.get(crate[0].index, {}).get(name, []) if crate is not None else []
        found = tuple((DEFINITION, number) for number in numbers[:1])
        return Answer(found, CERTAIN if len(numbers) == 1 else 1, "macro") if found else NOTHING

    def _all_macros(self) -> dict[int, dict[str, list[int]]]:
        found: dict[int, dict[str, list[int]]] = {}
        definitions = self.evaluator.definitions
        names = definitions.columns["name"]
        for number, kind in enumerate(definitions.kind):
            if kind == MACRO and definitions.node[number] == number:
                module = self.evaluator.owners[number]
                crate = self.crate(module)
                if module.spec.macros.mark and crate is not None:
                    name = module.strings[names[number]] + module.spec.macros.mark
                    found.setdefault(crate[0].index, {}).setdefault(name, []).append(number)
        return found
