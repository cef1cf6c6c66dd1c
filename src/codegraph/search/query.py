"""What kind of question a text is: a name, or words that describe."""

from __future__ import annotations

import re

from codegraph.text import query_terms

_NAME_SIGNS = re.compile(r"::|[_/\\]|\w\.\w|[^\W\d_]\w*\(|\w(?<=[a-z0-9])[A-Z]")


def is_name_like(query: str) -> bool:
    """Whether a query looks like an identifier: one word, or one with the marks that only code has."""
    words = query.split()
    return len(words) == 1 or any(_NAME_SIGNS.search(word) for word in words)


def match_expression(query: str) -> str:
    """The query as FTS5 understands it: any of its terms, each quoted; "" when it has none."""
    return " OR ".join(f'"{term}"' for term in query_terms(query))
