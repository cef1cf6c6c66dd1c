"""What requests pass before the methods of a class because calls in the class say so: ``before_action :log_in``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.endpoints import Pass
from codegraph.fingerprint.prefix_rules import Filter
from codegraph.fingerprint.trees import Expr, chain

if TYPE_CHECKING:
    from codegraph.fingerprint.handlers import Handlers
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.routers import Routers
    from codegraph.fingerprint.schema import Framework


class _Said(NamedTuple):
    """One call: what it names, and the methods that it says it for; None for all."""

    rule: Filter
    given: list[Expr]
    only: set[str] | None
    leave: set[str]

    def holds_for(self, method: str) -> bool:
        return (self.only is None or method in self.only) and method not in self.leave


class Filters:
    """The filters of one framework.

    Args:
        routers: its routers.
        handlers: finds functions and classes.
        externals: the graph's external nodes.
        framework: its rules.
    """

    def __init__(
        self, routers: Routers, handlers: Handlers, externals: Externals, framework: Framework
    ) -> None:
        self._routers, self._handlers, self._externals = routers, handlers, externals
        self._view, self._ecosystem = handlers.view, framework.ecosystem
        self._said: dict[int, list[_Said]] = {}
        self._classes: dict[int, list[tuple[_Said, list[Pass]]]] = {}
        rules = framework.prefix.filter
        rows = {row: rule for rule in rules for row in externals.rows(self._ecosystem, rule.call)}
        for call, row in routers.sites(rows) if rows else ():
            self._add(call, rows[row])

    def _add(self, call: Expr, rule: Filter) -> None:
        reader = self._routers.reader
        arguments = reader.arguments(call)
        sides = {
            side: self._words(reader.find(arguments, wanted) if wanted is not None else None)
            for side, wanted in (("only", rule.only), ("leave", rule.leave))
        }
        for later in chain(call) if rule.after else ():
            for target, side in rule.after.items():
                rows = self._externals.rows(self._ecosystem, [target])
                if set(rows).intersection(self._routers.sources.called(later)):
                    sides[side] = [
                        w for item in reader.arguments(later).positional for w in self._words(item) or ()
                    ]
        if sides["only"] == [] or sides["leave"] == []:
            return  # for methods that are not known
        only = None if sides["only"] is None else set(sides["only"])
        given = self._routers.listed(arguments, rule.handlers)
        owner = self._class(call)
        if owner >= 0:
            self._said.setdefault(owner, []).append(_Said(rule, given, only, set(sides["leave"] or ())))

    def _words(self, given: object) -> list[str] | None:
        """The names that an argument lists, None for no argument; none at all where they are not known."""
        return (self._routers.reader.strings(given) or []) if isinstance(given, Expr) else None

    def _class(self, call: Expr) -> int:
        """The class that a call stands in."""
        around = next(call.file.around(call.node, "type"), None)
        shape = call.file.shapes[around.type] if around is not None else None
        name = call.file.part(around, shape.name) if around is not None and shape is not None else None
        if name is None:
            return -1
        place = call.file.last_name(name).start_point
        return self._view.defined(call.file.module).get((place[0] + 1, place[1]), -1)

    def of(self, handler: int, owner: int) -> list[Pass]:
        """What requests to a method of a class pass, what its bases say first."""
        if not self._said or owner < 0 or handler < 0:
            return []
        method = self._view.nodes["name"][handler]
        found: list[Pass] = []
        for said, passes in self._of_class(owner):
            if not said.holds_for(method):
                continue
            if said.rule.skips:
                found = [item for item in found if item not in passes]
            elif said.rule.first:
                found[:0] = passes
            else:
                found += passes
        return found

    def _of_class(self, owner: int) -> list[tuple[_Said, list[Pass]]]:
        """All that is said for a class, what its bases say first, with what that names in this class."""
        known = self._classes.get(owner)
        if known is None:
            bases = reversed(list(self._view.bases(owner)))
            known = self._classes[owner] = [
                (said, [item for expr in said.given for item in self._pass(expr, owner)])
                for base in bases
                for said in self._said.get(base, ())
            ]
        return known

    def _pass(self, expr: Expr, owner: int) -> list[Pass]:
        """The method that a symbol names, or what an argument stands for; a block without a name is nothing."""
        fqns = self._view.fqns
        word = self._routers.reader.value(expr)
        if isinstance(word, str):
            row = self._view.member(owner, word) if expr.file.op(expr.node) == "symbol" else -1
            return [Pass(fqns[row] if row >= 0 else word, row)]
        return [Pass(fqns[h.row], h.row) for h in self._handlers.of(expr) if h.row >= 0]
