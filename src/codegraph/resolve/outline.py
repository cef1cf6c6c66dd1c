"""What other files can learn of a file, so that two versions of it can be compared in that.

Other files never see how a function works, only what its calls give; never a variable of it, unless that is given
back. So all that can be asked about a file is collected from its facts: definitions, what the names of modules and
classes stand for, imports, exports, what calls give to others, and all local things that these lead to. Positions,
documentation, metrics and mere uses are no part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from codegraph.languages.facts import TABLES, Bind, FileFacts, Flag, Op, ScopeKind, columns
from codegraph.languages.operands import NAMED_ROWS, operands, target_of
from codegraph.resolve.definitions import EXTENDS
from codegraph.resolve.linkage import MACRO
from codegraph.resolve.targets import METHOD_KINDS
from codegraph.resolve.values import CALLABLE_KINDS, CLASS_KINDS

Path = tuple[Any, ...]
"""Names a definition or a scope in its file: those around it, its name, and which of equal ones it is."""

OPERANDS = [tuple(operand.table for operand in operands(op)) for op in Op]
TARGETS = [target_of(kind).table for kind in Bind]
OPEN = frozenset((int(ScopeKind.MODULE), int(ScopeKind.CLASS)))
SAID = ("kind", "flags", "parameters", "visibility")  # columns of a definition that are compared as they are
WRITTEN = ("signature", "modifiers")  # and those that are texts
BELONGING = (
    "decorators",
    "yields",
    "type_parameters",
    "parameters",
    "contexts",
    "blocks",
    "expansions",
    "holders",
)
"""Tables whose rows say something of the definition in their first column."""
KINDS = {name: [NAMED_ROWS.get(column, "") for column in TABLES[name]] for name in (*BELONGING, "arguments")}
KINDS["bases"] = ["", "", "expressions"]
EXTENSION = int(Flag.EXTENSION)
FOUND_ANYWHERE = CLASS_KINDS | METHOD_KINDS | {MACRO}
"""Kinds of what others may find that stands in a function."""
LEADING = frozenset(("expressions", "definitions", "variables"))


class Outline(NamedTuple):
    """What can be learned of a file.

    Args:
        entries: what each thing that can be asked for is, comparable with the entries of another outline that was made
            with the same ``known``.
        definitions: the path of each definition.
    """

    entries: dict[Path, Any]
    definitions: list[Path]


def outline(facts: FileFacts, known: dict[Any, int]) -> Outline:
    """Collect what other files can learn of a file.

    Args:
        facts: the file's facts.
        known: numbers of expressions by what they are, shared by outlines that are to be compared.
    """
    return _Reader(facts, known).read()


def kind_in(told: tuple[Any, ...]) -> int:
    """The kind of a definition, by its entry."""
    kind: int = told[SAID.index("kind")]
    return kind


def has_bases(told: tuple[Any, ...]) -> bool:
    """Whether a definition has base classes, by its entry."""
    return bool(told[-1])


class _Reader:
    """Reads one file's facts, whose expressions get the number that equal ones have in ``known``."""

    def __init__(self, facts: FileFacts, known: dict[Any, int]) -> None:
        self.facts = facts
        self.tables = columns(facts)
        self.strings = facts.strings
        self.known = known
        definitions = self.tables["definitions"]
        self.column = dict(zip(TABLES["definitions"], definitions, strict=True))
        self.paths = self._definition_paths()
        self.rooted = self._rooted()
        self.opened_by = {scope: number for number, scope in enumerate(self.column["scope"]) if scope >= 0}
        self.scopes = self._scope_paths()
        self.variables = self._variable_paths()
        self.imports = [self._import(row) for row in zip(*self.tables["imports"], strict=True)]
        self.numbers: list[int] = []
        self._named: dict[str, Sequence[Any]] = {
            "strings": self.strings,
            "expressions": self.numbers,
            "variables": self.variables,
            "definitions": self.paths,
            "scopes": self.scopes,
            "imports": self.imports,
        }
        self._number_expressions()
        self._rows: dict[str, dict[int, list[tuple[int, ...]]]] = {
            name: _by_definition(self.tables[name]) for name in BELONGING
        }
        self._rows["bases"] = self._bases()
        self.members = self._members()
        self._pending: list[tuple[str, int]] = []
        self._reached: set[tuple[str, int]] = set()
        self._entries: dict[Path, Any] = {}

    def read(self) -> Outline:
        """All entries."""
        entries = self._entries
        rooted = [number for number, at_root in enumerate(self.rooted) if at_root]
        entries["order",] = tuple(self.paths[number] for number in rooted)
        entries["file",] = (self.facts.status, tuple(self.imports))
        self._export()
        entries["arguments",] = self._values(zip(*self.tables["arguments"], strict=True), KINDS["arguments"])
        for number in rooted:
            self._reach("definitions", number)
        for scope, variables in self.members.items():
            if self._is_open(scope):
                for variable in variables:
                    self._reach("variables", variable)
        self._follow()
        return Outline(entries, self.paths)

    # --- what things are called ---

    def _definition_paths(self) -> list[Path]:
        counts: dict[Path, int] = {}
        paths: list[Path] = []
        for parent, name in zip(self.column["parent"], self.column["name"], strict=True):
            above = paths[parent] if parent >= 0 else ("definition",)
            path = (*above, self._text(name))
            number = counts[path] = counts.get(path, -1) + 1
            paths.append((*above, (path[-1], number)))
        return paths

    def _rooted(self) -> list[bool]:
        """Whether each definition can be asked for by others: not what stands in functions and is no type or member.

        Methods, macros and what extends types are looked for by their names, wherever they stand.
        """
        kinds, parents, flags = (self.column[name] for name in ("kind", "parent", "flags"))
        inside = [False] * len(kinds)
        for number, parent in enumerate(parents):
            if parent >= 0:
                inside[number] = inside[parent] or kinds[parent] in CALLABLE_KINDS
        return [
            not within
            or kinds[number] in FOUND_ANYWHERE
            or flags[number] & EXTENSION > 0
            or (parent >= 0 and kinds[parent] in CLASS_KINDS)
            for number, (within, parent) in enumerate(zip(inside, parents, strict=True))
        ]

    def _scope_paths(self) -> list[Path]:
        counts: dict[Path, int] = {}
        paths: list[Path] = []
        for scope, (kind, _, definition) in enumerate(zip(*self.tables["scopes"], strict=True)):
            owner = self.opened_by.get(scope)
            if owner is not None:
                paths.append(("opened", *self.paths[owner]))
                continue
            around = self.paths[definition] if definition >= 0 else ()
            path = ("scope", *around, kind)
            number = counts[path] = counts.get(path, -1) + 1
            paths.append((*path, number))
        return paths

    def _variable_paths(self) -> list[Path]:
        counts: dict[Path, int] = {}
        paths: list[Path] = []
        for scope, name in zip(*self.tables["variables"][:2], strict=True):
            path = ("variable", *self.scopes[scope], self._text(name))
            number = counts[path] = counts.get(path, -1) + 1
            paths.append((*path[:-1], (path[-1], number)))
        return paths

    def _import(self, row: Sequence[int]) -> Path:
        kind, module, name, alias, flags, _, _, scope = row
        around = self.scopes[scope] if scope >= 0 else ()
        return (kind, self._text(module), self._text(name), self._text(alias), flags, around)

    def _number_expressions(self) -> None:
        """Find the number in ``known`` of each expression."""
        known, operand, numbers = self.known, self._operand, self.numbers
        for op, a, b in zip(*self.tables["expressions"], strict=True):
            first, second = OPERANDS[op]
            left = numbers[a] if first == "expressions" and a >= 0 else operand(first, a)
            right = numbers[b] if second == "expressions" and b >= 0 else operand(second, b)
            key = (op, left, right)
            numbers.append(known.setdefault(key, len(known)))

    def _operand(self, table: str, value: int) -> Any:
        """What an operand is, in words that mean the same in another version of the file."""
        if not table or value < 0:
            return value
        return self._named[table][value]

    def _text(self, string: int) -> str:
        return self.strings[string] if string >= 0 else ""

    # --- what there is to tell of them ---

    def _bases(self) -> dict[int, list[tuple[int, ...]]]:
        found: dict[int, list[tuple[int, ...]]] = {}
        for kind, expression, definition, _, _ in zip(*self.tables["references"], strict=True):
            if kind >= EXTENDS:
                found.setdefault(definition, []).append((kind, expression))
        return found

    def _members(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for variable, scope in enumerate(self.tables["variables"][0]):
            found.setdefault(scope, []).append(variable)
        return found

    def _is_open(self, scope: int) -> bool:
        """Whether others can ask for the names of a scope."""
        kind, _, definition = (column[scope] for column in self.tables["scopes"])
        owner = self.opened_by.get(scope, definition)
        return kind in OPEN and (owner < 0 or self.rooted[owner])

    def _export(self) -> None:
        """Enter what is exported, each under its name."""
        counts: dict[Path, int] = {}
        for kind, name, value, number, _ in zip(*self.tables["exports"], strict=True):
            path: Path = ("export", kind, self._text(name))
            again = counts[path] = counts.get(path, -1) + 1
            told = (self._told("expressions", value), self._told("imports", number))
            self._entries["export", kind, (path[-1], again)] = told

    def _define(self, number: int) -> None:
        """Enter what can be told of a definition."""
        column = self.column
        told: list[Any] = [column[name][number] for name in SAID]
        told += [self._text(column[name][number]) for name in WRITTEN]
        told.append(self._told("expressions", column["returns"][number]))
        for name, rows in self._rows.items():
            told.append(self._values(rows.get(number, ()), KINDS[name][1:]))
        self._entries[self.paths[number]] = tuple(told)
        scope = column["scope"][number]
        if not self.rooted[number] and scope >= 0 and self.tables["scopes"][0][scope] in OPEN:
            for variable in self.members.get(scope, ()):  # of one that is given to others
                self._reach("variables", variable)

    def _bind(self, variable: int) -> None:
        """Enter what a variable stands for."""
        _, _, first, count = (column[variable] for column in self.tables["variables"])
        kinds, targets, _ = self.tables["bindings"]
        self._entries[self.variables[variable]] = tuple(
            (kinds[binding], self._told(TARGETS[kinds[binding]], targets[binding]))
            for binding in range(first, first + count)
        )

    def _values(self, rows: Iterable[Sequence[int]], tables: Sequence[str]) -> tuple[Any, ...]:
        return tuple(
            tuple(self._told(table, value) for table, value in zip(tables, row, strict=True)) for row in rows
        )

    def _told(self, table: str, value: int) -> Any:
        """What a row of a table is; what it leads to is entered, too."""
        if value >= 0:
            self._reach(table, value)
        return self._operand(table, value)

    def _reach(self, table: str, row: int) -> None:
        """Have entered what a row leads to."""
        if table in LEADING and (table, row) not in self._reached:
            self._reached.add((table, row))
            self._pending.append((table, row))

    def _follow(self) -> None:
        """Enter all that was reached, and what that leads to."""
        ops, *operands_of = self.tables["expressions"]
        while self._pending:
            table, row = self._pending.pop()
            if table == "definitions":
                self._define(row)
            elif table == "variables":
                self._bind(row)
            else:
                for named, operand in zip(OPERANDS[ops[row]], operands_of, strict=True):
                    if operand[row] >= 0:
                        self._reach(named, operand[row])


def _by_definition(table: Sequence[Sequence[int]]) -> dict[int, list[tuple[int, ...]]]:
    found: dict[int, list[tuple[int, ...]]] = {}
    for definition, *row in zip(*table, strict=True):
        found.setdefault(definition, []).append(tuple(row))
    return found
