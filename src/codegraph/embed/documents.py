"""Composes the chunks of documents: a breadcrumb before the text for the model, the raw text for the reader."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.documents.inline import plain_text
from codegraph.embed.compose import text_hash
from codegraph.embed.limits import limit_of
from codegraph.model import DOCUMENT_LANGUAGES, ChunkSource, Columns, Level, NodeKind
from codegraph.text import SourceOf, read_or_nothing

if TYPE_CHECKING:
    from codegraph.documents.chunking import Chunk, Chunkers

PLAIN = {"python": "markdown"}
"""What the prose of notebooks is written in."""


class _Place(NamedTuple):
    """A document: its module, and its sections by the line that they begin on."""

    module: int
    starts: list[int]
    sections: list[int]


def document_chunks(
    nodes: Columns,
    source_of: SourceOf,
    chunkers: Chunkers,
    *,
    max_text_chars: int,
    paths: Container[str] | None = None,
) -> Iterator[dict[str, Any]]:
    """The chunks of all documents and of notebooks with headings, as rows of ``CHUNK_COLUMNS`` without a commit.

    A chunk belongs to the innermost section that it begins in, else to the document.

    Args:
        nodes: all nodes of the graph.
        source_of: gives a file's UTF-8 source; a file that can't be read any more has no chunks.
        chunkers: cut the files.
        max_text_chars: characters of each text.
        paths: cut these files alone.
    """
    for place in _places(nodes):
        path, language = nodes["path"][place.module], nodes["language"][place.module]
        if paths is not None and path not in paths:
            continue
        text = read_or_nothing(source_of, path).decode("utf-8", "replace")
        counts: dict[int, int] = defaultdict(int)
        for chunk in chunkers.chunk(path, language, text):
            row = _owner(nodes, place, chunk.start_line)
            texts = _texts(nodes, row, path, language, chunk)
            if texts is None:
                continue
            dense, sparse, context = (text[:max_text_chars].rstrip() for text in texts)
            number = counts[row]
            counts[row] += 1
            yield {
                "id": f"{nodes['fqn'][row]}#{number}",
                "node": row,
                "index": number,
                "path": path,
                "start_line": chunk.start_line,
                "end_line": chunk.end_line,
                "dense_text": dense,
                "sparse_text": sparse,
                "context_text": context,
                "dense_text_hash": text_hash(dense, limit_of(nodes, row)),
                "source": ChunkSource.DOCUMENT,
                "content_hash": nodes["content_hash"][row],
            }


def _places(nodes: Columns) -> list[_Place]:
    """The documents in order of rows."""
    modules: dict[str, int] = {}
    sections: dict[str, list[int]] = defaultdict(list)
    for row, (level, kind) in enumerate(zip(nodes["level"], nodes["kind"], strict=True)):
        if kind == NodeKind.SECTION:
            sections[nodes["path"][row]].append(row)
        elif level == Level.MODULE and kind == NodeKind.MODULE:
            modules[nodes["path"][row]] = row
    found = []
    for path, module in modules.items():
        if nodes["language"][module] not in DOCUMENT_LANGUAGES and path not in sections:
            continue
        rows = sorted(sections.get(path, ()), key=nodes["start_line"].__getitem__)
        found.append(_Place(module, [nodes["start_line"][row] for row in rows], rows))
    return found


def _owner(nodes: Columns, place: _Place, line: int) -> int:
    """The innermost section around a line: the one before it that begins last, or one around that."""
    at = bisect_right(place.starts, line) - 1
    row = place.sections[at] if at >= 0 else place.module
    while row != place.module and nodes["end_line"][row] < line:
        row = nodes["parent"][row]
    return row


def _texts(nodes: Columns, row: int, path: str, language: str, chunk: Chunk) -> tuple[str, str, str] | None:
    """What the model reads, what words are searched in, and what is shown; None for a chunk of marks alone."""
    prose = plain_text(chunk.text, PLAIN.get(language, language)).strip()
    if not prose:
        return None
    crumb = " > ".join(filter(None, (path, chunk.breadcrumb)))
    place = f"{path}:{chunk.start_line}-{chunk.end_line} {nodes['kind'][row]} {nodes['name'][row]}"
    return f"{crumb}\n{prose}", chunk.text, f"{place}\n{chunk.breadcrumb}\n{chunk.text}"
