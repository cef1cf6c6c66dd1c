"""``duplicate_report``: functions that stand in several places, nearly the same."""

import msgspec

from codegraph.errors import UsageError
from codegraph.search import Filters
from codegraph.search.duplicates import Group, duplicates
from codegraph.tools.answers import Symbol, symbol
from codegraph.tools.index import Index


class DuplicateReportRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``scope`` is a package, module, class or folder; "" the whole project.

    ``threshold`` is the share of runs of five tokens that two functions have in common, above 0 up to 1.
    """

    scope: str = ""
    threshold: float = 0.8
    min_lines: int = 6
    tests: bool = False
    limit: int = 50


class DuplicateGroup(msgspec.Struct, kw_only=True):
    """Functions that are alike; ``saved_lines`` would go if one served for all, ``lines`` are the longest one's.

    ``similarity`` is 1 when all are the same but for blanks, else the lowest that ties one of them to the others.
    """

    similarity: float
    lines: int
    saved_lines: int
    symbols: list[Symbol]


class DuplicateReport(msgspec.Struct, kw_only=True):
    """Groups, those first that cost most lines; totals count all of them."""

    groups: list[DuplicateGroup]
    total: int
    total_symbols: int
    total_saved_lines: int
    limit: int
    truncated: bool


def run(index: Index, request: DuplicateReportRequest) -> DuplicateReport:
    """The near-duplicates in a part of the project, read from the sources as they are now.

    Raises:
        UsageError: a number makes no sense.
        NotFoundError, AmbiguousError: nothing or several nodes fit the scope.
    """
    if not 0 < request.threshold <= 1:
        raise UsageError(f"the threshold must be above 0 and at most 1, not {request.threshold:g}")
    if request.min_lines < 1 or request.limit < 1:
        raise UsageError("the least lines and the limit must be at least 1")
    view = index.view
    accept = Filters(tests=None if request.tests else False).accept(view)
    inside = set(index.scope(request.scope).rows) if request.scope else None
    groups = duplicates(
        view,
        index.source_of,
        lambda row: accept(row) and (inside is None or row in inside),
        threshold=request.threshold,
        min_lines=request.min_lines,
    )
    return DuplicateReport(
        groups=[_entry(index, group) for group in groups[: request.limit]],
        total=len(groups),
        total_symbols=sum(len(group.rows) for group in groups),
        total_saved_lines=sum(group.saved for group in groups),
        limit=request.limit,
        truncated=len(groups) > request.limit,
    )


def _entry(index: Index, group: Group) -> DuplicateGroup:
    return DuplicateGroup(
        similarity=group.similarity,
        lines=group.lines,
        saved_lines=group.saved,
        symbols=[symbol(index.view, row) for row in group.rows],
    )
