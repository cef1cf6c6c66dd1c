"""What became of each definition: the two sides of a change matched, and the kinds of each difference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import CALLABLE_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from codegraph.changes.definitions import Definition, Text
    from codegraph.changes.reading import ReadPair
    from codegraph.changes.sources import Pair

ALIKE = 0.6
"""Two bodies of which more is equal than this share (Dice, over runs of three tokens) are the same one, renamed."""
_MOST = 250_000  # pairs that are compared at most; beyond, only equal bodies are found
_MOST_FILES = 2_500
_FEW = 8  # tokens below which two bodies are alike by chance


class ChangeKind(StrEnum):
    """What happened to a symbol, what matters most to its users first."""

    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    SIGNATURE = "signature"
    BASES = "bases"
    DECORATORS = "decorators"
    BODY = "body"
    ADDED = "added"
    IMPORTS = "imports"
    DOC = "doc"


ORDER = {kind: rank for rank, kind in enumerate(ChangeKind)}
HARMLESS = frozenset({ChangeKind.DOC})
"""Changes that change no behaviour."""


class Difference(NamedTuple):
    """What became of one definition, or of a module itself (``old`` and ``new`` are None)."""

    kinds: tuple[ChangeKind, ...]
    """All that happened to it, the weightiest first."""
    pair: Pair
    old: Definition | None
    new: Definition | None
    old_pair: Pair
    """Where the older side stands; another file when it was moved."""


class Compared(NamedTuple):
    """All differences, by file and place; files whose tokens are the same; files that only got another name."""

    differences: list[Difference]
    formatting: list[Pair]
    moved_files: list[Pair]


class _Side(NamedTuple):
    definition: Definition
    pair: Pair


def compare(pairs: Sequence[ReadPair]) -> Compared:
    """What differs between both sides of all files."""
    return _Comparison(pairs).compared()


class _Comparison:
    def __init__(self, pairs: Sequence[ReadPair]) -> None:
        self.found: list[Difference] = []
        self.gone: list[_Side] = []
        self.new: list[_Side] = []
        self.joined: dict[Definition, Definition] = {}
        self.formatting: list[Pair] = []
        self.pairs, self.moved = _with_moved_files(pairs)

    def compared(self) -> Compared:
        for read in self.pairs:
            self._compare_file(read)
        self._match_rest()
        self.found += [Difference((ChangeKind.REMOVED,), pair, one, None, pair) for one, pair in self.gone]
        self.found += [Difference((ChangeKind.ADDED,), pair, None, one, pair) for one, pair in self.new]
        self.found = sorted((one for one in self.found if not self._follows(one)), key=_place)
        return Compared(self.found, self.formatting, self.moved)

    def _follows(self, found: Difference) -> bool:
        """Whether a definition only went along with the one around it."""
        if found.kinds != (ChangeKind.MOVED,) or found.old is None or found.new is None:
            return False
        around = found.old.parent
        return around is not None and self.joined.get(around) is found.new.parent

    def _compare_file(self, read: ReadPair) -> None:
        before = len(self.found) + len(self.gone) + len(self.new)
        old = {(one.names, one.number): one for one in read.old.definitions} if read.old else {}
        new = {(one.names, one.number): one for one in read.new.definitions} if read.new else {}
        for key, one in old.items():
            other = new.get(key)
            if other is None or _family(one) != _family(other):
                self.gone.append(_Side(one, read.pair))
            elif kinds := differences(one, other):
                self.found.append(Difference(kinds, read.pair, one, other, read.pair))
        matched = {key for key, one in new.items() if key in old and _family(one) == _family(old[key])}
        self.new += [_Side(one, read.pair) for key, one in new.items() if key not in matched]
        if kinds := _module_differences(read.old, read.new):
            self.found.append(Difference(kinds, read.pair, None, None, read.pair))
        same = before == len(self.found) + len(self.gone) + len(self.new)
        if same and read.old and read.new and read.old.source != read.new.source:
            self.formatting.append(read.pair)

    def _match_rest(self) -> None:
        """Find what was renamed or moved among what is gone and what is new: types first, with their members."""
        for family in ("type", "callable"):
            gone = [side for side in self.gone if _family(side.definition) == family]
            new = [side for side in self.new if _family(side.definition) == family]
            for old, now in _alike(gone, new):
                if old in self.gone and now in self.new:
                    self._join(old, now)

    def _join(self, old: _Side, now: _Side) -> None:
        self.gone.remove(old)
        self.new.remove(now)
        one, other = old.definition, now.definition
        self.joined[one] = other
        first = ChangeKind.RENAMED if one.name != other.name else ChangeKind.MOVED
        kinds = (first, *(kind for kind in differences(one, other, renamed=True) if kind != first))
        self.found.append(Difference(kinds, now.pair, one, other, old.pair))
        self._join_members(old, now)

    def _join_members(self, old: _Side, now: _Side) -> None:
        """Members keep their names when what they are in gets another one; only what else changed is told."""
        gone = {side.definition: side for side in self.gone if side.definition.parent is old.definition}
        new = {
            (side.definition.name, side.definition.kind): side
            for side in self.new
            if side.definition.parent is now.definition
        }
        for one, side in gone.items():
            other = new.pop((one.name, one.kind), None)
            if other is not None:
                self.gone.remove(side)
                self.new.remove(other)
                if kinds := differences(one, other.definition):
                    self.found.append(Difference(kinds, now.pair, one, other.definition, old.pair))
                self._join_members(side, other)


def differences(old: Definition, new: Definition, *, renamed: bool = False) -> tuple[ChangeKind, ...]:
    """In what two definitions of one thing differ, the weightiest first; empty when in layout and comments at most."""
    kinds: set[ChangeKind] = set()
    if _words(old.own, old.name if renamed else "") != _words(new.own, new.name if renamed else ""):
        heads = [one.head.replace(one.name, "", 1) if renamed else one.head for one in (old, new)]
        if _family(new) != "value" and (heads[0] != heads[1] or old.modifiers != new.modifiers):
            kinds.add(ChangeKind.BASES if new.is_type else ChangeKind.SIGNATURE)
        if old.decorators != new.decorators:
            kinds.add(ChangeKind.DECORATORS)
        if not kinds or old.body != new.body:
            kinds.add(ChangeKind.BODY)
    if old.doc != new.doc:
        kinds.add(ChangeKind.DOC)
    return tuple(sorted(kinds, key=ORDER.__getitem__))


def _words(tokens: Iterable[tuple[str, str, int]], name: str) -> list[tuple[str, str, int]]:
    return [(kind, "" if name and text == name else text, depth) for kind, text, depth in tokens]


def _module_differences(old: Text | None, new: Text | None) -> tuple[ChangeKind, ...]:
    """In what a module itself differs: imports, other statements outside of definitions, documentation."""
    if old is None or new is None:
        text = new or old
        return (ChangeKind.ADDED if old is None else ChangeKind.REMOVED,) if text is not None else ()
    kinds: list[ChangeKind] = []
    if old.outside() != new.outside():
        kinds.append(ChangeKind.BODY if _statements(old) != _statements(new) else ChangeKind.IMPORTS)
    if old.doc != new.doc:
        kinds.append(ChangeKind.DOC)
    return tuple(kinds)


def _statements(text: Text) -> list[tuple[str, str, int]]:
    """The tokens of a module itself that are in no import."""
    holes = [(one.start, one.end) for one in text.definitions if one.parent is None]
    return text.shape.between(0, len(text.source) + 1, [*holes, *text.imports])


def _family(one: Definition) -> str:
    return "type" if one.kind in TYPE_KINDS else "callable" if one.kind in CALLABLE_KINDS else "value"


def _alike(gone: Sequence[_Side], new: Sequence[_Side]) -> Iterator[tuple[_Side, _Side]]:
    """Pairs of the same body under another name or in another place, the most alike first."""
    by_body: dict[tuple[object, ...], list[_Side]] = defaultdict(list)
    for side in new:
        by_body[side.definition.nameless].append(side)
    for side in gone:
        if len(side.definition.whole) >= _FEW:
            same = by_body[side.definition.nameless]
            same.sort(key=lambda other: (other.definition.name != side.definition.name, *_where(other)))
            yield from ((side, other) for other in same)
    if len(gone) * len(new) > _MOST:
        return
    scored = []
    for side in gone:
        for other in new:
            score = _likeness(side.definition, other.definition)
            if score >= ALIKE:
                scored.append((-score, _where(side), _where(other), side, other))
    for *_, side, other in sorted(scored, key=lambda item: item[:3]):
        yield side, other


def _likeness(one: Definition, other: Definition) -> float:
    """How much of two bodies is equal, from 0 to 1; a shared name in the same place counts for some."""
    if min(len(one.whole), len(other.whole)) < _FEW:
        return 0.0
    total = len(one.shingles) + len(other.shingles)
    shared = 2 * len(one.shingles & other.shingles) / total if total else 0.0
    return min(1.0, shared + 0.2) if shared >= 0.3 and one.name == other.name else shared


def _where(side: _Side) -> tuple[str, int]:
    return (side.pair.new_path or side.pair.old_path, side.definition.start)


def _place(found: Difference) -> tuple[str, int, str, int]:
    one = found.new or found.old
    return (
        found.pair.new_path or found.pair.old_path,
        one.line if one is not None else 0,
        found.kinds[0],
        one.start if one is not None else 0,
    )


def _with_moved_files(pairs: Sequence[ReadPair]) -> tuple[list[ReadPair], list[Pair]]:
    """Files that are gone joined with new ones that define much of the same."""
    gone = [read for read in pairs if read.new is None]
    new = [read for read in pairs if read.old is None]
    candidates = []
    for before in gone:
        for after in new:
            if before.pair.language == after.pair.language and len(gone) * len(new) <= _MOST_FILES:
                score = _file_likeness(before.old, after.new)
                if score >= ALIKE:
                    candidates.append((-score, before.pair.old_path, after.pair.new_path, before, after))
    taken: set[int] = set()
    joined, moved = [], []
    for *_, before, after in sorted(candidates, key=lambda item: item[:3]):
        if id(before) not in taken and id(after) not in taken:
            taken |= {id(before), id(after)}
            pair = before.pair._replace(new_path=after.pair.new_path, new=after.pair.new)
            joined.append(before._replace(pair=pair, new=after.new))
            moved.append(pair)
    return [*(read for read in pairs if id(read) not in taken), *joined], moved


def _file_likeness(old: Text | None, new: Text | None) -> float:
    if old is None or new is None:
        return 0.0
    if old.source == new.source:
        return 1.0
    before, after = (Counter(text for _, text, _ in side.shape.tokens) for side in (old, new))
    total = before.total() + after.total()
    return 2 * (before & after).total() / total if total else 0.0
