"""An opened index: the project's root, its settings, and the graph of the current generation kept open."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.errors import NotFoundError, NotIndexedError, UsageError
from codegraph.graph.view import GraphView
from codegraph.model import SEPARATOR, Level
from codegraph.store.layout import INDEX_DIR, MARKER, read_current

if TYPE_CHECKING:
    from codegraph.config import Settings
    from codegraph.embed import EmbeddingProvider
    from codegraph.embed.cross_encoder import CrossEncoder
    from codegraph.vectors.outside import Outside

CONFIG_FILES = ("codegraph.toml", "pyproject.toml")
_NAMESAKES = 3
_NUMBER = re.compile(r"@\d+$")


class Scope(NamedTuple):
    """A part of the graph: its node, if it is one, and all its rows in order."""

    row: int | None
    rows: list[int]


class Index:
    """What every tool works on; open one with ``Index.open``.

    Args:
        root: the project's folder, absolute.
        settings: the project's settings.
        index_dir: where its index lies.
        warnings: what the settings files have that was not understood.
        overrides: the settings that the caller made.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        index_dir: Path,
        warnings: tuple[str, ...] = (),
        overrides: Mapping[str, Any] | None = None,
    ) -> None:
        self.root = root
        self.overrides = dict(overrides or {})
        self.settings = settings
        self.index_dir = index_dir
        self.warnings = warnings
        self._view: GraphView | None = None
        self._questions = 0
        self._seen = False

    @classmethod
    def open(cls, root: Path, overrides: Mapping[str, Any] | None = None) -> Index:
        """The index of the project at ``root``; whether there is one shows when it is asked.

        Raises:
            UsageError: there is no such folder.
            SettingsError: a settings file or variable can't be used.
        """
        from codegraph.tools.lasting_options import choose

        folder = existing_folder(root)
        chosen = choose(folder, overrides or {})
        settings = chosen.settings
        return cls(folder, settings, index_folder(folder, settings), tuple(chosen.warnings), overrides)

    @property
    def view(self) -> GraphView:
        """The graph as it was last published; it is opened again when a newer one is there.

        Within ``snapshot`` it stays the same, once it was asked for.

        Raises:
            NotIndexedError: there is no finished index.
            IndexFormatError: the index is damaged or of another version.
        """
        if self._view is not None and self._seen:
            return self._view
        if self._view is None or read_current(self.index_dir) != self._view.generation:
            newer = GraphView.open(self.index_dir)
            self.close()
            self._view = newer
        self._seen = self._questions > 0
        return self._view

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """For the time of one question: all of its answer comes from one generation, whatever is published meanwhile.

        Rows mean something in one generation only, so no answer may be made of two.
        """
        self._questions += 1
        try:
            yield
        finally:
            self._questions -= 1
            self._seen = self._seen and self._questions > 0

    def renew(self) -> None:
        """Let the rest of a question see what was published since it began: after a refresh that it waited for."""
        self._seen = False

    @cached_property
    def provider(self) -> EmbeddingProvider | None:
        """What embeds queries; its model is loaded at the first one and stays. None when nothing does.

        Raises:
            SettingsError: the settings name a provider or model that there is not.
        """
        from codegraph.embed import open_provider

        return open_provider(self.settings.embedding)

    @cached_property
    def reranker(self) -> CrossEncoder | None:
        """The cross-encoder that the settings name, loaded at the first search; None when they name none."""
        if not self.settings.search.reranker:
            return None
        from codegraph.embed.cross_encoder import CrossEncoder

        return CrossEncoder(Path(self.settings.search.reranker))

    @cached_property
    def outside(self) -> Outside:
        """The store of vectors that the settings name; it is opened at the first question to it and stays."""
        from codegraph.vectors.outside import Outside

        return Outside(self.settings.vectors, self.index_dir, self.root)

    def source_of(self, path: str) -> bytes:
        """The text of a file of the project as UTF-8.

        Raises:
            OSError, ValueError: it can't be read or decoded.
        """
        from codegraph.discovery.content import read_source

        return read_source(self.root, path)

    def close(self) -> None:
        """Give the index's files back; the next question opens them again."""
        if self._view is not None:
            self._view.close()
            self._view = None
        if "outside" in self.__dict__:
            self.outside.close()

    def row(self, name: str) -> int:
        """The row of the node that a name means (FQN, unique tail, dotted, path, ``path:line``).

        Raises:
            NotFoundError, AmbiguousError: nothing or several nodes fit.
        """
        from codegraph.graph.lookup import find

        return find(self.view, name, self.root)

    def namesakes(self, name: str, row: int) -> list[str]:
        """The FQNs of symbols that are called just as the package or module is whose FQN was asked for.

        The FQN decides, but whoever asks for ``Flask`` may well mean the class.
        """
        view = self.view
        if view.level(row) > Level.MODULE or view.fqn(row) != name:
            return []
        found = (other for other in view.rows_named(name) if view.level(other) == Level.SYMBOL)
        return [view.fqn(other) for other in found if view.path(other)][:_NAMESAKES]

    def definitions(self, name: str) -> list[int]:
        """The rows of all definitions that a name stands for, the one found by ``row`` first.

        Overload signatures, a getter and its setter, or two branches that define one function are ``save``,
        ``save@2``, ... in the graph; a call goes to one of them, but whoever asks for ``save`` means them all.
        A name that ends with ``@2`` means that one alone.

        Raises:
            NotFoundError, AmbiguousError: nothing or several nodes fit.
        """
        view, row = self.view, self.row(name)
        parent = view.parent(row)
        if parent < 0 or view.level(row) != Level.SYMBOL or _NUMBER.search(name):
            return [row]
        base = _NUMBER.sub("", view.fqn(row))
        others = (other for other in view.children(parent) if _NUMBER.sub("", view.fqn(other)) == base)
        return [row, *(other for other in others if other != row)]

    def busiest_definition(self, name: str) -> int:
        """Of the definitions that a name stands for the one with most edges: the one that has the body.

        Raises:
            NotFoundError, AmbiguousError: nothing or several nodes fit.
        """
        forward, backward = self.view.forward.offsets, self.view.backward.offsets
        return max(
            self.definitions(name),
            key=lambda row: forward[row + 1] - forward[row] + backward[row + 1] - backward[row],
        )

    def scope(self, name: str) -> Scope:
        """What a scope holds: a package, module, class (itself included) or a folder of the project.

        An empty name is the whole graph; one that ends with a slash is a folder before it is anything else.

        Raises:
            NotFoundError, AmbiguousError: nothing or several nodes fit.
        """
        view = self.view
        if not name:
            return Scope(None, list(range(view.node_count)))
        if name.endswith(("/", "\\")) and (rows := self._rows_in_folder(name)):
            return Scope(None, rows)
        try:
            row = self.row(name)
        except NotFoundError:
            if rows := self._rows_in_folder(name):
                return Scope(None, rows)
            raise
        return Scope(row, sorted([row, *view.descendants(row)]))

    def _folder_path(self, name: str) -> str:
        """The path of a folder that may be written as pictures name it, ``package::folder/``."""
        package, separator, inner = name.partition(SEPARATOR)
        row = self.view.row_of(package) if separator and name.endswith("/") else None
        return name if row is None else "/".join(part for part in (self.view.path(row), inner) if part)

    def _rows_in_folder(self, name: str) -> list[int]:
        from codegraph.graph.spelling import tidy_path

        folder = tidy_path(self._folder_path(name), self.root).strip("/")
        return sorted(self.view.rows_under("" if folder == "." else folder))


def find_root(start: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """The nearest folder, ``start`` or above, that has an index.

    Raises:
        NotIndexedError: none has.
    """
    folder = existing_folder(start)
    for candidate in (folder, *folder.parents):
        if (candidate / INDEX_DIR / MARKER).is_file() or _has_moved_index(candidate, environ):
            return candidate
    raise NotIndexedError(f"no index in {folder} or above it; run `codegraph index` in your project first")


def index_folder(root: Path, settings: Settings) -> Path:
    """Where the index of a project lies: the setting ``index_dir``, relative to the root."""
    return root / settings.index_dir


def existing_folder(path: Path) -> Path:
    """The folder as an absolute path with links followed.

    Raises:
        UsageError: it is not there, it is a file, or it may not be read.
    """
    if not path.exists():
        raise UsageError(f"there is no folder {path}; give the path of the project's root")
    if not path.is_dir():
        raise UsageError(f"{path} is a file; give the folder that holds the project")
    if not os.access(path, os.R_OK | os.X_OK):
        raise UsageError(f"{path} may not be read; check the permissions of the folder")
    return path.resolve()


def _has_moved_index(folder: Path, environ: Mapping[str, str]) -> bool:
    """Whether the settings of this folder move the index, and to where there is one."""
    if "CODEGRAPH_INDEX_DIR" not in environ and not any((folder / name).is_file() for name in CONFIG_FILES):
        return False
    from codegraph.config import load_settings

    settings, _ = load_settings(folder, environ=environ)
    return settings.index_dir != INDEX_DIR and (index_folder(folder, settings) / MARKER).is_file()
