"""A search whose finished steps are kept in a journal, so that it can be taken up again after a crash."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from codegraph.journal import Steps, journaled
from codegraph.tools.codebase_search import CodebaseSearchRequest, SearchAnswer, run

if TYPE_CHECKING:
    from codegraph.embed import EmbeddingProvider
    from codegraph.embed.provider import Vectors
    from codegraph.tools.index import Index

EMBED, RETRIEVE = "embed", "retrieve"


def run_durably(index: Index, request: CodebaseSearchRequest, journal: Path, key: str) -> SearchAnswer:
    """The answer of a search; one that was found under this key before is given again, with nothing looked up.

    The steps are the embedding of the query and the retrieval. Each is done once under a key, also when the
    process died in between. What is replayed is the old answer, even if the index has changed since.

    Args:
        journal: the file, see ``codegraph.journal``.
        key: names this search among those in the journal.

    Raises:
        UsageError: the key was used for another search, or the request makes no sense.
        BusyError, StorageError: the journal can't be had.
    """
    asked = {"root": str(index.root), "search": msgspec.to_builtins(request)}
    with journaled(journal, key, asked) as steps:
        found = steps.do(RETRIEVE, lambda: msgspec.to_builtins(run(index, request, _remembering(steps))))
    return msgspec.convert(found, SearchAnswer)


def _remembering(steps: Steps) -> Callable[[EmbeddingProvider], EmbeddingProvider]:
    return lambda provider: cast("EmbeddingProvider", _Remembering(provider, steps))


class _Remembering:
    """A provider whose vector of the query is kept in the journal; in all else it is the one that it wraps."""

    def __init__(self, provider: EmbeddingProvider, steps: Steps) -> None:
        self._provider, self._steps = provider, steps

    def __getattr__(self, name: str) -> Any:
        return getattr(self._provider, name)

    def embed_query(self, text: str) -> Vectors:
        """The query's vector; one of another model, from before a change of settings, is not taken."""
        import numpy as np

        def embed() -> str:
            vector = np.ascontiguousarray(self._provider.embed_query(text), np.float16)
            return base64.b64encode(vector.tobytes()).decode()

        kept = self._steps.do(f"{EMBED} {self._provider.fingerprint}", embed)
        return np.frombuffer(base64.b64decode(kept), np.float16)
