"""Checks facts that come from a disk: every number must name a row that exists."""

from __future__ import annotations

from operator import ge, lt
from typing import NamedTuple

from codegraph.languages.facts import TABLES, Bind, Export, FileFacts, Import, Op, Ref, ScopeKind
from codegraph.model import STATEMENT_KINDS, NodeKind, ParseStatus, Visibility

_ENUMS = {
    ("definitions", "kind"): len(NodeKind),
    ("definitions", "visibility"): len(Visibility),
    ("scopes", "kind"): len(ScopeKind),
    ("bindings", "kind"): len(Bind),
    ("expressions", "op"): len(Op),
    ("references", "kind"): len(Ref),
    ("imports", "kind"): len(Import),
    ("exports", "kind"): len(Export),
    ("statements", "kind"): len(STATEMENT_KINDS),
}
_NAMES = {  # column -> table that it names a row of
    "parent": "",
    "name": "strings",
    "signature": "strings",
    "doc": "strings",
    "modifiers": "strings",
    "hash": "strings",
    "module": "strings",
    "alias": "strings",
    "text": "strings",
    "condition": "strings",
    "scope": "scopes",
    "definition": "definitions",
    "returns": "expressions",
    "expression": "expressions",
    "callee": "expressions",
    "keyword": "strings",
    "value": "expressions",
    "import": "imports",
    "default": "expressions",
    "variable": "variables",
}
_REQUIRED = {  # where -1, "none", is not allowed
    *((table, "name") for table in ("definitions", "variables", "type_parameters")),
    *(
        (table, "expression")
        for table in ("references", "decorators", "yields", "contexts", "holders", "blocks", "expansions")
    ),
    *(
        (table, "definition")
        for table in (
            "decorators",
            "yields",
            "type_parameters",
            "parameters",
            "contexts",
            "holders",
            "blocks",
            "expansions",
        )
    ),
    ("parameters", "value"),
    *((table, "scope") for table in ("variables", "imports")),
    *(("arguments", name) for name in ("callee", "value")),
    ("imports", "module"),
    ("decorators", "text"),
    *(("statements", name) for name in ("text", "condition")),
}


class _Operand(NamedTuple):
    """What an operand or a binding's target is: a row of a table (``self``: a smaller one of its own)."""

    table: str
    optional: bool = False


_NONE, _STRING, _SELF, _MAYBE = _Operand(""), _Operand("strings"), _Operand("self"), _Operand("self", True)
_OPERANDS: dict[Op, tuple[_Operand, _Operand]] = {
    Op.UNKNOWN: (_Operand("strings", True), _NONE),
    Op.NAME: (_Operand("variables"), _NONE),
    Op.FREE: (_STRING, _Operand("scopes", True)),
    Op.MEMBER: (_SELF, _STRING),
    Op.CALL: (_SELF, _MAYBE),
    Op.NEW: (_SELF, _MAYBE),
    Op.INDEX: (_SELF, _MAYBE),
    Op.LITERAL: (_STRING, _Operand("strings", True)),
    Op.DISPLAY: (_MAYBE, _STRING),
    Op.ENTRY: (_SELF, _Operand("strings", True)),
    Op.UNION: (_SELF, _SELF),
    Op.PAIR: (_SELF, _MAYBE),
    Op.NARROW: (_SELF, _SELF),
    Op.VARIANT: (_SELF, _SELF),
    Op.EXCLUDE: (_SELF, _SELF),
    Op.IMPORT: (_Operand("imports"), _NONE),
    Op.SELF: (_Operand("definitions"), _NONE),
    Op.SUPER: (_Operand("definitions"), _NONE),
    Op.DEFINITION: (_Operand("definitions"), _NONE),
    Op.APPLY: (_SELF, _MAYBE),
    Op.BUILT_IN: (_STRING, _MAYBE),
    Op.PARAMETER: (_Operand("definitions"), _NONE),
}
_ONE_OPERAND = (_SELF, _NONE)
_TARGETS: dict[Bind, _Operand] = {
    Bind.DEFINITION: _Operand("definitions"),
    Bind.IMPORT: _Operand("imports"),
    Bind.STAR: _Operand("imports"),
    Bind.RECEIVER: _Operand("definitions"),
    Bind.CLASS_RECEIVER: _Operand("definitions"),
    Bind.ARGUMENT: _NONE,
}
_EXPRESSION = _Operand("expressions", True)


def check_facts(facts: FileFacts) -> None:
    """Make sure that every number in a file's facts is in range and that no expression holds itself.

    Raises:
        ValueError: one is not; the message names the table and the column.
    """
    if facts.status not in frozenset(ParseStatus):
        raise ValueError(f"unknown status {facts.status!r}")
    sizes = dict(zip(TABLES, facts.counts, strict=True))
    sizes["strings"] = len(facts.strings)
    numbers = memoryview(facts.numbers).cast("i")
    at = 0
    for table, names in TABLES.items():
        size = sizes[table]
        if not size:
            continue
        columns = {name: numbers[at + i * size : at + (i + 1) * size] for i, name in enumerate(names)}
        at += size * len(names)
        _check_columns(table, columns, sizes)
        if table == "variables":
            _check_ranges(columns, sizes["bindings"])
        elif table == "bindings":
            _check_targets(columns, sizes)
        elif table == "expressions":
            _check_operands(columns, sizes)


def _check_columns(table: str, columns: dict[str, memoryview[int]], sizes: dict[str, int]) -> None:
    for name, column in columns.items():
        if (table, name) in _ENUMS:
            low, end = 0, _ENUMS[table, name]
        elif name == "parent":
            # What is around comes first, so nothing can be around itself.
            if min(column) < -1 or not all(map(lt, column, range(len(column)))):
                raise ValueError(f"{table}.parent is out of range")
            continue
        elif name in _NAMES:
            low, end = (0 if (table, name) in _REQUIRED else -1), sizes[_NAMES[name]]
        else:
            continue
        if min(column) < low or max(column) >= end:
            raise ValueError(f"{table}.{name} is out of range")


def _check_ranges(columns: dict[str, memoryview[int]], bindings: int) -> None:
    first, count = columns["first_binding"], columns["bindings"]
    if min(first) < 0 or min(count) < 0 or max(map(int.__add__, first, count)) > bindings:
        raise ValueError("variables.bindings is out of range")


def _check_targets(columns: dict[str, memoryview[int]], sizes: dict[str, int]) -> None:
    groups: dict[int, list[int]] = {}
    for kind, target in zip(columns["kind"], columns["target"], strict=True):
        groups.setdefault(kind, []).append(target)
    for kind, targets in groups.items():
        table, optional = _TARGETS.get(Bind(kind), _EXPRESSION)
        if min(targets) < -optional or (table and max(targets) >= sizes[table]):
            raise ValueError("bindings.target is out of range")


def _check_operands(columns: dict[str, memoryview[int]], sizes: dict[str, int]) -> None:
    groups: dict[int, tuple[list[int], list[int], list[int]]] = {}
    for row, (op, a, b) in enumerate(zip(*columns.values(), strict=True)):
        group = groups.get(op)
        if group is None:
            group = groups[op] = ([], [], [])
        group[0].append(row)
        group[1].append(a)
        group[2].append(b)
    for op, (rows, *operands) in groups.items():
        for what, values in zip(_OPERANDS.get(Op(op), _ONE_OPERAND), operands, strict=True):
            if not _fits(what, values, rows, sizes):
                raise ValueError(f"an operand of {Op(op).name} is out of range")


def _fits(what: _Operand, values: list[int], rows: list[int], sizes: dict[str, int]) -> bool:
    if not what.table:
        return True
    if min(values) < -what.optional:
        return False
    return not any(map(ge, values, rows)) if what.table == "self" else max(values) < sizes[what.table]
