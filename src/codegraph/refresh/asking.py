"""Questions to an index that is brought up to date before it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from codegraph.errors import NotFoundError
from codegraph.tools.freshness import tell, words

if TYPE_CHECKING:
    from codegraph.refresh.refresher import Refresher
    from codegraph.tools.answers import Answer, SymbolAnswer
    from codegraph.tools.freshness import Freshness
    from codegraph.tools.index import Index

Request = TypeVar("Request")
GivenAnswer = TypeVar("GivenAnswer", bound="Answer | SymbolAnswer")


def ask(run: Callable[[Index, Request], GivenAnswer], refresher: Refresher, request: Request) -> GivenAnswer:
    """The answer of a tool, which says how far the index is behind the files.

    Raises:
        CodegraphError: as the tool does; where something is not found, it says so as well.
    """
    freshness = refresher.bring()
    with not_found_as_of(freshness), refresher.index.snapshot():
        answer = run(refresher.index, request)
    tell(freshness, answer)
    return answer


@contextmanager
def not_found_as_of(freshness: Freshness) -> Iterator[None]:
    """Have what is not found in the body say that the index is behind, where it is.

    Raises:
        NotFoundError: something was not found.
    """
    try:
        yield
    except NotFoundError as error:
        if not freshness.stale:
            raise
        raise NotFoundError(f"{error.message}; {words(freshness)}", error.suggestions) from error
