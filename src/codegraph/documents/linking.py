"""From names in documents to nodes: only where one node alone can be meant."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.documents.mentions import CODE, LINK
from codegraph.documents.sheet import HOW, MENTION, columns_of
from codegraph.documents.spelling import NAME, SEPARATOR_OF_NAMES, without_line
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Columns, Confidence, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.documents.nodes import Named

MAX_SITES = 20
MAX_NAMESAKES = 1000
"""What more nodes than this are called is not looked into."""

_NUMBER = re.compile(r"(?:\([^()]*\))?(?:@\d+)?$")
_CODE_LIKE = re.compile(r"[a-z0-9][A-Z]|\w_\w|^[A-Z][a-z0-9]+[A-Z]|^_\w")
_CALLED = CALLABLE_KINDS | TYPE_KINDS
_NOT_NAMED = frozenset({NodeKind.EXTERNAL, NodeKind.STATEMENT, NodeKind.SECTION, NodeKind.ENDPOINT})
_MARKS = "!?"


class Target(NamedTuple):
    """The node that a mention means, by which rule, and how sure that is."""

    fqn: str
    rule: str
    confidence: str


def document_edges(documents: Sequence[Named], nodes: Columns) -> dict[str, list[Any]]:
    """Edges of kind ``documents`` from sections, and from documents for what stands before these; ends as FQNs.

    Rules: ``doc-link`` (a link to a file or section of the repository), ``doc-path`` (a path), ``doc-name`` (the tail
    of a qualified name that one symbol alone has), ``doc-word`` (a name that one symbol alone bears; only ``possible``
    where it does not look like code, but like any other word).

    Args:
        documents: all documents with the names of their nodes.
        nodes: the graph's nodes without the documents.
    """
    index = _Index(nodes, documents)
    found: dict[str, list[Any]] = {name: [] for name in ("src", "dst", "kind", "confidence", "rule", "sites")}
    for one in documents:
        own = {one.placed.fqn, *one.sections}
        targets = [None if target is None or target.fqn in own else target for target in index.targets(one)]
        if any(targets):
            _collect(one, targets, found)
    found["kind"] = [EdgeKind.DOCUMENTS] * len(found["src"])
    return found


def _collect(one: Named, targets: Sequence[Target | None], found: dict[str, list[Any]]) -> None:
    """Add the edges of a document, given what each of its names means."""
    sources = [one.placed.fqn, *one.sections]
    edges: dict[tuple[int, str], tuple[Target, list[int]]] = {}
    for part, name, line, column in zip(*columns_of(one.placed.sheet.mentions, MENTION), strict=True):
        target = targets[name]
        if target is None:
            continue
        first, sites = edges.setdefault((part, target.fqn), (target, []))
        if first.confidence == Confidence.POSSIBLE != target.confidence:
            edges[part, target.fqn] = target, sites
        if len(sites) < 2 * MAX_SITES:
            sites += (line, column)
    for (part, fqn), (target, sites) in edges.items():
        found["src"].append(sources[part])
        found["dst"].append(fqn)
        found["confidence"].append(target.confidence)
        found["rule"].append(target.rule)
        found["sites"].append(sites)


class _Index:
    """Finds nodes by paths and by the tails of names; it knows the names alone that some document has."""

    def __init__(self, nodes: Columns, documents: Sequence[Named]) -> None:
        self._nodes = nodes
        self._documents = {one.placed.path: one for one in documents}
        self._files = {one.placed.path: one.placed.fqn for one in documents}
        self._parts_of: dict[int, list[str]] = {}
        self._slugs: dict[str, dict[str, str]] = {}
        self._known: dict[str, Target | None] = {}
        """What a name means wherever it stands."""
        self._from: dict[tuple[str, str, bool], Target | None] = {}
        """What a path, or a link, means in a folder."""
        asked = {word for one in documents for word in one.placed.sheet.words} - {""}
        self._rows = self._named_rows(asked | {word.rstrip(_MARKS) for word in asked})
        self._tails: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(self._files):
            self._tails[path.rpartition("/")[2]].append(path)

    def targets(self, one: Named) -> list[Target | None]:
        """The node that each name of a document means."""
        sheet, path = one.placed.sheet, one.placed.path
        folder = path.rpartition("/")[0]
        known, tails = self._known, self._tails
        link, code = HOW.index(LINK), HOW.index(CODE)
        found: list[Target | None] = []
        for text, how, word, file in zip(sheet.names, sheet.hows, sheet.words, sheet.files, strict=True):
            target = None
            if how == link or file in tails:
                key = folder, text, how == link
                if key not in self._from:
                    self._from[key] = (
                        self._linked(*key[:2]) if how == link else self._path(folder, text, file)
                    )
                target = self._from[key]
            if target is None and how == code and word:
                target = known[text] if text in known else known.setdefault(text, self._named(text, word))
            found.append(target)
        return found

    def _named_rows(self, words: set[str]) -> dict[str, list[int]]:
        """The rows of symbols and modules by those of the words that they are called; notes the modules' files."""
        nodes = self._nodes
        levels, kinds, names = nodes["level"], nodes["kind"], nodes["name"]
        symbol, module = int(Level.SYMBOL), int(Level.MODULE)
        found = [
            (row, name)
            for row, name in enumerate(names)
            if name in words and levels[row] == symbol and kinds[row] not in _NOT_NAMED
        ]
        for row in [row for row, level in enumerate(levels) if level == module]:
            if kinds[row] == NodeKind.MODULE:
                self._files[nodes["path"][row]] = nodes["fqn"][row]
                found.append((row, names[row].partition(".")[0]))
        rows: dict[str, list[int]] = {}
        for row, name in sorted(found):
            if name in words:
                rows.setdefault(name, []).append(row)
        return rows

    def _linked(self, folder: str, text: str) -> Target | None:
        path, _, fragment = without_line(text).partition("#")
        path = path.partition("?")[0]
        if not path:
            return None
        found = self._file(folder, path)
        if found is None:
            return None
        fqn = self._sections(found).get(fragment.lower(), self._files[found])
        return Target(fqn, "doc-link", Confidence.INFERRED)

    def _sections(self, path: str) -> dict[str, str]:
        """The sections of a document by what links call them."""
        one = self._documents.get(path)
        if one is None:
            return {}
        if path not in self._slugs:
            self._slugs[path] = dict(zip(one.placed.sheet.slugs, one.sections, strict=True))
        return self._slugs[path]

    def _file(self, folder: str, text: str) -> str | None:
        """The file at a path that is meant from the folder of a document, or from the root."""
        plain = text.replace("\\", "/")
        places = [posixpath.join(folder, plain), plain] if not plain.startswith("/") else [plain.lstrip("/")]
        for place in places:
            tidy = posixpath.normpath(place)
            if tidy in self._files:
                return tidy
        return None

    def _path(self, folder: str, text: str, name: str) -> Target | None:
        """The file of that name which a path means in a folder."""
        text, fits = without_line(text), self._tails[name]
        if len(fits) > MAX_NAMESAKES:
            return None
        found = self._file(folder, text)
        if found is None:
            tail = f"/{text.lstrip('./')}"
            fits = [place for place in fits if f"/{place}".endswith(tail)]
            found = fits[0] if len(fits) == 1 else None
        return Target(self._files[found], "doc-path", Confidence.INFERRED) if found is not None else None

    def _named(self, text: str, name: str) -> Target | None:
        rows = self._rows.get(name) or self._rows.get(name.rstrip(_MARKS), [])
        match = NAME.fullmatch(text) if 0 < len(rows) <= MAX_NAMESAKES else None
        if match is None:
            return None
        parts = SEPARATOR_OF_NAMES.split(match[1])
        if len(parts) > 1:
            fqns, around = self._nodes["fqn"], parts[-2]
            rows = [row for row in rows if around in fqns[row] and self._ends_with(row, parts)]
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
            own = self._parts_of[row] = [_unnumbered(part) or part for part in SEPARATOR_OF_NAMES.split(fqn)]
        return own[-len(parts) :] == parts

    def _only(self, rows: list[int]) -> int | None:
        """The row that stands for all: one definition, with its overloads and constructors, tests left out."""
        if len(rows) == 1:
            return rows[0]
        tests = self._nodes["is_test"]
        rows = [row for row in rows if not tests[row]] or rows
        parents, found = self._nodes["parent"], set(rows)
        outer = [row for row in rows if parents[row] not in found]
        names = {_unnumbered(self._nodes["fqn"][row]) for row in outer}
        return outer[0] if len(names) == 1 else None


def _unnumbered(name: str) -> str:
    """A name without the parameters and the number that tell it from namesakes."""
    return _NUMBER.sub("", name) if "(" in name or "@" in name else name
