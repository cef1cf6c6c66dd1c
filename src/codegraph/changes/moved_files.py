"""Files that got another name or place: those that are gone, joined with new ones of the same or much the same text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.changes.gathering import Pair
    from codegraph.changes.reading import ReadPair

ALIKE = 0.6
"""Two texts of which more is equal than this share (Dice) are the same one, renamed or moved.

Bodies are compared over runs of three tokens, files over tokens.
"""
_MOST = 2_500  # pairs of files that are compared at most; beyond, only equal ones are found


def with_moved_files(pairs: Sequence[ReadPair]) -> tuple[list[ReadPair], list[Pair]]:
    """All files, those that are gone joined with new ones of much the same text; and what was joined."""
    gone = [read for read in pairs if read.new is None]
    new = [read for read in pairs if read.old is None]
    found = _same_files(gone, new)
    taken = {id(read) for pair in found for read in pair}
    gone, new = ([read for read in side if id(read) not in taken] for side in (gone, new))
    candidates = []
    if len(gone) * len(new) <= _MOST:
        counts = {id(read): _words_of(read) for read in (*gone, *new)}
        for before in gone:
            for after in new:
                alike = before.pair.language == after.pair.language
                score = _shared(counts[id(before)], counts[id(after)]) if alike else 0.0
                if score >= ALIKE:
                    candidates.append((-score, before.pair.old_path, after.pair.new_path, before, after))
    for *_, before, after in sorted(candidates, key=lambda item: item[:3]):
        if id(before) not in taken and id(after) not in taken:
            taken |= {id(before), id(after)}
            found.append((before, after))
    joined = [
        before._replace(
            pair=before.pair._replace(new_path=after.pair.new_path, new=after.pair.new), new=after.new
        )
        for before, after in found
    ]
    rest = [read for read in pairs if id(read) not in taken]
    return [*rest, *joined], [read.pair for read in joined]


def _same_files(gone: Sequence[ReadPair], new: Sequence[ReadPair]) -> list[tuple[ReadPair, ReadPair]]:
    """Files that are gone with new ones of the same content, those of the same name before others."""
    found: list[tuple[ReadPair, ReadPair]] = []
    taken: set[int] = set()
    for named in (True, False):
        waiting: dict[tuple[object, ...], list[ReadPair]] = defaultdict(list)
        for after in sorted(new, key=lambda read: read.pair.new_path, reverse=True):
            if id(after) not in taken:
                waiting[_content_key(after.pair.language, after.pair.new, after.pair.new_path, named)].append(
                    after
                )
        for before in gone:
            key = _content_key(before.pair.language, before.pair.old, before.pair.old_path, named)
            if id(before) not in taken and waiting.get(key):
                after = waiting[key].pop()
                taken |= {id(before), id(after)}
                found.append((before, after))
    return found


def _content_key(language: str, text: bytes | None, path: str, named: bool) -> tuple[object, ...]:
    return (language, text, path.rpartition("/")[2] if named else "")


def _words_of(read: ReadPair) -> Counter[str]:
    text = read.old or read.new
    return Counter(words for _, words, _ in text.shape.tokens) if text is not None else Counter()


def _shared(before: Counter[str], after: Counter[str]) -> float:
    total = before.total() + after.total()
    return 2 * (before & after).total() / total if total else 0.0
