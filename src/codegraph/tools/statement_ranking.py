"""Ranks statements by what somebody asks for: by words, and by meaning where there is a model."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.errors import MissingPartError, ServiceError, SettingsError
from codegraph.model import Level
from codegraph.text import Tokenizer, query_terms

if TYPE_CHECKING:
    from codegraph.tools.index import Index
    from codegraph.tools.statements import Statement

CANDIDATES = 30
"""Symbols whose statements are looked at where no parents are named."""
EMBEDDED = 120
"""Statements that are compared by meaning: those that fit best by words, then by position."""
_MEANING = 0.7


def candidates(index: Index, query: str) -> list[int]:
    """The rows of the symbols that a search by words finds for a query, sorted, each with what is in it."""
    from codegraph.search import search

    view = index.view
    found = search(view, view.folder, query, k=CANDIDATES, mode="lexical", source_of=index.source_of)
    rows: set[int] = set()
    for hit in found.hits:
        row = view.row_of(hit.fqn)
        if row is not None and view.level(row) >= Level.MODULE:
            rows.update([row, *view.descendants(row)])
    return sorted(rows)


def ranked(
    index: Index, query: str, statements: Sequence[Statement], notes: list[str]
) -> list[tuple[float, Statement]]:
    """Statements with their scores, best first; those that have nothing of the query are left out.

    Args:
        notes: is told why there is no ranking by meaning, if there is none.
    """
    words = _by_words(query, statements)
    by_words = sorted(range(len(statements)), key=lambda at: (-words[at], at))
    meaning = _by_meaning(index, query, [statements[at] for at in by_words[:EMBEDDED]], notes)
    if meaning is None:
        return [(words[at], statements[at]) for at in by_words if words[at] > 0]
    scores = {
        at: _MEANING * score + (1 - _MEANING) * words[at]
        for at, score in zip(by_words, meaning, strict=False)
    }
    if len(by_words) > EMBEDDED:
        notes.append(
            f"{EMBEDDED} of {len(by_words):,} statements were compared by meaning, the best by words"
        )
    return [
        (scores[at], statements[at])
        for at in sorted(scores, key=lambda at: (-scores[at], at))
        if scores[at] > 0
    ]


def _by_words(query: str, statements: Sequence[Statement]) -> list[float]:
    """For each statement the share of the query's words that it has, rare words counting more; 0 to 1."""
    terms = query_terms(query)
    tokenizer = Tokenizer()
    texts = [set(tokenizer.prose(_text(statement)).split()) for statement in statements]
    counts = Counter(term for text in texts for term in terms if term in text)
    weights = {term: math.log(1 + len(texts) / (1 + counts[term])) for term in terms}
    whole = sum(weights.values()) or 1.0
    return [round(sum(weights[term] for term in terms if term in text) / whole, 6) for text in texts]


def _by_meaning(
    index: Index, query: str, statements: Sequence[Statement], notes: list[str]
) -> list[float] | None:
    try:
        provider = index.provider
        if provider is None:
            notes.append("no embedding model is set up: statements are found by their words")
            return None
        if not statements:
            return []
        asked = provider.embed_query(query).astype("float32")
        vectors = provider.embed_documents([_text(statement) for statement in statements]).astype("float32")
    except (MissingPartError, ServiceError, SettingsError) as error:
        notes.append(f"statements are found by their words: {error.message}")
        return None
    return [round(max(float(score), 0.0), 6) for score in vectors @ asked]


def _text(statement: Statement) -> str:
    return f"{statement.kind.replace('_', ' ')}: {statement.expression}"
