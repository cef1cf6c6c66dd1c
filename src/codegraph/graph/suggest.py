"""What someone may have meant by a name that is not there: compared word by word over all names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph.spelling import Atoms, atoms, read_query
from codegraph.model import NodeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

LIMIT = 3
CLOSE = 0.6
CONTAINED = 0.75
SAME_CASE = 0.05
SAME_PLACE = 0.1  # the words before the last are those that were asked for, in this order
TOO_SHORT = 0.1  # a name with fewer words than were asked for
MAX_CLOSE = 60
MAX_ROWS = 3000

Closeness = dict[str, float]
"""Words and how like they are to another, from ``CLOSE`` to 1."""


def suggestions(view: GraphView, text: str) -> list[str]:
    """Up to three FQNs whose last word and other words come nearest to those of ``text``, best first."""
    tidy = read_query(text).texts[-1]
    words = atoms(tidy.casefold())
    if not words:
        return []
    keys = view.keys()
    close = {word: close_words(word, keys) for word in words}
    segment = tidy.rpartition("::")[2].rpartition("/")[2]
    endings = close_words(segment.casefold(), keys) | close[words[-1]]
    last = {segment, atoms(tidy)[-1]}
    scores: dict[int, float] = {}
    for ending, likeness in endings.items():
        for row in view.rows_keyed(ending)[:MAX_ROWS]:
            score = likeness + SAME_CASE * (view.name(row) in last)
            name = atoms(view.fqn(row).casefold())
            score += _shared(name, words, close) - TOO_SHORT * (len(name) < len(words))
            score += SAME_PLACE * _aligned(name, words, close)
            scores[row] = max(score, scores.get(row, 0.0))
    best = sorted(scores, key=lambda row: (view.kind(row) == NodeKind.EXTERNAL, -scores[row], row))
    return [view.fqn(row) for row in best[:LIMIT]]


def close_words(word: str, keys: list[str]) -> Closeness:
    """The keys that are like ``word``, or contain it, the most alike first."""
    pairs = {word[start : start + 2] for start in range(max(1, len(word) - 1))}
    slack = max(2, len(word) // 3)
    # Counting shared pairs of letters is quick; the edits are counted for the best of them only.
    ranked = [
        (-sum(pair in key for pair in pairs), abs(len(key) - len(word)), key)
        for key in keys
        if abs(len(key) - len(word)) <= slack or (len(word) > 3 and word in key)
    ]
    ranked.sort()
    likeness = {key: word_likeness(word, key) for *_, key in ranked[:MAX_CLOSE]}
    close = sorted((-value, key) for key, value in likeness.items() if value >= CLOSE)
    return {key: -value for value, key in close}


def word_likeness(one: str, other: str) -> float:
    """1 for equal words, less by the share of letters to insert, drop, replace or swap with a neighbour.

    Edits are counted as by the optimal string alignment distance. A word of four letters or more that the
    other contains is at least ``CONTAINED`` like it.
    """
    if one == other:
        return 1.0
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        above, row, older = row, [i], before
        for j, match in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != match))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == match:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        before = above
    likeness = 1 - row[-1] / max(len(one), len(other))
    return max(likeness, CONTAINED) if len(one) > 3 and one in other else likeness


def _aligned(name: Atoms, words: Atoms, close: dict[str, Closeness]) -> float:
    """How much of a name's end is, word by word, the end of the query, from 0 to 1."""
    pairs = zip(reversed(name), reversed(words), strict=False)
    return sum(close[word].get(part, float(part == word)) for part, word in pairs) / len(words)


def _shared(name: Atoms, words: Atoms, close: dict[str, Closeness]) -> float:
    """How much of the query's words is found in a name, from 0 to 1."""
    found = (
        max((close[word].get(part, float(part == word)) for part in name), default=0.0) for word in words
    )
    return sum(found) / len(words)
