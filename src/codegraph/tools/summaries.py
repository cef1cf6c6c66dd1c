"""``summarize``: what a symbol, module or package does, in a language model's words, checked against the index."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from codegraph.errors import SettingsError, UsageError
from codegraph.model import NodeKind
from codegraph.service import CHARS_PER_TOKEN
from codegraph.store.layout import SUMMARIES
from codegraph.summaries import Prompt, Reply, Summarizer, open_summarizer
from codegraph.summaries.cache import ReplyCache, cache_key
from codegraph.summaries.citations import Citation, Dropped, check_citations
from codegraph.summaries.prompt import compose_prompt
from codegraph.tools.answers import Symbol, symbol_fields

if TYPE_CHECKING:
    from codegraph.tools.index import Index


class SummariesRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``refresh`` asks the model again for what it has said already."""

    names: Sequence[str]
    refresh: bool = False


class Summary(Symbol, kw_only=True):
    """What a model says of a node. ``cached``: it was said before, and nobody was asked.

    ``citations`` are in the index; false ones are in ``dropped`` and no longer in the text.
    """

    summary: str
    citations: list[Citation]
    dropped: list[Dropped]
    cut: bool
    cached: bool


class Summaries(msgspec.Struct, kw_only=True):
    """Summaries in the order of the names, and who wrote them."""

    summaries: list[Summary]
    summarizer: str


def run(index: Index, request: SummariesRequest, summarizer: Summarizer | None = None) -> Summaries:
    """Summaries of all that the names mean; several are asked for at once, as many as the settings allow.

    What was written is kept at once: after a failure the same request goes on with the rest.

    Args:
        summarizer: who writes, in place of the one that the settings name.

    Raises:
        SettingsError: no summarizer is set up, or it can't work with the settings.
        NotFoundError, AmbiguousError: a name fits nothing or several nodes.
        UsageError: no name is given, or one means something outside of the project.
        ServiceError: the model can't be reached, refuses, or answers with nonsense.
    """
    settings = index.settings.summarizer
    view = index.view
    rows = [index.row(name) for name in request.names]
    if not rows:
        raise UsageError("give the name of a symbol, module or package")
    outside = next((view.fqn(row) for row in rows if view.kind(row) == NodeKind.EXTERNAL), None)
    if outside is not None:
        raise UsageError(f"{outside} is not part of the project")
    writer = summarizer or open_summarizer(settings)
    if writer is None:
        raise SettingsError(
            "no summarizer is set up; set summarizer.provider and summarizer.model in your own config.toml, "
            "or as CODEGRAPH_SUMMARIZER__PROVIDER and CODEGRAPH_SUMMARIZER__MODEL"
        )
    max_chars = CHARS_PER_TOKEN * settings.max_input_tokens
    prompts = [compose_prompt(view, row, index.source_of, max_chars) for row in rows]
    asking = _Asking(writer, ReplyCache(index.index_dir / SUMMARIES), refresh=request.refresh)
    with ThreadPoolExecutor(settings.concurrency) as threads:
        waiting = {prompt: threads.submit(asking.reply, prompt) for prompt in dict.fromkeys(prompts)}
        try:
            replies = {prompt: future.result() for prompt, future in waiting.items()}
        except BaseException:
            threads.shutdown(wait=True, cancel_futures=True)
            raise
    found = [
        _summary(index, row, prompt, *replies[prompt]) for row, prompt in zip(rows, prompts, strict=True)
    ]
    return Summaries(summaries=found, summarizer=writer.name)


class _Asking:
    """Asks a model, unless it has answered already."""

    def __init__(self, summarizer: Summarizer, cache: ReplyCache, *, refresh: bool) -> None:
        self._summarizer, self._cache, self._refresh = summarizer, cache, refresh

    def reply(self, prompt: Prompt) -> tuple[Reply, bool]:
        """What the model says, and whether it had said so before."""
        key = cache_key(self._summarizer.fingerprint, prompt)
        known = None if self._refresh else self._cache.get(key)
        if known is not None:
            return known, True
        reply = self._summarizer.summarize(prompt)
        self._cache.put(key, reply)
        return reply, False


def _summary(index: Index, row: int, prompt: Prompt, reply: Reply, cached: bool) -> Summary:
    checked = check_citations(index.view, reply.text, prompt.content)
    return Summary(
        **symbol_fields(index.view, row),
        summary=checked.text,
        citations=checked.citations,
        dropped=checked.dropped,
        cut=reply.cut,
        cached=cached,
    )
