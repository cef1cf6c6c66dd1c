"""What one file says by itself: the columns that parse produces, the cache keeps and resolve reads.

Facts never depend on another file nor on the file's own path, so equal bytes have equal facts. A file's
facts are tables of 32-bit integers and one string table; a string is named by its number in that table, ``-1``
means "none". Expressions form small trees: an expression's operands always have smaller numbers than itself.

The row types below name the columns of each table in order.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from operator import mul
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]

FACTS_VERSION = 15
"""Part of every cache key: raise it when the meaning of a column changes."""


class Op(IntEnum):
    """Operators of expression trees; ``a`` and ``b`` are the operands in columns ``a`` and ``b``."""

    UNKNOWN = 0  # a: string of its source text or -1
    NAME = 1  # a: variable of this file
    FREE = (
        2  # a: string; no scope of this file binds it; b: scope of the class or namespace around, -1 for none
    )
    MEMBER = 3  # a: expression, b: string
    CALL = 4  # a: expression called (an APPLY where it has type arguments), b: PAIR of arguments or -1
    NEW = 5  # a: expression instantiated, b: as for CALL
    INDEX = 6  # a: expression, b: PAIR of subscripts or -1
    AWAIT = 7  # a: expression
    ITERATE = 8  # a: expression; one element of it
    LITERAL = 9  # a: string, the name of the built-in type; b: string, its text where it is a key, else -1
    UNION = 10  # a, b: expressions; either one
    PAIR = 11  # a: expression, b: the next PAIR or -1
    IMPORT = 12  # a: import; the module itself, as from require() or import()
    SELF = 13  # a: definition of the class; the receiver (this, self)
    SUPER = 14  # a: definition of the class; its base classes, bound to the receiver
    DEFINITION = 15  # a: definition, as of a lambda, a class expression or an object literal
    UNPACK = 16  # a: expression, b: position, below zero from the end; the element at that position
    ENTER = 17  # a: expression; what its context manager gives
    ARRAY = 18  # a: expression; an array whose elements are of that type
    TYPEOF = 19  # a: expression; the type of a value, as TypeScript's typeof in types
    CAST = 20  # a: expression of a type; a value of that type, whatever it was before
    DISPLAY = 21  # a: PAIR of elements or of ENTRYs, or -1, b: string, the name of the built-in type
    ENTRY = 22  # a: expression of the value, b: string of the key or -1; only in a DISPLAY
    SLICE = 23  # a: expression, b: position of the first element that is left
    PARAMETER = (
        24  # a: definition of a function, b: position of a parameter: by what the function is given to
    )
    APPLY = 25  # a: expression of a class or function, b: PAIR of its type arguments
    NARROW = 26  # a: expression, b: of a type, or call of a type guard: it is known to be of that type
    EXCLUDE = 27  # as NARROW: it is known not to be of that type
    GUARD = 28  # a: expression of a type; what a type guard gives back, true for values of that type
    VARIANT = 29  # a: expression, b: of a constructor: what has been made by it, so that its parts have names
    BUILT_IN = 30  # a: string, the name of a built-in generic type; b: PAIR of its type arguments or -1
    ASKED = 31  # a: CALL, b: position; a value of the type that the call asks for there: f(out var x)


class Ref(IntEnum):
    """What a reference does with its target."""

    CALL = 0
    NEW = 1
    VALUE = 2
    TYPE = 3
    DECORATE = 4
    EXTENDS = 5
    IMPLEMENTS = 6
    MIXES = 7  # into the class, its own members going before: include, use
    PREPENDS = 8  # as MIXES, but going before the class's own members
    EXTENDED = 9  # into the class itself, not into its instances: extend


class Bind(IntEnum):
    """How a name in a scope gets what it stands for; ``target`` is what the comment says."""

    DEFINITION = 0  # a definition
    IMPORT = 1  # an import
    VALUE = 2  # an expression
    TYPE = 3  # an annotation, an expression
    PARAMETER = 4  # -1, or the expression of its default
    RECEIVER = 5  # the definition of the class: an instance of it
    CLASS_RECEIVER = 6  # the definition of the class: the class itself
    CATCH = 7  # an expression: an instance of that class
    STAR = 8  # an import that binds every public name of a module
    TYPE_PARAMETER = 9  # -1, or the expression of its bound: the name stands for a type that users choose
    ITEM = 10  # a DISPLAY with the one item that is set: items["key"] = value
    ARGUMENT = 11  # position of a parameter, the receiver not counted: what calls give there


class Import(IntEnum):
    """Forms of import."""

    MODULE = 0  # import a.b  (binds the first segment, or the alias to the whole)
    NAMED = 1  # from m import n / import {n} from "m"
    STAR = 2  # from m import *
    DEFAULT = 3  # import d from "m"
    NAMESPACE = 4  # import * as n from "m"
    BARE = 5  # import "m"
    DYNAMIC = 6  # import("m"), require("m")
    CHILD = 7  # mod m;  (declares the module in another file as one below this)


class Export(IntEnum):
    """Forms of export in languages that say what they export."""

    NAME = 0  # name, value: expression
    FROM = 1  # name under which, import: NAMED or DEFAULT
    STAR = 2  # import: every name but default
    NAMESPACE = 3  # name, import
    WHOLE = 4  # value: the module *is* this expression (module.exports = ..., export = ...)
    SPREAD = 5  # value: every member of this expression is exported (module.exports = {...x})
    LISTED = 6  # name: only listed names are public (__all__)
    UNIT = 7  # name: of the unit that the names of the file belong to


class ScopeKind(IntEnum):
    """Kinds of scope, which decide what an inner scope sees."""

    MODULE = 0  # also namespaces: what is in them sees their names, as in a module
    CLASS = 1  # also object literals, object types, and the members that are assigned to a function
    FUNCTION = 2
    BLOCK = 3  # comprehensions, blocks with names of their own, type aliases with parameters


class Flag(IntEnum):
    """Bits in a definition's ``flags``."""

    EXPORTED = 1
    STATIC = 2
    ABSTRACT = 4
    ASYNC = 8
    GENERATOR = 16
    CLASS_METHOD = 32
    INSTANCE_FIELD = 64  # set through the receiver, not in the class body
    OVERLOAD = 128  # a signature without a body beside the one that has it
    TYPE_ONLY = 256
    ANONYMOUS = 512  # has facts but no node of its own
    EXTENSION = 1024  # called on its first parameter as on a receiver
    VARIANT = 2048  # a value of the enumeration around, or what makes one
    DISTINCT = 4096  # a type of its own with the content of another one, which is its ``returns``
    DECLARED = 8192  # only declared here: what is called so may be defined elsewhere
    ALTERNATIVE = 16384  # stands in the branch of a condition that is rarely compiled


class ParameterFlag(IntEnum):
    """Bits in the ``flags`` of a parameter."""

    REST = 1  # takes all further arguments: its type is that of their array
    OPTIONAL = 2


class ImportFlag(IntEnum):
    """Bits in an import's ``flags``."""

    TYPE_ONLY = 1
    DYNAMIC = 2
    LOCAL = 4  # stands inside a function
    OPTIONAL = 8
    GLOBAL = 32  # counts in all files of the package
    COMMENT = 16  # stands in a comment: types have their names by it, but the file does not need the module


TABLES: dict[str, tuple[str, ...]] = {
    "definitions": (
        "kind",  # position in NODE_KINDS
        "name",
        "parent",  # definition, -1 for the module
        "scope",  # the scope that it opens, -1 for none
        "line",
        "column",
        "start_line",
        "end_line",
        "start_byte",
        "end_byte",
        "signature",
        "doc",
        "flags",
        "modifiers",  # words joined by spaces
        "visibility",  # position in VISIBILITIES
        "parameters",
        "cyclomatic",
        "cognitive",
        "nesting",
        "returns",  # expression of the annotation or -1
        "hash",  # 16 hex digits
    ),
    "scopes": ("kind", "parent", "definition"),  # definition: the innermost named one, -1 for the module
    "variables": ("scope", "name", "first_binding", "bindings"),
    "bindings": ("kind", "target", "line"),
    "expressions": ("op", "a", "b"),
    "references": ("kind", "expression", "definition", "line", "column"),  # definition: the source, -1 module
    "arguments": (
        "callee",
        "position",
        "keyword",
        "value",
    ),  # of calls: keyword or -1; value: what may be called
    "imports": ("kind", "module", "name", "alias", "flags", "line", "column", "scope"),
    "exports": ("kind", "name", "value", "import", "line"),
    "decorators": ("definition", "expression", "text"),
    "yields": ("definition", "expression"),  # what calls of a definition give back
    "type_parameters": (  # in order; value: the bound or -1; variable: -1 if nothing names it
        "definition",
        "name",
        "value",
        "default",
        "variable",
    ),
    "parameters": ("definition", "position", "value", "flags"),  # those with a type; -1: the receiver's
    "contexts": ("definition", "expression", "position"),  # what a function or an object is given to:
    # a call and the position among its arguments, or the type that is declared for it and -1
    "holders": (
        "definition",
        "expression",
    ),  # of what adds members to a type that is declared elsewhere: that type
    "blocks": (
        "definition",
        "position",
        "expression",
    ),  # what a method hands to its block at a position; -1: the
    # call that a block is given to
    "expansions": ("definition", "expression"),  # of a macro: what its text calls
    "statements": (
        "kind",  # position in STATEMENT_KINDS
        "start_line",
        "start_column",
        "end_line",
        "end_column",
        "start_byte",
        "end_byte",
        "following",  # of a return where the code goes on behind it, else 0
        "text",
        "condition",
    ),
}


class FileFacts(msgspec.Struct, array_like=True, gc=False):
    """The facts of one file as they travel and are cached.

    Args:
        version: ``FACTS_VERSION`` of the writer.
        status: ``ok``, ``partial`` (the syntax tree has errors) or ``failed``.
        note: why a file failed or was left out, or "".
        lines: lines of the file.
        size: bytes of its text as UTF-8.
        doc: the module's documentation.
        hash: 16 hex digits of the text.
        strings: the string table.
        counts: rows of each table, in the order of ``TABLES``.
        numbers: every table's columns, one after the other, as native 32-bit integers.
    """

    version: int
    status: str
    note: str
    lines: int
    size: int
    doc: str
    hash: str
    strings: list[str]
    counts: list[int]
    numbers: bytes


def pack(tables: dict[str, Sequence[Sequence[int]]], **head: Any) -> bytes:
    """Encode tables, given as columns in the order of ``TABLES``, with the head fields of ``FileFacts``."""
    numbers: list[int] = []
    counts = []
    for name in TABLES:
        columns = tables[name]
        counts.append(len(columns[0]))
        for column in columns:
            numbers += column
    packed = struct.pack(f"{len(numbers)}i", *numbers)
    return _encode(FileFacts(version=FACTS_VERSION, counts=counts, numbers=packed, **head))


_WIDTHS = [len(columns) for columns in TABLES.values()]
_PLACES = {table: place for place, table in enumerate(TABLES)}
_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(FileFacts)


def unpack(blob: bytes) -> FileFacts:
    """Decode a file's facts.

    Raises:
        ValueError: the blob is damaged or of another version.
    """
    try:
        facts = _decoder.decode(blob)
    except msgspec.MsgspecError as error:
        raise ValueError(f"damaged facts: {error}") from error
    size = sum(map(mul, facts.counts, _WIDTHS))
    if facts.version != FACTS_VERSION or len(facts.counts) != len(TABLES) or size * 4 != len(facts.numbers):
        raise ValueError("facts of another version")
    return facts


def columns(facts: FileFacts, tables: Collection[str] = tuple(TABLES)) -> dict[str, list[Sequence[int]]]:
    """The columns of some tables of a file, as lists."""
    numbers = memoryview(facts.numbers).cast("i")
    result: dict[str, list[Sequence[int]]] = {}
    at = 0
    for count, (name, names) in zip(facts.counts, TABLES.items(), strict=True):
        end = at + count * len(names)
        if name not in tables:
            pass
        elif count:
            result[name] = [numbers[start : start + count].tolist() for start in range(at, end, count)]
        else:
            result[name] = [() for _ in names]
        at = end
    return result


def column(facts: FileFacts, table: str, name: str) -> Sequence[int]:
    """One column of one table of a file, as it lies in the facts."""
    place, names = _PLACES[table], TABLES[table]
    count = facts.counts[place]
    if not count:
        return ()
    start = sum(map(mul, facts.counts[:place], _WIDTHS)) + names.index(name) * count
    return memoryview(facts.numbers).cast("i")[start : start + count]


def joined(files: Sequence[FileFacts], table: str) -> tuple[dict[str, Ints], list[int]]:
    """The columns of one table of many files, each one file after the other, and the rows of each file."""
    import numpy as np

    place, names = list(TABLES).index(table), TABLES[table]
    widths = [len(names) for names in TABLES.values()]
    parts = [np.empty((len(names), 0), np.int32)]
    counts = [facts.counts[place] for facts in files]
    for facts, count in zip(files, counts, strict=True):
        if count:
            start = sum(c * width for c, width in zip(facts.counts[:place], widths, strict=False))
            part = np.frombuffer(facts.numbers, np.int32, count * len(names), start * 4)
            parts.append(part.reshape(len(names), count))
    return dict(zip(names, np.concatenate(parts, axis=1), strict=True)), counts


def rows(facts: FileFacts, table: str) -> Iterable[tuple[int, ...]]:
    """The rows of one table, for tests and reports."""
    return zip(*columns(facts, (table,))[table], strict=True)
