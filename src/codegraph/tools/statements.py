"""Reads the statements of indexed files: out of the index where it has them, else out of the files themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from codegraph.languages.statements import OWNER_KINDS, Owner, Placed, place
from codegraph.model import CALLABLE_KINDS, Level, NodeKind

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.registry import Registry
    from codegraph.parse.statements import StatementGrammar
    from codegraph.store.files import FileState
    from codegraph.tools.index import Index

SECONDS = 10.0
"""How long the statements of one file may take."""


class Statement(msgspec.Struct, kw_only=True):
    """A statement; lines from 1, columns in bytes from 0. ``parent_statement`` is the id of the one around it, or "".

    ``depth`` counts the statements of the same symbol around it; ``expression`` and ``condition`` have at most 200
    characters each.
    """

    statement_id: str
    parent_fqn: str
    kind: str
    path: str
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    depth: int
    parent_statement: str
    expression: str
    condition: str


class FileStatements(NamedTuple):
    """The statements of a file, whose they are, the row of its module, and what they were read from."""

    path: str
    module: int
    owners: list[Owner]
    placed: list[Placed]
    source: bytes
    root: Node

    def owner_row(self, item: Placed) -> int:
        """The row of the symbol or module that a statement belongs to."""
        return self.owners[item.owner].row if item.owner >= 0 else self.module


class StatementReader:
    """Reads statements for one answer, and notes which files have changed or could not be read.

    Args:
        index: the index.
        seconds: how long one file may take.

    Attributes:
        stale: files that have changed since they were indexed; their statements are left out.
        unread: files that could not be read for their statements.
        notes: what else is missing, and why.
    """

    def __init__(self, index: Index, seconds: float = SECONDS) -> None:
        self.index = index
        self.seconds = seconds
        self.stale: list[str] = []
        self.unread: set[str] = set()
        self.notes: list[str] = []
        self._grammars: dict[tuple[str, str], StatementGrammar] = {}
        self.tree_of = lru_cache(maxsize=4)(self._tree_of)

    @property
    def stored(self) -> bool:
        """Whether the index has statements."""
        return self.index.view.has_statements

    def of(self, rows: Iterable[int]) -> Iterator[Statement]:
        """The statements that belong to symbols or modules, by path and position.

        Args:
            rows: rows of symbols and modules; each counts for itself alone.
        """
        wanted: dict[str, set[int]] = {}
        view = self.index.view
        for row in rows:
            if view.level(row) in (Level.MODULE, Level.SYMBOL) and view.path(row):
                wanted.setdefault(view.path(row), set()).add(row)
        for path in sorted(wanted):
            yield from self._of_file(path, wanted[path])

    def _of_file(self, path: str, rows: set[int]) -> Iterator[Statement]:
        if self.stored:
            if not self._is_current(path):
                return
            yield from self._stored(path, rows)
            return
        found = self.tree_of(path)
        if found is not None:
            view = self.index.view
            for item in found.placed:
                row = found.owner_row(item)
                if row in rows:
                    yield statement_of(item, found, view.fqn(row))

    def _stored(self, path: str, rows: set[int]) -> Iterator[Statement]:
        view = self.index.view
        found = []
        for row in view.statements_at(path):
            attributes = view.attributes(row)
            found.append((view.start_byte(row), -view.end_byte(row), attributes["depth"], row, attributes))
        for *_, depth, row, attributes in sorted(found, key=lambda entry: entry[:3]):
            owner = next(above for above in view.ancestors(row) if view.level(above) < Level.STATEMENT)
            if owner not in rows:
                continue
            above = view.parent(row)
            yield Statement(
                statement_id=view.fqn(row),
                parent_fqn=view.fqn(owner),
                kind=view.name(row),
                path=path,
                start_line=view.start_line(row),
                start_column=view.column(row),
                end_line=view.end_line(row),
                end_column=attributes["end_column"],
                depth=depth,
                parent_statement=view.fqn(above) if above != owner else "",
                expression=view.signature(row),
                condition=attributes.get("condition", ""),
            )

    def _tree_of(self, path: str) -> FileStatements | None:
        """The statements of a file as it lies there, with its tree; None when it is stale or can't be read.

        Only text is parsed that the index's own run, which watches its parsers, came through with.
        """
        if not self._is_current(path):
            return None
        found = self._parsed(path)
        if found is None:
            self.unread.add(path)
        return found

    def _parsed(self, path: str) -> FileStatements | None:
        """The statements of a file that has not changed; None when it can't be read."""
        from codegraph.errors import AdapterError
        from codegraph.parse.extract import tree_of
        from codegraph.parse.statements import TooSlow, find_statements

        view = self.index.view
        rows = [row for row in view.rows_at(path) if view.level(row) in (Level.MODULE, Level.SYMBOL)]
        module = next((row for row in rows if view.level(row) == Level.MODULE), -1)
        if module < 0:
            return None
        try:
            grammar = self._grammar(view.language(module), path)
            if grammar is None:
                return None
            source, _, root, _ = tree_of(self.index.source_of(path), grammar.reading, grammar.parser)
            raw = find_statements(source, root, grammar.finder)
        except TooSlow:
            self.notes.append(f"{path} took more than {self.seconds:g} s and is left out")
            return None
        except (OSError, ValueError, AdapterError) as error:
            self.notes.append(f"{path} can't be read for its statements: {error}")
            return None
        owners = [
            Owner(
                view.start_byte(row), view.end_byte(row), view.fqn(row), view.kind(row) in CALLABLE_KINDS, row
            )
            for row in rows
            if view.kind(row) in OWNER_KINDS
        ]
        return FileStatements(path, module, owners, place(raw, owners, view.fqn(module)), source, root)

    @cached_property
    def registry(self) -> Registry:
        """The adapters."""
        from codegraph.languages.registry import load_registry

        return load_registry(self.index.root)

    def _grammar(self, language: str, path: str) -> StatementGrammar | None:
        from codegraph.parse.statements import load_statement_grammar

        adapter = self.registry.adapters.get(language)
        if adapter is None:
            return None
        if not adapter.trusted:  # its query could hang, and nothing watches over us here
            note = f"the adapter for {language} is the project's own; index with --statements to have its statements"
            if note not in self.notes:
                self.notes.append(note)
            return None
        name = self.registry.grammar_for(language, path)
        if (language, name) not in self._grammars:
            self._grammars[language, name] = load_statement_grammar(adapter, name, self.seconds)
        return self._grammars[language, name]

    @cached_property
    def _known(self) -> dict[str, FileState]:
        from codegraph.tools.freshness import known_files

        return {state.path: state for state in known_files(self.index)}

    def _is_current(self, path: str) -> bool:
        from codegraph.tools.freshness import has_changed

        state = self._known.get(path)
        if state is not None and not has_changed(self.index, state):
            return True
        if path not in self.stale:
            self.stale.append(path)
        return False


def has_code(kind: str) -> bool:
    """Whether nodes of a kind may have statements of their own."""
    return kind in OWNER_KINDS or kind == NodeKind.MODULE


def statement_of(item: Placed, found: FileStatements, owner: str) -> Statement:
    """A statement of a file; ``owner`` is the FQN of the symbol that it belongs to."""
    raw = item.raw
    return Statement(
        statement_id=item.id,
        parent_fqn=owner,
        kind=item.kind,
        path=found.path,
        start_line=raw.start_line,
        start_column=raw.start_column,
        end_line=raw.end_line,
        end_column=raw.end_column,
        depth=item.depth,
        parent_statement=found.placed[item.parent].id if item.parent >= 0 else "",
        expression=raw.expression,
        condition=raw.condition,
    )
