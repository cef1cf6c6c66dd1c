"""Extracts a file's facts from the matches of its language's joined query, in three passes over the matches.

1. Definitions, scopes, documentation and branches, sorted by place, with a stack of what is open.
2. Bindings and imports: which scope binds which name to what.
3. Uses: calls, values, types, bases. All names are bound by now, so each use is linked at once, and only the
   variables that some use needs get a row.

No parents, siblings or recursion: what a match means is decided by where it stands. The few tests that tell what a
value is (``isinstance``) are an exception: before the third pass they are looked for by their words (``narrowing``).
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Parser, Query

from codegraph.languages.adapter import Adapter
from codegraph.languages.facts import Ref, pack
from codegraph.languages.query import compile_query, load_language
from codegraph.model import ParseStatus
from codegraph.parse import bindings, blocks, contexts, definitions, macros, references, visibility
from codegraph.parse.doctypes import read_notes, settle_places
from codegraph.parse.embedded import code_of
from codegraph.parse.expansions import expansions
from codegraph.parse.narrowing import narrow
from codegraph.parse.prepare import prepared, without_conditions
from codegraph.parse.reading import Reading
from codegraph.parse.rows import settle_overloads
from codegraph.parse.statements import find_statements, load_finder
from codegraph.parse.sweep import Captures, Sweep
from codegraph.parse.tables import Tables, fact_tables, mark_exported, statement_columns
from codegraph.parse.targets import bind_items
from codegraph.text import content_hash

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.doctypes import Notes
    from codegraph.parse.macros import Use
    from codegraph.parse.prepare import Span
    from codegraph.parse.statements import Finder

Handler = Callable[..., None]

FIRST: dict[str, tuple[int, Handler]] = {  # rank among matches that begin at one place, handler
    "doc": (0, definitions.doc),
    "decorator": (1, definitions.decorator),
    "visibility": (1, visibility.visibility),
    "definition": (2, definitions.definition),
    "scope": (3, definitions.scope),
    "section": (3, definitions.section),
    "statement": (4, references.branch),
    "branch": (4, references.branch),
}
SECOND: dict[str, Handler] = {"binding": bindings.binding, "import": bindings.import_}
USES = {"reference": int(Ref.VALUE), "type_reference": int(Ref.TYPE)}
NOTED = frozenset({"definition", "scope", "binding", "import", "export", "type_reference"})
BASES = {"extends": int(Ref.EXTENDS), "implements": int(Ref.IMPLEMENTS)}
MIXINS = {"mixin": int(Ref.MIXES), "before": int(Ref.PREPENDS), "class": int(Ref.EXTENDED)}
CALLS = {"call": int(Ref.CALL), "new": int(Ref.NEW)}


class Step(NamedTuple):
    """What to do with the matches of one pattern."""

    role: str
    capture: str
    kind: str
    branch: str
    rank: int
    handler: Handler


class Grammar(NamedTuple):
    """A parser with its joined query and the step of each pattern: what a worker keeps per grammar.

    ``types`` is the grammar that reads the types in comments, as a list that is empty until a file has some; ``finder``
    is there where statements become facts.
    """

    reading: Reading
    parser: Parser
    query: Query
    steps: list[Step]
    adapter: Adapter
    types: list[Grammar]
    finder: Finder | None = None


Found = dict[str, list[tuple[Step, list[Captures]]]]  # by role the patterns that hit, in their order
Event = tuple[int, int, int, Step, Captures, "Node"]


def load_grammar(adapter: Adapter, grammar: str, *, statements: bool) -> Grammar:
    """Load a grammar and compile an adapter's query for it (imports tree-sitter).

    Args:
        statements: whether statements become facts; without them what finds them is not even compiled.

    Raises:
        AdapterError: the grammar is unknown or a query does not compile.
    """
    from tree_sitter import Parser

    language = load_language(adapter, grammar)
    compiled = compile_query(adapter, language, grammar)
    steps = []
    for index, plan in enumerate(compiled.plans):
        if plan.role == "statement" and not plan.branch:
            compiled.query.disable_pattern(index)
        rank, handler = FIRST.get(plan.role, (0, SECOND.get(plan.role)))
        handler = handler or _no_handler
        steps.append(Step(plan.role, plan.capture, plan.kind, plan.branch, rank, handler))
    finder = load_finder(adapter, language, grammar) if statements else None
    return Grammar(Reading(adapter.spec), Parser(language), compiled.query, steps, adapter, [], finder)


def _no_handler(*_: object) -> None:
    """The matches of the third pass are taken by role, not one by one."""


def extract(source: bytes, grammar: Grammar) -> bytes:
    """The packed facts of one file.

    Args:
        source: the file's text as UTF-8.
        grammar: what ``load_grammar`` gave.
    """
    digest = content_hash(source)
    source, others, root, hidden = tree_of(source, grammar.reading, grammar.parser)
    found = _matches(grammar, root)
    notes = _read_notes(source, grammar, found)
    sweep = Sweep(notes.source if notes is not None else source, grammar.reading, grammar.parser, notes)
    sweep.others = others
    _first_pass(sweep, found)
    if notes is not None:
        settle_places(sweep, notes)
    _second_pass(sweep, found)
    tables = _third_pass(sweep, found, root, hidden)
    if grammar.finder is not None:  # last, so that the strings of all else have the same numbers without them
        tables["statements"] = statement_columns(sweep, find_statements(source, root, grammar.finder))
    packed = pack(
        tables,
        status=ParseStatus.PARTIAL if root.has_error else ParseStatus.OK,
        note="",
        lines=source.count(b"\n") + (1 if source and not source.endswith(b"\n") else 0),
        size=len(source),
        doc=sweep.doc,
        hash=digest,
        strings=list(sweep.strings),
    )
    sweep.release()
    return packed


def tree_of(source: bytes, reading: Reading, parser: Parser) -> tuple[bytes, list[Span], Node, list[Use]]:
    """A file as it is read.

    Returns:
        Its text, the places of what is only an alternative in it, its tree, and the uses of macros whose names are not
        in the tree.
    """
    source = _readable(source)
    if reading.spec.embedded.tags:
        source = code_of(source, reading.spec.embedded)
    readable, others = prepared(_as_names(source, reading), reading)
    return source, others, *_parse(readable, reading, parser)


def tree_and_docs(source: bytes, grammar: Grammar) -> tuple[bytes, Node, list[Node]]:
    """The text of a file as it is parsed, its tree, and its documentation, for whoever compares texts."""
    text, _, root, _ = tree_of(source, grammar.reading, grammar.parser)
    matched = _matches(grammar, root).get("doc", ())
    return text, root, [captures[step.capture][0] for step, found in matched for captures in found]


def _parse(source: bytes, reading: Reading, parser: Parser) -> tuple[Node, list[Use]]:
    """The tree of a file, and the uses of macros whose names are not in it."""
    uses = reading.macro_uses
    if uses is None:
        root = parser.parse(source).root_node
        if root.has_error and reading.spec.conditions and b"#if" in source:
            root = _least_broken(source, root, parser)
        return root, []
    return macros.parse(source, parser, reading.spec.macros, uses)


def _least_broken(source: bytes, root: Node, parser: Parser) -> Node:
    """The tree of a file with the fewest errors, with or without its conditions."""
    least = sum(end - start + 1 for start, end in macros.errors(root))
    for readable in without_conditions(source):
        other = parser.parse(readable).root_node
        broken = sum(end - start + 1 for start, end in macros.errors(other))
        if broken < least:
            root, least = other, broken
        if not least:
            break
    return root


def _read_notes(source: bytes, grammar: Grammar, found: Found) -> Notes | None:
    """The types in the comments of a file; what the queries of their language match in them is added to ``found``."""
    types = grammar.adapter.types
    if types is None or "doc" not in found or b"@" not in source:
        return None
    if not grammar.types:
        grammar.types.append(load_grammar(types, types.spec.grammar, statements=False))
    typed = grammar.types[0]
    comments = [captures[step.capture][0] for step, matches in found["doc"] for captures in matches]
    notes = read_notes(source, comments, grammar.reading.spec, typed.parser)
    if notes is not None:
        for role, matched in _matches(typed, notes.root).items():
            if role in NOTED:
                found.setdefault(role, []).extend(matched)
    return notes


def _as_names(source: bytes, reading: Reading) -> bytes:
    """A source with underscores for the words that the grammar would not take for names; all stays where it is."""
    for pattern in reading.misread:
        at = 0
        pieces = []
        for match in pattern.finditer(source):
            pieces += [source[at : match.start(1)], b"_" * (match.end(1) - match.start(1))]
            at = match.end(1)
        if pieces:
            source = b"".join([*pieces, source[at:]])
    return source


def _readable(source: bytes) -> bytes:
    """A source with an underscore for each byte that is no UTF-8.

    Conditions in queries (``#eq?``) raise an error at such bytes, and the names around them stay names this way.
    """
    if source.isascii():
        return source
    try:
        source.decode()
    except UnicodeDecodeError:
        return source.decode("utf-8", _UNDERSCORES).encode()
    return source


def _underscores(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "_" * (error.end - error.start), error.end


_UNDERSCORES = "codegraph.underscores"
codecs.register_error(_UNDERSCORES, _underscores)


def _matches(grammar: Grammar, root: Node) -> Found:
    from tree_sitter import QueryCursor

    groups: list[list[Captures] | None] = [None] * len(grammar.steps)
    hit = []
    for index, captures in QueryCursor(grammar.query).matches(root):
        group = groups[index]
        if group is None:
            groups[index] = [captures]
            hit.append(index)
        else:
            group.append(captures)
    found: Found = {}
    for index in sorted(hit):
        step, group = grammar.steps[index], groups[index]
        if group is not None:
            found.setdefault(step.role, []).append((step, group))
    return found


def _sorted(found: Found, roles: Iterable[str]) -> list[Event]:
    events: list[Event] = []
    add = events.append
    number = 0
    for step, matches in _of_roles(found, roles):
        capture, rank = step.capture, step.rank
        after = step.kind == "after" and step.role == "scope"
        for captures in matches:
            node = captures[capture][0]
            start, end = node.byte_range
            if after:
                start = end
            number += 1
            # By place; where several begin at one place by rank, then the longer one, which is around.
            add((start << 4 | rank, -end, number, step, captures, node))
    events.sort()
    return events


def _first_pass(sweep: Sweep, found: Found) -> None:
    stack, branch = sweep.stack, references.branch
    for key, _, _, step, captures, node in _sorted(found, FIRST):
        start = key >> 4
        if start >= stack[-1].end:
            sweep.close_before(start)
        if step.handler is not branch:
            step.handler(sweep, step.kind, captures, node)
        elif step.branch:
            branch(sweep, step.branch, node)
    sweep.close_before(len(sweep.source) + 1)
    settle_overloads(sweep)


def _second_pass(sweep: Sweep, found: Found) -> None:
    for _, _, _, step, captures, node in _sorted(found, SECOND):
        step.handler(sweep, step.kind, captures, node)


def _third_pass(sweep: Sweep, found: Found, root: Node, hidden: list[Use]) -> Tables:
    sweep.place_earlier()
    bind_items(sweep)
    blocks.bind_pushed(sweep)
    sweep.expressions.all_bound(sweep.scopes, [view for *_, view in sweep.earlier])
    sweep.expressions.scope_at = sweep.scope_at
    narrow(sweep, root)
    for role, ref in BASES.items():
        for step, matches in found.get(role, ()):
            references.bases(sweep, MIXINS.get(step.kind, ref), matches, step.capture)
    calls = _calls(sweep, found)
    references.macros(sweep, hidden)
    for role, ref in USES.items():
        nodes: dict[bool, list[Node]] = {True: [], False: []}
        for step, matches in found.get(role, ()):
            capture = step.capture
            nodes[step.kind == "argument"] += [captures[capture][0] for captures in matches]
        plain = references.types(sweep, nodes[False]) if ref == Ref.TYPE else nodes[False]
        if ref == Ref.VALUE:
            plain = references.awaited(sweep, plain, calls)
        references.refer(sweep, ref, plain)
        references.arguments(sweep, nodes[True], calls)
    _yields(sweep, found)
    exports = [
        (captures[step.capture][0].start_byte, step, captures)
        for step, matches in found.get("export", ())
        for captures in matches
    ]
    for _, step, captures in sorted(exports, key=itemgetter(0)):
        bindings.export(sweep, step.kind, captures, captures[step.capture][0])
    contexts.add_all(sweep, [matches for _, matches in _of_roles(found, CALLS)])
    decorators, yields, generics, parameters = references.finish_definitions(sweep)
    holders = [
        (number, sweep.expressions.of(node, scope, in_type=True)) for number, node, scope in sweep.holders
    ]
    expressions = sweep.expressions
    for scope in sweep.scopes:
        if scope.kind <= 1:  # other files may ask for what modules and classes bind
            for variable in scope.names.values():
                expressions.variable(variable)
    if sweep.macro_texts:
        sweep.expansions = expansions(sweep)
    expressions.settle()
    mark_exported(sweep)
    return fact_tables(sweep, decorators, yields, generics, parameters, holders)


def _calls(sweep: Sweep, found: Found) -> list[Node]:
    calls: list[Node] = []
    for role, ref in CALLS.items():
        for step, matches in found.get(role, ()):
            if step.kind:
                references.sent(sweep, step.kind, matches, step.capture)
            else:
                calls += references.calls(sweep, ref, matches, step.capture)
    return calls


def _yields(sweep: Sweep, found: Found) -> None:
    for step, matches in found.get("yield", ()):
        for captures in matches:
            if step.kind == "block":
                blocks.handed(sweep, captures)
            else:
                references.yield_(sweep, step.kind, captures, captures[step.capture][0])


def _of_roles(found: Found, roles: Iterable[str]) -> Iterator[tuple[Step, list[Captures]]]:
    for role in roles:
        yield from found.get(role, ())
