"""Ranks by meaning with the store that the settings name in the place of the generation's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.vectors import Conditions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.graph.view import GraphView
    from codegraph.search.filters import Filters
    from codegraph.search.ranking import Question, Ranking
    from codegraph.vectors.outside import Outside

CHUNKS_A_NODE = 4
"""So many more chunks than nodes are asked for, as several may belong to one."""


def rank_outside(
    outside: Outside, view: GraphView, vector: NDArray[np.float16], question: Question, model: str
) -> Ranking:
    """Rows and scores of the accepted nodes that are nearest, each by its best chunk.

    Raises:
        VectorStoreError, MissingPartError, SettingsError: the store can't be asked.
    """
    import numpy as np

    namespace = outside.target(model).namespace
    conditions = _conditions(question.filters)
    asked = vector.astype(np.float32)
    wanted = question.depth
    while True:
        matches = outside.store.search(namespace, asked, wanted, conditions)
        taken: dict[int, float] = {}
        for match in matches:
            row = view.row_of(match.id.rpartition("#")[0])
            if row is not None and row not in taken and question.accept(row):
                taken[row] = match.score
        if len(taken) >= question.depth or len(matches) < wanted:
            break
        wanted *= CHUNKS_A_NODE
    best = sorted(taken.items(), key=lambda hit: (-hit[1], hit[0]))
    return best[: question.depth]


def _conditions(filters: Filters) -> Conditions:
    return Conditions(
        kinds=tuple(kind.lower() for kind in filters.kinds),
        levels=tuple(int(level) for level in filters.levels),
        languages=tuple(language.lower() for language in filters.languages),
        paths=tuple(filters.paths),
        tags=tuple(tag.lower() for tag in filters.tags),
        packages=tuple(filters.packages),
        tests=filters.tests,
    )
