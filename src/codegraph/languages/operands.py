"""What the numbers in facts name: of each column, operator and binding the table whose row is meant."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.languages.facts import Bind, Op

NAMED_ROWS = {  # column -> table that it names a row of; other columns hold mere numbers
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


class Operand(NamedTuple):
    """What an operand or a binding's target is: a row of a table, a mere number for ""; ``optional`` allows -1.

    Expressions as operands come before the expression that has them.
    """

    table: str
    optional: bool = False


_NONE, _STRING, _SELF, _MAYBE = (
    Operand(""),
    Operand("strings"),
    Operand("expressions"),
    Operand("expressions", True),
)
OPERANDS: dict[Op, tuple[Operand, Operand]] = {
    Op.UNKNOWN: (Operand("strings", True), _NONE),
    Op.NAME: (Operand("variables"), _NONE),
    Op.FREE: (_STRING, Operand("scopes", True)),
    Op.MEMBER: (_SELF, _STRING),
    Op.CALL: (_SELF, _MAYBE),
    Op.NEW: (_SELF, _MAYBE),
    Op.INDEX: (_SELF, _MAYBE),
    Op.LITERAL: (_STRING, Operand("strings", True)),
    Op.DISPLAY: (_MAYBE, _STRING),
    Op.ENTRY: (_SELF, Operand("strings", True)),
    Op.UNION: (_SELF, _SELF),
    Op.PAIR: (_SELF, _MAYBE),
    Op.NARROW: (_SELF, _SELF),
    Op.VARIANT: (_SELF, _SELF),
    Op.EXCLUDE: (_SELF, _SELF),
    Op.IMPORT: (Operand("imports"), _NONE),
    Op.SELF: (Operand("definitions"), _NONE),
    Op.SUPER: (Operand("definitions"), _NONE),
    Op.DEFINITION: (Operand("definitions"), _NONE),
    Op.APPLY: (_SELF, _MAYBE),
    Op.BUILT_IN: (_STRING, _MAYBE),
    Op.PARAMETER: (Operand("definitions"), _NONE),
}
ONE_OPERAND = (_SELF, _NONE)
TARGETS: dict[Bind, Operand] = {
    Bind.DEFINITION: Operand("definitions"),
    Bind.IMPORT: Operand("imports"),
    Bind.STAR: Operand("imports"),
    Bind.RECEIVER: Operand("definitions"),
    Bind.CLASS_RECEIVER: Operand("definitions"),
    Bind.ARGUMENT: _NONE,
}
_EXPRESSION = Operand("expressions", True)


def operands(op: int) -> tuple[Operand, Operand]:
    """What the operands of an operator are."""
    return OPERANDS.get(Op(op), ONE_OPERAND)


def target_of(kind: int) -> Operand:
    """What the target of a kind of binding is."""
    return TARGETS.get(Bind(kind), _EXPRESSION)
