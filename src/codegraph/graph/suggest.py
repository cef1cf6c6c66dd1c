"""What someone may have meant by a name that is not there: compared word by word over all names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph.spelling import atoms, read_query
from codegraph.model import NodeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

LIMIT = 3
CLOSE = 0.6
MAX_KEYS = 60
MAX_ROWS = 3000
CONTAINED = 0.75


def suggestions(view: GraphView, text: str) -> list[str]:
    """Up to three FQNs whose last word and other words come nearest to those of ``text``, best first."""
    tidy = read_query(text).texts[-1].casefold()
    words = atoms(tidy)
    if not words:
        return []
    keys = view.keys()
    near = {word: close_words(word, keys) for word in words}
    endings = close_words(tidy.rpartition("::")[2].rpartition("/")[2], keys) | near[words[-1]]
    scored: dict[int, float] = {}
    for ending, likeness in endings.items():
        for row in view.rows_keyed(ending)[:MAX_ROWS]:
            score = likeness + _likeness(atoms(view.fqn(row).casefold()), words, near)
            scored[row] = max(score, scored.get(row, 0.0))
    best = sorted(scored, key=lambda row: (view.kind(row) == NodeKind.EXTERNAL, -scored[row], row))
    return [view.fqn(row) for row in best[:LIMIT]]


def close_words(word: str, keys: list[str]) -> dict[str, float]:
    """The keys that are like ``word``, with their likeness (above ``CLOSE``, up to 1), most alike first."""
    pieces = {word[start : start + 2] for start in range(max(1, len(word) - 1))}
    slack = max(2, len(word) // 3)
    shared = [
        (sum(piece in key for piece in pieces), key)
        for key in keys
        if abs(len(key) - len(word)) <= slack or (len(word) > 3 and word in key)
    ]
    shared.sort(key=lambda entry: (-entry[0], entry[1]))
    likeness = {key: word_likeness(word, key) for _, key in shared[:MAX_KEYS]}
    close = sorted((-value, key) for key, value in likeness.items() if value >= CLOSE)
    return {key: -value for value, key in close}


def word_likeness(one: str, other: str) -> float:
    """1 for equal words, less by the share of letters to insert, drop, replace or swap with a neighbour.

    Counts edits as the optimal string alignment distance does.
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
    likeness = 1 - row[-1] / max(len(one), len(other), 1)
    if len(one) > 3 and one in other:
        return max(likeness, CONTAINED)
    return likeness


def _likeness(name: tuple[str, ...], words: tuple[str, ...], near: dict[str, dict[str, float]]) -> float:
    """How well the query's words are found in a name, from 0 to 1."""
    return sum(
        max((near[word].get(part, float(part == word)) for part in name), default=0.0) for word in words
    ) / len(words)
