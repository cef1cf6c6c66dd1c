"""What became of each definition: the two sides of a change matched, and the kinds of each difference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from codegraph.changes.moved_files import ALIKE, with_moved_files
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from codegraph.changes.definitions import Definition, Text
    from codegraph.changes.gathering import Pair
    from codegraph.changes.reading import ReadPair

_MOST = 250_000  # pairs that are compared at most; beyond, only equal bodies are found
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
        self.gone: dict[Definition, _Side] = {}
        self.new: dict[Definition, _Side] = {}
        self.joined: dict[Definition, Definition] = {}
        self.formatting: list[Pair] = []
        self.pairs, self.moved = with_moved_files(pairs)

    def compared(self) -> Compared:
        for read in self.pairs:
            self._compare_file(read)
        self._match_rest()
        self.found += [
            Difference((ChangeKind.REMOVED,), pair, one, None, pair) for one, pair in self.gone.values()
        ]
        self.found += [
            Difference((ChangeKind.ADDED,), pair, None, one, pair) for one, pair in self.new.values()
        ]
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
                self.gone[one] = _Side(one, read.pair)
            elif kinds := differences(one, other):
                self.found.append(Difference(kinds, read.pair, one, other, read.pair))
        matched = {key for key, one in new.items() if key in old and _family(one) == _family(old[key])}
        self.new |= {one: _Side(one, read.pair) for key, one in new.items() if key not in matched}
        if kinds := _module_differences(read.old, read.new):
            self.found.append(Difference(kinds, read.pair, None, None, read.pair))
        same = before == len(self.found) + len(self.gone) + len(self.new)
        if same and read.old and read.new and read.old.source != read.new.source:
            self.formatting.append(read.pair)

    def _match_rest(self) -> None:
        """Find what was renamed or moved among what is gone and what is new: types first, with their members."""
        for family in ("type", "callable"):
            gone = [side for one, side in self.gone.items() if _family(one) == family]
            new = [side for one, side in self.new.items() if _family(one) == family]
            self._join_equal(gone, new)
            gone = [side for side in gone if side.definition in self.gone]
            new = [side for side in new if side.definition in self.new]
            for old, now in _alike(gone, new):
                if old.definition in self.gone and now.definition in self.new:
                    self._join(old, now)

    def _join_equal(self, gone: Sequence[_Side], new: Sequence[_Side]) -> None:
        """Join what has the same body, first where the name is the same too."""
        for named in (True, False):
            waiting: dict[tuple[object, ...], list[_Side]] = defaultdict(list)
            for side in sorted(new, key=_where, reverse=True):
                waiting[_body_key(side.definition, named)].append(side)
            for old in gone:
                same = waiting[_body_key(old.definition, named)] if old.definition in self.gone else []
                while same and len(old.definition.whole) >= _FEW:
                    now = same.pop()
                    if now.definition in self.new:
                        self._join(old, now)
                        break

    def _join(self, old: _Side, now: _Side) -> None:
        one, other = old.definition, now.definition
        del self.gone[one], self.new[other]
        self.joined[one] = other
        first = ChangeKind.RENAMED if one.name != other.name else ChangeKind.MOVED
        kinds = (first, *(kind for kind in differences(one, other, renamed=True) if kind != first))
        self.found.append(Difference(kinds, now.pair, one, other, old.pair))
        self._join_members(old, now)

    def _join_members(self, old: _Side, now: _Side) -> None:
        """Members keep their names when what they are in gets another one; only what else changed is told."""
        gone = [self.gone[one] for one in old.definition.children if one in self.gone]
        new = {(one.name, one.kind): self.new[one] for one in now.definition.children if one in self.new}
        for side in gone:
            one = side.definition
            other = new.pop((one.name, one.kind), None)
            if other is not None:
                del self.gone[one], self.new[other.definition]
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


def _body_key(one: Definition, named: bool) -> tuple[object, ...]:
    return (one.nameless, one.name if named else "")


def _alike(gone: Sequence[_Side], new: Sequence[_Side]) -> Iterator[tuple[_Side, _Side]]:
    """Pairs of much the same body, the most alike first."""
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
