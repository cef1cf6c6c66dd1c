"""Words that requests use for levels, kinds and directions, read in any case and spelling in use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from codegraph.errors import UsageError
from codegraph.model import EdgeKind, Level, NodeKind

DIRECTIONS = ("forward", "backward")
_LEVEL_NAMES = {"monorepo": Level.REPOSITORY} | {level.name.lower(): level for level in Level}


def level_of(text: str | int) -> Level:
    """The level that a request means: ``1``, ``L1``, ``L1_Package`` and ``package`` are the same."""
    word = str(text).strip().lower()
    head, _, tail = word.partition("_")
    digits = head.removeprefix("l")
    if (
        digits.isdecimal()
        and int(digits) in set(Level)
        and (not tail or _LEVEL_NAMES.get(tail) == int(digits))
    ):
        return Level(int(digits))
    if word in _LEVEL_NAMES:
        return _LEVEL_NAMES[word]
    raise _unknown("level", str(text), [level.name.lower() for level in Level])


def edge_kinds(words: Iterable[str] | str, default: Sequence[str]) -> tuple[str, ...]:
    """The edge kinds that a request names, sorted; ``calls`` brings ``instantiates`` along, ``all`` is all.

    Words may hold several kinds, separated by commas.
    """
    named = [snake(word) for word in listed(words)]
    if not named:
        return tuple(sorted(default))
    kinds: set[str] = set()
    for word in named:
        if word == "all":
            kinds.update(EdgeKind)
        elif word in set(EdgeKind):
            kinds.add(word)
        else:
            raise _unknown("edge kind", word, [*EdgeKind, "all"])
    if EdgeKind.CALLS in kinds:
        kinds.add(EdgeKind.INSTANTIATES)
    return tuple(sorted(str(kind) for kind in kinds))


def node_kinds(words: Iterable[str] | str) -> tuple[str, ...]:
    """The node kinds that a request names, sorted; none named means all and gives an empty tuple."""
    kinds = {snake(word) for word in listed(words)}
    for word in sorted(kinds - set(NodeKind)):
        raise _unknown("node kind", word, list(NodeKind))
    return tuple(sorted(kinds))


def choice(what: str, word: str, choices: Sequence[str]) -> str:
    """One of a few words, in any case and spelling (``FullSpan``, ``full-span``, ``full_span``)."""
    wanted = snake(word.strip())
    if wanted not in choices:
        raise _unknown(what, word, choices)
    return wanted


def snake(word: str) -> str:
    """A word in lower case with underscores.

    >>> snake("SignatureAndBody"), snake("L1_Package"), snake("type-only")
    ('signature_and_body', 'l1_package', 'type_only')
    """
    parts = (f"_{c}" if c.isupper() and i and word[i - 1].islower() else c for i, c in enumerate(word))
    return "".join(parts).lower().replace("-", "_")


def listed(words: Iterable[str] | str) -> tuple[str, ...]:
    """The words of a list whose items may themselves be separated by commas, as they are written."""
    words = (words,) if isinstance(words, str) else words
    return tuple(piece.strip() for word in words for piece in word.split(",") if piece.strip())


def names_of(words: Iterable[str] | str) -> tuple[str, ...]:
    """The names that a request lists; one name is a list. Commas are part of names: ``run(int,String)``."""
    found = (words,) if isinstance(words, str) else words
    return tuple(word.strip() for word in found if word.strip())


def _unknown(what: str, word: str, choices: Sequence[str]) -> UsageError:
    near = get_close_matches(word.lower(), choices, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(choices)}"
    return UsageError(f'there is no {what} "{word}"; {hint}')
