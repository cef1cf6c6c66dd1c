"""The control-flow graph of a symbol: which statement may run after which, by the kinds of its statements.

The rules are the same for all languages; what differs says the adapter in ``[flow]``. Conditions are not taken
apart: ``a and b`` is one step. A function without a name is part of the statement around it, unless the language runs
it in place. Any step inside of ``try`` may raise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.statements import FUNCTIONS, LOOPS, RETURNS, Placed

if TYPE_CHECKING:
    from codegraph.languages.spec.flow import FlowRules

ENTRY, EXIT, RAISED = -1, -2, -3
"""Where control comes in, where it leaves, and where it leaves by an exception that nothing here catches."""
MAX_DEPTH = 60
"""Statements nested deeper are part of the step around them."""

ELSES = frozenset({"else", "else_if"})
CASES = frozenset({"switch_case", "switch_default"})
JUMPS = RETURNS | {"throw", "break", "continue"}
TRUTHS = frozenset({"true", "1", ""})
_TARGET = re.compile(r"(?:break|continue|goto|return|next)\b\s*@?\s*'?(\w+)")
_LABEL_BEFORE = re.compile(rb"(\w+)\s*(?:@|:)\s*$")
_LABEL_INSIDE = re.compile(r"'?(\w+)\s*(?:@|:)\s*(?:for|while|loop|do|switch|repeat)\b")
_CHOSEN = re.compile(rb"(?:\|\||&&|\?:|\?\?|\b(?:or|and))\s*$")
_LEVELS = re.compile(r"[0-9]{1,4}")
_CONTEXT = 120

Ends = list[tuple[int, str]]


class Step(NamedTuple):
    """A statement, or the condition of one, with all that is evaluated with it.

    ``regions`` are the ``try`` statements in whose bodies it stands, by their number.
    """

    rows: list[int]
    regions: tuple[int, ...]


class Flow(NamedTuple):
    """Steps and the edges between them; ends below 0 are ``ENTRY``, ``EXIT``, ``RAISED``."""

    steps: list[Step]
    edges: list[tuple[int, int, str]]


class _Loop:
    """What ``break`` and ``continue`` may mean inside of it; also a switch, and a block that runs in place."""

    def __init__(self, label: str, form: str = "loop") -> None:
        self.label = label
        self.form = form
        self.left: Ends = []
        self.continued: Ends = []
        self.fallen: Ends = []


class _Finally:
    """What has to pass a ``finally`` before it gets where it jumps to."""

    def __init__(self) -> None:
        self.pending: list[tuple[str, str, Ends]] = []


class _Try:
    """A ``try`` whose handlers get what is thrown in its body; ``first`` is its step, where ``retry`` goes."""

    def __init__(self, number: int, first: int) -> None:
        self.number = number
        self.first = first
        self.raised: Ends = []


Around = _Loop | _Finally | _Try


def flow_of(placed: Sequence[Placed], owner: int, source: bytes, rules: FlowRules) -> Flow:
    """The flow through the statements of one symbol.

    Args:
        placed: the statements of its file.
        owner: the symbol by position among the owners, -1 for the module.
        source: the file's text.
        rules: what the language does differently.
    """
    return _Builder(placed, owner, source, rules).flow()


class _Builder:
    def __init__(self, placed: Sequence[Placed], owner: int, source: bytes, rules: FlowRules) -> None:
        self.placed, self.source, self.rules = placed, source, rules
        self.steps: list[Step] = []
        self.edges: dict[tuple[int, int, str], None] = {}
        self.around: list[Around] = []
        self.regions: list[int] = []
        self.catchers: dict[int, list[int]] = {}
        self.gotos: list[tuple[int, str]] = []
        self.depth = 0
        self.children: dict[int, list[int]] = {}
        for at, item in enumerate(placed):
            if item.owner == owner and item.kind != "comment":
                self.children.setdefault(item.parent, []).append(at)

    def flow(self) -> Flow:
        """Everything, beginning with the statements that have none around them."""
        ends = self.sequence(self.children.get(-1, []), [(ENTRY, "")])
        self.connect(ends, EXIT)
        for number, label in self.gotos:
            self.edge(number, self._labelled(label), "goto")
        self._raise()
        return Flow(self.steps, sorted(self.edges))

    def _raise(self) -> None:
        """Lead from what stands in the body of a ``try`` to its handlers, or from the ``try`` where that is nothing."""
        raising: set[int] = set()
        for number, step in enumerate(self.steps):
            if self.placed[step.rows[0]].kind not in ("break", "continue"):
                for region in step.regions[-1:]:
                    raising.add(region)
                    for target in self.catchers.get(region, []):
                        self.edge(number, target, "exception")
        for region in sorted(set(self.catchers) - raising):
            for target in self.catchers[region] if region >= 0 else ():
                self.edge(region, target, "exception")

    # --- steps and edges ---

    def edge(self, source: int, target: int, label: str) -> None:
        self.edges[source, target, label] = None

    def connect(self, ends: Ends, target: int) -> None:
        for source, label in ends:
            self.edge(source, target, label)

    def step(self, rows: Sequence[int], ends: Ends) -> int:
        self.steps.append(Step(list(rows), tuple(self.regions)))
        self.connect(ends, len(self.steps) - 1)
        return len(self.steps) - 1

    def sequence(self, rows: Sequence[int], ends: Ends) -> Ends:
        if any(self.placed[row].raw.form in self.rules.handlers for row in rows):
            return self._try(None, list(rows), ends)
        return self._in_order(rows, ends)

    def _in_order(self, rows: Sequence[int], ends: Ends) -> Ends:
        for row in rows:
            ends = self.statement(row, ends)
        return ends

    def statement(self, row: int, ends: Ends) -> Ends:
        """One statement, reached from ``ends``; what leads out of it to the next one comes back."""
        if self.depth >= MAX_DEPTH:
            return [(self.step(self._whole(row), ends), "")]
        self.depth += 1
        try:
            return self._statement(row, ends)
        finally:
            self.depth -= 1

    def _statement(self, row: int, ends: Ends) -> Ends:
        item = self.placed[row]
        kind, body = item.kind, self._body(row)
        if kind in ("if", "else_if") or (kind == "null_check" and item.raw.form in self.rules.negated):
            out, left = self._branch(row, ends)
            return [*out, *left]
        if kind in LOOPS:
            return self._loop(row, ends)
        if kind == "switch" and any(self.placed[child].kind in CASES for child in body):
            return self._switch(row, body, ends)
        if kind == "try_catch" and body:
            return self._try(row, body, ends)
        if kind in ("with", "else", "catch", "finally", *CASES):
            return self.sequence(body, [(self.step(self._head(row), ends), "")])
        if kind in FUNCTIONS and self.rules.inline:
            return self._block(row, body, ends)
        return self._simple(row, ends)

    # --- what belongs to a statement ---

    def _children(self, row: int) -> list[int]:
        """The statements right inside; those of a function without a name are not of this flow."""
        if self.placed[row].kind in FUNCTIONS and not self.rules.inline:
            return []
        return self.children.get(row, [])

    def _in_header(self, row: int, child: int) -> bool:
        begin, end = self.placed[row].raw.header
        return begin <= self.placed[child].raw.start and self.placed[child].raw.end <= end

    def _body(self, row: int) -> list[int]:
        return [child for child in self._children(row) if not self._in_header(row, child)]

    def _head(self, row: int) -> list[int]:
        """A statement with all that its header evaluates."""
        found = [row]
        for child in self._children(row):
            if self._in_header(row, child):
                found += self._whole(child)
        return found

    def _whole(self, row: int) -> list[int]:
        """A statement with everything in it."""
        found, waiting = [], [row]
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting += reversed(self._children(at))
        return found

    def _flows(self, row: int) -> bool:
        """Whether a statement inside of an expression has a flow of its own."""
        item = self.placed[row]
        if item.kind in FUNCTIONS:
            return self.rules.inline and bool(self._children(row))
        if item.kind in JUMPS or item.raw.form in self.rules.propagates:
            return True
        return item.kind in ("if", "switch", "with", "try_catch", *LOOPS) and bool(self._children(row))

    # --- kinds of statements ---

    def _simple(self, row: int, ends: Ends) -> Ends:
        own = [row]
        waiting = [*reversed(self._children(row))]
        while waiting:
            child = waiting.pop()
            if not self._flows(child):
                own.append(child)
                waiting += reversed(self._children(child))
            elif self.placed[child].kind in JUMPS or self.placed[child].raw.form in self.rules.propagates:
                number = self.step(self._whole(child), ends)
                self.jump(child, [(number, "")])
                ends = [(number, "" if self.placed[child].raw.form in self.rules.propagates else "else")]
            else:
                ends = self.statement(child, ends)
        number = self.step(own, ends)
        item = self.placed[row]
        if item.raw.form in self.rules.propagates:
            self.jump(row, [(number, "")])
            return [(number, "")]
        if item.kind not in JUMPS:
            return [(number, "")]
        before = self.source[max(item.raw.start - _CONTEXT, 0) : item.raw.start]
        if _CHOSEN.search(before):  # a || return: it may be left out
            self.jump(row, [(number, "")])
            return [*ends]
        self.jump(row, [(number, "")])
        return []

    def _branch(self, row: int, ends: Ends) -> tuple[Ends, Ends]:
        """What comes out of a condition's bodies, and out of the condition when none of them runs."""
        out: Ends = []
        waiting = [row]  # a stack: chains of else if may be longer than Python's own
        while waiting:
            at = waiting.pop()
            item = self.placed[at]
            if at != row and item.kind != "else_if":
                out += self.statement(at, ends)
                ends = []
                continue
            number = self.step(self._head(at), ends)
            yes, no = ("false", "true") if item.raw.form in self.rules.negated else ("true", "false")
            body = self._body(at)
            waiting += reversed([child for child in body if self.placed[child].kind in ELSES])
            out += self.sequence(
                [child for child in body if self.placed[child].kind not in ELSES], [(number, yes)]
            )
            ends = [(number, no)]
        return out, ends

    def _loop(self, row: int, ends: Ends) -> Ends:
        item = self.placed[row]
        body = self._body(row)
        parts = [child for child in body if self.placed[child].kind == "else"]
        body = [child for child in body if self.placed[child].kind != "else"]
        yes, no = ("false", "true") if item.raw.form in self.rules.negated else ("true", "false")
        loop = _Loop(self._label(row))
        if item.kind == "do_while":
            first = len(self.steps)
            self.around.append(loop)
            out = self.sequence(body, ends)
            self.around.pop()
            number = self.step(self._head(row), [*out, *loop.continued])
            self.edge(number, min(first, number), yes)
        else:
            number = self.step(self._head(row), ends)
            self.around.append(loop)
            out = self.sequence(body, [(number, yes)])
            self.around.pop()
            self.connect([*out, *loop.continued], number)
        ever = item.kind in ("while", "for") and item.raw.condition.strip("()").lower() in TRUTHS
        left: Ends = [] if ever and item.kind == "while" else [(number, no)]
        return [*self.sequence(parts, left), *loop.left]

    def _switch(self, row: int, body: list[int], ends: Ends) -> Ends:
        cases = [child for child in body if self.placed[child].kind in CASES]
        number = self.step([*self._head(row), *(at for at in body if at not in cases)], ends)
        switch = _Loop(self._label(row), "switch")
        if self.rules.breaks:
            self.around.append(switch)
        out: Ends = []
        fallen: Ends = []
        for case in cases:
            item = self.placed[case]
            label = "default" if item.kind == "switch_default" else f"case {item.raw.condition}".strip()
            one = self.step(self._head(case), [(number, label), *fallen])
            fallen = self.sequence(self._body(case), [(one, "")])
            if item.raw.form not in self.rules.falls:
                out += fallen
                fallen = []
            fallen += switch.fallen
            switch.fallen = []
        if self.rules.breaks:
            self.around.pop()
        default = any(self.placed[case].kind == "switch_default" for case in cases)
        if not default and self.placed[row].raw.form not in self.rules.exhaustive:
            out.append((number, "no case"))
        return [*out, *fallen, *switch.left]

    def _try(self, row: int | None, body: list[int], ends: Ends) -> Ends:
        """A ``try`` with its handlers; without ``row`` the handlers stand behind the statements that they are for."""
        parts: dict[str, list[int]] = {"catch": [], "finally": [], "else": [], "": []}
        for child in body:
            kind = self.placed[child].kind
            parts[kind if kind in parts else ""].append(child)
        last = _Finally()
        if parts["finally"]:
            self.around.append(last)
        number = -len(self.catchers) - 1
        if row is not None:
            number = self.step(self._head(row), ends)
            ends = [(number, "")]
        tried = _Try(number, len(self.steps) - (row is not None))
        caught = bool(parts["catch"] or parts["finally"])
        if caught:
            self.around.append(tried)
            self.regions.append(number)
        out = self._in_order(parts[""], ends)
        if caught:
            self.around.pop()
            self.regions.pop()
        out = self.sequence(parts["else"], out)
        raised = tried.raised
        for catch in parts["catch"]:
            first = len(self.steps)
            out = [*out, *self.statement(catch, raised)]
            self.catchers.setdefault(number, []).append(first)
        if not parts["finally"]:
            return out
        self.around.pop()
        first = len(self.steps)
        pending = [end for _, _, ends_ in last.pending for end in ends_]
        pending += [] if parts["catch"] else raised
        done = self.sequence(parts["finally"], [*out, *pending])
        if not parts["catch"]:
            self.catchers[number] = [first]
            self._leave("throw", "", [(end, "exception") for end, _ in done])
        for kind, target in dict.fromkeys((kind, target) for kind, target, _ in last.pending):
            self._leave(kind, target, [(end, kind) for end, _ in done])
        return done if out else []

    def _block(self, row: int, body: list[int], ends: Ends) -> Ends:
        """A function that runs in place, as often as the call likes."""
        number = self.step([row], ends)
        loop = _Loop("", "block")
        self.around.append(loop)
        out = self.sequence(body, [(number, "block")])
        self.around.pop()
        self.connect([*out, *loop.continued], number)
        return [(number, ""), *loop.left]

    # --- jumps ---

    def jump(self, row: int, ends: Ends) -> None:
        """Lead what leaves a statement to where it jumps."""
        item = self.placed[row]
        text = item.raw.expression
        found = _TARGET.match(text)
        target = found[1] if found else ""
        if "goto" in item.raw.form:
            self.gotos += [(step, target) for step, _ in ends]
        elif text.startswith("fallthrough"):
            self._innermost_switch(ends)
        elif text.startswith("retry"):
            self._retry(ends)
        elif text.startswith("return@"):
            self._innermost_block(ends)
        elif item.kind in RETURNS:
            self._leave("return", "", [(step, label or "return") for step, label in ends])
        elif item.kind in ("break", "continue"):
            self._leave(item.kind, target, [(step, label or item.kind) for step, label in ends])
        elif item.raw.form in self.rules.propagates:
            self._leave("throw", "", [(step, "error") for step, _ in ends])
        else:
            self._leave("throw", "", [(step, label or "exception") for step, label in ends])

    def _leave(self, kind: str, target: str, ends: Ends) -> None:
        """From the inside out: the first loop, handler or ``finally`` that a jump concerns gets it."""
        levels = int(target) if self.rules.levels and _LEVELS.fullmatch(target) else 1
        named = {around.label for around in self.around if isinstance(around, _Loop)} - {""}
        for around in reversed(self.around):
            if isinstance(around, _Finally):
                around.pending.append((kind, target, ends))
                return
            if isinstance(around, _Try) and kind == "throw":
                around.raised += ends
                return
            if not isinstance(around, _Loop) or kind not in ("break", "continue"):
                continue
            if kind == "continue" and around.form == "switch":
                continue
            if target in named and around.label != target:
                continue
            levels -= 1
            if levels > 0:
                continue
            (around.left if kind == "break" else around.continued).extend(ends)
            return
        self.connect(ends, RAISED if kind == "throw" else EXIT)

    def _innermost_switch(self, ends: Ends) -> None:
        for around in reversed(self.around):
            if isinstance(around, _Loop) and around.form == "switch":
                around.fallen += [(step, "fallthrough") for step, _ in ends]
                return

    def _innermost_block(self, ends: Ends) -> None:
        for around in reversed(self.around):
            if isinstance(around, _Loop) and around.form == "block":
                around.continued += [(step, "return") for step, _ in ends]
                return
        self._leave("return", "", [(step, "return") for step, _ in ends])

    def _retry(self, ends: Ends) -> None:
        for around in reversed(self.around):
            if isinstance(around, _Try):
                self.connect([(step, "retry") for step, _ in ends], around.first)
                return
        self.connect(ends, EXIT)

    # --- labels ---

    def _label(self, row: int) -> str:
        raw = self.placed[row].raw
        inside = _LABEL_INSIDE.match(raw.expression)
        if inside:
            return inside[1]
        before = _LABEL_BEFORE.search(self.source[max(raw.start - _CONTEXT, 0) : raw.start])
        return before[1].decode("utf-8", "replace") if before else ""

    def _labelled(self, label: str) -> int:
        """The first step behind a label, ``EXIT`` where there is none."""
        found = re.search(
            rb"(?<![\w.])" + re.escape(label.encode()) + rb"\s*::?(?!:)", self.source[self._begin() :]
        )
        if found is None:
            return EXIT
        at = self._begin() + found.end()
        after = [
            (self.placed[step.rows[0]].raw.start, number)
            for number, step in enumerate(self.steps)
            if self.placed[step.rows[0]].raw.start >= at
        ]
        return min(after)[1] if after else EXIT

    def _begin(self) -> int:
        return min((self.placed[step.rows[0]].raw.start for step in self.steps), default=0)
