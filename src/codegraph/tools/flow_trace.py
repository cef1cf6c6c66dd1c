"""``flow_trace``: how control gets from one symbol to another."""

from collections.abc import Sequence

import msgspec

from codegraph.graph.paths import Hop, trace
from codegraph.graph.view import GraphView
from codegraph.model import Confidence
from codegraph.tools.answers import Answer, Site, Symbol, edge_fields, symbol
from codegraph.tools.freshness import known_files
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import DIRECTIONS, choice, edge_kinds


class FlowTraceRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Without ``to`` all paths from ``from`` come back; no ``edge_kinds`` means calls and routes."""

    from_: str = msgspec.field(name="from")
    to: str = ""
    direction: str = "forward"
    max_depth: int = 4
    edge_kinds: Sequence[str] | str = ()
    include_all_paths: bool = False
    max_paths: int = 20
    include_possible: bool = False
    cursor: str = ""


class CallSite(Site, frozen=True):
    """The first place of a step: ``start`` and ``end`` are its line, ``sha`` is the git blob id of the file."""

    start: int
    end: int
    sha: str


class FlowStep(msgspec.Struct, kw_only=True):
    """One step of a path. ``across`` marks one from a method to one that overrides it."""

    edge_kind: str
    confidence: str
    rule: str
    sites: list[Site]
    across: bool


class FlowPath(msgspec.Struct, kw_only=True):
    """A path: ``length`` steps between ``length + 1`` symbols; ``call_sites`` has the first place of each."""

    fqns: list[str]
    length: int
    call_sites: list[CallSite]
    symbols: list[Symbol]
    steps: list[FlowStep]


class FlowTrace(Answer, kw_only=True):
    """Paths, shortest first. Where there is none, ``frontier`` is how far the flow was followed.

    ``reached`` counts the symbols that were come to; ``exhausted`` says that more depth would reach no more.
    """

    source: Symbol
    target: Symbol | None
    direction: str
    max_depth: int
    paths: list[FlowPath]
    frontier: list[Symbol]
    reached: int
    exhausted: bool
    total: int
    limit: int
    truncated: bool
    cursor: str = ""


def run(index: Index, request: FlowTraceRequest) -> FlowTrace:
    """One of the shortest paths, or all simple ones up to ``max_paths``.

    Raises:
        NotFoundError, AmbiguousError: one of the ends fits nothing or several nodes.
        UsageError: a direction or kind has an unknown name.
    """
    view = index.view
    source = index.busiest_definition(request.from_)
    target = index.busiest_definition(request.to) if request.to else None
    depth = min(request.max_depth, index.settings.limits.max_depth)
    direction = choice("direction", request.direction, DIRECTIONS)
    pages = Pages(request, view.generation)
    found = trace(
        view,
        source,
        target,
        direction=direction,  # type: ignore[arg-type]
        max_depth=depth,
        kinds=edge_kinds(request.edge_kinds, ()) or None,
        floor=Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED,
        all_paths=request.include_all_paths,
        max_paths=request.max_paths + (pages.begin("paths") or 0),
    )
    known = len(found.paths) + found.truncated  # how many more there are is not looked into
    shown = pages.cut("paths", found.paths, request.max_paths, known)
    contents = {state.path: state.content_id for state in known_files(index)} if shown else {}
    return FlowTrace(
        source=symbol(view, source),
        target=None if target is None else symbol(view, target),
        direction=direction,
        max_depth=depth,
        paths=[_path(view, hops, contents) for hops in shown],
        frontier=[] if found.paths else [symbol(view, row) for row in found.frontier],
        reached=found.reached,
        exhausted=found.exhausted,
        total=len(found.paths),
        limit=request.max_paths,
        truncated=found.truncated,
        cursor=pages.cursor,
    )


def _path(view: GraphView, hops: list[Hop], contents: dict[str, str]) -> FlowPath:
    rows = [hops[0].src, *(hop.dst for hop in hops)]
    steps = [FlowStep(**edge_fields(view, view.edge(hop.edge)), across=hop.across) for hop in hops]
    return FlowPath(
        fqns=[view.fqn(row) for row in rows],
        length=len(hops),
        call_sites=[_call_site(step.sites[0], contents) for step in steps if step.sites],
        symbols=[symbol(view, row) for row in rows],
        steps=steps,
    )


def _call_site(site: Site, contents: dict[str, str]) -> CallSite:
    return CallSite(
        site.path, site.line, site.column, start=site.line, end=site.line, sha=contents.get(site.path, "")
    )
