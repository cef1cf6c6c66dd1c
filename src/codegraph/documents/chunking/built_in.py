"""The chunkers that come with codegraph: by headings, recursive, by characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from codegraph.documents.chunking.protocol import Chunk, FileChunker, Window
from codegraph.documents.chunking.splitting import Span, fixed, recursive
from codegraph.documents.reading import ASCIIDOC, MARKDOWN, NOTEBOOK, RST, TEXT, read_document
from codegraph.documents.sheet import breadcrumb

if TYPE_CHECKING:
    from codegraph.documents.model import Document, Section

Splitter = Callable[[str, Window], Iterator[Span]]


class PlainChunker:
    """Cuts a text without looking for headings."""

    version = "1"
    patterns: Sequence[str] = ()

    def __init__(self, name: str, splitter: Splitter, window: Window) -> None:
        self.name = name
        self._splitter = splitter
        self._window = window

    def chunk(self, path: str, text: str) -> list[Chunk]:  # noqa: ARG002 (of the protocol)
        """See ``FileChunker``."""
        return list(_cut(text, 1, "", self._splitter, self._window))


class HeadingChunker:
    """Cuts a document at its headings, and what stands under one further where it is too long."""

    version = "1"

    def __init__(self, language: str, patterns: Sequence[str], window: Window) -> None:
        self.name = "notebook" if language == NOTEBOOK else language
        self.patterns = patterns
        self._language = language
        self._window = window

    def chunk(self, path: str, text: str) -> list[Chunk]:
        """See ``FileChunker``. A heading without a text of its own makes a chunk where nothing is below it."""
        document = read_document(path, self._language, text.encode("utf-8", "replace"))
        found = list(self._of(document, None, 0, document.preamble_end_line))
        parents = {section.parent for section in document.sections}
        for number, section in enumerate(document.sections):
            body = document.lines[section.body_line - 1 : section.own_end_line]
            if number not in parents or any(map(str.strip, body)):
                found += self._of(document, section, section.start_line - 1, section.own_end_line)
        return found

    def _of(self, document: Document, section: Section | None, begin: int, end: int) -> Iterator[Chunk]:
        hidden = {
            line
            for first, last in document.reading.hidden
            for line in range(max(first, begin), min(last, end))
        }
        lines = [
            "" if number in hidden else line for number, line in enumerate(document.lines[begin:end], begin)
        ]
        return _cut("\n".join(lines), begin + 1, breadcrumb(document, section), recursive, self._window)


def _cut(text: str, first_line: int, crumb: str, splitter: Splitter, window: Window) -> Iterator[Chunk]:
    """A text in chunks, with the lines that they stand on."""
    line, seen = first_line, 0
    for start, end in splitter(text, window):
        piece = text[start:end]
        if not piece.strip():
            continue
        if start >= seen:
            line += text.count("\n", seen, start)
        else:
            line -= text.count("\n", start, seen)
        seen = start
        yield Chunk(line, line + piece.count("\n", 0, len(piece) - 1), piece, crumb)


def built_in(name: str, window: Window) -> FileChunker | None:
    """A chunker of ours, None if there is none of that name."""
    if name in _SPLITTERS:
        return PlainChunker(name, _SPLITTERS[name], window)
    if name in _HEADINGS:
        return HeadingChunker(*_HEADINGS[name], window)
    return None


_SPLITTERS: dict[str, Splitter] = {"recursive": recursive, "character": fixed}
_HEADINGS: dict[str, tuple[str, Sequence[str]]] = {
    "markdown": (MARKDOWN, ("*.md", "*.markdown")),
    "rst": (RST, ("*.rst",)),
    "asciidoc": (ASCIIDOC, ("*.adoc", "*.asciidoc")),
    "text": (TEXT, ("*.txt",)),
    "notebook": (NOTEBOOK, ("*.ipynb",)),
}
BUILT_IN = (*_HEADINGS, *_SPLITTERS)
BY_LANGUAGE = {language: name for name, (language, _) in _HEADINGS.items()}
