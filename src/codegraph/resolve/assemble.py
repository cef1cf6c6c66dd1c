"""Lays the nodes and edges of a resolved project out as the columns of a ``Graph``."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.languages.facts import Flag
from codegraph.model import (
    NODE_COLUMNS,
    REPOSITORY_MARK,
    SEPARATOR,
    STATEMENT_KINDS,
    UNRESOLVED_COLUMNS,
    Confidence,
    EdgeKind,
    Graph,
    Level,
    NodeKind,
    Visibility,
    empty_columns,
    node_id,
)
from codegraph.resolve.edges import SITE_BITS, EdgeBuilder, EdgeData, Node
from codegraph.resolve.exports import Exports
from codegraph.resolve.names import definition_fqns, external_parent, module_fqns, repository_fqn
from codegraph.resolve.values import KINDS

if TYPE_CHECKING:
    from codegraph.resolve.project import Module, PackageInput, Project

CONFIDENCES = tuple(Confidence)
EDGE_KINDS = tuple(sorted(EdgeKind))  # in the order of their names, as edges are sorted by it
EDGE_CODES: dict[str, int] = {kind: code for code, kind in enumerate(EDGE_KINDS)}
VISIBILITIES = tuple(Visibility)
PUBLIC = VISIBILITIES.index(Visibility.PUBLIC)
SITE_MASK = (1 << SITE_BITS) - 1
NONE: list[str] = []  # shared: columns are never changed in place
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


class Decoration(NamedTuple):
    """A decorator as applied: row of the decorated node, text as written, FQN of what it denotes or ""."""

    node: int
    text: str
    target: str


class Assembler:
    """Collects node rows in any order and brings them into the order of their FQNs."""

    def __init__(self, project: Project, packages: Sequence[PackageInput], repository: str) -> None:
        self.project = project
        self.packages = packages
        self.columns = empty_columns(NODE_COLUMNS)
        self.parents: list[str] = []
        self.repository = repository_fqn(repository)
        self.module_fqns = module_fqns(project.modules, packages)
        self.definition_fqns: list[str] = []
        for module, fqn in zip(project.modules, self.module_fqns, strict=True):
            self.definition_fqns.extend(definition_fqns(module, fqn))

    def fqn(self, node: Node) -> str:
        """The FQN of a node as edges name it."""
        if isinstance(node, str):
            return node
        return self.module_fqns[~node] if node < 0 else self.definition_fqns[node]

    def _append(self, fqn: str, name: str, level: Level, kind: str, parent: str, **values: Any) -> None:
        columns = self.columns
        row = {
            **DEFAULTS,
            **values,
            "id": node_id(fqn),
            "fqn": fqn,
            "name": name,
            "level": int(level),
            "kind": kind,
        }
        row["parent"] = -1
        for column, items in columns.items():
            items.append(row[column])
        self.parents.append(parent)

    # --- nodes ---

    def repository_and_packages(self) -> None:
        """L0 and L1."""
        name = self.repository.removeprefix(REPOSITORY_MARK)
        self._append(self.repository, name, Level.REPOSITORY, NodeKind.MONOREPO, "")
        for package in self.packages:
            attributes = f'{{"manifest":{_quoted(package.manifest)}}}' if package.manifest else ""
            self._append(
                package.name,
                package.name,
                Level.PACKAGE,
                NodeKind.PACKAGE,
                self.repository,
                path=package.path,
                attributes=attributes,
            )

    def module(self, module: Module, *, statements: bool) -> None:
        """L2 and what lies in it."""
        fqn = self.module_fqns[module.index]
        facts = module.facts
        is_test = self.project.is_test(module)
        name = module.path.rpartition("/")[2]
        self._append(
            fqn,
            name,
            Level.MODULE,
            NodeKind.MODULE,
            self.packages[module.package].name,
            language=module.language,
            path=module.path,
            end_line=facts.lines,
            end_byte=facts.size,
            doc=facts.doc,
            exported=True,
            is_test=is_test,
            content_hash=facts.hash,
            parse_status=facts.status,
            loc=facts.lines,
        )
        self._definitions(module, is_test)
        if statements:
            self._statements(module, is_test)

    def _definitions(self, module: Module, is_test: bool) -> None:
        """Whole columns at once: this is where most rows come from."""
        base = module.base
        fqns = self.definition_fqns[base : base + len(module.def_kind)]
        rows = [local for local, fqn in enumerate(fqns) if fqn]
        strings = module.strings
        text = module.text
        exported = _exported(module, rows)
        decorators: dict[int, list[str]] = {}
        for owner, _, string in zip(*module.decorators, strict=True):
            decorators.setdefault(owner, []).append(strings[string])
        columns = self.columns
        module_fqn = self.module_fqns[module.index]
        for local in rows:
            parent = module.def_parent[local]
            parent = module.named(parent) if parent >= 0 else -1
            self.parents.append(fqns[parent] if parent >= 0 else module_fqn)
        pick = _picker(rows, len(fqns))
        named = pick(fqns)
        starts, ends = pick(module.def_start_line), pick(module.def_end_line)
        picked: dict[str, Iterable[Any]] = {
            "id": map(node_id, named),
            "fqn": named,
            "name": [strings[i] for i in pick(module.def_name)],
            "kind": [KINDS[i] for i in pick(module.def_kind)],
            "line": pick(module.def_line),
            "column": pick(module.def_column),
            "start_line": starts,
            "end_line": ends,
            "start_byte": pick(module.def_start),
            "end_byte": pick(module.def_end),
            "signature": map(text, pick(module.def_signature)),
            "doc": map(text, pick(module.def_doc)),
            "visibility": [VISIBILITIES[i] for i in pick(module.def_visibility)],
            "modifiers": [text(i).split() if i >= 0 else NONE for i in pick(module.def_modifiers)],
            "decorators": [decorators.get(i, NONE) for i in rows],
            "content_hash": map(text, pick(module.def_hash)),
            "exported": [i in exported for i in rows],
            "loc": [end - start + 1 for start, end in zip(starts, ends, strict=True)],
            "cyclomatic": pick(module.def_cyclomatic),
            "cognitive": pick(module.def_cognitive),
            "parameters": pick(module.def_parameters),
            "nesting": pick(module.def_nesting),
        }
        constant = {
            "level": int(Level.SYMBOL),
            "language": module.language,
            "path": module.path,
            "parent": -1,
            "tags": NONE,
            "attributes": "",
            "is_test": is_test,
            "parse_status": "",
            "fan_in": 0,
            "fan_out": 0,
        }
        for column, items in columns.items():
            found = picked.get(column)
            items.extend(found if found is not None else [constant[column]] * len(rows))

    def _statements(self, module: Module, is_test: bool) -> None:
        seen: dict[str, int] = {}
        for kind, definition, start_line, end_line, start, end in zip(*module.statements, strict=True):
            named = module.named(definition) if definition >= 0 else -1
            parent = self.fqn(module.base + named if named >= 0 else ~module.index)
            name = STATEMENT_KINDS[kind]
            fqn = f"{parent}{SEPARATOR}${name}"
            times = seen[fqn] = seen.get(fqn, 0) + 1
            self._append(
                fqn if times == 1 else f"{fqn}@{times}",
                name,
                Level.STATEMENT,
                NodeKind.STATEMENT,
                parent,
                language=module.language,
                path=module.path,
                line=start_line,
                start_line=start_line,
                end_line=end_line,
                start_byte=start,
                end_byte=end,
                is_test=is_test,
                loc=end_line - start_line + 1,
            )

    def externals(self, fqns: Iterable[str]) -> None:
        """A node for each external target, and for the module (L2) that it belongs to."""
        wanted = set(fqns)
        wanted.update(filter(None, [external_parent(fqn) for fqn in wanted]))
        for fqn in sorted(wanted):
            parent = external_parent(fqn)
            level = Level.SYMBOL if parent else Level.MODULE
            self._append(fqn, fqn.rpartition(SEPARATOR)[2], level, NodeKind.EXTERNAL, parent)

    # --- the graph ---

    def finish(self, builder: EdgeBuilder) -> Graph:
        """Sort nodes, number edges, count fan-in and fan-out."""
        order = sorted(range(len(self.parents)), key=self.columns["fqn"].__getitem__)
        nodes: dict[str, Any] = {}
        in_order = _picker(order)
        for column in NODE_COLUMNS:
            items = self.columns[column.name]
            picked = list(in_order(items))
            nodes[column.name] = array("i", picked) if column.type == "int32" else picked
            items.clear()
        row_of = {fqn: row for row, fqn in enumerate(nodes["fqn"])}
        nodes["parent"] = array(
            "i", [row_of.get(self.parents[i], -1) if self.parents[i] else -1 for i in order]
        )
        edges = self._edges(builder, row_of, nodes)
        return Graph(nodes, edges, self._unresolved(builder, row_of))

    def _edges(self, builder: EdgeBuilder, row_of: dict[str, int], nodes: dict[str, Any]) -> dict[str, Any]:
        """Sort edges by source, kind and target; numbers are sorted as whole columns."""
        import numpy as np

        row = self._rows(row_of)
        found = list(builder.edges.values())
        keys = list(builder.edges)
        children = [child for child, parent in enumerate(nodes["parent"]) if parent >= 0]
        parents = [nodes["parent"][child] for child in children]
        src = np.array([row(key[0]) for key in keys] + parents, dtype=np.int32)
        dst = np.array([row(key[1]) for key in keys] + children, dtype=np.int32)
        codes = [EDGE_CODES[key[2]] for key in keys] + [EDGE_CODES[EdgeKind.CONTAINS]] * len(children)
        kind = np.array(codes, dtype=np.int8)
        order = np.lexsort((dst, kind, src)).tolist()
        sure = np.array([data.confidence < 2 for data in found] + [False] * len(children), dtype=bool)
        calling = sure & ((kind == EDGE_CODES[EdgeKind.CALLS]) | (kind == EDGE_CODES[EdgeKind.INSTANTIATES]))
        count = len(nodes["fqn"])
        nodes["fan_in"] = array("i", np.bincount(dst[calling], minlength=count).tolist())
        nodes["fan_out"] = array("i", np.bincount(src[calling], minlength=count).tolist())
        contains = EdgeData(0, "contains", False, False)
        data = [found[i] if i < len(found) else contains for i in order]
        return {
            "src": array("i", src[order].tolist()),
            "dst": array("i", dst[order].tolist()),
            "kind": [EDGE_KINDS[code] for code in kind[order].tolist()],
            "confidence": [CONFIDENCES[item.confidence] for item in data],
            "rule": [item.rule for item in data],
            "type_only": [item.type_only for item in data],
            "dynamic": [item.dynamic for item in data],
            "sites": [_sorted_sites(item.sites) for item in data],
        }

    def _rows(self, row_of: dict[str, int]) -> Callable[[Node], int]:
        """The row of a node as edges name it."""
        definitions = [row_of.get(fqn, -1) for fqn in self.definition_fqns]
        modules = [row_of[fqn] for fqn in self.module_fqns]

        def row(node: Node) -> int:
            if isinstance(node, str):
                return row_of[node]
            return definitions[node] if node >= 0 else modules[~node]

        return row

    def _unresolved(self, builder: EdgeBuilder, row_of: dict[str, int]) -> dict[str, Any]:
        found = sorted(
            ((row_of[self.fqn(u.source)], u.line, u.column, u.kind, u.text, u) for u in builder.unresolved),
            key=lambda row: row[:5],
        )
        columns = empty_columns(UNRESOLVED_COLUMNS)
        for row, line, column, kind, text, item in found:
            columns["src"].append(row)
            columns["kind"].append(kind)
            columns["text"].append(text)
            columns["path"].append(item.path)
            columns["line"].append(line)
            columns["column"].append(column)
            columns["reason"].append(item.reason)
            columns["candidates"].append(sorted(self.definition_fqns[c] for c in item.candidates))
        return columns


def _picker(rows: Sequence[int], length: int = -1) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """A function that picks these rows of a column, as quickly as Python can; ``length`` where that may be all."""
    if len(rows) == length:
        return lambda column: column
    if len(rows) < 2:
        return lambda column: [column[row] for row in rows]
    return itemgetter(*rows)


def _sorted_sites(sites: list[int]) -> list[int]:
    """Sites as line, column, line, column, ..., sorted, each once."""
    if len(sites) == 1:
        return [sites[0] >> SITE_BITS, sites[0] & SITE_MASK]
    return [number for site in sorted(set(sites)) for number in (site >> SITE_BITS, site & SITE_MASK)]


def _exported(module: Module, rows: list[int]) -> frozenset[int]:
    """The definitions that other files can be meant to use, by the language's own rule."""
    listed = Exports.listed(module)
    by_flag = module.spec.naming.exported == "listed"
    exported: set[int] = set()
    for local in sorted(rows, key=lambda i: module.def_start[i]):
        parent = module.def_parent[local]
        parent = module.named(parent) if parent >= 0 else -1
        public = module.def_visibility[local] == PUBLIC
        if parent >= 0:
            if parent in exported and public and module.def_scope[parent] >= 0:
                scope = module.def_scope[parent]
                if module.scope_kind[scope] == 1:
                    exported.add(local)
        elif by_flag:
            if module.def_flags[local] & Flag.EXPORTED:
                exported.add(local)
        elif module.strings[module.def_name[local]] in listed if listed is not None else public:
            exported.add(local)
    return frozenset(exported)


def _quoted(text: str) -> str:
    import json

    return json.dumps(text)
