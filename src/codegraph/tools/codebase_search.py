"""``codebase_search``: find symbols by name, by words, and by what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from codegraph.errors import UsageError
from codegraph.search import Filters, Hit, SearchResult, search, search_like, search_text
from codegraph.tools.answers import Answer, Symbol
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import choice, level_of, listed, node_kinds

if TYPE_CHECKING:
    from codegraph.embed import EmbeddingProvider
    from codegraph.tools.index import Index

MODES = ("hybrid", "vector", "lexical")


class CodebaseSearchRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Filters hold before anything is ranked. ``top_k`` None and ``mode`` "" are as in the settings.

    ``filter_paths`` are files, folders or globs; of ``filter_tags`` a hit must have one. ``tests`` None finds them
    with the rest, False leaves them out, True finds nothing else. With ``regex`` the query is a regular expression
    that lines of the sources are searched for, in any case with ``ignore_case``. ``like`` names a symbol in place of
    a query: what has code like it is found. ``hops`` adds what is up to so many edges (calls, uses, ...) away from
    the best hits.
    """

    query: str = ""
    like: str = ""
    hops: int = 0
    levels: Sequence[str | int] | str = ()
    top_k: int | None = None
    filter_kinds: Sequence[str] | str = ()
    filter_packages: Sequence[str] | str = ()
    filter_languages: Sequence[str] | str = ()
    filter_paths: Sequence[str] | str = ()
    filter_tags: Sequence[str] | str = ()
    tests: bool | None = None
    min_score: float = 0.0
    include_signature: bool = False
    mode: str = ""
    regex: bool = False
    ignore_case: bool = False
    cursor: str = ""


class SearchHit(Symbol, kw_only=True):
    """``score`` lies in 0..1 and means something within one answer alone.

    ``match_origin`` is ``exact`` (the query is its name), ``name`` (nearly: another spelling, one wrong letter,
    the beginning), ``lexical`` (words), ``dense`` (meaning), ``hybrid`` (both), ``graph`` (an edge leads to it, see
    ``hops``) or ``text`` (a regular expression or phrase). Of a regular expression ``line`` and ``snippet`` are the
    line that matches.
    """

    score: float
    match_origin: str
    signature: str
    summary_short: str
    snippet: str
    tags: tuple[str, ...]


class SearchAnswer(Answer, kw_only=True):
    """Hits, best first. ``named`` says whether the query is the name of something in the index.

    ``notes`` tell what limits the answer: an unknown name, a search without meaning and why. ``mode`` is how
    it was searched in the end.
    """

    query: str
    hits: list[SearchHit]
    total_candidates: int
    total: int
    limit: int
    truncated: bool
    mode: str
    named: bool
    embedded_share: float
    notes: list[str]
    cursor: str = ""


def run(
    index: Index,
    request: CodebaseSearchRequest,
    around: Callable[[EmbeddingProvider], EmbeddingProvider] | None = None,
) -> SearchAnswer:
    """The symbols that a name or a description means; an empty query finds nothing.

    ``around`` may put another provider in the place of the index's own.

    Raises:
        UsageError: a mode, level or kind has an unknown name; the regular expression is none or takes too long.
        NotFoundError, AmbiguousError: nothing or several nodes fit the name in ``like``.
        IndexFormatError: the full-text index is missing or damaged.
    """
    settings = index.settings
    limit = min(request.top_k or settings.search.top_k, settings.limits.max_top_k)
    wanted = limit + (Pages(request, index.view.generation).begin("hits") or 0)
    if request.like:
        return _answer(index, request, _like(index, request, wanted), limit)
    if request.regex:
        return _answer(index, request, _lines(index, request, wanted), limit)
    mode = choice("mode", request.mode or settings.search.mode, MODES)
    provider = None if mode == "lexical" else index.provider
    found = search(
        index.view,
        index.view.folder,
        request.query,
        k=wanted,
        mode=mode,
        filters=_filters(request),
        min_score=request.min_score,
        fusion_method=settings.search.fusion,
        rrf_k=settings.search.rrf_k,
        provider=around(provider) if around and provider else provider,
        outside=None if mode == "lexical" else index.outside,
        source_of=index.source_of,
        root=index.root,
        hops=request.hops,
        reranker=index.reranker,
        rerank_top=settings.search.rerank_top,
    )
    return _answer(index, request, found, limit)


def _like(index: Index, request: CodebaseSearchRequest, limit: int) -> SearchResult:
    if request.query or request.regex:
        raise UsageError("give a query or a symbol that hits shall be like, not both")
    return search_like(
        index.view,
        index.view.folder,
        index.row(request.like),
        k=limit,
        filters=_filters(request),
        min_score=request.min_score,
        source_of=index.source_of,
    )


def _lines(index: Index, request: CodebaseSearchRequest, limit: int) -> SearchResult:
    return search_text(
        index.view,
        index.index_dir,
        request.query,
        k=limit,
        accept=_filters(request).accept(index.view),
        source_of=index.source_of,
        ignore_case=request.ignore_case,
    )


def _answer(index: Index, request: CodebaseSearchRequest, found: SearchResult, limit: int) -> SearchAnswer:
    pages = Pages(request, index.view.generation)
    shown = pages.cut("hits", found.hits, limit, found.total)
    return SearchAnswer(
        query=found.query,
        hits=[_hit(index, hit, request.include_signature) for hit in shown],
        total_candidates=found.total,
        total=found.total,
        limit=limit,
        truncated=found.truncated,
        mode=found.mode,
        named=found.named,
        embedded_share=found.embedded_share,
        notes=found.notes,
        cursor=pages.cursor,
    )


def _filters(request: CodebaseSearchRequest) -> Filters:
    return Filters(
        kinds=node_kinds(request.filter_kinds),
        levels=[int(level_of(level)) for level in request.levels],
        languages=[language.lower() for language in listed(request.filter_languages)],
        packages=listed(request.filter_packages),
        paths=listed(request.filter_paths),
        tags=listed(request.filter_tags),
        tests=request.tests,
    )


def _hit(index: Index, hit: Hit, include_signature: bool) -> SearchHit:
    row = index.view.row_of(hit.fqn)
    return SearchHit(
        fqn=hit.fqn,
        name=hit.name,
        kind=hit.kind,
        level=hit.level,
        language=hit.language,
        path=hit.path,
        line=hit.line,
        start_line=hit.start_line,
        end_line=hit.end_line,
        is_test=row is not None and index.view.is_test(row),
        score=round(hit.score, 6),
        match_origin=hit.match_origin,
        signature=hit.signature if include_signature else "",
        summary_short=hit.summary,
        snippet=hit.snippet,
        tags=hit.tags,
    )
