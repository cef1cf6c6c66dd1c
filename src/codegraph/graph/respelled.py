"""Symbols whose name a text nearly is: in another case, with other separators, or with one letter wrong.

A name is compared by its letters and digits alone: ``getUserName``, ``get_user_name`` and ``get user name`` are
one spelling. Nothing here guesses at words; ``suggest`` does, for error messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.spelling import Atoms, atoms, letters, read_query
from codegraph.model import Level
from codegraph.store.names import bare

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

MAX_WORDS = 8
"""A text of more words is a description."""
MIN_TYPO = 4
"""A shorter name is a letter away from too many others."""
MIN_PREFIX = 3

Wanted = Callable[[str], bool]


class Nearby(NamedTuple):
    """Rows in order of FQN whose names come near a text, the closest way first."""

    respelled: list[int]
    """The same letters and digits."""
    misspelled: list[int]
    """One letter more, less or other, or two neighbours swapped."""
    begun: list[int]
    """Names that begin with the text."""


def nearby(view: GraphView, text: str) -> Nearby:
    """What a text that is the exact name of nothing may mean; a later way is tried when no earlier one fits.

    In ``Class.method`` the last word decides; those before it must fit in the same way, and one letter may be wrong
    in all of them together.
    """
    words = _words(text)
    if not words:
        return Nearby([], [], [])
    names = _Names(view, words)
    if rows := names.where(lambda key: key == words[-1]):
        return Nearby(rows, [], [])
    if len(text.split()) > 1:
        return Nearby([], [], [])
    if sum(map(len, words)) >= MIN_TYPO and (rows := names.one_letter_off()):
        return Nearby([], rows, [])
    if len(words[-1]) >= MIN_PREFIX:
        return Nearby([], [], names.where(lambda key: key.startswith(words[-1])))
    return Nearby([], [], [])


def one_letter_apart(one: str, other: str) -> bool:
    """Whether two different texts become equal by adding, dropping or changing a letter, or swapping neighbours."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    if len(one) > len(other):
        one, other = other, one
    same = next((i for i, letter in enumerate(one) if letter != other[i]), len(one))
    if len(one) < len(other):
        return one[same:] == other[same + 1 :]
    swapped = one[same : same + 2] == other[same : same + 2][::-1] and one[same + 2 :] == other[same + 2 :]
    return swapped or one[same + 1 :] == other[same + 1 :]


def _words(text: str) -> Atoms:
    """The letters of each word of a name, of a text with blanks those of all words together."""
    pieces = text.split()
    if len(pieces) > 1:
        joined = letters(text) if len(pieces) <= MAX_WORDS else ""
        return (joined,) if joined else ()
    tidy = read_query(text).texts[-1]
    return tuple(filter(None, (letters(bare(word)) for word in atoms(tidy))))


class _Names:
    """The rows of a graph by the letters of their names, compared with those of one text."""

    def __init__(self, view: GraphView, words: Atoms) -> None:
        self._view = view
        self._words = words
        self._keys = view.keys()
        self._letters = view.key_letters

    def where(self, fits: Wanted) -> list[int]:
        """The symbols whose last word fits and whose words before it are those of the text."""
        rows = self._rows(number for number, key in enumerate(self._letters) if fits(key))
        return [row for row in rows if self._above(row) == self._words[:-1]]

    def one_letter_off(self) -> list[int]:
        """The symbols that are the text but for one letter, in whichever of its words."""
        last, length = self._words[-1], len(self._words[-1])
        half = length // 2
        begin, end = last[:half], last[half:]
        across = last[: half - 1] + last[half : half + 1] + last[half - 1 : half] + last[half + 1 :]
        # A single wrong letter stands in one half, so the other one is there as it is; a swap may be between them.
        close = (
            number
            for number, key in enumerate(self._letters)
            if -1 <= len(key) - length <= 1
            and (key.startswith(begin) or key.endswith(end) or key == across)
            and one_letter_apart(last, key)
        )
        rows = self._rows(close) if length >= MIN_TYPO else []
        found = {row for row in rows if self._above(row) == self._words[:-1]}
        if len(self._words) > 1:
            same = self._rows(number for number, key in enumerate(self._letters) if key == last)
            found.update(row for row in same if _one_off(self._above(row), self._words[:-1]))
        return sorted(found)

    def _rows(self, keys: Iterable[int]) -> list[int]:
        view = self._view
        rows = {row for number in keys for row in view.rows_keyed(self._keys[number])}
        return sorted(row for row in rows if view.level(row) <= Level.SYMBOL)

    def _above(self, row: int) -> Atoms:
        """The letters of as many words before a node's last one as the text has."""
        count = len(self._words) - 1
        if not count:
            return ()
        segments = self._view.fqn(row).split("::")
        above = [word for segment in segments[:-1] for word in atoms(bare(segment))]
        return tuple(map(letters, above[-count:]))


def _one_off(names: Atoms, words: Atoms) -> bool:
    if len(names) != len(words):
        return False
    different = [(name, word) for name, word in zip(names, words, strict=True) if name != word]
    return len(different) == 1 and one_letter_apart(*different[0])
