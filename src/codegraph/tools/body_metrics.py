"""Metrics of bodies that the index does not hold: counted from the statements when somebody asks."""

from collections.abc import Iterable

import msgspec

from codegraph.graph.view import GraphView
from codegraph.languages.statements import FUNCTIONS, LOOPS
from codegraph.model import Confidence, EdgeKind, Level
from codegraph.tools.index import Index
from codegraph.tools.statements import Statement, StatementReader

MAX_BYTES = 40_000_000
"""How much source is read for one answer."""
_BRANCHES = frozenset({"if", "else_if", "switch_case", "switch_default"})
_CALLS = (EdgeKind.CALLS, EdgeKind.INSTANTIATES)


class BodyMetrics(msgspec.Struct, kw_only=True):
    """What a body holds; comments are no statements.

    ``max_depth`` is how deep statements are nested, ``call_count`` at how many places something is called.
    """

    statement_count: int = 0
    max_depth: int = 0
    branch_count: int = 0
    loop_count: int = 0
    try_count: int = 0
    call_count: int = 0
    early_return_count: int = 0
    await_count: int = 0
    closure_count: int = 0


BODY_METRICS = tuple(field.name for field in msgspec.structs.fields(BodyMetrics))


def body_of(view: GraphView, row: int, statements: Iterable[Statement]) -> BodyMetrics:
    """The metrics of a symbol's body, from its statements and the calls that the graph has of it."""
    found = BodyMetrics(call_count=_call_count(view, row))
    for statement in statements:
        kind = statement.kind
        if kind == "comment":
            continue
        found.statement_count += 1
        found.max_depth = max(found.max_depth, statement.depth + 1)
        found.branch_count += kind in _BRANCHES
        found.loop_count += kind in LOOPS
        found.try_count += kind == "try_catch"
        found.early_return_count += kind == "early_return"
        found.await_count += kind == "await"
        found.closure_count += kind in FUNCTIONS
    return found


def bodies_of(index: Index, rows: Iterable[int]) -> tuple[dict[int, BodyMetrics], list[str]]:
    """The metrics of many symbols' bodies, but for those in files that are not read; and what is missing among them."""
    view, reader = index.view, StatementReader(index)
    wanted = list(rows)
    sizes = {view.path(row): view.end_byte(row) for row in view.rows(Level.MODULE)}
    left, taken = MAX_BYTES, set()
    paths = sorted({view.path(row) for row in wanted})
    for path in paths:
        left -= 0 if reader.stored else sizes.get(path, 0)
        if left >= 0:
            taken.add(path)
    kept = [row for row in wanted if view.path(row) in taken]
    by_fqn: dict[str, list[Statement]] = {view.fqn(row): [] for row in kept}
    for statement in reader.of(kept):
        by_fqn[statement.parent_fqn].append(statement)
    notes = list(reader.notes)
    if len(taken) < len(paths):
        notes.append(
            f"{len(taken):,} of {len(paths):,} files were read; name a root, or index with --statements"
        )
    if reader.stale:
        notes.append(f"{len(reader.stale):,} files have changed since they were indexed and are left out")
    missing = reader.unread.union(reader.stale)
    return {
        row: body_of(view, row, by_fqn[view.fqn(row)]) for row in kept if view.path(row) not in missing
    }, notes


def _call_count(view: GraphView, row: int) -> int:
    """At how many places a symbol calls something, known or not."""
    sites = {site for edge in view.out_edges(row, _CALLS, Confidence.POSSIBLE) for site in edge.sites}
    sites |= {(one.line, one.column) for one in view.unresolved_of(row) if one.kind in _CALLS}
    return len(sites)
