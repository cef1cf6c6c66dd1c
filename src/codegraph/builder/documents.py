"""Documents of a build: read, placed in the graph, and linked to what they name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.content import SUFFIX
from codegraph.documents import read_document
from codegraph.documents.linking import document_edges
from codegraph.documents.nodes import Placed, module_fqn, named, rows
from codegraph.model import INDEXED, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.builder.changes import Known
    from codegraph.config import Settings
    from codegraph.discovery import Inventory
    from codegraph.model import Graph
    from codegraph.store import FileState

NOT_PROSE = "no prose"
"""State of a text file that holds data: it is looked at again when it changes, and no user needs to hear of it."""


def document_version(settings: Settings) -> str:
    """Fingerprint of all that decides how documents are read and cut, besides the code that does it.

    Raises:
        SettingsError: the settings of chunking make no sense.
    """
    from codegraph.documents.chunking import Chunkers

    text = f"{settings.documents.enable}\n{settings.embedding.max_text_chars}\n{Chunkers(settings.chunking).version}"
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class Readable(NamedTuple):
    """The states of all documents, and what was read of them on the way, by path."""

    states: list[FileState]
    sources: dict[str, bytes]


def document_states(inventory: Inventory, known: Known | None, source_of: Callable[[str], bytes]) -> Readable:
    """What each document is now; only those are read that size and time tell nothing of."""
    from codegraph.parse.cache import content_id
    from codegraph.store import FileState

    states = []
    sources: dict[str, bytes] = {}
    for file in inventory.documents:
        same = (
            known.content_id(file.path, file.size, file.mtime_ns, file.inode) if known is not None else None
        )
        if same and known is not None:
            states.append(known.files[file.path])
            continue
        identity, status = "", INDEXED
        try:
            source = sources[file.path] = source_of(file.path)
        except (OSError, ValueError) as error:
            status = _why_not(error)
        else:
            identity = content_id(source)
            status = _judge(file.path, file.language, source)
        states.append(
            FileState(file.path, file.size, file.mtime_ns, identity, file.language, status, file.inode)
        )
    return Readable(states, sources)


def _why_not(error: OSError | ValueError) -> str:
    from codegraph.model import UNREADABLE

    return f"{UNREADABLE}: {error.strerror if isinstance(error, OSError) else error}"


def _judge(path: str, language: str, source: bytes) -> str:
    """``indexed``, or why the text is none for people."""
    from codegraph.discovery import check_content
    from codegraph.discovery.prose import is_named_as_prose
    from codegraph.documents.prose import is_prose, is_rst

    if check_content(source, max_mean_line=len(source) + 1):
        return "binary"
    if language != "text" or is_named_as_prose(path):
        return INDEXED
    text = source.decode("utf-8", "replace")
    return INDEXED if is_rst(text) or is_prose(text) else NOT_PROSE


def with_documents(
    graph: Graph,
    inventory: Inventory,
    readable: Readable,
    source_of: Callable[[str], bytes],
    advance: Callable[[int], None] = lambda _: None,
) -> Graph:
    """A graph with the documents of its project: modules, their sections, and edges to what these name.

    Sections of notebooks lie in the modules of their code. ``advance`` is told of each document that was looked at.
    """
    from codegraph.resolve import extend

    placed = [
        *_documents(inventory, readable, source_of, advance),
        *_notebooks(graph, source_of),
    ]
    if not placed:
        return graph
    found = named(placed, frozenset(graph.nodes["fqn"]))
    return extend(graph, rows(found), list(document_edges(found, graph.nodes)))


def _documents(
    inventory: Inventory,
    readable: Readable,
    source_of: Callable[[str], bytes],
    advance: Callable[[int], None],
) -> list[Placed]:
    indexed = {state.path for state in readable.states if state.status == INDEXED}
    found = []
    for file in inventory.documents:
        advance(1)
        if file.path not in indexed:
            continue
        source = readable.sources.get(file.path)
        if source is None:
            try:
                source = source_of(file.path)
            except (OSError, ValueError):  # it went away since it was looked at; the next build will tell
                continue
        package = inventory.packages[file.package]
        document = read_document(file.path, file.language, source)
        fqn = module_fqn(file.path, package.unique_name, package.path)
        found.append(Placed(document, fqn, package.unique_name))
    return found


def _notebooks(graph: Graph, source_of: Callable[[str], bytes]) -> list[Placed]:
    """The notebooks among the modules; those without a heading give no section."""
    nodes = graph.nodes
    found = []
    for row, (level, path) in enumerate(zip(nodes["level"], nodes["path"], strict=True)):
        if level != Level.MODULE or not path.endswith(SUFFIX) or nodes["kind"][row] != NodeKind.MODULE:
            continue
        try:
            source = source_of(path)
        except (OSError, ValueError):
            continue
        found.append(Placed(read_document(path, nodes["language"][row], source), nodes["fqn"][row], ""))
    return found
