"""The few lines of source that a hit shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.text import SourceOf, dedent, read_or_nothing

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

MAX_LINES = 3
MAX_CHARS = 200


class Snippets:
    """Cuts snippets out of files, each read once."""

    def __init__(self, view: GraphView, source_of: SourceOf | None) -> None:
        self._view = view
        self._source_of = source_of
        self._lines: dict[str, list[str]] = {}

    def of(self, row: int) -> str:
        """Up to three lines from where a symbol is declared, its decorators left out; "" without a source.

        A file that was shortened since it was indexed has no lines there any more.
        """
        view = self._view
        path, line = view.path(row), view.line(row)
        lines = self._read(path) if path else []
        begin = max(line - 1, 0)
        end = min(view.end_line(row) or len(lines), begin + 4 * MAX_LINES) if line else begin + 4 * MAX_LINES
        shown = [text for text in lines[begin:end] if text.strip()][:MAX_LINES]
        if not shown:
            return ""
        indent = shown[0][: len(shown[0]) - len(shown[0].lstrip())]
        snippet = dedent("\n".join([shown[0][len(indent) :], *shown[1:]]), indent)
        return snippet if len(snippet) <= MAX_CHARS else snippet[: MAX_CHARS - 1].rstrip() + "…"

    def _read(self, path: str) -> list[str]:
        if path not in self._lines:
            source = read_or_nothing(self._source_of, path) if self._source_of else b""
            self._lines[path] = [line.rstrip() for line in source.decode("utf-8", "replace").split("\n")]
        return self._lines[path]
