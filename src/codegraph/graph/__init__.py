"""Questions to a published graph as pure functions over a ``GraphView``."""

from __future__ import annotations

from codegraph.graph.records import Edge, Unresolved
from codegraph.graph.view import GraphView

__all__ = ["Edge", "GraphView", "Unresolved"]
