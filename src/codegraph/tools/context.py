"""``context``: what somebody who opens the repository for the first time has to know, in few tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from codegraph.errors import UsageError
from codegraph.graph.cycles import cycles
from codegraph.graph.endpoints import endpoint_rows
from codegraph.graph.levels import level_graph
from codegraph.graph.packages import package_facts
from codegraph.model import DOCUMENT_LANGUAGES, EdgeKind, Level, NodeKind
from codegraph.tools.answers import Answer
from codegraph.tools.names import short_name
from codegraph.tools.package_summary import ENTRY_POINT
from codegraph.tools.vocabulary import choice

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.tools.index import Index

FORMATS = ("markdown", "compact", "json")
MOST = 50
_CALLABLES = frozenset(
    {NodeKind.FUNCTION, NodeKind.METHOD, NodeKind.CONSTRUCTOR, NodeKind.OPERATOR, NodeKind.DESTRUCTOR}
)
_NOT_OURS = frozenset({"vendor", "_vendor", "vendored", "third_party", "node_modules"})
_NO_FRAMEWORK = frozenset({"main"})
_FEW = 5
_USUAL = {"markdown": 300, "compact": 150, "json": 400}
"""Tokens that a text has at most where neither a number of names nor a budget was asked for."""


class ContextRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``format`` is markdown, compact or json; ``top_n`` is how many are named of each sort: five if not said.

    ``include_patterns`` adds the frameworks. With a ``task`` the text holds what in the repository has to do with it.
    ``token_budget`` is never exceeded, fewer are named then; for a task it is 1,000 if not said, else without ``top_n``
    300 tokens for markdown, 150 for compact, 400 for json.
    """

    format: str = "markdown"
    top_n: int | None = None
    include_patterns: bool = True
    task: str = ""
    token_budget: int | None = None


class Share(msgspec.Struct):
    """Files of a language, and their share of all."""

    language: str
    files: int
    share: float


class PackageSize(msgspec.Struct):
    """A package with what lies in it."""

    name: str
    files: int
    symbols: int
    lines: int


class Standout(msgspec.Struct):
    """A symbol with a high value; ``name`` is its FQN, or a tail of it that means nothing else.

    A program that a manifest names has what it starts as its path, and no line.
    """

    name: str
    value: int
    path: str
    line: int


class Facts(msgspec.Struct, kw_only=True):
    """What there is, counted in full.

    ``lines`` are lines of code. ``top_complexity`` is by cyclomatic complexity and ``top_coupling`` by how many call a
    symbol, both outside of tests. ``frameworks`` counts the nodes that have to do with each. ``cycles`` counts the sets
    of modules that import each other in a circle, ``largest_cycle`` is the size of the largest and ``cycle_example``
    one of its shortest ways around. ``test_share`` is the share of files that are tests.
    """

    packages: int = 0
    files: int = 0
    symbols: int = 0
    lines: int = 0
    documents: int = 0
    files_by_language: list[Share] = msgspec.field(default_factory=list)
    largest_packages: list[PackageSize] = msgspec.field(default_factory=list)
    top_complexity: list[Standout] = msgspec.field(default_factory=list)
    top_coupling: list[Standout] = msgspec.field(default_factory=list)
    frameworks: dict[str, int] = msgspec.field(default_factory=dict)
    endpoints: int = 0
    entry_points: list[Standout] = msgspec.field(default_factory=list)
    entry_point_count: int = 0
    cycles: int = 0
    largest_cycle: int = 0
    cycle_example: list[str] = msgspec.field(default_factory=list)
    test_files: int = 0
    test_share: float = 0.0


class Context(Answer, kw_only=True):
    """The text in the format that was asked for, how many tokens it has, and the facts that it is made of.

    For a ``task`` there are no facts; ``total`` counts the symbols that have to do with it, ``named`` those that the
    text names.
    """

    format: str
    text: str
    tokens: int
    task: str = ""
    token_budget: int | None = None
    facts: Facts | None = None
    total: int = 0
    named: list[str] = msgspec.field(default_factory=list)
    truncated: bool = False
    notes: list[str] = msgspec.field(default_factory=list)


def run(index: Index, request: ContextRequest) -> Context:
    """What is to be known of the repository, or of what has to do with a task.

    An empty index gives an empty text, as JSON one of zeros. A budget that is too small for ``top_n`` of each sort
    gives fewer.

    Raises:
        UsageError: a format has an unknown name, or a number makes no sense.
        MissingPartError: the tokenizer that counts is missing or damaged.
    """
    from codegraph.embed.tokens import count_tokens
    from codegraph.tools.context_text import write_context

    form = choice("format", request.format, FORMATS)
    most = request.top_n if request.top_n is not None else _FEW
    if not 1 <= most <= MOST:
        raise UsageError(f"top_n is {most}; it may be from 1 to {MOST}")
    if request.token_budget is not None and request.token_budget < 1:
        raise UsageError(f"a budget of {request.token_budget} tokens holds nothing")
    if request.task:
        from codegraph.tools.context_task import pack

        return pack(index, request.task, form, request.token_budget or 1000)
    budget = request.token_budget
    if budget is None and request.top_n is None:
        budget = _USUAL[form]
    whole = gather(index, most, patterns=request.include_patterns)
    for top_n in range(most, -1, -1):
        facts = first_of_each(whole, top_n)
        text = write_context(index.view, index.root.name, facts, form)
        tokens = count_tokens(text)
        if budget is None or tokens <= budget:
            break
    else:
        text, tokens = "", 0
    return Context(
        format=form,
        text=text,
        tokens=tokens,
        token_budget=budget,
        facts=facts,
        total=whole.symbols,
        truncated=top_n < most or not text,
    )


def first_of_each(facts: Facts, top_n: int) -> Facts:
    """The facts with at most ``top_n`` of each sort; the first language stays."""
    return msgspec.structs.replace(
        facts,
        files_by_language=facts.files_by_language[: top_n or 1],
        largest_packages=facts.largest_packages[:top_n],
        top_complexity=facts.top_complexity[:top_n],
        top_coupling=facts.top_coupling[:top_n],
        entry_points=facts.entry_points[:top_n],
        frameworks=dict(islice(facts.frameworks.items(), top_n)),
    )


def gather(index: Index, top_n: int, *, patterns: bool) -> Facts:
    """The facts, with at most ``top_n`` of each sort."""
    view = index.view
    files = [row for row in view.rows(Level.MODULE) if view.kind(row) != NodeKind.EXTERNAL]
    modules = [row for row in files if view.language(row) not in DOCUMENT_LANGUAGES]
    symbols = _symbols(view)
    callables = [row for row in symbols if view.kind(row) in _CALLABLES and _is_ours(view, row)]
    tests = sum(map(view.is_test, modules))
    entries = _entry_points(view, symbols, modules)
    facts = Facts(
        packages=len(view.rows(Level.PACKAGE)),
        files=len(modules),
        symbols=len(symbols),
        lines=sum(map(view.loc, modules)),
        documents=len(files) - len(modules),
        files_by_language=[
            Share(language, count, round(count / len(modules), 3))
            for language, count in Counter(map(view.language, modules)).most_common()
        ][: top_n or 1],
        largest_packages=_packages(view, modules, symbols)[:top_n],
        top_complexity=_standouts(view, callables, view.cyclomatic, top_n),
        top_coupling=_standouts(view, callables, view.fan_in, top_n),
        endpoints=len(endpoint_rows(view)),
        entry_points=entries[:top_n],
        entry_point_count=len(entries),
        test_files=tests,
        test_share=round(tests / len(modules), 3) if modules else 0.0,
    )
    if patterns:
        facts.frameworks = dict(islice(_frameworks(index).items(), top_n))
    _add_cycles(view, facts)
    return facts


def _symbols(view: GraphView) -> list[int]:
    """The rows of symbols of code: no sections of documents, no endpoints, nothing from outside."""
    apart = {NodeKind.SECTION, NodeKind.ENDPOINT, NodeKind.EXTERNAL}
    words = [word in apart for word in view.vocabulary["kind"]]
    kinds = view.container.array("kind")
    return [row for row in view.rows(Level.SYMBOL) if not words[kinds[row]]]


def _is_ours(view: GraphView, row: int) -> bool:
    """Whether a symbol is neither a test nor copied from elsewhere."""
    return not view.is_test(row) and _NOT_OURS.isdisjoint(view.path(row).split("/"))


def _standouts(
    view: GraphView, rows: Iterable[int], value: Callable[[int], int], top_n: int
) -> list[Standout]:
    best = sorted((-value(row), row) for row in rows if value(row))[:top_n]
    return [_standout(view, row, -number) for number, row in best]


def _standout(view: GraphView, row: int, value: int) -> Standout:
    return Standout(short_name(view, row), value, view.path(row), view.line(row) or view.start_line(row))


def _packages(view: GraphView, modules: Sequence[int], symbols: Sequence[int]) -> list[PackageSize]:
    """The packages by lines of code."""
    package = view.package
    files, lines = Counter[int](), Counter[int]()
    for row in modules:
        files[package(row)] += 1
        lines[package(row)] += view.loc(row)
    inside = Counter(map(package, symbols))
    rows = sorted(view.rows(Level.PACKAGE), key=lambda row: (-lines[row], row))
    return [PackageSize(view.fqn(row), files[row], inside[row], lines[row]) for row in rows]


def _entry_points(view: GraphView, symbols: Sequence[int], modules: Sequence[int]) -> list[Standout]:
    """What manifests name as a program, and code that is where a program begins; tests are left out."""
    declared = [
        (str(entry["kind"]), Standout(f"{entry['kind']} {entry['name']}", 0, str(entry.get("target", "")), 0))
        for row in view.rows(Level.PACKAGE)
        for entry in package_facts(view, row).list("entries")
        if isinstance(entry.get("name"), str) and isinstance(entry.get("kind"), str)
    ]
    code = [
        _standout(view, row, 0)
        for row in (*modules, *symbols)
        if not view.is_test(row) and ENTRY_POINT in view.tags(row)
    ]
    # Scripts of a manifest are mostly for those who work on it: they come last.
    programs = [entry for kind, entry in declared if kind != "script"]
    return [*programs, *code, *(entry for kind, entry in declared if kind == "script")]


def _frameworks(index: Index) -> dict[str, int]:
    """How many nodes have to do with each framework, the most first."""
    from codegraph.fingerprint.registry import framework_names

    view, known = index.view, framework_names(index.root) - _NO_FRAMEWORK
    tagged = Counter(tag for row in range(view.node_count) for tag in view.tags(row))
    return {
        tag: count
        for tag, count in sorted(tagged.items(), key=lambda item: (-item[1], item[0]))
        if tag in known
    }


def _add_cycles(view: GraphView, facts: Facts) -> None:
    graph = level_graph(view, Level.MODULE, kinds=(EdgeKind.IMPORTS,), include_isolated=False)
    found = cycles(graph)
    facts.cycles = len(found)
    if found:
        facts.largest_cycle = len(found[0].members)
        facts.cycle_example = [view.path(row) for row in min(found, key=lambda one: len(one.rows)).rows][:4]
