"""Small graphs for tests, written as text.

>>> graph = make_graph('''
...     package  shop                  @
...     module   shop::cart            @cart.py
...     class    shop::cart::Cart      @cart.py:3-20   exported tag:service
...     method   shop::cart::Cart::add @cart.py:5-9    doc="Put it in." loc=5
...     external ext::pypi::requests
...     external ext::pypi::requests::get
...     shop::cart::Cart::add calls ext::pypi::requests::get  inferred rule:import 7:4 8:8
...     shop::cart::Cart::add ?calls self.log  9:4 missing
... ''')
>>> graph.nodes["fqn"][-2:], graph.edges["kind"]
(['shop::cart::Cart', 'shop::cart::Cart::add'], ['calls'])

A node is ``kind fqn [@path[:line[-end_line]]]`` and an edge ``src kind dst``, each followed by words that
set columns: ``exported``, ``test``, ``type_only``, ``dynamic``, ``tag:…``, ``decorator:…``, ``modifier:…``,
``rule:…``, a confidence, sites as ``line:column``, and ``column=value``. ``?kind`` marks an unresolved
reference to a text, with a reason and ``candidate:…``. Words with spaces stand in quotes. A node's parent is
the node with the longest FQN that its own begins with, else the repository (``//``) if there is one.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from codegraph.graph.view import GraphView
from codegraph.model import (
    EDGE_COLUMNS,
    EXTERNAL_ROOT,
    NODE_COLUMNS,
    REPOSITORY_MARK,
    SCHEMA_VERSION,
    UNRESOLVED_COLUMNS,
    Column,
    Columns,
    Confidence,
    EdgeKind,
    Graph,
    Level,
    NodeKind,
    Reason,
    node_id,
)
from codegraph.store.columns import graph_tables
from codegraph.store.generation import create_index, make_current, place_generation, write_files
from codegraph.store.layout import INDEX_DIR
from codegraph.store.names import bare

if TYPE_CHECKING:
    from codegraph.store.files import FileState

Row = dict[str, Any]

LANGUAGES = {".py": "python", ".ts": "typescript", ".js": "javascript", ".go": "go", ".java": "java"}
LEVELS = {
    NodeKind.MONOREPO: Level.REPOSITORY,
    NodeKind.PACKAGE: Level.PACKAGE,
    NodeKind.MODULE: Level.MODULE,
    NodeKind.STATEMENT: Level.STATEMENT,
}
LISTS = {"tag": "tags", "decorator": "decorators", "modifier": "modifiers", "candidate": "candidates"}
_PLACE = re.compile(r"@(.*?)(?::(\d+)(?:-(\d+))?)?$")
_SITE = re.compile(r"(\d+):(\d+)$")
_EMPTY = {"string": "", "dictionary": "", "bool": False}


def make_graph(spec: str) -> Graph:
    """The graph that a text describes; see the module's docstring."""
    nodes: list[Row] = []
    edges: list[Row] = []
    unresolved: list[Row] = []
    for line in spec.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] in set(NodeKind):
            nodes.append(node(words[1], words[0], words[2:]))
        elif words[1].startswith("?"):
            unresolved.append(reference(words[0], words[1][1:], words[2], words[3:]))
        else:
            edges.append(edge(words[0], words[1], words[2], words[3:]))
    return graph_of(nodes, edges, unresolved)


def node(fqn: str, kind: str = "function", words: Iterable[str] = (), **columns: Any) -> Row:
    """One node as a row of columns; ``words`` as in the text form."""
    row: Row = {"fqn": fqn, "kind": kind, "level": int(LEVELS.get(NodeKind(kind), Level.SYMBOL))}
    row |= {"id": node_id(fqn), "visibility": "public" if kind != "external" else ""}
    rest = []
    for word in words:
        place = _PLACE.match(word)
        if place is None:
            rest.append(word)
            continue
        row["path"] = place[1]
        if place[2]:
            first, last = int(place[2]), int(place[3] or place[2])
            row |= {"line": first, "start_line": first, "end_line": last}
            row |= {"start_byte": first * 100, "end_byte": last * 100 + 99}
    path = PurePosixPath(row.get("path", ""))
    if kind not in ("package", "monorepo", "external"):
        row["language"] = LANGUAGES.get(path.suffix, "")
    row["parse_status"] = "ok" if kind == "module" else ""
    row["name"] = path.name if kind == "module" else bare(fqn.rpartition("::")[2])
    return row | _parsed(rest) | columns


def edge(src: str, kind: str, dst: str, words: Iterable[str] = (), **columns: Any) -> Row:
    """One edge between two FQNs."""
    assert kind in set(EdgeKind), kind
    row: Row = {
        "src": src,
        "dst": dst,
        "kind": kind,
        "confidence": "certain",
        "rule": "local",
        "sites": [1, 0],
    }
    return row | _parsed(words) | columns


def reference(src: str, kind: str, text: str, words: Iterable[str] = (), **columns: Any) -> Row:
    """One unresolved reference."""
    row: Row = {"src": src, "kind": kind, "text": text, "reason": "missing", "line": 1}
    row |= _parsed(words)
    if "sites" in row:
        row["line"], row["column"] = row.pop("sites")[:2]
    return row | columns


def graph_of(nodes: Iterable[Row], edges: Iterable[Row] = (), unresolved: Iterable[Row] = ()) -> Graph:
    """A graph from rows whose ``src`` and ``dst`` are FQNs, sorted and numbered as the model wants it."""
    ordered = sorted(nodes, key=lambda row: row["fqn"])
    rows = {row["fqn"]: number for number, row in enumerate(ordered)}
    assert len(rows) == len(ordered), "an FQN is there twice"
    for row in ordered:
        row.setdefault("parent", _parent(row["fqn"], rows))
    linked = [row | {"src": rows[row["src"]], "dst": rows[row["dst"]]} for row in edges]
    linked.sort(key=lambda row: (row["src"], row["kind"], row["dst"]))
    open_ends = [
        {"path": ordered[rows[row["src"]]].get("path", "")} | row | {"src": rows[row["src"]]}
        for row in unresolved
    ]
    open_ends.sort(key=lambda row: (row["src"], row["line"], row.get("column", 0), row["kind"], row["text"]))
    return Graph(
        _columns(ordered, NODE_COLUMNS),
        _columns(linked, EDGE_COLUMNS),
        _columns(open_ends, UNRESOLVED_COLUMNS),
    )


def publish(
    root: Path,
    graph: Graph,
    *,
    files: Iterable[FileState] = (),
    summary: Mapping[str, Any] | None = None,
    number: int = 1,
    lexical: Callable[[Path], object] = lambda folder: None,
) -> GraphView:
    """Publish a graph under ``root`` for readers, without the LanceDB tables, and open it.

    ``lexical`` may write a full-text index into the generation's folder.

    The view stays open until the test ends or closes it; ``root / INDEX_DIR`` is the index folder.
    """
    index = root / INDEX_DIR
    create_index(index)
    tables = graph_tables(graph)
    manifest = {
        "generation": number,
        "schema_version": SCHEMA_VERSION,
        "previous": None,
        "tables": {},
        "fingerprints": {},
        "embeddings": None,
        "created_at": 0,
        "command": "test",
    }

    def fill(folder: Path) -> None:
        write_files(folder, tables, list(files), summary or {})
        lexical(folder)

    place_generation(index, manifest, fill)
    make_current(index, number)
    return GraphView.open(index)


def _parsed(words: Iterable[str]) -> Row:
    row: Row = {}
    for word in words:
        head, colon, rest = word.partition(":")
        column, equals, value = word.partition("=")
        if site := _SITE.match(word):
            row.setdefault("sites", []).extend([int(site[1]), int(site[2])])
        elif colon and head in LISTS:
            row.setdefault(LISTS[head], []).append(rest)
        elif colon and head == "rule":
            row["rule"] = rest
        elif word in set(Confidence):
            row["confidence"] = word
        elif word in set(Reason):
            row["reason"] = word
        elif word in ("exported", "type_only", "dynamic"):
            row[word] = True
        elif word == "test":
            row["is_test"] = True
        elif equals:
            row[column] = int(value) if value.isdigit() else value
        else:
            raise ValueError(f"what does {word!r} mean?")
    return row


def _parent(fqn: str, rows: Mapping[str, int]) -> int:
    above = fqn.rpartition("::")[0]
    while above and above not in rows:
        above = above.rpartition("::")[0]
    if above or fqn == REPOSITORY_MARK or fqn.startswith(EXTERNAL_ROOT):
        return rows.get(above, -1)
    return rows.get(REPOSITORY_MARK, -1)


def _columns(rows: list[Row], schema: Iterable[Column]) -> Columns:
    columns: Columns = {}
    for name, kind in schema:
        empty = _EMPTY.get(kind, 0)
        columns[name] = [row.get(name, [] if kind.startswith("list") else empty) for row in rows]
    return columns
