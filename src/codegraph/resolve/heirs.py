"""What classes and modules leave to those that derive from them, or mix them in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Ref
from codegraph.model import NodeKind
from codegraph.resolve.values import DEFINITION, INFERRED, KINDS, MAX_UNION, NOTHING, POSSIBLE, Answer, Entity

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator

EXTENDED = int(Ref.EXTENDED)
BASES = frozenset((int(Ref.EXTENDS), int(Ref.MIXES), int(Ref.PREPENDS), EXTENDED))
TRAIT = KINDS.index(NodeKind.TRAIT)
MAX_HEIRS = 60
"""Of a class with more heirs those are looked into that are found until then."""

Heir = tuple[int, bool]
"""A class, and whether it is the class itself that has something, not its instances."""


class Heirs:
    """Questions about the heirs of classes, each answered once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._heirs: dict[int, list[Heir]] | None = None
        self._complete = False
        self._left: dict[tuple[int, str], Answer] = {}
        self._below: dict[int, tuple[Heir, ...]] = {}

    def member(self, number: int, name: str) -> Answer:
        """A member that a class or module leaves to those that derive from it, or mix it in."""
        key = (number, name)
        known = self._left.get(key)
        if known is None:
            self._left[key] = NOTHING
            known = self._left[key] = self._member(number, name)
        return known

    def _member(self, number: int, name: str) -> Answer:
        wanted = self.evaluator.sent.wanted(number, name)
        if wanted.nowhere and name != wanted.spec.members.instantiate:
            return NOTHING
        found: dict[Entity, None] = {}
        for heir, static in self._asked(number, name):
            of = self.evaluator.sent.class_member if static else self.evaluator.classes.member
            found.update(dict.fromkeys(e for e in of(heir, name).found if e[0] == DEFINITION))
        project = self.evaluator.project
        plain = [
            e for e in found if not project.is_test(project.owners[e[1]])
        ]  # tests have classes of their own
        kept = tuple(plain or found)[:MAX_UNION]
        return Answer(kept, INFERRED if len(kept) == 1 else POSSIBLE, "heir") if kept else NOTHING

    def _asked(self, number: int, name: str) -> Iterable[Heir]:
        """The heirs to ask for a name: in place of those that have none of it themselves their one base."""
        evaluator, heirs = self.evaluator, self._all_below(number)
        module = evaluator.owners[number]
        members = module.spec.members
        held, own = (evaluator.holders.of(module, mark + name) for mark in ("", members.class_mark))
        if held is None or own is None or evaluator.classes.ordering or name == members.instantiate:
            return heirs
        kinds, order = evaluator.definitions.kind, evaluator.classes.order
        asked: dict[Heir, None] = {}
        for heir, static in heirs:
            only = -1 if heir in held or heir in own else order(heir).only
            shared = only >= 0 and not (static and kinds[only] == TRAIT)
            asked[only if shared else heir, static] = None
        return asked

    def _all_below(self, number: int) -> tuple[Heir, ...]:
        """All heirs of a class, up to some number of them."""
        known = self._below.get(number)
        if known is None:
            seen: dict[Heir, None] = {(number, False): None}
            pending = [(number, False)]
            while pending and len(seen) <= MAX_HEIRS:
                current, static = pending.pop()
                for heir, extended in self._heirs_of(current):
                    item = (heir, static or extended)
                    if item not in seen:
                        seen[item] = None
                        pending.append(item)
            known = tuple(seen)[1:]
            if self._complete:
                self._below[number] = known
        return known

    def _heirs_of(self, number: int) -> list[Heir]:
        """The classes that have a class or module behind them, and whether they have it themselves."""
        evaluator = self.evaluator
        found = self._all_heirs().get(number, [])
        mixin = evaluator.owners[number].spec.members.class_mixin
        around = int(evaluator.definitions.parent[number])
        if mixin and around >= 0 and evaluator.calls.name_of(number) == mixin:
            above = evaluator.whole.get(around, around)
            found = [*found, *((heir, True) for heir, _ in self._all_heirs().get(above, ()))]
        return found

    def _all_heirs(self) -> dict[int, list[Heir]]:
        if self._heirs is None:
            evaluator = self.evaluator
            self._heirs = {}
            for module in evaluator.project.modules:
                if not module.spec.members.heirs:
                    continue
                for local in sorted(module.bases):
                    number = evaluator.whole.get(module.base + local, module.base + local)
                    for kind, expression in module.bases[local]:
                        base = evaluator.classes.base_in(module, expression).found[:1]
                        if kind in BASES and base and base[0][0] == DEFINITION:
                            above: int = base[0][1]
                            heir = (number, kind == EXTENDED)
                            self._heirs.setdefault(evaluator.whole.get(above, above), []).append(heir)
            self._complete = True
        return self._heirs
