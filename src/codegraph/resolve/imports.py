"""What imports bind, and what names mean that no scope of their file binds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag, Import, Op, ScopeKind
from codegraph.resolve.units import declared_unit
from codegraph.resolve.values import (
    CERTAIN,
    CLASS_KINDS,
    DEFINITION,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    INFERRED,
    INSTANCE,
    MISSING,
    MODULE,
    NAMESPACE,
    NOTHING,
    TYPE_ALIAS,
    UNIT,
    Answer,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
IMPORT_DEFAULT = int(Import.DEFAULT)
IMPORT_MODULE = int(Import.MODULE)
IMPORT_NAMED = int(Import.NAMED)
EXTENSION = int(Flag.EXTENSION)
CLASS_SCOPE, FUNCTION_SCOPE = int(ScopeKind.CLASS), int(ScopeKind.FUNCTION)
OP_FREE, OP_MEMBER, OP_NAME = int(Op.FREE), int(Op.MEMBER), int(Op.NAME)
TYPE_KINDS = CLASS_KINDS | {TYPE_ALIAS}


NO_PACKAGES: dict[str, int] = {}


class Imports:
    """Questions about imports and free names."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._function_of: dict[int, dict[int, int]] = {}
        self._called: dict[int, dict[str, int]] = {}
        # by language, file or folder that asks, and specifier
        self._modules: dict[tuple[str, str, str], Answer] = {}
        self._suffixed: dict[tuple[int, int], Answer] = {}

    def denote(self, module: Module, number: int) -> Answer:
        """What an import binds."""
        known = module.import_answers[number]
        if known is not None:
            return known
        if module.spec.paths.roots:
            return self.evaluator.paths.imported(module, number)
        kind = module.import_kind[number]
        specifier = module.strings[module.import_module[number]]
        if kind == IMPORT_MODULE and module.import_alias[number] < 0 and module.spec.units.kind == "none":
            return self._root_module(module, specifier)
        if not specifier and kind == IMPORT_NAMED:
            return self.absolute(module, module.strings[module.import_name[number]])
        found = self.module(module, specifier)
        if kind in (IMPORT_NAMED, IMPORT_DEFAULT):
            name = "default" if kind == IMPORT_DEFAULT else module.strings[module.import_name[number]]
            return self.name(found, name, specifier, module)
        if found.found:
            return found
        return MISSING

    def _root_module(self, module: Module, specifier: str) -> Answer:
        first = specifier.partition(module.spec.separator)[0]
        found = self.evaluator.project.find(first, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "import")
        if self.evaluator.project.find(specifier, module) is not None:
            return Answer(((NAMESPACE, first, module.index),), CERTAIN, "import")
        return self._external(module, first)

    def module(self, module: Module, specifier: str) -> Answer:
        """The module that a specifier means, or its external name."""
        kind = module.spec.units.kind
        if kind not in ("folder", "declared"):
            return self._module(module, specifier)
        asked = (module.language, module.folder if kind == "folder" else module.path, specifier)
        known = self._modules.get(asked)
        if known is None:
            known = self._module(module, specifier)
            if kind == "folder" or (known.found and self.evaluator.holders.known):
                self._modules[asked] = known
        return known

    def _module(self, module: Module, specifier: str) -> Answer:
        units = module.spec.units
        unit = self.evaluator.units.named(module, specifier) if units.kind != "none" else None
        if unit is not None:
            return Answer(((UNIT, *unit),), CERTAIN, "import")
        found = self.evaluator.project.find(specifier, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "import")
        if units.kind == "declared" and units.separator in specifier:
            holder, _, name = specifier.rpartition(units.separator)
            inside = self.module(module, holder)
            if inside.found and inside.found[0][0] in (UNIT, DEFINITION):
                named = self.name(inside, name, holder, module)
                if named.found or inside.found[0][0] == DEFINITION:
                    return named
        near = self._relative(module, specifier) if units.relative else NOTHING
        return near if near.found else self._external(module, specifier)

    def _relative(self, module: Module, specifier: str) -> Answer:
        """What a specifier means whose first part is a name of the file's own unit, or of one around."""
        units = self.evaluator.units
        first, *rest = specifier.split(module.spec.units.separator)
        for unit in units.around(module, 0):
            found = units.name(unit, first, module)
            if found.found:
                for name in rest:
                    found = self.name(found, name, specifier, module) if found.found else found
                return found
        return NOTHING

    def absolute(self, module: Module, path: str) -> Answer:
        """A name from the outermost unit on: of a unit, built in, or of a package outside of the project."""
        evaluator, separator = self.evaluator, module.spec.units.separator
        holder, _, name = path.rpartition(separator)
        if holder:
            return self.name(self.module(module, holder), name, holder, module)
        found = evaluator.units.name((module.spec.family or module.language, ""), name, module)
        if found.found:
            return found
        if name in module.globals:
            return Answer(((EXTERNAL, _builtin(module, name)),), CERTAIN, "builtin")
        root = evaluator.units.root(module, name)
        return root if root.found else self._external(module, name)

    def _external(self, module: Module, specifier: str) -> Answer:
        external = self.evaluator.project.rules(module.language).external(specifier)
        return Answer(((EXTERNAL, external),), CERTAIN, "import") if external else MISSING

    def name(self, source: Answer, name: str, specifier: str, module: Module) -> Answer:
        """A name that is imported from a module: what it exports, or a module below it."""
        if source.found and source.found[0][0] in (UNIT, DEFINITION):
            return self._inside(source, name, module)
        if source.found and source.found[0][0] == MODULE:
            answer = self.evaluator.exports.name(self.evaluator.project.modules[source.found[0][1]], name)
            if answer.found:
                return answer.by("import") if answer.rule == "scope" else answer
            embedded = self.evaluator.project.modules[source.found[0][1]].spec.embedded
            if name == "default" and embedded.component:
                return source
        below = self._submodule(specifier, name, module)
        if below is not None:
            return Answer(((MODULE, below.index),), CERTAIN, "import")
        if source.found and source.found[0][0] == EXTERNAL:
            base = source.found[0][1]
            return Answer(((EXTERNAL, base if name == "default" else f"{base}::{name}"),), CERTAIN, "import")
        return MISSING

    def _submodule(self, specifier: str, name: str, module: Module) -> Module | None:
        if not module.spec.submodules:
            return None
        joined = specifier + name if specifier.endswith(".") else f"{specifier}.{name}"
        return self.evaluator.project.find(joined, module)

    def _inside(self, source: Answer, name: str, module: Module) -> Answer:
        """A name of a unit, or a member of a class that is imported from as from a module."""
        (tag, *rest), *_ = source.found
        if tag == UNIT:
            answer = self.evaluator.units.name((rest[0], rest[1]), name, module)
            if not answer.found:  # other packages may add to the same unit
                return self._external(module, f"{rest[1]}{module.spec.units.separator}{name}")
        else:
            number: int = rest[0]
            answer = self.evaluator.classes.member(self.evaluator.whole.get(number, number), name)
        return answer.by("import") if answer.rule in ("scope", "unit") else answer

    def free(self, module: Module, name: str, scope: int = -1, *, types: bool = False) -> Answer:
        """A name that no scope of the file binds: of a class or unit around, from a star import, or built in.

        Args:
            scope: the scope of the class or namespace around, -1 for none.
            types: whether it can only be a type.
        """
        if module.spec.paths.roots:
            return self.evaluator.paths.free(module, name, scope)
        outside = NOTHING
        if name.startswith(module.spec.separator):
            return self.absolute(module, name[len(module.spec.separator) :])
        if module.spec.scopes.implicit_receiver and not name[:1].isupper():
            return self.evaluator.sent.free(module, name, scope)
        if scope >= 0 or module.spec.units.kind != "none":
            found = self._around(module, name, scope, types=types)
            packages = self._by_package(module) if module.spec.units.kind == "folder" else NO_PACKAGES
            if name in packages and not found.found:
                found = self._package(module, name)
            if found.found and (found.found[0][0] != EXTERNAL or name in packages):
                return found
            outside = found
        apart = module.spec.naming.separate or module.spec.scopes.receivers
        if apart and name in module.names[0]:
            return self._plain(self.evaluator.variables.denote(module, module.names[0][name]))
        listed = bool(outside.found) and self.evaluator.library.lists(outside.found[0][1])
        answer = outside.at_best(INFERRED) if listed else self._from_stars(module, name)
        if answer.found:
            return answer
        if name in module.globals:
            return Answer(((EXTERNAL, _builtin(module, name)),), CERTAIN, "builtin")
        if outside.found:
            return outside.at_best(INFERRED)
        named = self.evaluator.units.root(module, name)
        if (
            not named.found and module.spec.scopes.implicit_receiver
        ):  # what a library has that is loaded somewhere
            return self._external(module, name).at_best(INFERRED, "library")
        named = named if named.found else self.evaluator.stars.root(module, name)
        named = named if named.found else self._of_known(module, name)
        return named if named.found else self._of_headers(module, name)

    def _of_known(self, module: Module, name: str) -> Answer:
        """A name of the outermost unit that a known library has or begins with; others only see its functions."""
        if not module.spec.units.root or name not in self.evaluator.library.roots(module.spec.ecosystem):
            return MISSING
        if name[:1].isupper() and declared_unit(module):
            return MISSING
        return self._external(module, name).at_best(INFERRED, "library")

    def _of_headers(self, module: Module, name: str) -> Answer:
        """A name that no file declares which is seen: of the one library that the file includes headers of."""
        if module.spec.units.visibility != "imports" or not self.evaluator.units.limited:
            return MISSING
        library = self.evaluator.visibility.library(module)
        return Answer(((EXTERNAL, f"{library}::{name}"),), INFERRED, "library") if library else MISSING

    def _from_stars(self, module: Module, name: str) -> Answer:
        exports = self.evaluator.exports
        if module.spec.units.kind != "none":
            return exports.from_modules(module, self.evaluator.stars.specifiers(module), name)
        star = module.names[0].get("*")
        return exports.from_stars(module, star, name) if star is not None else MISSING

    def type_named(self, module: Module, expression: int, given: int = -1) -> Answer:
        """What an expression denotes that stands for a type: members that are none do not hide types of their name.

        Args:
            given: how many type arguments it is given, -1 if the expression says so.
        """
        named = self.evaluator.denote(module, expression)
        if len(named.found) > 1:
            count = given if given >= 0 else self.evaluator.given_types(module, expression)
            named = self.evaluator.of_arity(named, count)
        if module.op[expression] != OP_FREE or not named.found or named.found[0][0] != DEFINITION:
            return named
        if self.evaluator.definitions.kind[named.found[0][1]] in TYPE_KINDS:
            return named
        name, scope = module.strings[module.a[expression]], module.b[expression]
        typed = self.free(module, name, scope, types=True)
        return typed if typed.found else named

    def with_suffix(self, module: Module, expression: int, suffix: str) -> Answer:
        """What a name denotes whose end may be left out: ``[Flags]`` for a ``FlagsAttribute`` of the project."""
        asked = (module.index, expression)
        known = self._suffixed.get(asked)
        if known is None:
            known = self._with_suffix(module, expression, suffix)
            if known.found:
                self._suffixed[asked] = known
        return known

    def _with_suffix(self, module: Module, expression: int, suffix: str) -> Answer:
        op, a, b = module.op[expression], module.a[expression], module.b[expression]
        longer = NOTHING
        if op == OP_FREE:
            longer = self.free(module, module.strings[a] + suffix, b, types=True)
        elif op == OP_NAME:
            longer = self.free(module, module.strings[module.var_name[a]] + suffix, types=True)
        elif op == OP_MEMBER:
            longer = self.evaluator.members.of(self.evaluator.value(module, a), module.strings[b] + suffix)
        if longer.found and longer.found[0][0] == DEFINITION:
            return longer
        return self.type_named(module, expression)

    def _around(self, module: Module, name: str, scope: int, *, types: bool) -> Answer:
        """A member of a class around, or a name of a unit around; what classes have outside of the project last."""
        evaluator = self.evaluator
        outside = NOTHING
        at = scope if module.spec.scopes.implicit_members else 0
        while at > 0:
            if module.spec.scopes.receivers and module.scope_kind[at] == FUNCTION_SCOPE:
                found = self._of_receiver(module, name, at)
                if found.found:
                    return found
            if module.scope_kind[at] == CLASS_SCOPE and module.scope_definition[at] >= 0:
                number = module.base + module.scope_definition[at]
                number = evaluator.whole.get(number, number)
                # What a class mixes in may be one of its own members: these do not hang on what is behind it.
                found = evaluator.classes.own(number, name) if module.spec.members.heirs else NOTHING
                found = found if found.found else evaluator.classes.member(number, name)
                if types and found.found and not self._is_type(found):
                    found = NOTHING
                if found.found and found.found[0][0] != EXTERNAL:
                    return found.by("implicit-receiver")
                outside = outside if outside.found else found
                added = (
                    self._added(module, name, number)
                    if module.spec.scopes.receivers and not types
                    else NOTHING
                )
                if added.found:
                    return added
            at = module.scope_parent[at]
        found = self._of_units(module, name, scope, types=types)
        return found if found.found else outside

    def _of_units(self, module: Module, name: str, scope: int, *, types: bool) -> Answer:
        """A name of a unit around; where receivers go first, one that the file imports."""
        evaluator = self.evaluator
        if module.spec.scopes.receivers and name in module.names[0]:
            found = self._plain(evaluator.variables.denote(module, module.names[0][name]))
            if found.found and not (types and not self._is_type(found)):
                return found
        for unit in evaluator.units.around(module, max(scope, 0)):
            found = evaluator.units.name(unit, name, module)
            found = self._plain(found) if module.spec.scopes.receivers else found
            if found.found and not (types and not self._is_type(found)):
                return found
        return NOTHING

    def _added(self, module: Module, name: str, number: int) -> Answer:
        """What a file sees that is added to a class from outside of it."""
        this = Answer(((INSTANCE, number, ()),), CERTAIN, "self")
        added = self.evaluator.extensions.of(module, this, name)
        return added.by("implicit-receiver") if added.found else NOTHING

    def receiver_around(self, module: Module, scope: int) -> Answer:
        """What a plain name is called on in a scope: the receiver of the function around, or the class around."""
        at = scope
        while at > 0:
            if module.scope_kind[at] == FUNCTION_SCOPE:
                local = self._functions(module).get(at, -1)
                receiver = self.evaluator.contexts.receiver(module, local) if local >= 0 else NOTHING
                if receiver.found:
                    return receiver
            if module.scope_kind[at] == CLASS_SCOPE and module.scope_definition[at] >= 0:
                number = module.base + module.scope_definition[at]
                return Answer(((INSTANCE, self.evaluator.whole.get(number, number), ()),), CERTAIN, "self")
            at = module.scope_parent[at]
        return NOTHING

    def _plain(self, answer: Answer) -> Answer:
        """What a name denotes without what can only be called on something."""
        flags = self.evaluator.definitions.flags
        kept = tuple(e for e in answer.found if e[0] != DEFINITION or not flags[e[1]] & EXTENSION)
        return answer if len(kept) == len(answer.found) else Answer(kept, answer.confidence, answer.rule)

    def _of_receiver(self, module: Module, name: str, scope: int) -> Answer:
        """A member of what the function with a scope is called on, by its declaration or by what it is given to."""
        evaluator = self.evaluator
        local = self._functions(module).get(scope, -1)
        receiver = evaluator.contexts.receiver(module, local) if local >= 0 else NOTHING
        if not receiver.found:
            return NOTHING
        found = evaluator.members.of(receiver, name)
        if not found.found or found.found[0][0] == EXTERNAL:
            extension = evaluator.extensions.of(module, receiver, name)
            found = extension if extension.found else found
        if found.found and found.found[0][0] == EXTERNAL and receiver.found[0][0] != EXTERNAL_INSTANCE:
            return NOTHING
        return found.by("implicit-receiver") if found.found else NOTHING

    def function_of(self, module: Module, scope: int) -> int:
        """The function with a scope, -1 if it is that of anything else."""
        return self._functions(module).get(scope, -1)

    def _functions(self, module: Module) -> dict[int, int]:
        """The function of each scope."""
        known = self._function_of.get(module.index)
        if known is None:
            definitions = self.evaluator.definitions
            end = definitions.bases[module.index + 1] - module.base
            known = {definitions.scope[module.base + local]: local for local in range(end)}
            self._function_of[module.index] = known
        return known

    def _is_type(self, answer: Answer) -> bool:
        return (
            answer.found[0][0] != DEFINITION
            or self.evaluator.definitions.kind[answer.found[0][1]] in TYPE_KINDS
        )

    def _package(self, module: Module, name: str) -> Answer:
        """A package by the name that it has in a file: surely if it declares it, or if its path ends with it."""
        number = self._by_package(module)[name]
        found = self.denote(module, number)
        outside = bool(found.found) and found.found[0][0] == EXTERNAL
        unlikely = outside and not found.found[0][1].endswith(("::" + name, "/" + name))
        return found.at_best(INFERRED) if unlikely else found

    def _by_package(self, module: Module) -> dict[str, int]:
        """The imports of a file that bind the names of what they import, by these names."""
        known = self._called.get(module.index)
        if known is None:
            known = self._called[module.index] = {}
            outside: list[tuple[Sequence[str], int]] = []
            for number, (kind, alias) in enumerate(zip(module.import_kind, module.import_alias, strict=True)):
                if kind == IMPORT_MODULE and alias < 0:
                    specifier = module.strings[module.import_module[number]]
                    (source, *_) = self.module(module, specifier).found or (None,)
                    if source is not None and source[0] == UNIT:
                        known[self.evaluator.units.declared_name((source[1], source[2]))] = number
                    else:
                        outside.append((self.evaluator.project.names_of(module, specifier), number))
            for rank in range(max((len(names) for names, _ in outside), default=0)):
                for names, number in outside:  # the likeliest names of all imports come first
                    if rank < len(names):
                        known.setdefault(names[rank], number)
        return known


def _builtin(module: Module, name: str) -> str:
    """The FQN of a name that every file has; the library's own name stands for all of it (``std``)."""
    library: str = module.spec.builtins
    return library if library.endswith(f"::{name}") else f"{library}::{name}"
