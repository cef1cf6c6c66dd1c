"""Declarations of one name that stand side by side: a function and a namespace, an interface and a constant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag
from codegraph.model import NodeKind
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CLASS_KINDS,
    DEFINITION,
    KINDS,
    TYPE_ALIAS,
    Answer,
    Entity,
)

if TYPE_CHECKING:
    from codegraph.resolve.definitions import Definitions

STATIC = int(Flag.STATIC)
INTERFACE, NAMESPACE = KINDS.index(NodeKind.INTERFACE), KINDS.index(NodeKind.NAMESPACE)
ONLY_TYPES = frozenset({INTERFACE, TYPE_ALIAS})
TYPES = (CLASS_KINDS | {TYPE_ALIAS}) - {NAMESPACE}
NO_VALUES = ONLY_TYPES | {NAMESPACE}


def apart(definitions: Definitions, base: int, found: list[int]) -> list[list[int]]:
    """Several definitions of one name by what they are to those who use it; in each group one counts.

    What has a value comes first, then mere types, then namespaces; what instances have comes before what the class has.

    Args:
        definitions: all definitions.
        base: number of the first definition of the file.
        found: definitions of the file.
    """
    groups: dict[int, list[int]] = {}
    for local in found:
        kind = definitions.kind[base + local]
        rank = 2 if kind in ONLY_TYPES else 3 if kind == NAMESPACE else 0
        if not rank and definitions.flags[base + local] & STATIC:
            rank = 1
        groups.setdefault(rank, []).append(local)
    return [groups[rank] for rank in sorted(groups)]


class Merged:
    """Picks of several declarations the ones that a use means."""

    def __init__(self, definitions: Definitions) -> None:
        self.kinds, self.flags = definitions.kind, definitions.flags

    def types(self, answer: Answer) -> Answer:
        """Those that are types, if any is."""
        return self._only(answer, [self._kind(entity) in TYPES for entity in answer.found])

    def values(self, answer: Answer) -> Answer:
        """Those that have a value, if any has."""
        return self._only(answer, [self._kind(entity) not in ONLY_TYPES for entity in answer.found])

    def callables(self, answer: Answer) -> Answer:
        """Those that can be called, if any can."""
        return self._only(answer, [self._kind(entity) not in NO_VALUES for entity in answer.found])

    def variables(self, answer: Answer) -> Answer:
        """Those that are no methods, if there are any: a field that has the name of a method."""
        kinds = [self._kind(entity) for entity in answer.found]
        return self._only(answer, [kind >= 0 and kind not in CALLABLE_KINDS for kind in kinds])

    def members(self, answer: Answer, *, static: bool) -> Answer:
        """Those that instances have, or those that the class has, if there are any."""
        fits = [
            entity[0] != DEFINITION or bool(self.flags[entity[1]] & STATIC) == static
            for entity in answer.found
        ]
        return self._only(answer, fits)

    def _kind(self, entity: Entity) -> int:
        return self.kinds[entity[1]] if entity[0] == DEFINITION else -1

    @staticmethod
    def _only(answer: Answer, fits: Sequence[bool]) -> Answer:
        if all(fits) or not any(fits):
            return answer
        kept = tuple(entity for entity, fit in zip(answer.found, fits, strict=True) if fit)
        return Answer(kept, answer.confidence, answer.rule)
