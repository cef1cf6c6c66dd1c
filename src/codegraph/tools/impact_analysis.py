"""``impact_analysis``: who is affected when a symbol, file or package changes, or by what a diff changes."""

from collections.abc import Sequence

import msgspec

from codegraph.errors import UsageError
from codegraph.tools.answers import symbol
from codegraph.tools.impact_answers import (
    ChangedSymbol,
    Dependant,
    DiffSummary,
    Hop,
    Impact,
    MovedFile,
    Reaching,
    RemainingUse,
    RunnerTests,
    TopCaller,
    Unread,
    found_fields,
)
from codegraph.tools.impact_walk import Asked
from codegraph.tools.index import Index

__all__ = [
    "ChangedSymbol",
    "Dependant",
    "DiffSummary",
    "Hop",
    "Impact",
    "ImpactAnalysisRequest",
    "MovedFile",
    "Reaching",
    "RemainingUse",
    "RunnerTests",
    "TopCaller",
    "Unread",
    "run",
]


class ImpactAnalysisRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Just one of ``target``, ``diff``, ``staged`` and ``patch`` says what changes.

    ``target`` is a symbol, file or package; ``diff`` revisions as ``git diff`` takes them (``main...HEAD``, ``A..B``,
    or one to compare the work tree with); ``staged`` what is staged; ``patch`` the text of a unified patch.
    No ``edge_kinds`` means uses, overrides, routes and tests; of files and packages imports too.
    ``select_tests`` asks for what test runners take, ``runner`` for that of one runner alone; ``markdown`` for a
    comment on a pull request; ``fail_on`` are thresholds, such as ``dependants=50``, ``endpoints`` or ``untested``.
    """

    target: str = ""
    diff: str = ""
    staged: bool = False
    patch: str = ""
    direction: str = "backward"
    max_depth: int = 3
    max_nodes: int = 500
    edge_kinds: Sequence[str] | str = ()
    include_possible: bool = False
    include_tests: bool = True
    select_tests: bool = False
    runner: str = ""
    markdown: bool = False
    fail_on: Sequence[str] | str = ()
    cursor: str = ""


def run(index: Index, request: ImpactAnalysisRequest) -> Impact:
    """Everything that depends on the target (backward) or that it depends on (forward), or on what a diff changes.

    A class counts with its members, a file or package with all that is in it, a name with all its overloads.

    Raises:
        NotFoundError, AmbiguousError: the target fits nothing or several nodes.
        UsageError: a direction or kind has an unknown name, nothing or too much says what changes, a revision is
            unknown, a patch is none, or the project is in no git repository.
    """
    given = [name for name in ("target", "diff", "staged", "patch") if getattr(request, name)]
    if len(given) != 1:
        what = f"{' and '.join(given)} were given" if given else "nothing says what changes"
        raise UsageError(f"{what}; give one of target, diff, staged and patch")
    if request.fail_on:
        from codegraph.tools.impact_thresholds import check_conditions

        check_conditions(request.fail_on)
    if request.target:
        answer = _of_target(index, request)
    else:
        from codegraph.tools.impact_of_diff import of_diff

        answer = of_diff(index, request)
    if request.fail_on:
        from codegraph.tools.impact_thresholds import crossed

        answer.failures = crossed(answer, request.fail_on)
    if request.markdown:
        from codegraph.tools.impact_markdown import to_markdown

        answer.markdown = to_markdown(answer)
    return answer


def _of_target(index: Index, request: ImpactAnalysisRequest) -> Impact:
    view, asked = index.view, Asked(index, request)
    rows = index.definitions(request.target)
    found = asked.walk(rows, asked.kinds or None, hidden=request.select_tests or bool(request.runner))
    answer = Impact(
        target=symbol(view, rows[0]),
        definitions=[symbol(view, row) for row in rows],
        namesakes=index.namesakes(request.target, rows[0]),
        max_depth=asked.depth,
        **found_fields(view, found, asked.pages, asked.limit),
        cursor=asked.pages.cursor,
    )
    if request.select_tests or request.runner:
        from codegraph.tools.test_runners import select

        answer.selection = select(view, [hit.row for hit in found.tests.hits], request.runner)
    return answer
