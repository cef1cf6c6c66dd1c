"""What the full-text index holds of each node: the terms of its name, doc, place, signature, callers and code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Columns, Level, NodeKind
from codegraph.store.names import without_extension
from codegraph.text import SourceOf, Tokenizer, code_words, read_or_nothing

NODE_COLUMNS = ("level", "kind", "name", "doc", "path", "parent", "signature", "start_byte", "end_byte")
"""What is read of the nodes."""

MAX_BODY_BYTES = 2000
MAX_HEADER_BYTES = 600
MAX_DOC_CHARS = 2000
MAX_CALLERS = 10
MEMBER_KINDS = frozenset({str(kind) for kind in CALLABLE_KINDS | TYPE_KINDS})
"""What ends the header of the type around it."""
SCOPE_KINDS = frozenset({str(kind) for kind in TYPE_KINDS | {NodeKind.NAMESPACE}})
"""What is named as the place of what lies in it, and has a header for a body."""
# Looked up in their classes for every row, members of enumerations cost more than the tokenizer.
_SYMBOL, _MODULE, _EXTERNAL = int(Level.SYMBOL), int(Level.MODULE), str(NodeKind.EXTERNAL)

Callers = Mapping[int, Sequence[int]]
"""Rows of callables with the rows of what calls them."""
Terms = tuple[str, str, str, str, str, str]
"""The terms of one node, joined by blanks: a text for each column of the index, in their order."""


def documents(
    nodes: Columns,
    rows: list[int],
    source_of: SourceOf,
    callers: Callers,
    first_member: Mapping[int, int],
) -> Iterator[tuple[int, Terms]]:
    """Each of ``rows`` that has a document, with its terms; external nodes and statements have none.

    A file that can't be read any more is still found by what its nodes say.

    Args:
        nodes: ``NODE_COLUMNS`` of all nodes.
        rows: the rows in question, in order.
        first_member: see ``first_members``.
    """
    tokenizer = Tokenizer()
    levels, kinds = nodes["level"], nodes["kind"]
    rows = [row for row in rows if levels[row] <= _SYMBOL and kinds[row] != _EXTERNAL]
    name_terms = cache(tokenizer.name)  # methods, fields and parents have few distinct names
    texts = zip(
        _names(nodes, rows, name_terms),
        _docs(nodes, rows, tokenizer),
        _places(nodes, rows, name_terms),
        _signatures(nodes, rows, tokenizer),
        _callers(nodes, rows, name_terms, callers),
        _bodies(nodes, rows, tokenizer, source_of, first_member),
        strict=True,
    )
    return zip(rows, texts, strict=True)


def first_members(nodes: Columns) -> dict[int, int]:
    """Where in the file the first callable or type inside each node begins, by the node's row."""
    first: dict[int, int] = {}
    starts: Sequence[int] = nodes["start_byte"]
    for row, (kind, parent) in enumerate(zip(nodes["kind"], nodes["parent"], strict=True)):
        if kind in MEMBER_KINDS and starts[row] < first.get(parent, starts[row] + 1):
            first[parent] = starts[row]
    return first


def _names(nodes: Columns, rows: list[int], terms: Callable[[str], str]) -> Iterator[str]:
    """Terms of what each node is called; of a module its file's name without extension."""
    names, levels = nodes["name"], nodes["level"]
    for row in rows:
        yield terms(without_extension(names[row]) if levels[row] == _MODULE else names[row])


def _docs(nodes: Columns, rows: list[int], tokenizer: Tokenizer) -> Iterator[str]:
    """Terms of the beginning of each node's documentation."""
    docs = nodes["doc"]
    for row in rows:
        doc = docs[row]
        yield tokenizer.prose(doc[:MAX_DOC_CHARS]) if doc else ""


def _places(nodes: Columns, rows: list[int], terms: Callable[[str], str]) -> Iterator[str]:
    """Terms of where each node stands: the file's path without extension, and the type around it."""
    parents, kinds, names, paths = nodes["parent"], nodes["kind"], nodes["name"], nodes["path"]
    last: tuple[str, int] | None = None
    place = ""
    for row in rows:
        path, parent = here = paths[row], parents[row]
        if here != last:  # siblings lie together
            last = here
            folder, slash, file = path.rpartition("/")
            place = terms(f"{folder}{slash}{without_extension(file)}")
            if parent >= 0 and kinds[parent] in SCOPE_KINDS:
                place = f"{place} {terms(names[parent])}"
        yield place


def _signatures(nodes: Columns, rows: list[int], tokenizer: Tokenizer) -> Iterator[str]:
    """Terms of each node's signature."""
    signatures = nodes["signature"]
    for row in rows:
        signature = signatures[row]
        yield tokenizer.prose(signature) if signature else ""


def _callers(nodes: Columns, rows: list[int], terms: Callable[[str], str], callers: Callers) -> Iterator[str]:
    """Terms of what the callers of each node are called."""
    names, levels = nodes["name"], nodes["level"]
    for row in rows:
        calling = callers.get(row, ())
        yield " ".join([terms(names[caller]) for caller in calling if levels[caller] == _SYMBOL])


def _bodies(
    nodes: Columns,
    rows: list[int],
    tokenizer: Tokenizer,
    source_of: SourceOf,
    first_member: Mapping[int, int],
) -> Iterator[str]:
    """Terms of each definition's code: its beginning, of a type only what stands before the members."""
    levels, kinds, paths = nodes["level"], nodes["kind"], nodes["path"]
    begins, ends = nodes["start_byte"], nodes["end_byte"]
    last, words = "", b""
    for row in rows:
        if levels[row] != _SYMBOL:
            yield ""
            continue
        path = paths[row]
        if path != last:  # rows of a file lie together, because its module's FQN begins theirs
            last, words = path, code_words(read_or_nothing(source_of, path))
        begin: int = begins[row]
        end = min(ends[row], begin + MAX_BODY_BYTES)
        if kinds[row] in SCOPE_KINDS:
            end = min(end, first_member.get(row, end), begin + MAX_HEADER_BYTES)
        yield tokenizer.code(words[begin:end])
