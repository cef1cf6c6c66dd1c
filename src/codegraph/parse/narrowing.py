"""Finds the tests that tell what a value is, and gives the places where they hold views of their scope.

After ``if isinstance(x, A):`` a name means what it meant, but is known to be an ``A``. A *view* is a copy of a
scope for the uses in one part of it, in which some names and members are such narrowed expressions. It binds nothing
itself, so that whatever is declared in that part belongs to the scope as ever. Files without such tests pay a search
for the words that an adapter names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from codegraph.languages.facts import Bind, Op
from codegraph.parse.names import DOTTED
from codegraph.parse.scopes import ScopeState

if TYPE_CHECKING:
    from codegraph.parse.sweep import Sweep

ASSIGNED = re.compile(rb"\s*(?::[^=\n]+)?=(?![=>])[^\n]*")
BINDS_ANEW = frozenset((int(Bind.VALUE), int(Bind.DEFINITION), int(Bind.IMPORT)))
TYPE = int(Bind.TYPE)
MAX_TESTS = 2000
MAX_STEPS = 40  # so far a test may lie below the statement that it decides
NARROW, EXCLUDE, UNION = int(Op.NARROW), int(Op.EXCLUDE), int(Op.UNION)


class Test(NamedTuple):
    """One test: what it is about, and the types that it is tested for.

    Args:
        node: the test.
        subject: the name or member, as written.
        types: each of them will do.
        sure: whether failing it says that the value is none of the types.
    """

    node: Node
    subject: bytes
    types: list[Node]
    sure: bool = True


class Holds(NamedTuple):
    """What is known of a subject in a part of a file: its types and whether it is none of them; None for nothing.

    Args:
        given: the expressions that it was given where the test failed, as in ``if not isinstance(x, A): x = A(x)``.
    """

    types: list[Node] | None
    excluded: bool = False
    given: tuple[Node, ...] = ()


NOTHING = Holds(None)


class Region(NamedTuple):
    """A part of a scope in which something holds."""

    start: int
    end: int
    scope: ScopeState
    subject: bytes
    holds: Holds


def narrow(sweep: Sweep, root: Node) -> None:
    """Make views for all tests of a file."""
    by_scope: dict[int, list[Region]] = {}
    for number, test in enumerate(_tests(sweep, root)):
        if number >= MAX_TESTS:
            break
        scope = sweep.scope_at(test.node.start_byte)
        annotated = _is_annotated(scope, test.subject)
        for start, end, holds in _parts(sweep, test):
            if holds.types is None or (holds.excluded and not annotated):
                continue
            regions = by_scope.setdefault(scope.index, [])
            for region in _until_bound_anew(sweep, Region(start, end, scope, test.subject, holds)):
                if region.start < region.end:
                    regions.append(region)
    if by_scope:
        _make_views(sweep, by_scope)


def _is_annotated(scope: ScopeState, subject: bytes) -> bool:
    """Whether a plain name has an annotation; without one its values are not all known, so none can be left out."""
    variable = scope.lookup(subject.decode())
    return variable is not None and any(binding[0] == TYPE for binding in variable.bindings)


# --- tests ---


def _tests(sweep: Sweep, root: Node) -> Iterator[Test]:
    source, rules = sweep.source, sweep.spec.narrowing
    for word, form in rules.words.items():
        text = word.encode()
        at = source.find(text)
        while at >= 0:
            node = root.descendant_for_byte_range(at, at + len(text.rstrip()))
            test = _test(sweep, node, form) if node is not None and node.start_byte == at else None
            if test is not None:
                yield test
            at = source.find(text, at + len(text))
    if rules.guards:
        for match in sweep.reading.guards.finditer(source):
            node = root.descendant_for_byte_range(match.start(), match.end())
            test = (
                _test(sweep, node, "guard") if node is not None and node.start_byte == match.start() else None
            )
            if test is not None:
                yield test


def _test(sweep: Sweep, word: Node, form: str) -> Test | None:
    node = word.parent
    if node is None:
        return None
    if form == "operator":
        subject, kind = node.child_by_field_name("left"), node.child_by_field_name("right")
        return _about(sweep, node, subject, [kind]) if subject is not None and kind is not None else None
    if form == "case":
        return _case(sweep, node)
    rule = sweep.spec.expressions.get(node.type)
    if form == "guard" and rule is not None and rule.op == "member" and node.parent is not None:
        word, node = node, node.parent
    callee, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if callee != word or arguments is None:
        return None
    given = [child for child in arguments.named_children if not child.is_extra]
    if form == "guard":
        return _about(sweep, node, given[0], [node]) if len(given) == 1 else None
    return _about(sweep, node, given[0], [given[1]]) if len(given) == 2 else None


def _about(sweep: Sweep, node: Node, subject: Node, types: list[Node], *, sure: bool = True) -> Test | None:
    name = subject.child_by_field_name("name")
    start, end = (name or subject).byte_range  # isinstance(x := f(), A)
    text = sweep.source[start:end]
    return Test(node, text, types, sure) if DOTTED.fullmatch(text) else None


def _case(sweep: Sweep, clause: Node) -> Test | None:
    statement = clause.parent.parent if clause.parent is not None else None
    subject = statement.child_by_field_name("subject") if statement is not None else None
    patterns = [child for child in clause.named_children if child.type == "case_pattern"]
    if subject is None or len(patterns) != 1:
        return None
    types: list[Node] = []
    plain = True
    pending = patterns
    while pending:
        pattern = pending.pop(0)
        if pattern.type == "class_pattern":
            types.append(pattern.named_children[0])
            plain = plain and pattern.named_child_count == 1
        elif pattern.type in ("case_pattern", "union_pattern"):
            pending = pattern.named_children + pending
        elif pattern.type == "as_pattern":
            pending.insert(0, pattern.named_children[0])
        else:
            return None
    return _about(sweep, clause, subject, types, sure=plain) if types else None


# --- where they hold ---


def _parts(sweep: Sweep, test: Test) -> Iterator[tuple[int, int, Holds]]:
    """The parts of the file in which a test is known to have passed or failed."""
    rules = sweep.spec.narrowing
    true = Holds(test.types)
    false = Holds(test.types, excluded=True) if test.sure else NOTHING
    node = test.node
    if rules.nodes.get(node.type) == "case":
        yield node.start_byte, node.end_byte, true
        return
    for _ in range(MAX_STEPS):
        around = node.parent
        role: str = rules.nodes.get(around.type, "") if around is not None else ""
        if around is None or not role:
            return
        if role == "operation":
            operator = around.child_by_field_name("operator")
            role = rules.operators.get(operator.type, "") if operator is not None else ""
        if role == "not":
            true, false = false, true
        elif role in ("and", "or"):
            left, right = around.child_by_field_name("left"), around.child_by_field_name("right")
            if left == node and right is not None:
                yield right.start_byte, right.end_byte, true if role == "and" else false
            if role == "and":
                false = NOTHING
            else:
                true = _either(sweep, test, true, right) if left == node else NOTHING
        elif role in ("choice", "choice_between"):
            yield from _choice(around, node, role, true, false)
            return
        elif role == "filter":
            yield from _filtered(around, true)
            return
        elif role != "inner":
            yield from _statement(sweep, test, role, around, node, true, false)
            return
        node = around


def _either(sweep: Sweep, test: Test, true: Holds, right: Node | None) -> Holds:
    """What holds if one of two tests passes: one of their types, if both are about the same."""
    if true.types is None or true.excluded or right is None or right.type != test.node.type:
        return NOTHING
    words = sweep.spec.narrowing.words
    for child in right.children:
        if sweep.text(child) in words:
            other = _test(sweep, child, words[sweep.text(child)])
            if other is not None and other.subject == test.subject:
                return Holds([*true.types, *other.types])
    return NOTHING


def _choice(
    around: Node, node: Node, role: str, true: Holds, false: Holds
) -> Iterator[tuple[int, int, Holds]]:
    """``test ? a : b``, or ``a if test else b`` with the condition between."""
    children = [child for child in around.named_children if not child.is_extra]
    if len(children) == 3 and children[role == "choice_between"] == node:
        first, second = (child for child in children if child != node)
        yield first.start_byte, first.end_byte, true
        yield second.start_byte, second.end_byte, false


def _filtered(clause: Node, true: Holds) -> Iterator[tuple[int, int, Holds]]:
    """``[x for x in xs if test]``: holds for what comes after, and for the element."""
    around = clause.parent
    if around is not None:
        body = around.named_children[0]
        yield body.start_byte, body.end_byte, true
        yield clause.end_byte, around.end_byte, true


def _statement(
    sweep: Sweep, test: Test, role: str, statement: Node, node: Node, true: Holds, false: Holds
) -> Iterator[tuple[int, int, Holds]]:
    block = statement.parent
    if role == "assert":
        if statement.named_child(0) == node and block is not None:
            yield statement.end_byte, block.end_byte, true
        return
    if statement.child_by_field_name("condition") != node:
        return
    body = statement.child_by_field_name("consequence" if role != "loop" else "body")
    body = body or statement.child_by_field_name("body")
    if body is None:
        return
    yield body.start_byte, body.end_byte, true
    if role == "loop" or block is None:
        return
    if role == "elif":
        yield statement.end_byte, block.end_byte, false
        return
    yield body.end_byte, statement.end_byte, false
    others = statement.children_by_field_name("alternative")
    if _leaves(sweep, body):
        yield statement.end_byte, block.end_byte, false
    elif len(others) == 1 and _leaves(sweep, others[0]):
        yield statement.end_byte, block.end_byte, true
    elif not others and false.types is not None:
        given = tuple(_given(sweep, test.subject, node, (body.start_byte, body.end_byte)))
        if given:
            yield statement.end_byte, block.end_byte, false._replace(given=given)


def _leaves(sweep: Sweep, node: Node) -> bool:
    """Whether a block always leaves the statements around it: by its last statement."""
    rules = sweep.spec.narrowing
    while node.type in rules.blocks:
        count = node.named_child_count
        last = node.named_child(count - 1) if count else None
        if last is None:
            return False
        node = last
    return node.type in rules.leaves


# --- until when ---


def _given(sweep: Sweep, subject: bytes, where: Node, part: tuple[int, int]) -> Iterator[Node]:
    """The values that are assigned to a name in a part of the file."""
    variable = sweep.scope_at(where.start_byte).lookup(subject.decode())
    for _, _, _, value, _, wrap, typed in variable.bindings if variable is not None else ():
        if value is not None and not wrap and not typed and part[0] <= value.start_byte < part[1]:
            yield value


def _until_bound_anew(sweep: Sweep, region: Region) -> Iterator[Region]:
    """A region up to where its subject gets another value, and what is after that."""
    end = region.end
    bound = _members_set(sweep, region) if b"." in region.subject else _names_bound(sweep, region)
    stop = min(bound, default=end)
    yield region._replace(end=min(stop, end))
    if stop < end:
        yield region._replace(start=stop, holds=NOTHING)


def _names_bound(sweep: Sweep, region: Region) -> Iterator[int]:
    """Where in a region a plain name has another value."""
    variable = region.scope.lookup(region.subject.decode())
    lines: list[int] = []
    for kind, _, line, value, _, _, _ in variable.bindings if variable is not None else ():
        if value is not None:
            if region.start <= value.start_byte < region.end:
                yield value.end_byte
        elif kind in BINDS_ANEW:
            lines.append(line)
    if lines and any(sweep.source.count(b"\n", 0, region.start) < line for line in lines):
        at, line = region.start, sweep.source.count(b"\n", 0, region.start) + 1
        while 0 <= at < region.end:
            at = sweep.source.find(b"\n", at) + 1 or region.end
            if line in lines:
                yield at
            line += 1


def _members_set(sweep: Sweep, region: Region) -> Iterator[int]:
    """Where in a region a member has another value."""
    source, subject = sweep.source, region.subject
    at = source.find(subject, region.start, region.end)
    while at >= 0:
        found = ASSIGNED.match(source, at + len(subject), region.end)
        if found is not None:
            yield found.end()
            return
        at = source.find(subject, at + 1, region.end)


# --- views ---


def _make_views(sweep: Sweep, by_scope: dict[int, list[Region]]) -> None:
    starts: dict[int, int] = {}
    for at, scope in zip(sweep.bounds, sweep.bound_scopes, strict=True):
        starts.setdefault(scope.index, at)
    children: dict[int, list[ScopeState]] = {}
    for scope in sweep.scopes:
        if scope.parent is not None and scope.index in starts:
            children.setdefault(scope.parent.index, []).append(scope)
    for index in sorted(by_scope):  # the outer before the inner
        scope = sweep.scopes[index]
        regions = by_scope[index]
        edges = sorted({at for region in regions for at in (region.start, region.end)})
        for start, end in pairwise(edges):
            active = [region for region in regions if region.start <= start < region.end]
            if any(region.holds.types is not None for region in active):
                view = scope.view(start, end)
                _narrow_view(sweep, scope, view, active)
                for inner in children.get(index, ()):
                    if start <= starts[inner.index] < end:
                        _look_through(inner, view, children)
    _insert_views(sweep)


def _look_through(scope: ScopeState, view: ScopeState, children: dict[int, list[ScopeState]]) -> None:
    """Let a scope that begins in the part of a view see what that sees."""
    scope.parent = view
    pending = [scope] if view.chains is not None else []
    while pending:
        inner = pending.pop()
        inner.chains = dict(view.chains or ())
        pending += children.get(inner.index, ())


def _narrow_view(sweep: Sweep, scope: ScopeState, view: ScopeState, active: list[Region]) -> None:
    """Put into a view what the regions say that hold in it, the one that begins last as the last word."""
    expressions = sweep.expressions
    by_subject: dict[bytes, list[Region]] = {}
    for region in sorted(active, key=lambda region: (region.start, -region.end)):
        by_subject.setdefault(region.subject, []).append(region)
    for subject in sorted(by_subject, key=lambda text: text.count(b".")):
        first, _, rest = subject.partition(b".")
        name = first.decode()
        root = expressions.root(name, view)
        plain = found = expressions.chain(root, rest, view.chains) if rest else root
        for region in by_subject[subject]:
            if region.holds.types is None:
                found = plain
                continue
            kinds = [expressions.of(kind, scope) for kind in region.holds.types]
            wanted = kinds[-1]
            for kind in kinds[-2::-1]:
                wanted = expressions.add(UNION, kind, wanted)
            found = expressions.add(EXCLUDE if region.holds.excluded else NARROW, found, wanted)
            for value in region.holds.given:
                found = expressions.add(UNION, found, expressions.of(value, scope))
        if found == plain:
            continue
        if rest:
            view.chains = {**(view.chains or {}), (root, rest): found}
        else:
            view.narrowed = {**(view.narrowed or {}), name: found}
            view.roots.pop(name, None)
            expressions.narrowed.add(name)


def _insert_views(sweep: Sweep) -> None:
    """Tell the sweep where the views are."""
    bounds: list[int] = []
    scopes: list[ScopeState] = []
    ends = [*sweep.bounds[1:], len(sweep.source) + 2]
    for start, end, scope in zip(sweep.bounds, ends, sweep.bound_scopes, strict=True):
        at = start
        for begin, stop, view in scope.views or ():
            if begin < end and stop > at:
                if begin > at:
                    bounds.append(at)
                    scopes.append(scope)
                bounds.append(max(begin, at))
                scopes.append(view)
                at = min(stop, end)
        if at < end or start == end:
            bounds.append(at)
            scopes.append(scope)
    sweep.bounds, sweep.bound_scopes = bounds, scopes
