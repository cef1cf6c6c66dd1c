"""``statement_query``: the statements of symbols by kind, by their text, by meaning, and how values flow among them."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from codegraph.model import STATEMENT_KINDS, Level
from codegraph.tools.answers import Answer
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.statement_flow import DataFlow, flows_of
from codegraph.tools.statements import Statement, StatementReader, has_code
from codegraph.tools.vocabulary import choice, listed, names_of

if TYPE_CHECKING:
    from regex import Pattern

MAX_SECONDS = 5.0
"""How long the regular expressions of one answer may take on all texts together."""
MAX_BYTES = 12_000_000
"""How much source is looked through where no parents are named and the index has no statements."""


class StatementQueryRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``parent_fqns`` are symbols, modules, packages or folders; without them the whole project is looked through.

    ``condition`` and ``text`` must stand in the condition and in the text of a statement, in any case, or match there
    as regular expressions with ``regex``. ``semantic_query`` ranks by meaning. ``data_flow`` is the name of a variable,
    or ``*`` for all: from which statements of the one parent its values come to which. ``tests`` False leaves out
    tests, True leaves out all else.
    """

    parent_fqns: Sequence[str] | str = ()
    kinds: Sequence[str] | str = ()
    semantic_query: str = ""
    condition: str = ""
    text: str = ""
    regex: bool = False
    filter_languages: Sequence[str] | str = ()
    filter_paths: Sequence[str] | str = ()
    tests: bool | None = None
    data_flow: str = ""
    top_k: int = 50
    cursor: str = ""


class StatementHit(Statement, kw_only=True):
    """``score`` is 1 where nothing was asked by meaning; else between 0 and 1, best first."""

    score: float


class StatementAnswer(Answer, kw_only=True):
    """``total`` counts all that fit. ``stale_files`` have changed since they were indexed and were left out.

    ``flows`` has what ``data_flow`` asked for; ``notes`` tell what limits the answer.
    """

    hits: list[StatementHit]
    total: int
    limit: int
    truncated: bool
    cursor: str
    flows: list[DataFlow] = msgspec.field(default_factory=list)
    stale_files: list[str] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)


def run(index: Index, request: StatementQueryRequest) -> StatementAnswer:
    """The statements that fit, by path and position, or with ``semantic_query`` best first.

    Raises:
        NotFoundError, AmbiguousError: a parent's name fits nothing or several nodes.
        UsageError: a kind has an unknown name, a regular expression is none or takes too long, or data flow is asked
            of anything but one symbol with a body.
    """
    reader = StatementReader(index)
    fits = _filter(request)
    rows = _rows(index, request, reader)
    found = [statement for statement in reader.of(rows) if fits(statement)]
    scored = [(1.0, statement) for statement in found]
    if request.semantic_query.strip():
        from codegraph.tools.statement_ranking import ranked

        scored = ranked(index, request.semantic_query, found, reader.notes)
    flows = []
    if request.data_flow:
        flows = flows_of(index, reader, names_of(request.parent_fqns), request.data_flow)
    pages = Pages(request, index.view.generation)
    shown = pages.cut("hits", scored, request.top_k)
    return StatementAnswer(
        hits=[_hit(statement, score) for score, statement in shown],
        total=len(scored),
        limit=request.top_k,
        truncated=bool(pages.cursor),
        cursor=pages.cursor,
        flows=flows,
        stale_files=sorted(reader.stale),
        notes=reader.notes,
    )


def statement_kinds(words: Iterable[str]) -> frozenset[str]:
    """The kinds of statements that a request names, in any case and spelling; none named means all.

    Raises:
        UsageError: there is no such kind.
    """
    return frozenset(choice("statement kind", word, STATEMENT_KINDS) for word in listed(words))


def _hit(statement: Statement, score: float) -> StatementHit:
    return StatementHit(**msgspec.structs.asdict(statement), score=round(score, 6))


def _filter(request: StatementQueryRequest) -> Callable[[Statement], bool]:
    kinds = statement_kinds(request.kinds)
    clock = Clock(MAX_SECONDS)
    condition = _matcher(request.condition, clock if request.regex else None)
    text = _matcher(request.text, clock if request.regex else None)

    def fits(statement: Statement) -> bool:
        return (
            (not kinds or statement.kind in kinds)
            and (condition is None or (bool(statement.condition) and condition(statement.condition)))
            and (text is None or text(statement.expression))
        )

    return fits


class Clock:
    """How much time the regular expressions of one answer have left, however many texts they are tried on.

    Args:
        seconds: in all.
    """

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def search(self, pattern: "Pattern[str]", text: str) -> bool:
        """Whether a pattern matches anywhere in a text.

        Raises:
            TimeoutError: there was not time enough.
        """
        if self.left <= 0:
            raise TimeoutError
        begun = time.perf_counter()
        try:
            return pattern.search(text, timeout=self.left) is not None
        finally:
            self.left -= time.perf_counter() - begun


def _matcher(wanted: str, clock: Clock | None) -> Callable[[str], bool] | None:
    """Whether a text has what is wanted: as a regular expression where there is a clock, else in any case."""
    if not wanted:
        return None
    if clock is None:
        folded = wanted.casefold()
        return lambda text: folded in text.casefold()
    from codegraph.errors import UsageError
    from codegraph.search.textual import compiled

    pattern = compiled(wanted)

    def matches(text: str) -> bool:
        try:
            return clock.search(pattern, text)
        except TimeoutError:
            raise UsageError(f"{wanted!r} takes too long; a simpler expression may do") from None

    return matches


def _rows(index: Index, request: StatementQueryRequest, reader: StatementReader) -> list[int]:
    """The rows whose statements are looked at; filters hold before any file is read."""
    from codegraph.search.filters import Filters

    view = index.view
    names = names_of(request.parent_fqns)
    scope = sorted({row for name in names for row in _scope(index, name)}) if names else None
    accept = Filters(
        languages=[language.lower() for language in listed(request.filter_languages)],
        paths=listed(request.filter_paths),
        tests=request.tests,
    ).accept(view)
    if scope is None and request.semantic_query.strip() and not reader.stored:
        from codegraph.tools.statement_ranking import candidates

        scope = candidates(index, request.semantic_query)
        reader.notes.append(f"the {len(scope)} symbols were looked through that a search by words finds")
    rows = [
        row
        for row in (range(view.node_count) if scope is None else scope)
        if view.level(row) in (Level.MODULE, Level.SYMBOL) and has_code(view.kind(row)) and accept(row)
    ]
    return rows if scope is not None or reader.stored else list(_affordable(index, rows, reader))


def _scope(index: Index, name: str) -> list[int]:
    """The rows that a parent means, with all that is in them; a name with several definitions means them all."""
    scope = index.scope(name)
    return [*scope.rows, *(index.definitions(name) if scope.row is not None else ())]


def _affordable(index: Index, rows: Sequence[int], reader: StatementReader) -> Iterator[int]:
    """The rows of as many files as may be read for one answer, by path."""
    view = index.view
    paths = sorted({view.path(row) for row in rows})
    sizes = {view.path(row): view.end_byte(row) for row in rows if view.level(row) == Level.MODULE}
    left, taken = MAX_BYTES, set()
    for path in paths:
        left -= sizes.get(path, 0)
        if left < 0:
            break
        taken.add(path)
    if len(taken) < len(paths):
        reader.notes.append(
            f"{len(taken):,} of {len(paths):,} files were looked through; name parent_fqns, or index with --statements"
        )
    return (row for row in rows if view.path(row) in taken)
