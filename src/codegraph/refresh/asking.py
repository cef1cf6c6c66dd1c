"""Questions to an index that is brought up to date before it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from codegraph.tools.freshness import tell

if TYPE_CHECKING:
    from codegraph.refresh.refresher import Refresher
    from codegraph.tools.answers import Answer, SymbolAnswer
    from codegraph.tools.index import Index

Request = TypeVar("Request")
GivenAnswer = TypeVar("GivenAnswer", bound="Answer | SymbolAnswer")


def ask(run: Callable[[Index, Request], GivenAnswer], refresher: Refresher, request: Request) -> GivenAnswer:
    """The answer of a tool, which says how far the index is behind the files.

    Raises:
        CodegraphError: as the tool does.
    """
    freshness = refresher.bring()
    with refresher.index.snapshot():
        answer = run(refresher.index, request)
    tell(freshness, answer)
    return answer
