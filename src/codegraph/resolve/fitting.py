"""Whether a value can be given where a type is asked for: conversions, by the language's own tables and hierarchies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Flag
from codegraph.model import NodeKind
from codegraph.resolve.values import (
    CLASS,
    DEFINITION,
    DISPLAY,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INSTANCE,
    KINDS,
    TYPE_ALIAS,
    Entity,
    Held,
)

if TYPE_CHECKING:
    from codegraph.languages.spec import AdapterSpec
    from codegraph.resolve.evaluate import Evaluator

ABSTRACT = int(Flag.ABSTRACT)
NEVER, EXACT, BOXED = 0, 1, 2
INTERFACE = KINDS.index(NodeKind.INTERFACE)
MAX_SUPERTYPES = 200
ARRAY = "Array"
NULL = "null"


class Fit(NamedTuple):
    """How a value fits: not at all, as it is, or in the box of its primitive type; and whether that is known."""

    how: int
    sure: bool


class Function(NamedTuple):
    """An interface of the library that a function without a name may stand for."""

    parameters: tuple[str, ...]
    result: str


NO_FIT, FITS, FITS_BOXED, MAY_FIT = Fit(NEVER, True), Fit(EXACT, True), Fit(BOXED, True), Fit(EXACT, False)


class Conversions:
    """A language's table of conversions, by FQN."""

    def __init__(self, spec: AdapterSpec) -> None:
        table = spec.conversions
        self.constructors, self.explicit = table.constructors, table.explicit
        self.builtins = spec.builtins
        self.top = spec.root_class
        self.array = f"{spec.builtins}::{ARRAY}"
        self.wider: dict[str, list[str]] = {}
        for chain in table.widening:
            named = [f"{spec.builtins}::{name}" for name in chain]
            for at, name in enumerate(named):
                self.wider.setdefault(name, []).extend(named[at + 1 :])
        self.boxes = {f"{spec.builtins}::{k}": f"{spec.builtins}::{v}" for k, v in table.boxes.items()}
        self.unboxed = {box: plain for plain, box in self.boxes.items()}
        self.functions = {fqn: _function(text) for fqn, text in table.functions.items()}
        self.supertypes = {**{fqn: [spec.root_class] for fqn in self.functions}, **table.supertypes}
        self.same = table.same
        self._above: dict[str, frozenset[str]] = {}

    def above(self, fqn: str) -> frozenset[str]:
        """All supertypes of a class of the library that are known."""
        known = self._above.get(fqn)
        if known is None:
            seen: set[str] = set()
            pending = list(self.supertypes.get(fqn, ()))
            while pending and len(seen) < MAX_SUPERTYPES:
                current = pending.pop()
                if current not in seen:
                    seen.add(current)
                    pending.extend(self.supertypes.get(current, ()))
            known = self._above[fqn] = frozenset(seen)
        return known


def _function(text: str) -> Function:
    parameters, _, result = text.partition("->")
    return Function(tuple(part.strip() for part in parameters.split(",") if part.strip()), result.strip())


class Fitting:
    """Questions about conversions."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._conversions: dict[str, Conversions] = {}
        self._abstract: dict[int, int] = {}

    def conversions(self, spec: AdapterSpec) -> Conversions:
        """The table of a language."""
        known = self._conversions.get(spec.name)
        if known is None:
            known = self._conversions[spec.name] = Conversions(spec)
        return known

    # --- functions without a name ---

    def takes_function(self, asked: Held, count: int, table: Conversions, gives: bool | None = None) -> Fit:
        """Whether a function of so many parameters, -1 for any, can be given where a type is asked for.

        Args:
            gives: whether the function gives something back, None if that is not known.
        """
        if not asked:
            return MAY_FIT
        return max((self._takes(value, count, table, gives) for value in asked), key=_rank)

    def _takes(self, value: Entity, count: int, table: Conversions, gives: bool | None) -> Fit:
        tag = value[0]
        if tag == FUNCTION:
            return self._counted(value[1], count)
        function = self.evaluator.library.function(value)
        if function is not None:
            return self._as_given(count in (-1, len(function[0])), bool(function[1]), gives)
        if tag == INSTANCE and self.evaluator.definitions.kind[value[1]] == TYPE_ALIAS:
            called = self.evaluator.classes.member(value[1], "__call__").found
            if called:
                fits = self._counted(called[0][1], count).how != NEVER
                nothing = self.evaluator.overloads.gives_nothing(called[0][1])
                return self._as_given(fits, not nothing, gives)
        if tag == INSTANCE:
            method = self.method_of_interface(value[1])
            if method >= 0:
                return self._counted(method, count)
            whole = self.evaluator.classes.order(value[1]).whole
            return NO_FIT if self.evaluator.definitions.kind[value[1]] != INTERFACE or whole else MAY_FIT
        if tag == EXTERNAL_INSTANCE:
            known = table.functions.get(value[1])
            if known is not None:
                return FITS if count in (-1, len(known.parameters)) else NO_FIT
            plain = value[1] in table.supertypes or value[1] in table.wider or value[1] in table.boxes
            return NO_FIT if plain or value[1] in (table.top, table.array) else MAY_FIT
        return MAY_FIT if tag == GENERIC else NO_FIT

    @staticmethod
    def _as_given(counted: bool, asks: bool, gives: bool | None) -> Fit:
        """What gives something fits less well where nothing is asked for; what gives nothing does not where it is."""
        if not counted or (asks and gives is False):
            return NO_FIT
        return FITS_BOXED if gives and not asks else FITS

    def _counted(self, number: int, count: int) -> Fit:
        has = int(self.evaluator.definitions.columns["parameters"][number])
        return FITS if count in (-1, has) else NO_FIT

    def method_of_interface(self, number: int) -> int:
        """The one method without a body of an interface, -1 if it has none or several."""
        known = self._abstract.get(number)
        if known is None:
            self._abstract[number] = -1
            found = [
                method for current in self._interfaces(number) for method in self._abstract_methods(current)
            ]
            names = {self._name(method) for method in found}
            known = self._abstract[number] = found[0] if len(names) == 1 else -1
        return known

    def _interfaces(self, number: int) -> tuple[int, ...]:
        definitions = self.evaluator.definitions
        if definitions.kind[number] != INTERFACE:
            return ()
        classes = self.evaluator.classes.order(number).classes
        return tuple(current for current in classes if definitions.kind[current] == INTERFACE)

    def _abstract_methods(self, number: int) -> list[int]:
        definitions = self.evaluator.definitions
        module, scope = self.evaluator.owners[number], definitions.scope[number]
        if scope < 0:
            return []
        root = module.spec.root_members  # those of the class that every class derives from have a body there
        return [
            entity[1]
            for variable in module.names[scope].values()
            for entity in self.evaluator.variables.denote(module, variable).found
            if definitions.flags[entity[1]] & ABSTRACT
            and not (root and re.fullmatch(root, self._name(entity[1])))
        ]

    def _name(self, number: int) -> str:
        name: str = self.evaluator.owners[number].text(
            int(self.evaluator.definitions.columns["name"][number])
        )
        return name

    def of_function(self, part: str, value: Entity, spec: AdapterSpec) -> Held:
        """What a parameter or the result of an interface of the library is: a type argument, or a built-in type."""
        if part.isdigit():
            return value[2][int(part)] if len(value[2]) > int(part) else ()
        return ((EXTERNAL_INSTANCE, f"{spec.builtins}::{part}", ()),) if part else ()

    def result_of_function(self, value: Entity) -> Held:
        """What a function gives back that stands for an interface of the library, nothing for any other class."""
        for table in self._conversions.values():
            known = table.functions.get(value[1])
            if known is not None and known.result.isdigit():
                return value[2][int(known.result)] if len(value[2]) > int(known.result) else ()
        return ()

    # --- values ---

    def fit(self, given: Held, asked: Held, table: Conversions) -> Fit:
        """How values fit where a type is asked for; values are all that there may be, types any one of several."""
        if not given or not asked:
            return MAY_FIT
        if len(given) == 1 and len(asked) == 1:
            return self._one(given[0], asked[0], table)
        return min((max((self._one(v, a, table) for a in asked), key=_rank) for v in given), key=_rank)

    def _one(self, given: Entity, asked: Entity, table: Conversions) -> Fit:
        if table.same:
            given, asked = _known_as(given, table), _known_as(asked, table)
        if given == asked:
            return FITS
        tag, what = asked[0], asked[1]
        if tag == GENERIC:
            bound = self.evaluator.generics.bound(asked).found
            if not bound:
                return FITS_BOXED if self._is_primitive(given, table) else FITS
            return self.fit((given,), bound, table)
        if given[0] == GENERIC:
            bound = self.evaluator.generics.bound(given).found
            if bound:
                return self.fit(bound, (asked,), table)
            return FITS if what == table.top else MAY_FIT if tag == FUNCTION else NO_FIT
        if tag == EXTERNAL_INSTANCE and what == table.top:
            return FITS_BOXED if self._is_primitive(given, table) else FITS
        if given[0] == INSTANCE:
            return self._instance(given[1], asked, table)
        if given[0] in (EXTERNAL_INSTANCE, DISPLAY):
            return self._external(given, asked, table)
        if given[0] == CLASS:
            return MAY_FIT if tag == EXTERNAL_INSTANCE else NO_FIT
        return MAY_FIT

    def _is_primitive(self, value: Entity, table: Conversions) -> bool:
        return value[0] == EXTERNAL_INSTANCE and value[1] in table.boxes

    def _instance(self, number: int, asked: Entity, table: Conversions) -> Fit:
        order = self.evaluator.classes.order(number)
        tag, what = asked[0], asked[1]
        if tag == INSTANCE:
            if what in order.classes:
                return FITS
            if table.constructors:
                return self._made_of((INSTANCE, number, ()), what, table)
            return NO_FIT if order.whole else MAY_FIT
        if tag == EXTERNAL_INSTANCE:
            if self.evaluator.library.function(asked) is not None:
                return NO_FIT
            if what in table.boxes or what == table.array or what in table.unboxed:
                return NO_FIT
            if what in order.externals:
                return FITS
            sure = order.whole and all(external in table.supertypes for external in order.externals)
            if any(what in table.above(external) for external in order.externals):
                return FITS
            return NO_FIT if sure else MAY_FIT
        return NO_FIT

    def _external(self, given: Entity, asked: Entity, table: Conversions) -> Fit:
        tag, what, own = asked[0], asked[1], given[1]
        if tag != EXTERNAL_INSTANCE:
            return self._as_own(given, asked, table)
        if table.array in (own, what):
            if own != what:
                sure = own == table.array or own in table.supertypes or own in table.boxes
                return FITS if what in table.above(own) else NO_FIT if sure else MAY_FIT
            return self._array(given, asked, table)
        library = self.evaluator.library
        if own == what or library.function(given) is not None or library.function(asked) is not None:
            return FITS if own == what and self._as_many(given, asked) else NO_FIT
        if own in table.boxes:
            if what in table.wider.get(own, ()):
                return FITS
            box = table.boxes[own]
            return FITS_BOXED if what == box or what in table.above(box) else NO_FIT
        if what in table.boxes:
            plain = table.unboxed.get(own)
            if plain is None:
                return NO_FIT if own in table.supertypes else MAY_FIT
            return FITS_BOXED if plain == what or what in table.wider.get(plain, ()) else NO_FIT
        if what in table.above(own):
            return FITS
        return NO_FIT if own in table.supertypes else MAY_FIT

    def _as_own(self, given: Entity, asked: Entity, table: Conversions) -> Fit:
        """How something of the library fits where a type of the project is asked for."""
        own = given[1]
        if asked[0] == INSTANCE and table.constructors:
            return self._made_of(given, asked[1], table)
        return NO_FIT if own in table.supertypes or own in table.boxes or own == table.array else MAY_FIT

    def _made_of(self, given: Entity, number: int, table: Conversions) -> Fit:
        """Whether a constructor of a class makes an instance of a value where one is asked for."""
        evaluator = self.evaluator
        spec = evaluator.owners[number].spec
        best = NO_FIT
        for name in spec.members.constructors:
            for entity in evaluator.classes.member(number, name).found:
                if entity[0] != DEFINITION or not evaluator.generics.fits(entity[1], 1):
                    continue
                modifiers = evaluator.definitions.columns["modifiers"][entity[1]]
                if table.explicit in evaluator.owners[entity[1]].text(int(modifiers)).split():
                    continue
                best = max(best, self._taken(given, number, entity[1], table), key=_rank)
        return best

    def _taken(self, given: Entity, number: int, constructor: int, table: Conversions) -> Fit:
        """Whether a constructor takes a value as its first argument; one that copies its own class does not count."""
        held, _ = self.evaluator.overloads.asked(constructor, {}).get(0, ((), 0))
        if not held:
            return Fit(BOXED, False)
        if any(value[0] == INSTANCE for value in held):
            plain = given[0] == INSTANCE and any(
                value[0] == INSTANCE and value[1] == given[1] for value in held
            )
            return FITS_BOXED if plain and given[1] != number else NO_FIT
        fit = self.fit((given,), held, table)
        return NO_FIT if fit.how == NEVER else Fit(BOXED, fit.sure)

    @staticmethod
    def _as_many(given: Entity, asked: Entity) -> bool:
        """Whether two types of one name have as many type arguments, as far as these are known."""
        if given[0] == DISPLAY or not given[2] or not asked[2]:
            return True
        return len(given[2]) == len(asked[2])

    def _array(self, given: Entity, asked: Entity, table: Conversions) -> Fit:
        if given[0] == DISPLAY and asked[2] and asked[2][0] and asked[2][0][0][1] == table.top:
            return FITS  # an array of anything
        if given[0] == DISPLAY and asked[2] and asked[2][0]:
            elements = self.evaluator.containers.element(given, "").found
            return self.fit(elements, asked[2][0], table)
        if given[0] == DISPLAY or not given[2] or not asked[2]:
            return MAY_FIT
        inner, wanted = given[2][0], asked[2][0]
        if any(self._is_primitive(value, table) for value in (*inner, *wanted)):
            return FITS if inner == wanted else NO_FIT
        return self.fit(inner, wanted, table)


def _known_as(value: Entity, table: Conversions) -> Entity:
    """A type of another language as the one that it is in this one."""
    same = table.same.get(value[1]) if value[0] == EXTERNAL_INSTANCE else None
    return value if same is None else (EXTERNAL_INSTANCE, same, value[2])


def _rank(fit: Fit) -> tuple[int, bool]:
    """The better a fit, the greater."""
    return (0, False) if fit.how == NEVER else (3 - fit.how, fit.sure)


def promoted(found: Held, table: Conversions) -> Held:
    """What arithmetic makes of values of several types: the widest number, or a text where one is a text."""
    texts = tuple(value for value in found if value[0] == EXTERNAL_INSTANCE and TEXT.search(value[1]))
    if texts:
        return texts[:1]
    names: list[str] = [value[1] for value in found if value[0] == EXTERNAL_INSTANCE]
    plain = [table.unboxed.get(name, name) for name in names]
    if not plain or len(plain) < len(found) or any(name not in table.boxes for name in plain):
        return found
    widest = next(
        (name for name in plain if all(o == name or name in table.wider.get(o, ()) for o in plain)), plain[0]
    )
    return ((EXTERNAL_INSTANCE, widest, ()),)


TEXT = re.compile(r"::[Ss]tring$")
