"""Which classes have a member of a name of their own: most names that are asked for no class has at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

NONE: frozenset[int] = frozenset()


class Holders:
    """The classes by the names of their own members, in languages in which everything is sent to an object.

    There a name is looked for in all classes behind the one around, in what these extend, and in all that derive
    from it; this tells at once where it can be.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._by_name: dict[str, set[int]] | None = None
        self._parts: dict[int, dict[str, list[int]]] = {}

    def collect(self) -> None:
        """Look through all classes: to be called once, when it is known which definitions are parts of which."""
        evaluator = self.evaluator
        found: dict[str, set[int]] = {}
        for module in evaluator.project.modules:
            if self._is_known(module):
                for number in range(module.base, evaluator.definitions.bases[module.index + 1]):
                    for name in self._names(module, number):
                        found.setdefault(name, set()).add(number)
        for number, parts in evaluator.parts.of.items():
            if self._is_known(evaluator.owners[number]):
                named = self._parts[number] = {}
                for part in parts:
                    for name in self._names(evaluator.owners[part], part):
                        found.setdefault(name, set()).add(number)
                        named.setdefault(name, []).append(part)
        self._by_name = found

    def having(self, numbers: Sequence[int], name: str) -> Sequence[int]:
        """Those of the classes, all of one language, that may have a member of a name of their own."""
        if self._by_name is None or not numbers or not self._is_known(self.evaluator.owners[numbers[0]]):
            return numbers
        held = self._by_name.get(name)
        return [number for number in numbers if number in held] if held else ()

    @property
    def known(self) -> bool:
        """Whether it is known which definitions are parts of which."""
        return self._by_name is not None

    def parts(self, number: int, name: str) -> Sequence[int]:
        """The parts of a type in several parts that may have a member of a name of their own."""
        named = self._parts.get(number)
        return self.evaluator.parts.of[number] if named is None else named.get(name, ())

    def of(self, module: Module, name: str) -> Collection[int] | None:
        """All classes of a module's language that have a member of a name of their own; None while not known."""
        if self._by_name is None or not self._is_known(module):
            return None
        return self._by_name.get(name, NONE)

    def _names(self, module: Module, number: int) -> Collection[str]:
        scope = self.evaluator.definitions.scope[number]
        return module.names[scope] if scope >= 0 else ()

    @staticmethod
    def _is_known(module: Module) -> bool:
        """Whether all members of classes stand in them, so that names tell what they have."""
        members = module.spec.members
        return bool(members.class_mark) and not (
            members.generated or members.properties or members.companion or members.prototype
        )
