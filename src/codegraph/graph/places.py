"""Places, ``path:line``, as texts cite them: whether the index has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.model import Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView


def module_at(view: GraphView, path: str) -> int:
    """The row of the module that a file is, -1 if the index has no such file."""
    return next((row for row in view.rows_at(path) if view.level(row) == Level.MODULE), -1)


def no_such_lines(view: GraphView, module: int, first: int, last: int) -> str:
    """Why lines can't be cited from a module (-1 for a file that is not there), "" when they are there."""
    if module < 0:
        return "no such file in the index"
    count = view.end_line(module)
    return "" if 1 <= first <= last <= count else f"the file has {count} lines"
