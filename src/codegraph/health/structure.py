"""Checks of the graph itself: what the model says must hold, and that the sidecar's own indexes fit its columns."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import IndexFormatError, StorageError
from codegraph.health.finding import Cure, Finding, bad, good
from codegraph.health.generation import short
from codegraph.store.columns import GraphTables, check_graph
from codegraph.store.container import Container
from codegraph.store.files import load_files
from codegraph.store.graph_file import write_graph, write_unresolved
from codegraph.store.layout import FILES_FILE, GRAPH_FILE, GRAPH_TABLES, UNRESOLVED_FILE
from codegraph.store.stored import read_tables

if TYPE_CHECKING:
    import pyarrow as pa

    from codegraph.store.layout import Generation


def read_graph(generation: Generation) -> tuple[list[Finding], GraphTables | None]:
    """The graph, if it is one; else what is wrong with it."""
    try:
        tables = read_tables(generation.folder)
        check_graph(tables)
    except (IndexFormatError, StorageError, OSError, ValueError) as error:
        return [bad("structure", f"the graph breaks a rule: {short(error)}", Cure.FULL)], None
    return [*_check_structure(generation, tables)], tables


def _check_structure(generation: Generation, tables: GraphTables) -> Iterator[Finding]:
    faults = [
        *_counts(generation, tables),
        *_ids(tables.nodes),
        *_spans(tables.nodes),
        *_paths(generation, tables),
    ]
    faults = faults or _differing_sections(generation, tables)
    if faults:
        yield bad("structure", "; ".join(faults), Cure.FULL)
    else:
        nodes, edges, unresolved = (table.num_rows for table in tables)
        yield good(
            "structure",
            f"{nodes:,} nodes in order, {edges:,} edges and {unresolved:,} open references with both feet on them",
        )


def _counts(generation: Generation, tables: GraphTables) -> Iterator[str]:
    stated = generation.manifest.get("counts", {})
    for name, table in zip(GRAPH_TABLES, tables, strict=True):
        if stated.get(name) != table.num_rows:
            yield f"{table.num_rows:,} {name} are there, the manifest says {stated.get(name)}"


def _ids(nodes: pa.Table) -> Iterator[str]:
    import numpy as np

    ids = nodes.column("id").to_numpy()
    doubled = len(ids) - len(np.unique(ids))
    if doubled:
        yield f"{doubled:,} nodes have the id of another one"


def _spans(nodes: pa.Table) -> Iterator[str]:
    begin, end, first, last = (
        nodes.column(name).to_numpy() for name in ("start_byte", "end_byte", "start_line", "end_line")
    )
    wrong = int(((begin < 0) | (end < begin) | (first < 0) | (last < first)).sum())
    if wrong:
        yield f"{wrong:,} nodes end before they begin"


def _paths(generation: Generation, tables: GraphTables) -> Iterator[str]:
    """Modules are files that were indexed."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from codegraph.model import Level, NodeKind

    nodes = tables.nodes
    inside = pc.not_equal(nodes.column("kind").cast(pa.string()), NodeKind.EXTERNAL.value)
    modules = nodes.filter(pc.and_(pc.equal(nodes.column("level"), int(Level.MODULE)), inside))
    known = pa.array([state.path for state in load_files(generation.folder / FILES_FILE)], pa.string())
    strangers = pc.invert(pc.is_in(modules.column("path"), known))
    number = pc.sum(strangers).as_py() or 0
    if number:
        yield f"{number:,} modules are no files of the index, first {modules.filter(strangers).column('path')[0]}"


def _differing_sections(generation: Generation, tables: GraphTables) -> list[str]:
    """The indexes beside the columns, made once more and compared: names, paths, children, edges both ways."""
    found = []
    with tempfile.TemporaryDirectory(prefix="codegraph-") as folder:
        try:
            write_graph(Path(folder) / GRAPH_FILE, tables.nodes, tables.edges)
            write_unresolved(Path(folder) / UNRESOLVED_FILE, tables.unresolved)
        except ValueError as error:
            return [str(error)]
        for name in (GRAPH_FILE, UNRESOLVED_FILE):
            with (
                closing(Container(generation.folder / name)) as there,
                closing(Container(Path(folder) / name)) as made,
            ):
                found += [
                    f"section {part} of {name} does not fit the columns" for part in there.differing(made)
                ]
    return found
