"""Small projects for tests: written to a folder, and turned into a graph in this process."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.config import Settings
from codegraph.discovery import discover, read_source
from codegraph.languages.facts import unpack
from codegraph.languages.known import NOTHING_KNOWN, KnownLibraries
from codegraph.languages.registry import Registry, load_registry
from codegraph.parse.extract import Grammar, extract, load_grammar
from codegraph.resolve import FileInput, ImportContext, PackageInput, Resolution, resolve

if TYPE_CHECKING:
    from codegraph.model import Graph

EXTERNAL = "ext::"


@cache
def registry() -> Registry:
    """The built-in adapters."""
    return load_registry()


@cache
def grammar(language: str, name: str) -> Grammar:
    """A compiled grammar, with statements."""
    return load_grammar(registry().adapters[language], name, statements=True)


def write(root: Path, files: Mapping[str, str]) -> Path:
    """Write files below a folder."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root


def resolution_of(
    root: Path, *, statements: bool = False, library: KnownLibraries = NOTHING_KNOWN
) -> Resolution:
    """The graph of a folder, without workers, cache and store."""
    known = registry()
    inventory = discover(root, Settings(), known.table)
    files = [
        FileInput(
            file.path,
            file.language,
            file.package,
            unpack(
                extract(
                    read_source(root, file.path),
                    grammar(file.language, known.grammar_for(file.language, file.path)),
                )
            ),
        )
        for file in inventory.files
    ]
    return resolve(
        files,
        [
            PackageInput(p.unique_name, p.path, p.manifest, p.ecosystem, p.is_workspace_root)
            for p in inventory.packages
        ],
        inventory.name,
        {name: adapter.spec for name, adapter in known.adapters.items()},
        known.adapter_module,
        ImportContext([file.path for file in inventory.files], inventory.configs),
        statements=statements,
        library=library,
    )


def graph_of(root: Path, files: Mapping[str, str]) -> Graph:
    """The graph of files."""
    return resolution_of(write(root, files)).graph


class Edge(NamedTuple):
    """An edge by FQN."""

    src: str
    kind: str
    dst: str
    confidence: str
    rule: str


def edges_of(graph: Graph, *kinds: str) -> list[Edge]:
    """The edges of some kinds, all but ``contains`` by default, in order."""
    fqns, edges = graph.nodes["fqn"], graph.edges
    return [
        Edge(fqns[src], str(kind), fqns[dst], str(confidence), rule)
        for src, kind, dst, confidence, rule in zip(
            edges["src"], edges["kind"], edges["dst"], edges["confidence"], edges["rule"], strict=True
        )
        if (kind in kinds if kinds else kind != "contains")
    ]


# --- cases written in Markdown ---------------------------------------------------------------------------


class Wanted(NamedTuple):
    """A node that must be there: its kind ("" for any), place, and values of its columns."""

    kind: str
    place: str
    columns: dict[str, str]


class Case(NamedTuple):
    """A project with what its graph must have and must not have, by position (``path:line`` of the name)."""

    name: str
    files: dict[str, str]
    edges: list[tuple[list[str], set[str], list[str]]]
    no_edges: list[tuple[list[str], set[str], list[str]]]
    nodes: list[Wanted]


_FILE = re.compile(r"^`(?P<path>[^`\n]+)`\n\n```\w*\n(?P<text>.*?)\n?^```$", re.MULTILINE | re.DOTALL)
_EDGE = re.compile(r"^- (?P<src>\S+(?: \| \S+)*) (?P<kinds>[a-z/]+) (?P<dst>\S+(?: \| \S+)*)$")


def read_case(path: Path) -> Case:
    """Read a case: files as a path in backquotes and a code block, then lists under ``## Edges`` and so on."""
    return case_of(path.stem, path.read_text(encoding="utf-8"))


def case_of(name: str, text: str) -> Case:
    """A case from its text; ``name`` is what messages call it."""
    files = {match["path"]: match["text"] + "\n" for match in _FILE.finditer(text)}
    lists: dict[str, list[str]] = {}
    heading = ""
    for line in _FILE.sub("", text).splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        elif line.startswith("- ") and heading:
            lists.setdefault(heading, []).append(line)
    unknown = set(lists) - {"Edges", "No edges", "Nodes"}
    assert not unknown, f"{name}: unknown headings {unknown}"
    return Case(
        name,
        files,
        [_edge(line) for line in lists.get("Edges", ())],
        [_edge(line) for line in lists.get("No edges", ())],
        [_wanted(line[2:]) for line in lists.get("Nodes", ())],
    )


def _wanted(line: str) -> Wanted:
    """``method a.py:3 visibility=private doc="Opens it."``: kind and columns may be left out."""
    words = shlex.split(line)
    columns = dict(word.split("=", 1) for word in words if "=" in word)
    kind, place = ["", *(word for word in words if "=" not in word)][-2:]
    return Wanted(kind, place, columns)


def _edge(line: str) -> tuple[list[str], set[str], list[str]]:
    match = _EDGE.match(line)
    assert match, f"not an edge: {line}"
    kinds = set(match["kinds"].split("/"))
    if "calls" in kinds:
        kinds.add("instantiates")
    if "references" in kinds:
        kinds |= {"decorates", "calls", "instantiates"}
    return match["src"].split(" | "), kinds, match["dst"].split(" | ")


def check_case(case: Case, graph: Graph) -> list[str]:
    """What is wrong with a graph, a line each; edges that are merely possible don't count as there."""
    places = [
        fqn if fqn.startswith(EXTERNAL) else f"{path}:{line}"
        for fqn, path, line in zip(graph.nodes["fqn"], graph.nodes["path"], graph.nodes["line"], strict=True)
    ]
    edges = graph.edges
    found = {
        (places[src], str(kind), places[dst])
        for src, kind, dst, sure in zip(
            edges["src"], edges["kind"], edges["dst"], edges["confidence"], strict=True
        )
        if sure != "possible"
    }
    kinds = {(str(kind), place) for kind, place in zip(graph.nodes["kind"], places, strict=True)}

    def has(edge: tuple[list[str], set[str], list[str]]) -> bool:
        return any((s, k, d) in found for s in edge[0] for k in edge[1] for d in edge[2])

    wrong = [f"missing: {edge}" for edge in case.edges if not has(edge)]
    wrong += [f"must not be: {edge}" for edge in case.no_edges if has(edge)]
    for kind, place, columns in case.nodes:
        if (kind, place) not in kinds if kind else place not in places:
            wrong.append(f"no node: {kind} {place}")
            continue
        rows = [
            row for row, at in enumerate(places) if at == place and kind in ("", graph.nodes["kind"][row])
        ]
        for column, value in columns.items():
            found_values = [_shown(graph.nodes[column][row]) for row in rows]
            if value not in found_values:
                wrong.append(f"{place}: {column} is {found_values}, not {value!r}")
    return wrong


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
