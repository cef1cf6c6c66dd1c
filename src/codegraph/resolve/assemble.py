"""Lays the nodes and edges of a resolved project out as the columns of a ``Graph``."""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.languages.statements import OWNER_KINDS, Owner, Placed, RawStatement, place
from codegraph.model import (
    CALLABLE_KINDS,
    NODE_COLUMNS,
    REPOSITORY_MARK,
    SEPARATOR,
    STATEMENT_KINDS,
    Level,
    NodeKind,
    Visibility,
    node_id,
)
from codegraph.resolve.columns import NONE, int32, table
from codegraph.resolve.names import external_parent, module_fqns, repository_fqn
from codegraph.resolve.naming import name_definitions
from codegraph.resolve.values import KINDS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from codegraph.languages.facts import Ints
    from codegraph.model import Column
    from codegraph.resolve.naming import Same
    from codegraph.resolve.project import Module, PackageInput, Project

VISIBILITIES = tuple(Visibility)
NO_METRICS = {"cyclomatic": 0, "cognitive": 0, "parameters": 0, "nesting": 0, "fan_in": 0, "fan_out": 0}
DEFAULTS: dict[str, Any] = {
    "language": "",
    "path": "",
    "line": 0,
    "column": 0,
    "start_line": 0,
    "end_line": 0,
    "start_byte": 0,
    "end_byte": 0,
    "signature": "",
    "doc": "",
    "visibility": Visibility.PUBLIC,
    "modifiers": [],
    "decorators": [],
    "tags": [],
    "attributes": "",
    "exported": False,
    "is_test": False,
    "content_hash": "",
    "parse_status": "",
    "loc": 0,
    **NO_METRICS,
}
NUMBERS = (
    "line", "column", "start_line", "end_line", "start_byte", "end_byte", "cyclomatic", "cognitive",
    "parameters", "nesting",
)  # fmt: skip
TEXTS = {"name": "name", "signature": "signature", "doc": "doc", "hash": "content_hash"}


class _Part(NamedTuple):
    """Some rows: how many, the row of the parent of each, their columns as arrays or as the value that all have."""

    rows: int
    parents: Ints
    columns: dict[str, Any]


class Assembler:
    """Collects node rows in any order and brings them into the order of their FQNs.

    Args:
        project: the project.
        packages: its packages.
        repository: its name.
        same: what is known already of files that did not change.

    Attributes:
        definition_fqns: the FQN of each definition, "" for those without a node.
        named: what there is to say of each definition.
        rows: after ``nodes``: the row of each node, -1 for none; that of the node ``~0`` is the last, that of
            ``~1`` the one before it.
    """

    rows: Ints

    def __init__(
        self,
        project: Project,
        packages: Sequence[PackageInput],
        repository: str,
        same: Same | None = None,
    ) -> None:
        self.project = project
        self.packages = packages
        self.repository = repository_fqn(repository)
        self.module_fqns = module_fqns(project.modules, packages)
        self.named = name_definitions(project, self.module_fqns, same)
        self.definition_fqns = self.named.fqns
        self.tests = [project.is_test(module) for module in project.modules]
        self._parts: list[_Part] = []
        self._count = 0

    def nodes(self, externals: Collection[str], *, statements: bool) -> dict[str, Any]:
        """The columns of ``model.NODE_COLUMNS`` without fan-in and fan-out, sorted by FQN.

        Args:
            externals: the FQNs of the externals that were reached, in the order of their numbers.
            statements: whether statements become nodes.
        """
        import numpy as np

        self._repository_and_packages()
        modules = self._modules()
        definitions = self._definitions(modules)
        reached = self._externals(externals)
        if statements:
            self._statements(modules, definitions)
        fqns = [fqn for part in self._parts for fqn in part.columns["fqn"].tolist()]
        order = np.array(sorted(range(len(fqns)), key=fqns.__getitem__), np.int64)
        del fqns
        rank = np.empty(len(order) + 1, np.int64)
        rank[order] = np.arange(len(order))
        rank[-1] = -1  # of what has no node, no parent
        self.rows = rank[np.concatenate((definitions, reached, modules[::-1]))].astype(np.int32)
        columns: dict[str, Any] = {}
        for column in NODE_COLUMNS:
            columns[column.name] = self._column(column, order) if column.name != "parent" else None
        parents = np.concatenate([part.parents for part in self._parts])
        columns["parent"] = int32(rank[parents[order]])
        return columns

    def _column(self, column: Column, order: Ints) -> Any:
        """One column in some order; what is in it is let go of."""
        import numpy as np

        given = [part.columns.pop(column.name) for part in self._parts]
        if column.type == "int32":
            counted = zip(given, self._parts, strict=True)
            numbers = [
                np.full(part.rows, items) if isinstance(items, int) else items for items, part in counted
            ]
            return int32(np.concatenate(numbers)[order])
        if (
            all(not isinstance(items, np.ndarray) for items in given)
            and len({id(items) for items in given}) == 1
        ):
            return [given[0]] * len(order)
        objects = [
            items if isinstance(items, np.ndarray) else table([items])[np.zeros(part.rows, np.int64)]
            for items, part in zip(given, self._parts, strict=True)
        ]
        return np.concatenate(objects)[order].tolist()

    def _append(
        self,
        fqns: Sequence[str] | npt.NDArray[np.object_],
        parents: Ints | Sequence[int],
        columns: dict[str, Any] | None = None,
        **constant: Any,
    ) -> Ints:
        """Add rows, given as columns and as values that all of them have; return their numbers."""
        import numpy as np

        start, count = self._count, len(fqns)
        self._count += count
        given = {**(columns or {}), "fqn": fqns}
        if "id" not in given:
            given["id"] = [node_id(fqn) for fqn in fqns]
        types = {column.name: column.type for column in NODE_COLUMNS}
        made = {
            name: items
            if isinstance(items, np.ndarray)
            else np.array(items, np.int32)
            if types[name] == "int32"
            else table(items)
            for name, items in given.items()
        }
        self._parts.append(_Part(count, np.asarray(parents, np.int64), {**DEFAULTS, **constant, **made}))
        return np.arange(start, start + count)

    def _repository_and_packages(self) -> None:
        """L0 and L1: the first rows."""
        import numpy as np

        name = self.repository.removeprefix(REPOSITORY_MARK)
        none, first = np.full(1, -1), np.zeros(len(self.packages), np.int64)
        self._append([self.repository], none, name=name, level=int(Level.REPOSITORY), kind=NodeKind.MONOREPO)
        names = [package.name for package in self.packages]
        columns = {
            "name": names,
            "path": [package.path for package in self.packages],
            "attributes": [_attributes(package) for package in self.packages],
        }
        self._append(names, first, columns, level=int(Level.PACKAGE), kind=NodeKind.PACKAGE)

    def _modules(self) -> Ints:
        """L2: the row of each module."""
        import numpy as np

        modules = self.project.modules
        lines = array("i", [module.lines for module in modules])
        columns = {
            "name": [module.path.rpartition("/")[2] for module in modules],
            "language": [module.language for module in modules],
            "path": [module.path for module in modules],
            "end_line": lines,
            "end_byte": array("i", [module.size for module in modules]),
            "doc": [module.doc for module in modules],
            "is_test": self.tests,
            "content_hash": [module.hash for module in modules],
            "parse_status": [module.status for module in modules],
            "loc": lines,
        }
        packages = np.array([1 + module.package for module in modules], np.int64)
        return self._append(
            self.module_fqns, packages, columns, level=int(Level.MODULE), kind=NodeKind.MODULE, exported=True
        )

    def _definitions(self, modules: Ints) -> Ints:
        """L3: the row of each definition, -1 for those without a node."""
        import numpy as np

        definitions = self.project.definitions
        given = definitions.columns
        node = np.array(definitions.node, np.int64)
        kept = np.flatnonzero(node == np.arange(len(node)))
        owner = definitions.owner[kept]
        rows = np.full(len(node), -1)
        rows[kept] = np.arange(len(kept)) + self._count
        parents = np.concatenate((rows, modules[::-1]))[definitions.parent[kept]]
        strings = Strings(self.project.modules)
        numbers = {column: given[column][kept] for column in NUMBERS}
        columns = {
            **numbers,
            **{column: strings.of(given[source][kept], owner) for source, column in TEXTS.items()},
            "id": table(self.named.ids)[kept],
            "kind": table(KINDS)[given["kind"][kept]],
            "language": table([module.language for module in self.project.modules])[owner],
            "path": table([module.path for module in self.project.modules])[owner],
            "is_test": table(self.tests)[owner],
            "visibility": table(VISIBILITIES)[given["visibility"][kept]],
            "modifiers": table(_words(strings.of(given["modifiers"][kept], owner).tolist())),
            "decorators": table(self._decorators())[kept],
            "exported": table([False, True])[np.frombuffer(self.named.exported, np.uint8)[kept]],
            "loc": given["end_line"][kept] - given["start_line"][kept] + 1,
        }
        fqns = table(self.definition_fqns)[kept]
        self._append(fqns, parents, columns, level=int(Level.SYMBOL))
        return rows

    def _decorators(self) -> list[list[str]]:
        found = [NONE] * len(self.definition_fqns)
        for number, texts in self.named.decorators:
            found[number] = texts
        return found

    def _statements(self, modules: Ints, definitions: Ints) -> None:
        """L4: the statements of each file, each below the one around it or its symbol."""
        given = self.project.definitions
        kinds, starts, ends = (given.columns[name] for name in ("kind", "start_byte", "end_byte"))
        for module, first, last in zip(
            self.project.modules, given.bases, [*given.bases[1:], len(definitions)], strict=False
        ):
            owners = [
                Owner(
                    int(starts[at]),
                    int(ends[at]),
                    self.definition_fqns[at],
                    KINDS[kinds[at]] in CALLABLE_KINDS,
                    at,
                )
                for at in range(first, last)
                if definitions[at] >= 0 and KINDS[kinds[at]] in OWNER_KINDS
            ]
            placed = place(_raw(module), owners, self.module_fqns[module.index])
            base = self._count
            parents = [
                base + item.parent
                if item.parent >= 0
                else int(definitions[owners[item.owner].row] if item.owner >= 0 else modules[module.index])
                for item in placed
            ]
            columns = {
                "name": [item.kind for item in placed],
                "line": [item.raw.start_line for item in placed],
                "column": [item.raw.start_column for item in placed],
                "start_line": [item.raw.start_line for item in placed],
                "end_line": [item.raw.end_line for item in placed],
                "start_byte": [item.raw.start for item in placed],
                "end_byte": [item.raw.end for item in placed],
                "signature": [item.raw.expression for item in placed],
                "attributes": [_statement_attributes(item) for item in placed],
                "loc": [item.raw.end_line - item.raw.start_line + 1 for item in placed],
            }
            self._append(
                [item.id for item in placed],
                parents,
                columns,
                level=int(Level.STATEMENT),
                kind=NodeKind.STATEMENT,
                language=module.language,
                path=module.path,
                is_test=self.tests[module.index],
            )

    def _externals(self, reached: Collection[str]) -> Ints:
        """Nodes for the external targets and for the modules (L2) that they belong to: the rows of the targets."""
        import numpy as np

        parents = {fqn: external_parent(fqn) for fqn in reached}
        fqns = sorted({*reached, *parents.values()} - {""})
        row_of = {fqn: row for row, fqn in enumerate(fqns, self._count)}
        row_of[""] = -1
        above = [parents.get(fqn) or external_parent(fqn) for fqn in fqns]
        columns = {
            "name": [fqn.rpartition(SEPARATOR)[2] for fqn in fqns],
            "level": [int(Level.SYMBOL if parent else Level.MODULE) for parent in above],
        }
        parent_rows = np.array([row_of[parent] for parent in above], np.int64)
        self._append(fqns, parent_rows, columns, kind=NodeKind.EXTERNAL)
        return np.array([row_of[fqn] for fqn in reached], np.int64)


class Strings:
    """The strings of all modules, asked by whole columns."""

    def __init__(self, modules: Sequence[Module]) -> None:
        import numpy as np

        counts = [len(module.strings) for module in modules]
        self._first = np.cumsum([0, *counts[:-1]])
        self._all = table([*chain.from_iterable(module.strings for module in modules), ""])

    def of(self, numbers: Ints, modules: Ints) -> npt.NDArray[np.object_]:
        """The strings with these numbers in the tables of these modules, "" for -1."""
        import numpy as np

        return self._all[np.where(numbers < 0, -1, numbers + self._first[modules])]


def _words(texts: list[str]) -> list[list[str]]:
    split = {text: text.split() for text in set(texts)}
    return [split[text] for text in texts]


def _raw(module: Module) -> list[RawStatement]:
    """The statements of a file as its facts have them."""
    strings = module.strings
    return [
        RawStatement(
            STATEMENT_KINDS[kind],
            first,
            column,
            last,
            end_column,
            start,
            end,
            following,
            strings[text],
            strings[condition],
        )
        for kind, first, column, last, end_column, start, end, following, text, condition in zip(
            *module.statements, strict=True
        )
    ]


def _statement_attributes(item: Placed) -> str:
    """What a statement's node says beside its kind, place and text."""
    found: dict[str, str | int] = {"depth": item.depth, "end_column": item.raw.end_column}
    if item.raw.condition:
        found["condition"] = item.raw.condition
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


def _attributes(package: PackageInput) -> str:
    if not package.manifest:
        return ""
    found: dict[str, str | bool] = {"ecosystem": package.ecosystem, "manifest": package.manifest}
    if package.is_workspace_root:
        found["workspace"] = True
    return json.dumps(found, separators=(",", ":"))
