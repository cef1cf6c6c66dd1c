"""Chooses what is worth a vector and composes its texts: for the model, for word search, for a reader."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from codegraph.embed.limits import CODE_TOKENS, limit_of
from codegraph.embed.outline import Outline, SymbolSource
from codegraph.embed.windows import windows
from codegraph.model import (
    CALLABLE_KINDS,
    DOCUMENT_LANGUAGES,
    TEXT_COLUMNS,
    TYPE_KINDS,
    Columns,
    Level,
    NodeKind,
    empty_columns,
)
from codegraph.text import SourceOf, collapse, first_paragraph, split_name

TEXT_VERSION = 1
"""To be raised when the same code would be given another text, so that indexes are brought up to date."""

MAX_TEXT_CHARS = 2000
MAX_DOC_CHARS = 300  # the model reads about 450 characters, and the code should be among them
MAX_DECORATOR_CHARS = 100
MIN_TABLE_LINES = 4

_ALWAYS = (
    CALLABLE_KINDS
    | TYPE_KINDS
    | {
        NodeKind.NAMESPACE,
        NodeKind.DECORATOR,
        NodeKind.ENDPOINT,
    }
)
_DATA = frozenset({NodeKind.FIELD, NodeKind.VARIABLE, NodeKind.CONSTANT})
_STRING_QUOTES = ('"""', "'''", '"', "'")


class Composition(NamedTuple):
    """How texts are put together.

    Attributes:
        max_text_chars: what a text has at most.
        path: whether a text names the file.
        windows: how many further texts a long symbol may have beside the first.
    """

    max_text_chars: int = MAX_TEXT_CHARS
    path: bool = True
    windows: int = 0


class _Texts(NamedTuple):
    dense: str
    sparse: str
    context: str
    begin: int = 0  # lines behind the first of the symbol
    end: int = -1  # -1: all


DEFAULT = Composition()


def compose_chunks(
    nodes: Columns,
    source_of: SourceOf,
    *,
    composition: Composition = DEFAULT,
    rows: Iterable[int] | None = None,
) -> dict[str, list[Any]]:
    """The chunks of all nodes that are worth finding by meaning, in order of rows, as ``TEXT_COLUMNS``.

    Left out are external nodes, statements, empty modules, and data members that carry no documentation and are no
    tables; documents, packages and the repository have chunks of their own (``documents.py``, ``packages.py``). A
    symbol's first text has all of it, as far as it goes; windows over what the model does not read of it follow, where
    the composition wants them.

    Args:
        source_of: gives a file's UTF-8 source; where it raises, the texts go without code.
        rows: compose these rows alone.
    """
    chunks: dict[str, list[Any]] = empty_columns(TEXT_COLUMNS)
    outline = Outline(nodes)
    sources = SymbolSource(nodes, outline, source_of)
    for row in range(len(nodes["fqn"])) if rows is None else sorted(set(rows)):
        if not _is_worth_a_chunk(nodes, outline, row):
            continue
        for index, texts in enumerate(_texts(nodes, outline, sources, row, composition)):
            dense, sparse, context = (text[: composition.max_text_chars].rstrip() for text in texts[:3])
            line = nodes["line"][row] or nodes["start_line"][row]
            values = (
                f"{nodes['fqn'][row]}#{index}",
                row,
                index,
                nodes["path"][row],
                nodes["start_line"][row] if not index else line + texts.begin,
                nodes["end_line"][row] if not index else line + texts.end - 1,
                dense,
                sparse,
                context,
                text_hash(dense, limit_of(nodes, row)),
            )
            for column, value in zip(TEXT_COLUMNS, values, strict=True):
                chunks[column.name].append(value)
    return chunks


def text_hash(dense_text: str, limit: int = CODE_TOKENS) -> str:
    """What a vector is stored under: the first 16 hex digits of a SHA-256.

    It is that of the text, with the tokens that are read of it in front where these are not as many as of code: the
    vector depends on both.
    """
    key = dense_text if limit == CODE_TOKENS else f"{limit}\0{dense_text}"
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:16]


def _is_worth_a_chunk(nodes: Columns, outline: Outline, row: int) -> bool:
    level, kind = nodes["level"][row], nodes["kind"][row]
    if level == Level.SYMBOL:
        if kind in _DATA:
            lines = nodes["end_line"][row] - nodes["start_line"][row] + 1
            return bool(nodes["doc"][row]) or lines >= MIN_TABLE_LINES
        return kind in _ALWAYS
    is_code = level == Level.MODULE and nodes["language"][row] not in DOCUMENT_LANGUAGES
    return is_code and kind != NodeKind.EXTERNAL and bool(nodes["doc"][row] or outline.children(row))


def _texts(
    nodes: Columns, outline: Outline, sources: SymbolSource, row: int, composition: Composition
) -> Iterator[_Texts]:
    doc = nodes["doc"][row]
    is_symbol = nodes["level"][row] == Level.SYMBOL
    place = str(PurePosixPath(nodes["path"][row]).with_suffix("")) if nodes["path"][row] else ""
    name = outline.qualified_name(row) if is_symbol else ""
    words = split_name(name or "/".join(place.split("/")[-2:]) or nodes["name"][row])
    code = sources.code(row) if is_symbol else _contents(nodes, outline, row)
    doc_is_inside = bool(doc) and _first_line(doc) in code
    loose_doc = "" if doc_is_inside else doc
    crumb = " > ".join(filter(None, (place if composition.path else "", name))) or nodes["name"][row]
    decorators = collapse(" ".join(f"@{text}" for text in nodes["decorators"][row]), MAX_DECORATOR_CHARS)
    head = _lines(" ".join(words), f"{crumb} {decorators}".rstrip())
    heading = _lines(_heading(nodes, row, name or nodes["name"][row]), _owner(nodes, row))
    own = without_doc(code, doc) if doc_is_inside else code
    yield _Texts(
        _lines(head, first_paragraph(doc)[:MAX_DOC_CHARS], own),
        _lines(loose_doc, code),
        _lines(heading, loose_doc, code),
    )
    if composition.windows and nodes["kind"][row] in CALLABLE_KINDS:
        for begin, end, text in windows(code.rstrip(), composition.windows):
            yield _Texts(_lines(head, text), text, _lines(heading, text), begin, end)


def _contents(nodes: Columns, outline: Outline, row: int) -> str:
    """What a module defines or a package contains, by name, in the order of the source."""
    names = (PurePosixPath(nodes["name"][child]).stem for child in outline.children(row))
    listed = ", ".join(dict.fromkeys(names))
    return f"{'contains' if nodes['level'][row] < Level.MODULE else 'defines'} {listed}" if listed else ""


def _heading(nodes: Columns, row: int, name: str) -> str:
    start, end = nodes["start_line"][row], nodes["end_line"][row]
    place = f"{nodes['path'][row]}:{start}-{end}" if start else nodes["path"][row]
    return f"{place} {nodes['kind'][row]} {name}".lstrip()


def _owner(nodes: Columns, row: int) -> str:
    """The signature of the type around a member: what its ``self`` or ``this`` is."""
    parent = nodes["parent"][row]
    inside_type = parent >= 0 and nodes["kind"][parent] in TYPE_KINDS
    return f"in {nodes['signature'][parent] or nodes['name'][parent]}" if inside_type else ""


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def without_doc(code: str, doc: str) -> str:
    """Code without the string literal in it that is its documentation, as Python writes it."""
    lines = [line.strip() for line in doc.splitlines() if line.strip()]
    if not lines:
        return code
    begin = code.find(lines[0])
    end = code.find(lines[-1], begin)
    if begin < 0 or end < 0:
        return code
    before, after = code[:begin].rstrip(), code[end + len(lines[-1]) :].lstrip()
    for quotes in _STRING_QUOTES:
        if before.endswith(quotes) and after.startswith(quotes):
            head = re.sub(r"\s*[a-zA-Z]{0,2}$", "", before.removesuffix(quotes))
            return head + "\n" + after.removeprefix(quotes).lstrip("\r\n")
    return code


def _first_line(doc: str) -> str:
    return next((line.strip() for line in doc.splitlines() if line.strip()), "")
