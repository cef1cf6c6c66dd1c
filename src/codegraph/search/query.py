"""What kind of question a text is: a name, or words that describe."""

from __future__ import annotations

import re

from codegraph.text import STOP_WORDS, query_terms

_NAME_SIGNS = re.compile(r"::|_|\w\w\.\w\w|\w\(|[a-z0-9][A-Z]")


def is_one_word(query: str) -> bool:
    """Whether a query can only be a name: somebody who describes uses several words."""
    return len(query.split()) == 1


def is_name_like(query: str) -> bool:
    """Whether a query is mostly names: it is one word, or half of its telling words have marks that only code has.

    A sentence that mentions an identifier describes all the same.
    """
    telling = [word for word in query.split() if word.lower().strip(".,?!") not in STOP_WORDS]
    return is_one_word(query) or 2 * sum(map(bool, map(_NAME_SIGNS.search, telling))) >= len(telling) > 0


def match_expression(query: str) -> str:
    """The query as FTS5 understands it: any of its terms, each quoted; "" when it has none."""
    return " OR ".join(f'"{term}"' for term in query_terms(query))
