"""Words of code and prose: the tokenizer that the index and its queries share, and small text helpers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha1

_WORD = re.compile(r"\w+")
_ASCII_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_DIGITS_OR_NOT = re.compile(r"\d+|\D+")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf)$", re.IGNORECASE)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|\n[ \t]*(?=@\w|:\w+(?: [^:\n]*)?:(?:\s|$)|>>> |```)")
_WORD_BYTES = bytes(b if b >= 0x80 or b == 0x5F or chr(b).isalnum() else 0x20 for b in range(256))
_VOWELS = frozenset("aeiouy")
_MEMO_LIMIT = 1_000_000

SourceOf = Callable[[str], bytes]
"""Gives the UTF-8 source of a file by its path; raises ``OSError`` or ``ValueError`` when it can't."""

_STOP_WORDS = """
a about above after again all also am an and any are as at be because been before being below between both
but by can cannot could did do does doing down during each few for from further had has have having he hence
her here hers him his how i if in into is it its itself just may me might mine more most my no nor not now
of off on only onto or our ours out over own shall she should since so some such than that the their theirs
them then there these they this those though through thus to too toward under until up upon us use used uses
using very via was we were what when where whether which while who whom whose why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""English words that say nothing about code. A name that is nothing else keeps them."""


def stem(word: str) -> str:
    """A lower-case word without its plural, -ing or -ed ending, so that the forms of one word meet.

    Light on purpose: the result need not be a word (``caching`` and ``caches`` both give ``cach``), it only
    has to be the same for the forms that documentation and names mix.
    """
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    if word[-1] == "s" and word[-2] not in "su":
        word = word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    if word.endswith("ing") and len(word) > 5 and not _VOWELS.isdisjoint(word[:-3]):
        word = _undouble(word[:-3])
    elif word.endswith("ed") and len(word) > 4 and word[-3] != "e":
        word = _undouble(word[:-2])
    return word[:-1] if word[-1] == "e" and len(word) > 3 else word


def _undouble(word: str) -> str:
    """``stopp`` to ``stop``; l, s and z are doubled in words of their own (``call``, ``pass``, ``buzz``)."""
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word


def split_name(name: str) -> list[str]:
    """The words of one identifier in lower case, cut at case changes, digits and whatever is not a letter.

    ``HTTPServer2`` gives ``http``, ``server``, ``2``; ``größeÄndern`` gives ``größe``, ``ändern``.
    """
    if name.islower() and name.isascii() and name.isalpha():
        return [name]
    if name.isascii():
        return [part.lower() for part in _ASCII_PART.findall(name)]
    runs = (run for word in _WORD.findall(_composed(name)) for run in word.split("_") if run)
    return [part.lower() for run in runs for piece in _DIGITS_OR_NOT.findall(run) for part in _humps(piece)]


def _humps(letters: str) -> Iterator[str]:
    """Cut letters of any alphabet before a capital that follows a small letter or is followed by one."""
    start = 0
    for i in range(1, len(letters)):
        if not letters[i].isupper():
            continue
        begins_word = i + 1 < len(letters) and letters[i + 1].islower()
        if begins_word or not letters[i - 1].isupper():
            yield letters[start:i]
            start = i
    yield letters[start:]


def _composed(text: str) -> str:
    """One spelling for letters that Unicode can write in several ways."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


class _Parts(dict[str, str]):
    """A part of a compound, as it is written → its term, "" if it says nothing; each worked out once."""

    def __missing__(self, part: str) -> str:
        word = part.lower()
        says_nothing = word in STOP_WORDS or (len(word) == 1 and not word.isdigit())
        self[part] = term = "" if says_nothing else stem(word)
        return term


class _Memo(dict[bytes, str]):
    """Identifier → its terms joined by blanks, each worked out once; forgets all when it has grown too large."""

    def __init__(self, terms_of: Callable[[bytes], str]) -> None:
        super().__init__()
        self._terms_of = terms_of

    def __missing__(self, chunk: bytes) -> str:
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        self[chunk] = terms = self._terms_of(chunk)
        return terms


class _Terms:
    """The terms that an identifier can be found by: its words, stop words left out.

    A compound whose words say nothing (``is_a``) is one term; a single stop word has none.
    """

    def __init__(self) -> None:
        self._term_of = _Parts().__getitem__

    def of(self, chunk: bytes) -> str:
        """The terms of one identifier, joined by blanks."""
        if chunk.isascii():
            return self._of_parts(_ASCII_PART.findall(chunk.decode("ascii")))
        words = map(split_name, _WORD.findall(_composed(chunk.decode("utf-8", "ignore"))))
        return " ".join(filter(None, map(self._of_parts, words)))

    def _of_parts(self, parts: list[str]) -> str:
        if len(parts) == 1:
            word = parts[0].lower()
            return "" if word in STOP_WORDS else stem(word)
        return " ".join(filter(None, map(self._term_of, parts))) or "".join(parts).lower()


class Tokenizer:
    """Turns text into terms joined by blanks.

    It keeps what it has worked out, so one instance should serve a whole index. The three methods differ in
    what they leave out; a term means the same in all.
    """

    def __init__(self) -> None:
        self._prose = _Memo(_Terms().of)
        self._names = _Memo(partial(_of_name, self._prose))
        self._code = _Memo(partial(_of_code, self._prose))

    def name(self, text: str) -> str:
        """Terms of a name or path; nothing is left out that stands alone."""
        return " ".join(map(self._names.__getitem__, _chunks(text)))

    def prose(self, text: str) -> str:
        """Terms of documentation, a signature or a query, without stop words."""
        return " ".join(map(self._prose.__getitem__, _chunks(text)))

    def code(self, words: bytes) -> str:
        """Terms of code given as ``code_words`` leaves it: every distinct identifier once.

        Numbers and single letters are left out: they say nothing about a body.
        """
        return " ".join(map(self._code.__getitem__, dict.fromkeys(words.split())))


def _of_name(prose: _Memo, chunk: bytes) -> str:
    """A name that is a stop word can be found by it; what is a blank beyond ASCII is no part of a term."""
    return prose[chunk] or stem("".join(chunk.decode("utf-8", "ignore").split()).strip("_").lower())


def _of_code(prose: _Memo, chunk: bytes) -> str:
    return "" if len(chunk) == 1 or chunk.isdigit() else prose[chunk]


def _chunks(text: str) -> list[bytes]:
    return code_words(text.encode("utf-8", "replace")).split()


def code_words(source: bytes) -> bytes:
    """UTF-8 source with all that is no part of a word blanked; same length, so offsets stay good."""
    return source.translate(_WORD_BYTES)


def query_terms(text: str) -> list[str]:
    """The distinct terms of a query in order; stop words only when there is nothing else."""
    tokenizer = Tokenizer()
    return list(dict.fromkeys(tokenizer.prose(text).split() or tokenizer.name(text).split()))


def content_hash(data: bytes) -> str:
    """16 hex digits that tell texts apart; SHA-1 as processors have instructions for it."""
    return sha1(data, usedforsecurity=False).hexdigest()[:16]


def read_or_nothing(source_of: SourceOf, path: str) -> bytes:
    """The source of a file, or nothing when it can't be read any more: it may change while we index."""
    try:
        return source_of(path) if path else b""
    except (OSError, ValueError):
        return b""


def collapse(text: str, limit: int | None = None) -> str:
    """Text on one line with single blanks, cut to ``limit`` characters (an ellipsis shows the cut)."""
    line = " ".join(text.split())
    return line if limit is None or len(line) <= limit else line[: max(limit - 1, 0)].rstrip() + "…"


def dedent(code: str, indent: str) -> str:
    """Code without the indentation of its first line, which itself was cut off before ``code`` begins."""
    return code.replace("\n" + indent, "\n") if indent else code


def first_paragraph(doc: str) -> str:
    """A doc comment up to its first blank line, tag or example, on one line."""
    return collapse(_PARAGRAPH_END.split(doc.strip(), maxsplit=1)[0])


def first_sentence(doc: str) -> str:
    """The first sentence of a doc comment, on one line, with its full stop; ``e.g.`` does not end one."""
    paragraph = first_paragraph(doc)
    for end in _SENTENCE_END.finditer(paragraph):
        if not _ABBREVIATION.search(paragraph[: end.start()]):
            return paragraph[: end.end()]
    return paragraph
