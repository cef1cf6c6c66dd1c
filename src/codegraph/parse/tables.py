"""Makes the facts' tables of what the sweep of a file has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.languages.facts import TABLES, Bind, Export, Flag, Op
from codegraph.model import STATEMENT_KINDS
from codegraph.parse.sweep import FLAGS, VISIBILITY, VISIBILITY_NUMBERS

if TYPE_CHECKING:
    from codegraph.languages.statements import RawStatement
    from codegraph.parse.sweep import Sweep

Tables = dict[str, Sequence[Sequence[int]]]
STATEMENT_NUMBERS = {kind: number for number, kind in enumerate(STATEMENT_KINDS)}


def fact_tables(
    sweep: Sweep,
    decorators: list[tuple[int, int, int]],
    yields: list[tuple[int, int]],
    generics: list[tuple[int, ...]],
    parameters: list[tuple[int, ...]],
    holders: list[tuple[int, int]],
) -> Tables:
    """The columns of every table of a file; the rows that the sweep does not hold come as arguments."""
    expressions = sweep.expressions
    sweep.references.sort()  # by line and column
    lines, *kinds = _columns(sweep.references, "references")
    where = [lines, kinds.pop(0)]
    firsts: list[int] = []
    counts: list[int] = []
    rows: list[tuple[int, int, int]] = []
    for found in expressions.bindings:
        firsts.append(len(rows))
        counts.append(len(found))
        rows.extend(found)
    variables = expressions.variables
    return {
        "definitions": _columns(sweep.definitions, "definitions"),
        "scopes": [
            [scope.kind for scope in sweep.scopes],
            [scope.parent.index if scope.parent is not None else -1 for scope in sweep.scopes],
            [scope.definition for scope in sweep.scopes],
        ],
        "variables": [
            [variable.scope.index for variable in variables],
            [sweep.string(variable.name) for variable in variables],
            firsts,
            counts,
        ],
        "bindings": _columns(rows, "bindings"),
        "expressions": [expressions.op, expressions.a, expressions.b],
        "references": [*kinds, *where],
        "arguments": _columns(sweep.arguments, "arguments"),
        "imports": _columns(sweep.imports, "imports"),
        "exports": _columns(sweep.exports, "exports"),
        "decorators": _columns(decorators, "decorators"),
        "yields": _columns(yields, "yields"),
        "type_parameters": _columns(generics, "type_parameters"),
        "parameters": _columns(parameters, "parameters"),
        "contexts": _columns(sweep.contexts, "contexts"),
        "holders": _columns(holders, "holders"),
        "expansions": _columns(sweep.expansions, "expansions"),
        "blocks": _columns(sweep.blocks, "blocks"),
        "statements": [[] for _ in TABLES["statements"]],
    }


def statement_columns(sweep: Sweep, found: Sequence[RawStatement]) -> Sequence[Sequence[int]]:
    """The columns of the table of statements."""
    rows = [
        (
            STATEMENT_NUMBERS[row.kind],
            row.start_line,
            row.start_column,
            row.end_line,
            row.end_column,
            row.start,
            row.end,
            row.following,
            sweep.string(row.expression),
            sweep.string(row.condition),
        )
        for row in found
    ]
    return _columns(rows, "statements")


def _columns(rows: Sequence[Sequence[int]], table: str) -> Sequence[Sequence[int]]:
    return list(zip(*rows, strict=True)) if rows else [[] for _ in TABLES[table]]


def mark_exported(sweep: Sweep) -> None:
    """Set the flag of definitions that the file exports by name."""
    expressions = sweep.expressions
    exported = {row[2] for row in sweep.exports if row[0] in (Export.NAME, Export.WHOLE) and row[2] >= 0}
    for value in sorted(exported):
        if expressions.op[value] == Op.DEFINITION:
            _mark(sweep, expressions.a[value])
        elif expressions.op[value] == Op.NAME:
            for bind, target, _ in expressions.bindings[expressions.a[value]]:
                if bind == Bind.DEFINITION:
                    _mark(sweep, target)


def _mark(sweep: Sweep, number: int) -> None:
    """Mark a definition as exported: others have it, even if its name is kept to the file."""
    row = sweep.definitions[number]
    row[FLAGS] |= Flag.EXPORTED
    if sweep.spec.units.private:
        row[VISIBILITY] = VISIBILITY_NUMBERS["public"]
