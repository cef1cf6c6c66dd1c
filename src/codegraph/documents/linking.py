"""From names in documents to nodes: only where one node alone can be meant."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.documents.mentions import LINK, PATH, Mention, mentions
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Columns, Confidence, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.documents.model import Document
    from codegraph.documents.nodes import Named

MAX_SITES = 20
MAX_NAMESAKES = 1000
"""What more nodes than this are called is not looked into."""
MIN_NAME = 3

_NAME = re.compile(
    r"[@~!.&*]{0,2}((?:[A-Za-z_$][\w$]*)(?:(?:\.|::|#|->|\\)[A-Za-z_$][\w$]*){0,12})([!?]?)(\(.*\))?;?"
)
_SEPARATOR = re.compile(r"\.|::|#|->|\\|/")
_NUMBER = re.compile(r"(?:\([^()]*\))?(?:@\d+)?$")
_LINE = re.compile(r":\d+(?::\d+)?(?:-\d+)?$|#L\d+(?:-L\d+)?$")
_CODE_LIKE = re.compile(r"[a-z0-9][A-Z]|\w_\w|^[A-Z][a-z0-9]+[A-Z]|^_\w")
_FILE = re.compile(r"[\w@+-][\w.@+-]*\.\w{1,12}")
_CALLED = CALLABLE_KINDS | TYPE_KINDS
_NOT_NAMED = frozenset({NodeKind.EXTERNAL, NodeKind.STATEMENT, NodeKind.SECTION, NodeKind.ENDPOINT})
_PUNCTUATION = re.compile(r"[^\w\- ]")


class Target(NamedTuple):
    """The node that a mention means, by which rule, and how sure that is."""

    fqn: str
    rule: str
    confidence: str


def document_edges(documents: Sequence[Named], nodes: Columns) -> Iterator[dict[str, Any]]:
    """Edges of kind ``documents`` from sections, and from documents for what stands before these.

    Rules: ``doc-link`` (a link to a file or section of the repository), ``doc-path`` (a path), ``doc-name`` (the tail
    of a qualified name that one symbol alone has), ``doc-word`` (a name that one symbol alone bears; only ``possible``
    where it does not look like code, but like any other word).

    Args:
        documents: all documents with the names of their nodes.
        nodes: the graph's nodes without the documents.
    """
    read = [(named, *part) for named in documents for part in _parts(named)]
    index = _Index(nodes, documents, (mention for _, _, found in read for mention in found))
    own = {named.placed.fqn: {named.placed.fqn, *named.sections} for named in documents}
    for named, src, found in read:
        edges: dict[str, tuple[Target, list[int]]] = {}
        for mention in found:
            target = index.target(named.placed.document.path, mention)
            if target is None or target.fqn in own[named.placed.fqn]:
                continue
            first, sites = edges.setdefault(target.fqn, (target, []))
            if first.confidence == Confidence.POSSIBLE != target.confidence:
                edges[target.fqn] = target, sites
            if len(sites) < 2 * MAX_SITES:
                sites += (mention.line, mention.column)
        for target, sites in edges.values():
            yield {
                "src": src,
                "dst": target.fqn,
                "kind": EdgeKind.DOCUMENTS,
                "confidence": target.confidence,
                "rule": target.rule,
                "sites": sites,
            }


def _parts(named: Named) -> Iterator[tuple[str, list[Mention]]]:
    """The nodes of a document with what their own text names."""
    placed, fqns = named
    document = placed.document
    yield placed.fqn, list(mentions(document, 0, document.preamble_end_line))
    for section, fqn in zip(document.sections, fqns, strict=True):
        yield fqn, list(mentions(document, section.start_line - 1, section.own_end_line))


class _Index:
    """Finds nodes by paths and by the tails of names; it knows the names alone that some document has."""

    def __init__(self, nodes: Columns, documents: Sequence[Named], asked: Iterable[Mention]) -> None:
        self._nodes = nodes
        self._files: dict[str, str] = {}
        self._known: dict[str, Target | None] = {}
        self._parts_of: dict[int, list[str]] = {}
        self._slugs: dict[tuple[str, str], str] = {}
        for named in documents:
            self._add_document(named)
        self._add_nodes({word for mention in asked for word in _words(mention)})

    def target(self, path: str, mention: Mention) -> Target | None:
        """The node that a mention in the document at a path means."""
        if mention.how == LINK:
            return self._linked(path, mention.text)
        found = self._path(path, mention.text)
        if found is not None or mention.how == PATH:
            return found
        if mention.text not in self._known:
            self._known[mention.text] = self._named(mention.text)
        return self._known[mention.text]

    def _add_document(self, named: Named) -> None:
        document: Document = named.placed.document
        self._files[document.path] = named.placed.fqn
        seen: dict[str, int] = {}
        for section, fqn in zip(document.sections, named.sections, strict=True):
            slug = _PUNCTUATION.sub("", section.title.lower()).replace(" ", "-")
            times = seen[slug] = seen.get(slug, -1) + 1
            self._slugs[document.path, f"{slug}-{times}" if times else slug] = fqn

    def _add_nodes(self, words: set[str]) -> None:
        nodes = self._nodes
        rows = zip(nodes["level"], nodes["kind"], nodes["name"], nodes["path"], nodes["fqn"], strict=True)
        self._rows: defaultdict[str, list[int]] = defaultdict(list)
        self._tails: defaultdict[str, list[str]] = defaultdict(list)
        for row, (level, kind, name, path, fqn) in enumerate(rows):
            if level == Level.MODULE and kind == NodeKind.MODULE:
                self._files[path] = fqn
                if name.partition(".")[0] in words:
                    self._rows[name.partition(".")[0]].append(row)
            elif level == Level.SYMBOL and name in words and kind not in _NOT_NAMED:
                self._rows[name].append(row)
        for path in sorted(self._files):
            self._tails[path.rpartition("/")[2]].append(path)

    def _linked(self, path: str, text: str) -> Target | None:
        file, _, fragment = _LINE.sub("", text).partition("#")
        file = file.partition("?")[0]
        if not file:
            return None
        found = self._file(path, file)
        if found is None:
            return None
        fqn = self._slugs.get((found, fragment.lower()), self._files[found])
        return Target(fqn, "doc-link", Confidence.INFERRED)

    def _file(self, path: str, text: str) -> str | None:
        """The file at a path that is meant from the folder of a document, or from the root."""
        plain = text.replace("\\", "/")
        folder = path.rpartition("/")[0]
        places = [posixpath.join(folder, plain), plain] if not plain.startswith("/") else [plain.lstrip("/")]
        for place in places:
            tidy = posixpath.normpath(place)
            if tidy in self._files:
                return tidy
        return None

    def _path(self, path: str, text: str) -> Target | None:
        text = _LINE.sub("", text)
        last = text.rpartition("/")[2]
        if not _FILE.fullmatch(last) or not 0 < len(self._tails.get(last, ())) <= MAX_NAMESAKES:
            return None
        found = self._file(path, text)
        if found is None:
            tail = f"/{text.lstrip('./')}"
            fits = [place for place in self._tails[last] if f"/{place}".endswith(tail)]
            found = fits[0] if len(fits) == 1 else None
        return Target(self._files[found], "doc-path", Confidence.INFERRED) if found is not None else None

    def _named(self, text: str) -> Target | None:
        match = _NAME.fullmatch(text)
        if match is None:
            return None
        parts = _SEPARATOR.split(match[1])
        name = parts[-1] + match[2]
        rows = self._rows.get(name) or self._rows.get(parts[-1], [])
        if len(name) < MIN_NAME or not 0 < len(rows) <= MAX_NAMESAKES:
            return None
        if len(parts) > 1:
            rows = [row for row in rows if self._ends_with(row, parts)]
        else:
            rows = [row for row in rows if self._nodes["level"][row] == Level.SYMBOL]
        row = self._only(rows)
        if row is None:
            return None
        fqn = self._nodes["fqn"][row]
        if len(parts) > 1:
            return Target(fqn, "doc-name", Confidence.INFERRED)
        if name.startswith("__") or (match[3] and self._nodes["kind"][row] not in _CALLED):
            return None
        is_code = _CODE_LIKE.search(name) is not None
        return Target(fqn, "doc-word", Confidence.INFERRED if is_code else Confidence.POSSIBLE)

    def _ends_with(self, row: int, parts: list[str]) -> bool:
        """Whether the last parts of a node's qualified name are these; a module's extension may be left out."""
        own = self._parts_of.get(row)
        if own is None:
            fqn = self._nodes["fqn"][row]
            own = self._parts_of[row] = [_NUMBER.sub("", part) or part for part in _SEPARATOR.split(fqn)]
        return own[-len(parts) :] == parts

    def _only(self, rows: list[int]) -> int | None:
        """The row that stands for all: one definition, with its overloads and constructors, tests left out."""
        tests = self._nodes["is_test"]
        rows = [row for row in rows if not tests[row]] or rows
        parents, found = self._nodes["parent"], set(rows)
        outer = [row for row in rows if parents[row] not in found]
        names = {_NUMBER.sub("", self._nodes["fqn"][row]) for row in outer}
        return outer[0] if len(names) == 1 else None


def _words(mention: Mention) -> Iterator[str]:
    """The last words that a mention may mean a symbol by."""
    match = _NAME.fullmatch(mention.text) if mention.how not in (LINK, PATH) else None
    if match is not None:
        last = _SEPARATOR.split(match[1])[-1]
        yield last
        if match[2]:
            yield last + match[2]
