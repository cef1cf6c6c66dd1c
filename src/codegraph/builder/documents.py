"""Documents of a build: read, placed in the graph, and linked to what they name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from codegraph.builder.kept_files import LINKS, keep, kept_before
from codegraph.builder.kept_links import Links, links_key
from codegraph.discovery.content import SUFFIX
from codegraph.documents import keeping, read_document
from codegraph.documents.linking import document_edges
from codegraph.documents.nodes import Placed, columns, module_fqn, named
from codegraph.documents.sheet import Sheet, sheet_of
from codegraph.fingerprint import Kept
from codegraph.model import INDEXED, Level, NodeKind

if TYPE_CHECKING:
    from pathlib import Path

    from codegraph.builder.changes import Known
    from codegraph.config import Settings
    from codegraph.discovery import Inventory
    from codegraph.model import Graph
    from codegraph.parse import FactsCache
    from codegraph.store import FileState

SHEETS_FILE = "sheets.pack"
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
            known.content_id(file.path, file.size, file.mtime_ns, file.inode, file.ctime_ns)
            if known is not None
            else None
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
            FileState(
                file.path,
                file.size,
                file.mtime_ns,
                identity,
                file.language,
                status,
                file.inode,
                file.ctime_ns,
            )
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


class _Document(NamedTuple):
    """A document before it is looked into: all that decides what comes of it besides the names of the graph.

    Args:
        path: relative to the root.
        language: the format by which it is read.
        content: its content id, "" where that is not known.
        fqn: of its module.
        package: FQN of the package that holds it; "" for a notebook, which has a module already.
    """

    path: str
    language: str
    content: str
    fqn: str
    package: str


def with_documents(
    graph: Graph,
    inventory: Inventory,
    readable: Readable,
    sheets: Sheets,
    contents: Mapping[str, str],
    advance: Callable[[int], None] = lambda _: None,
) -> Graph:
    """A graph with the documents of its project: modules, their sections, and edges to what these name.

    Sections of notebooks lie in the modules of their code. Where all names and documents are those of the build before,
    what they add is taken over from it.

    Args:
        graph: the graph of the code.
        inventory: what there is.
        readable: the states of the documents.
        sheets: gives what documents say by themselves.
        contents: the content ids of the source files, notebooks among them, by path.
        advance: is told of each document that was looked at.
    """
    from codegraph.resolve import extend_columns

    documents = [*_documents(inventory, readable), *_notebooks(graph, inventory, contents)]
    if not documents:
        advance(len(inventory.documents))
        return graph
    key = ""
    if sheets.links is not None and all(one.content for one in documents):
        kinds = {language: keeping.variant(language) for language in {one.language for one in documents}}
        paths = [file.path for file in inventory.files]
        key = links_key(graph.nodes, paths, [(*one, kinds[one.language]) for one in documents])
        links = sheets.links.read(key, Links)
        if links is not None:
            with suppress(LookupError, TypeError, ValueError):  # what somebody else has put there
                extended = extend_columns(graph, links.nodes, links.edges)
                sheets.keep_all()
                advance(len(inventory.documents))
                return extended
    placed = [
        Placed(sheet, one.path, one.fqn, one.package)
        for one in documents
        if (sheet := sheets.of(one.path, one.language, one.content, readable.sources.get(one.path)))
        is not None
    ]
    advance(len(inventory.documents))
    found = named(placed, frozenset(graph.nodes["fqn"]))
    links = Links(key, columns(found), document_edges(found, graph.nodes))
    if sheets.links is not None and key and len(placed) == len(documents):
        sheets.links.keep(links)
    return extend_columns(graph, links.nodes, links.edges)


class Sheets:
    """Gives what documents say by themselves: as it is kept, else read from their text.

    Args:
        source_of: gives a file's text.
        cache: keeps sheets from one build to the next; None reads all documents.
        links: keeps what comes of all documents together.

    Attributes:
        read: how many were read.
    """

    def __init__(
        self,
        source_of: Callable[[str], bytes],
        cache: FactsCache | None = None,
        links: Kept | None = None,
    ) -> None:
        self.read = 0
        self.links = links
        self._source_of = source_of
        self._cache = cache

    def of(self, path: str, language: str, content: str, source: bytes | None = None) -> Sheet | None:
        """The sheet of a document; None when it can't be read any more.

        Args:
            path: relative to the root.
            language: the format by which it is read.
            content: its content id.
            source: its text, where that is at hand.
        """
        kind = keeping.variant(language)
        kept = self._cache.get(content, kind) if self._cache is not None and content else None
        sheet = keeping.unpack(kept) if kept is not None else None
        if sheet is not None:
            return sheet
        if self._cache is not None and kept is not None:
            self._cache.forget(content, kind)
        return self._read(path, language, content, source)

    def keep_all(self) -> None:
        """Keep what there is for the next build, though nothing of it was asked for."""
        if self._cache is not None:
            self._cache.close(compact=False)

    def _read(self, path: str, language: str, content: str, source: bytes | None) -> Sheet | None:
        from codegraph.parse.cache import content_id

        if source is None:
            try:
                source = self._source_of(path)
            except (OSError, ValueError):  # it went away since it was looked at; the next build will tell
                return None
            content = content_id(source)
        self.read += 1
        sheet = sheet_of(read_document(path, language, source))
        if self._cache is not None:
            self._cache.put(content, keeping.variant(language), keeping.pack(sheet))
        return sheet


@contextmanager
def open_sheets(folder: Path, source_of: Callable[[str], bytes], *, empty: bool = False) -> Iterator[Sheets]:
    """What documents say, as it is kept in a folder, and kept there for the next build.

    Args:
        folder: the one of facts.
        source_of: gives a file's text.
        empty: whether what is kept so far is thrown away.

    Raises:
        StorageError: the folder can't be written.
    """
    from codegraph.parse.cache import FactsCache

    links = Kept() if empty else kept_before(folder.parent, LINKS)
    with FactsCache.open(folder, SHEETS_FILE, empty=empty) as cache:
        yield Sheets(source_of, cache, links)
    keep(folder, LINKS, links)


def _documents(inventory: Inventory, readable: Readable) -> Iterator[_Document]:
    contents = {state.path: state.content_id for state in readable.states if state.status == INDEXED}
    for file in inventory.documents:
        if file.path in contents:
            package = inventory.packages[file.package]
            fqn = module_fqn(file.path, package.unique_name, package.path)
            yield _Document(file.path, file.language, contents[file.path], fqn, package.unique_name)


def _notebooks(graph: Graph, inventory: Inventory, contents: Mapping[str, str]) -> Iterator[_Document]:
    """The notebooks among the modules; those without a heading give no section."""
    if not any(file.path.endswith(SUFFIX) for file in inventory.files):
        return
    nodes = graph.nodes
    for row, (level, path) in enumerate(zip(nodes["level"], nodes["path"], strict=True)):
        if level == Level.MODULE and path.endswith(SUFFIX) and nodes["kind"][row] == NodeKind.MODULE:
            yield _Document(path, nodes["language"][row], contents.get(path, ""), nodes["fqn"][row], "")
