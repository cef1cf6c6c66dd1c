"""Joins an adapter's seven queries into one and plans what each of its patterns means.

A pattern's meaning is its *role*: the capture whose name begins with one of ``ROLES``. All other captures are
parts, looked up by name.

Grammars of one family share queries, but not every node type. A line ``;; grammars: javascript tsx`` says that what
follows is for these grammars alone, until ``;; grammars: all``. What follows ``;; on demand: all`` (or some grammars)
is compiled for statements alone: an index without statements pays nothing for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Query

from codegraph.errors import AdapterError
from codegraph.languages.adapter import QUERY_FILES, Adapter

if TYPE_CHECKING:
    from tree_sitter import Language

ROLES = (
    "definition",
    "scope",
    "binding",
    "import",
    "export",
    "call",
    "new",
    "reference",
    "type_reference",
    "decorator",
    "visibility",
    "extends",
    "implements",
    "doc",
    "statement",
    "branch",
    "section",
    "yield",
)


class Plan(NamedTuple):
    """What a pattern means: its role capture (``definition.class``), the parts of the name, its query file.

    ``statement`` and ``branch`` name a second role on the same node, as statements often are branches too.
    """

    capture: str
    role: str
    kind: str
    branch: str
    source: str


class CompiledQuery(NamedTuple):
    """One joined query of a language and, for each pattern, its plan."""

    query: Query
    plans: list[Plan]


def load_language(adapter: Adapter, grammar: str) -> Language:
    """A grammar that an adapter names (imports the pack of grammars).

    Raises:
        AdapterError: there is none of this name.
    """
    from tree_sitter_language_pack import get_language

    try:
        return get_language(grammar)  # type: ignore[arg-type]
    except LookupError as error:
        raise AdapterError(f"adapter {adapter.spec.name}: no grammar named {grammar!r}") from error


_SECTION = re.compile(r"^;; (grammars|on demand): (.*)$", re.MULTILINE)


def queries_for(adapter: Adapter, grammar: str) -> dict[str, str]:
    """An adapter's queries without the sections that are for other grammars or for statements alone."""
    return {kind: _for_grammar(adapter.queries[kind], grammar)[0] for kind in QUERY_FILES}


def statement_query(adapter: Adapter, grammar: str = "") -> str:
    """An adapter's query of statements for one grammar; what is there on demand alone comes first, as it tells more."""
    always, on_demand = _for_grammar(adapter.queries["statement"], grammar or adapter.spec.grammar)
    return on_demand + always


def _for_grammar(text: str, grammar: str) -> tuple[str, str]:
    """What of a query is for a grammar: always, and on demand."""
    pieces = _SECTION.split(text)  # text, word, grammars, text, word, grammars, text, ...
    kept = {"grammars": [pieces[0]], "on demand": []}
    for word, names, piece in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        if names.strip() == "all" or grammar in names.split():
            kept[word].append(piece)
    return "".join(kept["grammars"]), "".join(kept["on demand"])


def compile_statements(adapter: Adapter, language: Language, grammar: str = "") -> CompiledQuery:
    """Compile what finds an adapter's statements.

    Raises:
        AdapterError: the query does not compile, or a pattern has no role.
    """
    from tree_sitter import Query, QueryError

    text = statement_query(adapter, grammar)
    try:
        query = Query(language, text)
    except QueryError as error:
        raise AdapterError(f"adapter {adapter.spec.name}: statement.scm does not compile: {error}") from error
    encoded = text.encode()
    plans = []
    for index in range(query.pattern_count):
        pattern = encoded[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)]
        plans.append(_plan(pattern.decode(), adapter.spec.name, "statement"))
    return CompiledQuery(query, plans)


def compile_query(adapter: Adapter, language: Language, grammar: str = "") -> CompiledQuery:
    """Compile an adapter's queries for one grammar, without what finds statements alone.

    Args:
        adapter: the adapter.
        language: the grammar.
        grammar: its name; without one it is the adapter's first.

    Raises:
        AdapterError: a query does not compile, or a pattern has no role; the message names the query file.
    """
    from tree_sitter import Query, QueryError

    queries = queries_for(adapter, grammar or adapter.spec.grammar)
    joined = "".join(queries[kind] for kind in QUERY_FILES)
    try:
        query = Query(language, joined)  # up to 0.2 s for a large adapter: never once more than needed
    except QueryError as error:
        raise _broken(adapter.spec.name, language, queries, error) from error
    ends: list[tuple[int, str]] = []
    at = 0
    for kind in QUERY_FILES:
        at += len(queries[kind].encode())
        ends.append((at, kind))
    encoded = joined.encode()
    plans = []
    for index in range(query.pattern_count):
        start = query.start_byte_for_pattern(index)
        source = next(kind for end, kind in ends if start < end)
        text = encoded[start : query.end_byte_for_pattern(index)].decode()
        plans.append(_plan(text, adapter.spec.name, source))
    return CompiledQuery(query, plans)


def _broken(name: str, language: Language, queries: dict[str, str], joined: Exception) -> AdapterError:
    """An error that says which of the queries does not compile."""
    from tree_sitter import Query, QueryError

    for kind in QUERY_FILES:
        try:
            Query(language, queries[kind])
        except QueryError as error:
            return AdapterError(f"adapter {name}: {kind}.scm does not compile: {error}")
    return AdapterError(f"adapter {name}: its queries do not compile together: {joined}")


def _plan(text: str, language: str, source: str) -> Plan:
    names = re.findall(r"@([\w.]+)", re.sub(r";[^\n]*|\"(?:\\.|[^\"\\])*\"", "", text))
    roles = [name for name in names if name.split(".")[0] in ROLES]
    branch = next((name.partition(".")[2] for name in roles if name.startswith("branch.")), "")
    main = next((name for name in roles if not name.startswith("branch.")), roles[0] if roles else "")
    if not main:
        raise AdapterError(
            f"adapter {language}: {source}.scm has a pattern without a role: {text.strip()[:120]}"
        )
    role, _, kind = main.partition(".")
    return Plan(main, role, kind, branch, source)
