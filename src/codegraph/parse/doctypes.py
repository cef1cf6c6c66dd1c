"""Types in documentation comments: finds and parses them, and gives them to what the comments stand before.

The statements that the comments amount to (``doctags``) are appended to the file's text and parsed by the grammar of
the language that the adapter names. What that language's queries find in them (types with names, imports, object types)
is handled as if it stood at the end of the module; rows and columns are those of the comments.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from codegraph.languages.facts import Bind, Flag
from codegraph.parse.sweep import FLAGS
from codegraph.parse.targets import assign

if TYPE_CHECKING:
    from tree_sitter import Parser

    from codegraph.languages.spec import AdapterSpec
    from codegraph.languages.spec.syntax import Docs
    from codegraph.parse.doctags import Statements, Typed
    from codegraph.parse.scopes import ScopeState
    from codegraph.parse.sweep import Captures, Sweep

TYPE, ANONYMOUS = int(Bind.TYPE), int(Flag.ANONYMOUS)
START_BYTE, END_BYTE = 8, 9  # columns of a definition
BLANK = re.compile(rb"(?:\s+|//[^\n]*\n|/\*.*?\*/)*", re.DOTALL)
MAX_WORDS = 5  # words between a comment and the name that it documents


class Note(NamedTuple):
    """What a comment says of what it stands before, as nodes of types."""

    parameters: list[tuple[str, Node | None]]
    result: Node | None
    type: Node | None
    receiver: Node | None
    base: Node | None
    generics: Node | None
    subject: str


class Notes(NamedTuple):
    """The types in the comments of a file.

    Args:
        source: the file's text with the statements behind it.
        size: bytes of the file's own text.
        root: the tree of the statements.
        by_place: what is said of what begins at a place.
        casts: the places among these with a type, in order.
        comments: where each statement begins, in order, and the place of the comment that it was made of.
    """

    source: bytes
    size: int
    root: Node
    by_place: dict[int, Note]
    casts: list[int]
    comments: list[tuple[int, tuple[int, int]]]


def read_notes(source: bytes, comments: list[Node], spec: AdapterSpec, parser: Parser) -> Notes | None:
    """Read the types in the comments of a file.

    Args:
        source: the file's text.
        comments: its comments, in order.
        spec: the adapter.
        parser: of the language that the types are written in.

    Returns:
        None if no comment has any.
    """
    docs = spec.docs
    prefix = docs.prefix.encode()
    statements = _statements(docs)
    said: list[tuple[int, Typed]] = []
    for node in comments:
        start, end = node.byte_range
        if not source.startswith(prefix, start) or source.find(b"@", start, end) < 0:
            continue
        row, column = node.start_point
        typed = statements.read(source[start:end], row, column, start)
        if typed is not None:
            said.append((end, typed))
    if statements.empty:
        return None
    whole, starts, root = _parsed(source, statements, parser)
    types = _types(root, starts, bare=docs.form == "plain")
    by_place: dict[int, Note] = {}
    words = re.compile(rb"(?:%s)\b" % docs.between.encode()) if docs.between else None
    for end, typed in said:
        note = _note(typed, types)
        for place in _places(source, end, words):
            by_place[place] = note
    casts = sorted(place for place, note in by_place.items() if note.type is not None)
    return Notes(
        whole, len(source), root, by_place, casts, sorted(zip(starts, statements.comments, strict=True))
    )


def _statements(docs: Docs) -> Statements:
    # Most files need none of the many patterns of these modules.
    if docs.form == "plain":
        from codegraph.parse.plaintags import PlainStatements

        return PlainStatements(docs)
    from codegraph.parse.doctags import Statements

    return Statements(docs)


def _parsed(source: bytes, statements: Statements, parser: Parser) -> tuple[bytes, list[int], Node]:
    from tree_sitter import Range

    order = sorted(range(len(statements.texts)), key=statements.places.__getitem__)
    at = len(source) + 1
    starts = [0] * len(order)
    ranges = []
    parts = [source]
    end = (0, 0)
    for number in order:
        text = statements.texts[number]
        row, column = max(statements.places[number], end)  # a range begins behind the one before it
        lines = text.count(b"\n")
        end = (row + lines, len(text) - text.rfind(b"\n") - 1 if lines else column + len(text))
        starts[number] = at
        ranges.append(Range((row, column), end, at, at + len(text)))
        parts.append(text)
        at += len(text) + 1
    whole = b"\n".join(parts) + b"\n"
    parser.included_ranges = ranges
    return whole, starts, parser.parse(whole).root_node


def _types(root: Node, starts: list[int], *, bare: bool) -> list[Node | None]:
    """The type in each statement, None where there is none or it can't be read.

    Args:
        bare: whether a statement is nothing but the type.
    """
    found: dict[int, Node] = {}
    for statement in root.named_children:
        if (
            statement.type == "expression_statement"
            and not statement.has_error
            and statement.named_child_count
        ):
            held = statement.named_children[0]
            if bare:
                found[statement.start_byte] = held
            elif held.type == "as_expression" and held.named_child_count > 1:
                found[statement.start_byte] = held.named_children[-1]
    return [found.get(start) for start in starts]


def _note(typed: Typed, types: list[Node | None]) -> Note:
    def of(number: int) -> Node | None:
        return types[number] if number >= 0 else None

    generics = of(typed.generics)
    return Note(
        [(name, of(number)) for name, number in typed.parameters],
        of(typed.result),
        of(typed.type),
        of(typed.receiver),
        of(typed.base),
        generics.child_by_field_name("type_parameters") if generics is not None else None,
        typed.subject,
    )


def _places(source: bytes, end: int, words: re.Pattern[bytes] | None) -> list[int]:
    """Where something may begin that a comment before it speaks of: behind each word that may stand between."""
    blank = BLANK.match(source, end)
    places = [blank.end() if blank else end]
    while words is not None and len(places) < MAX_WORDS and (word := words.match(source, places[-1])):
        blank = BLANK.match(source, word.end())
        places.append(blank.end() if blank else word.end())
    return places


# --- what the handlers ask for ---


def note_of(sweep: Sweep, captures: Captures, node: Node) -> Note | None:
    """What a comment says of a definition, or of the function that is its value."""
    found = sweep.notes.get(node.start_byte)
    if found is None and "value" in captures:
        found = sweep.notes.get(captures["value"][0].start_byte)
    return found


def add_types(sweep: Sweep, note: Note, captures: Captures, node: Node, *, callable_: bool) -> None:
    """Add the types that a comment gives a definition to the captures, as if they stood in the code.

    A type in the code goes before one in a comment, but for one that says nothing (``array``).
    """
    given = {"type_parameters": note.generics}
    if not callable_:
        given["type"] = note.type if _is_about(note, sweep, captures["name"][0]) else None
    else:
        given["returns"] = note.result
        if note.type is not None:
            given["returns"] = note.type.child_by_field_name("return_type") or given["returns"]
            if any(child.type == "get" for child in node.children[:4]):
                given["returns"] = note.type
    for name, typed in given.items():
        if typed is not None and (name not in captures or _says_nothing(sweep, captures[name][0])):
            captures[name] = [typed]


def _is_about(note: Note, sweep: Sweep, target: Node) -> bool:
    """Whether the type in a comment is that of a target: ``@var T $x`` names it."""
    return not note.subject or note.subject == sweep.text(target)


def _says_nothing(sweep: Sweep, typed: Node) -> bool:
    return sweep.spec.type_words.get(sweep.text(typed).lstrip("?")) == ""


def type_parameters(sweep: Sweep, note: Note, node: Node, scope: ScopeState) -> None:
    """Bind the types that a comment gives to the parameters in a node, by name; of patterns by position."""
    rules, outer = sweep.spec.parameters, scope.parent or scope
    types = dict(note.parameters)
    listed = [typed for _, typed in note.parameters]
    if not listed and note.type is not None:
        listed = _of_function(note.type)
    children = (
        [node] if node.type in rules else [child for child in node.named_children if child.type in rules]
    )
    for position, child in enumerate(children):
        target: Node | None = child
        while target is not None and target.type in rules and target.type not in sweep.name_types:
            rule, pattern = rules[target.type], sweep.spec.patterns.get(target.type)
            if rule.name:
                target = target.child_by_field_name(rule.name)
            elif pattern is not None and pattern.form in ("rest", "inner"):
                target = target.named_child(0)
            else:
                break
        if target is None:
            continue
        named = target.type in sweep.name_types and bool(note.parameters)
        typed = types.get(sweep.text(target)) if named else None
        if not named and position < len(listed):
            typed = listed[position]
        if typed is not None:
            line = target.start_point[0] + 1
            assign(sweep, "parameter", target, scope, [(TYPE, -1, line, typed, outer, (), True)], target)


def _of_function(node: Node) -> list[Node | None]:
    """The types of the parameters in the type of a function."""
    parameters = node.child_by_field_name("parameters")
    if parameters is None:
        return []
    return [child.child_by_field_name("type") for child in parameters.named_children]


def type_at(sweep: Sweep, place: int, target: Node | None = None) -> Node | None:
    """The type that a comment gives to what begins at a place; None if it is about another name than the target's."""
    note = sweep.notes.get(place)
    if note is None or (target is not None and not _is_about(note, sweep, target)):
        return None
    return note.type


def settle_places(sweep: Sweep, notes: Notes) -> None:
    """Let definitions that stand in comments begin and end with these, as nobody else knows the text behind the file.

    They are no nodes of their own.
    """
    starts = [start for start, _ in notes.comments]
    for row in sweep.definitions:
        if row[START_BYTE] >= notes.size:
            row[START_BYTE : END_BYTE + 1] = notes.comments[bisect_right(starts, row[START_BYTE]) - 1][1]
            row[FLAGS] |= ANONYMOUS
