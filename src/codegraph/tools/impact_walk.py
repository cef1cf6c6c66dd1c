"""How far a question about impact goes, and the walk that it asks for; the same for targets and for diffs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from codegraph.graph.impact import Impact as Found
from codegraph.graph.impact import impact
from codegraph.model import Confidence
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import DIRECTIONS, choice, edge_kinds

if TYPE_CHECKING:
    from codegraph.tools.impact_analysis import ImpactAnalysisRequest
    from codegraph.tools.index import Index


class Asked:
    """What a request asks for, within the limits that the settings name.

    Args:
        index: the project.
        request: the question.
    """

    def __init__(self, index: Index, request: ImpactAnalysisRequest) -> None:
        limits = index.settings.limits
        self.view = index.view
        self.depth = min(request.max_depth, limits.max_depth)
        self.far = limits.max_depth
        self.limit = min(request.max_nodes, limits.max_nodes)
        self.pages = Pages(request, index.view.generation)
        self.floor = Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED
        self.kinds = edge_kinds(request.edge_kinds, ())
        self.direction = choice("direction", request.direction, DIRECTIONS)
        self.with_tests = request.include_tests

    def walk(
        self, rows: Sequence[int], kinds: Collection[str] | None, *, parts: bool = True, hidden: bool = False
    ) -> Found:
        """What is reached from some rows; ``kinds``, ``parts`` and ``hidden`` are those of ``graph.impact``.

        Raises:
            UsageError: the cursor is none of this question.
        """
        return impact(
            self.view,
            rows,
            direction=self.direction,  # type: ignore[arg-type]
            depth=self.depth,
            kinds=kinds,
            floor=self.floor,
            max_nodes=self.limit + (self.pages.begin("entries") or 0),
            far=self.far,
            where=None if self.with_tests else lambda hit: not self.view.is_test(hit),
            parts=parts,
            hidden=hidden,
        )
