"""``complexity_report``: which symbols stand out by a metric, and how the metric is spread over all of them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from codegraph.errors import UsageError
from codegraph.graph.metrics import percentile
from codegraph.graph.view import GraphView
from codegraph.model import (
    CALLABLE_KINDS,
    DOCUMENT_LANGUAGES,
    TYPE_KINDS,
    Confidence,
    EdgeKind,
    Level,
    NodeKind,
)
from codegraph.tools.answers import Answer, Symbol, symbol_fields
from codegraph.tools.body_metrics import BODY_METRICS, bodies_of
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import choice, listed, node_kinds

STORED = {
    "cyclomatic": "cyclomatic",
    "cognitive": "cognitive",
    "nesting_depth": "nesting",
    "fan_in": "fan_in",
    "fan_out": "fan_out",
    "loc": "loc",
    "parameters": "parameters",
}
"""Metrics that the index holds, and what they are called there."""
DEGREES = ("callers", "in_degree", "out_degree", "in_degree_imports", "out_degree_imports")
CENTRALITY = ("page_rank", "betweenness")
METRICS = (*STORED, *DEGREES, *CENTRALITY, *BODY_METRICS)
ALIASES = {
    "lines": "loc",
    "nesting": "nesting_depth",
    "pagerank": "page_rank",
    "in_degree_calls": "in_degree",
    "out_degree_calls": "out_degree",
    "indegree": "in_degree",
    "outdegree": "out_degree",
    "indegreecalls": "in_degree",
    "outdegreecalls": "out_degree",
    "indegreeimports": "in_degree_imports",
    "nestingdepth": "nesting_depth",
    "fanin": "fan_in",
    "fanout": "fan_out",
}
_CALLS = (EdgeKind.CALLS, EdgeKind.INSTANTIATES)


class ComplexityReportRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``metric`` is one of ``METRICS`` in any spelling (``NestingDepth``, ``PageRank``, ``LoC``).

    Filters hold before anything is counted: ``root_fqn`` is a package, module, class or folder, ``tests`` False leaves
    out tests and True all else. Metrics of complexity are of callables with a body, degrees of imports of modules,
    all others of callables and types.
    """

    root_fqn: str = ""
    top_n: int = 20
    metric: str = "Cyclomatic"
    filter_kinds: Sequence[str] | str = ()
    filter_languages: Sequence[str] | str = ()
    tests: bool | None = None
    include_possible: bool = False
    cursor: str = ""


class MetricEntry(Symbol, kw_only=True):
    """A symbol with its value of the metric."""

    value: float
    metric: str


class ComplexityReport(Answer, kw_only=True):
    """``median``, ``p95``, ``mean`` and ``highest`` are those of all ``evaluated_count`` symbols, not of those shown.

    ``notes`` tell what limits the figures, such as a sample.
    """

    metric: str
    top: list[MetricEntry]
    median: float
    p95: float
    mean: float
    highest: float
    evaluated_count: int
    total: int
    limit: int
    truncated: bool
    cursor: str
    notes: list[str] = msgspec.field(default_factory=list)


class _Values(NamedTuple):
    """A metric's value for each row that has one, and what limits them."""

    values: dict[int, float]
    notes: list[str]


def run(index: Index, request: ComplexityReportRequest) -> ComplexityReport:
    """The symbols by the metric, highest first, then by FQN.

    Raises:
        NotFoundError, AmbiguousError: ``root_fqn`` fits nothing or several nodes.
        UsageError: the metric or a kind has an unknown name.
    """
    view = index.view
    metric = metric_of(request.metric)
    accept = _filter(view, request)
    rows = [row for row in index.scope(request.root_fqn).rows if _has(view, row, metric) and accept(row)]
    found = _values(index, request, metric, rows)
    ordered = sorted(found.values, key=lambda row: (-found.values[row], row))
    spread = sorted(found.values.values())
    pages = Pages(request, index.view.generation)
    shown = pages.cut("top", ordered, request.top_n)
    return ComplexityReport(
        metric=metric,
        top=[
            MetricEntry(**symbol_fields(view, row), value=_number(found.values[row]), metric=metric)
            for row in shown
        ],
        median=_number(percentile(spread, 50)),
        p95=_number(percentile(spread, 95)),
        mean=_number(sum(spread) / len(spread) if spread else 0.0),
        highest=_number(spread[-1] if spread else 0.0),
        evaluated_count=len(spread),
        total=len(spread),
        limit=request.top_n,
        truncated=bool(pages.cursor),
        cursor=pages.cursor,
        notes=found.notes,
    )


def metric_of(word: str) -> str:
    """The metric that a word means, in any case and spelling.

    Raises:
        UsageError: there is none of this name.
    """
    plain = word.strip().lower().replace("-", "_")
    if plain in ALIASES:
        return ALIASES[plain]
    joined = {name.replace("_", ""): name for name in METRICS}
    if plain.replace("_", "") in joined:
        return joined[plain.replace("_", "")]
    return choice("metric", word, METRICS)


def _number(value: float) -> float:
    """A value with no more digits than say something; whole where it is whole."""
    return round(value, 8)


def _filter(view: GraphView, request: ComplexityReportRequest) -> Callable[[int], bool]:
    kinds = frozenset(node_kinds(request.filter_kinds))
    languages = frozenset(language.lower() for language in listed(request.filter_languages))

    def accept(row: int) -> bool:
        return (
            (not kinds or view.kind(row) in kinds)
            and (not languages or view.language(row) in languages)
            and (request.tests is None or view.is_test(row) is request.tests)
        )

    return accept


def _has(view: GraphView, row: int, metric: str) -> bool:
    """Whether nodes like this one have the metric."""
    if metric.endswith("_imports"):
        return (
            view.level(row) == Level.MODULE
            and view.kind(row) == NodeKind.MODULE
            and view.language(row) not in DOCUMENT_LANGUAGES
        )
    if view.level(row) != Level.SYMBOL:
        return False
    if metric in ("cyclomatic", "cognitive", "nesting_depth", "parameters", *BODY_METRICS):
        return view.cyclomatic(row) > 0
    return view.kind(row) in CALLABLE_KINDS or view.kind(row) in TYPE_KINDS


def _values(index: Index, request: ComplexityReportRequest, metric: str, rows: list[int]) -> _Values:
    view = index.view
    floor = Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED
    if metric in STORED:
        value = getattr(view, STORED[metric])
        return _Values({row: value(row) for row in rows}, [])
    if metric in DEGREES:
        return _Values({row: _degree(view, metric, row, floor) for row in rows}, [])
    if metric in BODY_METRICS:
        bodies, notes = bodies_of(index, rows)
        return _Values({row: getattr(body, metric) for row, body in bodies.items()}, notes)
    if metric in CENTRALITY:
        return _central(view, metric, rows, floor)
    raise UsageError(f"there is no metric {metric!r}")


def _degree(view: GraphView, metric: str, row: int, floor: str) -> int:
    """How many others are at the far ends of edges, whatever the number of places."""
    kinds = (EdgeKind.IMPORTS,) if metric.endswith("_imports") else _CALLS
    accepted = view.accept(kinds, floor)
    incoming = metric in ("callers", "in_degree", "in_degree_imports")
    ends = view.predecessors(row, accepted) if incoming else view.successors(row, accepted)
    return len({end for end in ends if view.kind(end) != NodeKind.EXTERNAL or not incoming} - {row})


def _central(view: GraphView, metric: str, rows: list[int], floor: str) -> _Values:
    from codegraph.graph.centrality import betweenness, call_graph, page_rank

    graph = call_graph(view, floor)
    wanted = set(rows)
    notes = []
    if metric == "page_rank":
        values = page_rank(graph)
    else:
        found = betweenness(graph)
        values = found.values
        if found.sampled < found.sources:
            notes.append(
                f"estimated from the shortest paths that begin at {found.sampled:,} of {found.sources:,} symbols"
            )
    return _Values(
        {row: value for row, value in zip(graph.rows, values, strict=True) if row in wanted}, notes
    )
