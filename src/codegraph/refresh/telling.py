"""Tells listeners what each newly published generation changed, whoever published it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from codegraph.errors import CodegraphError
from codegraph.freshness.delta import Changes, contents_of, delta
from codegraph.graph.view import GraphView
from codegraph.store.layout import read_current

Listener = Callable[[Changes], None]


class Teller:
    """Knows which generation its listeners were told of last, and keeps that one open.

    Args:
        root: the project's folder.
        index_dir: where its index lies.
    """

    def __init__(self, root: Path, index_dir: Path) -> None:
        self._root = root
        self._index_dir = index_dir
        self._listeners: dict[object, Listener] = {}
        self._lock = threading.Lock()
        self._view: GraphView | None = None
        self._contents: dict[str, tuple[str, str]] = {}

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener told of what changes from now on, in whatever thread; what comes back ends that.

        Raises:
            NotIndexedError, IndexFormatError: there is no index, or it can't be read.
        """
        token = object()
        with self._lock:
            if self._view is None:
                self._keep(GraphView.open(self._index_dir))
            self._listeners[token] = listener

        def unsubscribe() -> None:
            with self._lock:
                self._listeners.pop(token, None)
                if not self._listeners:
                    self._drop()

        return unsubscribe

    def tell(self) -> Changes | None:
        """Tell what changed since listeners were told last; None, and nobody is told, where nothing did."""
        with self._lock:
            changes = self._next()
            listeners = list(self._listeners.values()) if changes is not None else []
        for listener in listeners:
            if changes is not None:
                listener(changes)
        return changes

    def close(self) -> None:
        """Let go of the index and of all listeners."""
        with self._lock:
            self._listeners.clear()
            self._drop()

    def _next(self) -> Changes | None:
        old = self._view
        if old is None or read_current(self._index_dir) == old.generation:
            return None
        new = GraphView.open(self._index_dir)
        changes = None
        with suppress(CodegraphError):  # an index that is damaged is told of by the next question
            changes = delta(old, new, str(self._root), self._contents)
        self._keep(new)
        return changes if changes is not None and (changes.total or changes.files) else None

    def _keep(self, view: GraphView) -> None:
        self._drop()
        self._view, self._contents = view, contents_of(view)

    def _drop(self) -> None:
        if self._view is not None:
            self._view.close()
            self._view = None
