"""Declarations and the definitions that they are of: one symbol, although they stand in several files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, ScopeKind
from codegraph.model import NodeKind
from codegraph.resolve.values import CALLABLE_KINDS, CLASS_KINDS, KINDS

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

Key = tuple[str, str, int, str]
"""What a name belongs to: its family, its unit, the module (for names that others do not see) or class, the name."""
ALTERNATIVE = int(Flag.ALTERNATIVE)
DECLARED, STATIC, ANONYMOUS = int(Flag.DECLARED), int(Flag.STATIC), int(Flag.ANONYMOUS)
BIND_DEFINITION = int(Bind.DEFINITION)
CLASS_SCOPE = int(ScopeKind.CLASS)
MACRO = KINDS.index(NodeKind.MACRO)
PLAIN_KINDS = frozenset((KINDS.index(NodeKind.VARIABLE), KINDS.index(NodeKind.CONSTANT)))
LINKED_KINDS = (CALLABLE_KINDS - {MACRO}) | PLAIN_KINDS
UNIT, CLASS = "unit", "class"
WORDS = re.compile(r"\w+|[*&\[\]<>:,]")
MAX_LINKED = 4


class Linkage:
    """Which definitions a declaration is of.

    Attributes:
        links: of each declaration that is defined elsewhere (or declared once more before) what it stands for.
        internal: the names of files and namespaces that no other file may mean.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.definitions = evaluator.definitions
        self.owners = evaluator.project.owners
        self.links: dict[int, tuple[int, ...]] = {}
        self.internal: set[int] = set()

    def collect(self) -> None:
        """Find all links: to be called once, when it is known which definitions are parts of which types."""
        groups: dict[Key, list[int]] = {}
        for module in self.evaluator.project.modules:
            if self.evaluator.visibility.limited[module.index]:
                for key, number in self._named(module):
                    groups.setdefault(key, []).append(number)
        flags = self.definitions.flags
        for numbers in groups.values():
            declared = [number for number in numbers if flags[number] & DECLARED]
            if declared and len(numbers) > 1:
                self._link(declared, [number for number in numbers if not flags[number] & DECLARED])

        if self.links:
            self._ask_again()

    def _ask_again(self) -> None:
        """Forget what was answered before it was known what declarations stand for."""
        for module in self.evaluator.project.modules:
            if self.evaluator.visibility.limited[module.index] and module.facts is None:
                for memo in (
                    module.values,
                    module.denotes,
                    module.types,
                    module.variable_values,
                    module.variable_denotes,
                ):
                    memo[:] = [None] * len(memo)

    def _named(self, module: Module) -> Iterator[tuple[Key, int]]:
        definitions, family = self.definitions, module.spec.family or module.language
        for scope, names in enumerate(module.names):
            place = self._place(module, scope)
            if place is None:
                continue
            sort, unit, holder = place
            for name, variable in names.items():
                found = [
                    number
                    for number in self._bound(module, variable)
                    if definitions.kind[number] in LINKED_KINDS
                ]
                own = holder
                if (
                    sort == UNIT
                    and found
                    and (holder >= 0 or any(definitions.flags[number] & STATIC for number in found))
                ):
                    own = module.index
                    self.internal.update(found)
                for number in found:
                    yield (family, f"{sort} {unit}", own, name), number

    def _bound(self, module: Module, variable: int) -> Iterable[int]:
        for binding in module.bindings(variable):
            if module.bind_kind[binding] == BIND_DEFINITION:
                yield module.base + module.bind_target[binding]

    def _place(self, module: Module, scope: int) -> tuple[str, str, int] | None:
        """The unit of a scope (with the module where its names are seen by this alone), or its class."""
        definition = module.scope_definition[scope]
        if module.scope_kind[scope] == CLASS_SCOPE:
            number = module.base + definition
            if definition < 0 or self.definitions.scope[number] != scope:
                return None
            if number not in self.evaluator.units.of_namespace:
                whole = self.evaluator.whole.get(number, number)
                named = self.definitions.node[number] == number or whole != number
                return (CLASS, "", whole) if named and self.definitions.kind[number] in CLASS_KINDS else None
        key = self.evaluator.units.of_scope.get((module.index, scope))
        if key is None:
            return None
        return UNIT, key[1], module.index if self._is_anonymous(module, scope) else -1

    def _is_anonymous(self, module: Module, scope: int) -> bool:
        """Whether a namespace without a name is around a scope."""
        while scope > 0:
            number = module.base + module.scope_definition[scope]
            if self.definitions.flags[number] & ANONYMOUS and not self._text(number):
                return True
            scope = module.scope_parent[scope]
        return False

    def _text(self, number: int, column: str = "name") -> str:
        text: str = self.owners[number].text(int(self.definitions.columns[column][number]))
        return text

    # --- links ---

    def _link(self, declared: list[int], defined: list[int]) -> None:
        if not defined:
            first = declared[0]
            same = self._alike(first, declared[1:]) if len(declared) > 1 else []
            self.links.update(dict.fromkeys(same, (first,)))
            return
        for number in declared:
            alike = self._alike(number, defined)
            if alike:
                self.links[number] = tuple(self._nearest(number, alike)[:MAX_LINKED])

    def _alike(self, number: int, others: list[int]) -> list[int]:
        """Those of some definitions that have the parameters of a declaration."""
        if self.definitions.kind[number] in PLAIN_KINDS:
            return [other for other in others if self.definitions.kind[other] in PLAIN_KINDS]
        parameters = self.definitions.columns["parameters"]
        count = int(parameters[number])
        same = [other for other in others if int(parameters[other]) == count]
        if len(same) <= 1 or not self.owners[number].spec.members.overloads:
            return same or (others if not self.owners[number].spec.members.overloads else [])
        text = self.signature(number)
        return [other for other in same if self.signature(other) == text] or same

    def signature(self, number: int) -> tuple[str, ...]:
        """The types of the parameters of a callable as written, without names and defaults."""
        text = self._text(number, "signature")
        name = self._text(number)
        at = text.find("(", text.find(name) + len(name))
        inner, rest = _inside(text, at)
        types = tuple(_type_of(part) for part in _split(inner))
        return (*types, "const") if re.match(r"\s*const\b", rest) else types

    def _nearest(self, number: int, found: list[int]) -> list[int]:
        """Of several definitions those that can be meant: in files that see the declaration, of the same package."""
        if len(found) == 1:
            return found
        flags = self.definitions.flags
        found = [other for other in found if not flags[other] & ALTERNATIVE] or found
        found = [other for other in found if not self._is_rare(other)] or found
        module = self.owners[number]
        sees = self.evaluator.visibility.sees
        for fits in (
            lambda other: self.owners[other] is module,
            lambda other: sees(self.owners[other].index, module.index),
            lambda other: self.owners[other].package == module.package,
            lambda other: self.owners[other].folder == module.folder,
        ):
            kept = [other for other in found if fits(other)]
            if len(kept) == 1:
                return kept
            found = kept or found
        return found

    def _is_rare(self, number: int) -> bool:
        """Whether a definition stands in a file that is rarely compiled, as its path says."""
        module = self.owners[number]
        preprocessor = module.spec.preprocessor
        if preprocessor is None or not preprocessor.folders:
            return False
        return re.search(preprocessor.folders, module.path) is not None

    def settle(self) -> None:
        """Make one node of a declaration and its definition; the definition takes over what the declaration says."""
        import numpy as np

        definitions = self.definitions
        moved = {number: found[0] for number, found in self.links.items() if len(found) == 1}
        if not moved:
            return
        for number, target in sorted(moved.items()):
            definitions.node[number] = target
            self._take_over(number, target)
        sources = self.evaluator.project.references.source
        old = np.array(sorted(moved))
        new = np.array([moved[number] for number in sorted(moved)])
        place = np.searchsorted(old, sources)
        place[place == len(old)] = 0
        rows = np.flatnonzero(old[place] == sources)
        sources[rows] = new[place[rows]]

    def _take_over(self, number: int, target: int) -> None:
        """Give a definition the documentation of its declaration, and what only the declaration in a class says."""
        columns = self.definitions.columns
        strings = self.owners[target].strings
        doc = self._text(number, "doc")
        if doc and columns["doc"][target] < 0:
            columns["doc"][target] = len(strings)
            strings.append(doc)
        said = self._text(number, "modifiers").split()
        words = [*said, *(word for word in self._text(target, "modifiers").split() if word not in said)]
        if said:
            columns["modifiers"][target] = len(strings)
            strings.append(" ".join(words))
            self.definitions.flags[target] |= self.definitions.flags[number] & STATIC
        if self.definitions.kind[number] not in PLAIN_KINDS and columns["parent"][number] >= 0:
            columns["visibility"][target] = columns["visibility"][number]


def _inside(text: str, opening: int) -> tuple[str, str]:
    """What stands in a bracket, and what comes behind it."""
    depth = 0
    for at in range(max(opening, 0), len(text)):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if not depth:
                return text[opening + 1 : at], text[at + 1 :]
    return "", ""


def _split(text: str) -> list[str]:
    """A list at the commas outside of brackets."""
    parts = []
    depth = start = 0
    for at, letter in enumerate(text):
        if letter in "(<[{":
            depth += 1
        elif letter in ")>]}":
            depth -= 1
        elif letter == "," and not depth:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return [part for part in parts if part.strip() not in ("", "void")]


def _type_of(parameter: str) -> str:
    """A parameter without its name, its default and what makes no difference."""
    words = WORDS.findall(parameter.partition("=")[0])
    words = [word for word in words if word not in ("const", "struct", "class", "enum", "typename", "std")]
    plain = [at for at, word in enumerate(words) if word[0].isalpha() or word[0] == "_"]
    if len(plain) > 1 and plain[-1] == len(words) - 1 and words[plain[-1] - 1] != ":":
        words.pop()
    return "".join(words).rpartition(":")[2] if "<" not in parameter else "".join(words)
