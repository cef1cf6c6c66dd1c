"""Composes the chunks of packages and of the repository: what manifests say, then the README."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha1
from typing import Any, NamedTuple

from codegraph.documents.chunking import Window
from codegraph.documents.chunking.splitting import recursive
from codegraph.documents.inline import plain_text
from codegraph.embed.compose import text_hash
from codegraph.embed.limits import limit_of
from codegraph.model import DOCUMENT_LANGUAGES, ChunkSource, Columns, Level, NodeKind
from codegraph.text import SourceOf, collapse, read_or_nothing

MAX_README = 100_000
"""Characters of a README that are read."""
WINDOWS = ((6_000, Window(900, 140)), (24_000, Window(760, 110)), (MAX_README, Window(640, 90)))
"""Up to so many characters of a README: so large the chunks. A long one says one thing in fewer words."""
MAX_DESCRIPTION = 500
MAX_TOPICS = 20
MAX_CONTENTS = 300
_README_ORDER = ("markdown", "rst", "asciidoc", "text")


class _Parts(NamedTuple):
    """What there is to say of a package."""

    name: str
    attributes: dict[str, Any]
    languages: list[str]
    contents: list[str]
    readme: int
    """The row of its README, -1 for none."""


def package_chunks(
    nodes: Columns, source_of: SourceOf, *, remote: str = "", max_text_chars: int
) -> Iterator[dict[str, Any]]:
    """The chunks of packages and of the repository, at least one each, as rows of ``CHUNK_COLUMNS`` without a commit.

    The repository says what the package of its root says, under its own name. Where nothing is indexed, nobody says
    anything.

    Args:
        nodes: all nodes of the graph.
        source_of: gives a file's UTF-8 source.
        remote: what the repository is called where it is published: ``owner/name``.
        max_text_chars: characters of each text.
    """
    below = _Below(nodes)
    if below.is_empty:
        return
    root = next((row for row in below.packages if not nodes["path"][row]), -1)
    for row in below.packages:
        parts = below.parts(row)
        yield from _chunks(nodes, row, parts, source_of, remote if row == root else "", max_text_chars)
    for row, level in enumerate(nodes["level"]):
        if level == Level.REPOSITORY:
            whole = below.parts(root) if root >= 0 else _Parts("", {}, [], [], -1)
            parts = whole._replace(name=nodes["name"][row])
            yield from _chunks(nodes, row, parts, source_of, remote, max_text_chars)


class _Below:
    """What lies in packages: languages, modules, READMEs."""

    def __init__(self, nodes: Columns) -> None:
        self._nodes = nodes
        self.packages = [row for row, level in enumerate(nodes["level"]) if level == Level.PACKAGE]
        self._modules: dict[int, list[int]] = defaultdict(list)
        for row, (level, kind) in enumerate(zip(nodes["level"], nodes["kind"], strict=True)):
            if level == Level.MODULE and kind == NodeKind.MODULE:
                self._modules[nodes["parent"][row]].append(row)

    @property
    def is_empty(self) -> bool:
        """Whether there is no module."""
        return not self._modules

    def parts(self, row: int) -> _Parts:
        """What there is to say of the package in a row."""
        nodes = self._nodes
        text = nodes["attributes"][row]
        code = [at for at in self._modules[row] if nodes["language"][at] not in DOCUMENT_LANGUAGES]
        counts = Counter(nodes["language"][at] for at in code)
        languages = sorted(counts, key=lambda name: (-counts[name], name))
        names = [nodes["name"][at].partition(".")[0] for at in code if not nodes["is_test"][at]]
        return _Parts(
            nodes["name"][row],
            json.loads(text) if text else {},
            languages,
            list(dict.fromkeys(names)),
            self._readme(row),
        )

    def _readme(self, package: int) -> int:
        """The README in the package's own folder: Markdown before other formats, the shortest name before others."""
        nodes = self._nodes
        folder = nodes["path"][package]
        found = [
            (_README_ORDER.index(nodes["language"][row]), len(nodes["name"][row]), nodes["name"][row], row)
            for row in self._modules[package]
            if nodes["name"][row].lower().startswith("readme")
            and nodes["language"][row] in DOCUMENT_LANGUAGES
            and nodes["path"][row].rpartition("/")[0] == folder
        ]
        return min(found)[3] if found else -1


def _chunks(
    nodes: Columns, row: int, parts: _Parts, source_of: SourceOf, remote: str, max_text_chars: int
) -> Iterator[dict[str, Any]]:
    whole = _head(parts, remote)
    path, readme = nodes["path"][row], ""
    if parts.readme >= 0:
        path = nodes["path"][parts.readme]
        text = read_or_nothing(source_of, path).decode("utf-8", "replace")[:MAX_README]
        readme = plain_text(text, nodes["language"][parts.readme])
    size = len(readme)
    window = next(window for limit, window in WINDOWS if size <= limit)
    pieces = [readme[start:end] for start, end in recursive(readme, window)] or [""]
    for number, piece in enumerate(pieces):
        head = whole if not number else parts.name
        dense = f"{head}\n{piece}".rstrip()[:max_text_chars]
        yield {
            "id": f"{nodes['fqn'][row]}#{number}",
            "node": row,
            "index": number,
            "path": path,
            "start_line": 0,
            "end_line": 0,
            "dense_text": dense,
            "sparse_text": piece[:max_text_chars] or head,
            "context_text": f"{nodes['kind'][row]} {head}\n{piece}".rstrip()[:max_text_chars],
            "dense_text_hash": text_hash(dense, limit_of(nodes, row)),
            "source": ChunkSource.METADATA_README if piece else ChunkSource.METADATA,
            "content_hash": sha1(f"{whole}\n{readme}".encode(), usedforsecurity=False).hexdigest()[:16],
        }


def _head(parts: _Parts, remote: str) -> str:
    """Name, description, language and topics; where nothing describes a package, what it contains."""
    description = collapse(str(parts.attributes.get("description", "")), MAX_DESCRIPTION)
    topics = [str(topic) for topic in parts.attributes.get("topics", ())][:MAX_TOPICS]
    known_as = remote if remote and remote.rpartition("/")[2].lower() != parts.name.lower() else ""
    lines = [
        parts.name if not known_as else f"{parts.name} ({known_as})",
        description,
        f"written in {', '.join(parts.languages[:3])}" if parts.languages else "",
        f"topics: {', '.join(topics)}" if topics else "",
    ]
    if not description and parts.readme < 0 and parts.contents:
        lines.append(collapse(f"contains {', '.join(parts.contents)}", MAX_CONTENTS))
    return "\n".join(filter(None, lines))
