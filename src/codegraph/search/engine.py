"""One search from query to hits: the exact name first, then words and meaning merged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import UsageError
from codegraph.search import fusion
from codegraph.search.callers import lifted
from codegraph.search.features import Candidates
from codegraph.search.filters import Filters
from codegraph.search.hits import hit_of
from codegraph.search.lexical import rank_by_words
from codegraph.search.meaning import ByMeaning, rank_by_meaning
from codegraph.search.naming import by_name
from codegraph.search.neighbours import widened
from codegraph.search.phrases import holding, split_phrases
from codegraph.search.query import is_name_like, is_one_word
from codegraph.search.ranking import Question
from codegraph.search.rerank import reranked
from codegraph.search.result import SearchResult
from codegraph.search.snippet import Snippets
from codegraph.search.textual import TEXT
from codegraph.store.layout import LEXICAL_FILE, VECTORS_FILE
from codegraph.text import SourceOf, collapse

if TYPE_CHECKING:
    from codegraph.embed import EmbeddingProvider
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Ranking
    from codegraph.search.rerank import Reranker
    from codegraph.vectors.outside import Outside

HYBRID, VECTOR, LEXICAL = "hybrid", "vector", "lexical"
EXACT, NAME, DENSE, GRAPH = "exact", "name", "dense", "graph"
CONVEX, RRF = "convex", "rrf"


def search(
    view: GraphView,
    generation_dir: Path,
    query: str,
    *,
    k: int = 10,
    mode: str = HYBRID,
    filters: Filters | None = None,
    min_score: float = 0.0,
    fusion_method: str = CONVEX,
    rrf_k: int = fusion.RRF_K,
    provider: EmbeddingProvider | None = None,
    outside: Outside | None = None,
    source_of: SourceOf | None = None,
    root: Path | None = None,
    hops: int = 0,
    reranker: Reranker | None = None,
    rerank_top: int = 20,
) -> SearchResult:
    """The symbols that a name or a description means, best first, at most ``k``.

    Whatever bears the query as its name (an FQN or a tail of it, dotted, a path, ``path:line``) comes first
    with score 1: code before tests, callables and types before data, the most used first. If nothing does,
    names come first that it nearly is (see ``naming.by_name``). A part of the query in double quotes is a phrase
    that the source of a hit must hold. Below come scores of 0..1, ties by FQN. Where the
    search by meaning is impossible (no vectors yet, no model), words alone answer, and a note says why.

    Args:
        generation_dir: the folder of the view's generation.
        mode: ``hybrid``, ``vector`` or ``lexical``.
        min_score: leave out hits below.
        fusion_method: how hybrid merges: ``convex`` (by scores) or ``rrf`` (by ranks, with ``rrf_k``).
        provider: embeds the query; None searches by words.
        outside: the store of vectors that the settings name; the generation's own file answers without.
        source_of: where snippets come from; None leaves them out.
        root: of the indexed tree, so that absolute paths in queries are understood.
        hops: also find what is up to so many edges away from the best hits (see ``neighbours.widened``).
        reranker: puts the best ``rerank_top`` hits that don't bear the name into its own order; needs ``source_of``.

    Raises:
        UsageError: ``mode``, ``fusion_method`` or ``k`` makes no sense; a phrase or reranker without sources.
        IndexFormatError: the full-text index is missing or damaged.
        MissingPartError: the reranker's model is missing or damaged.
    """
    mode, fusion_method = mode.lower(), fusion_method.lower()
    _check(k, mode, fusion_method, hops)
    if not query.strip():
        return _nothing(query, mode)
    text, phrases = split_phrases(query)
    filters = filters or Filters()
    accept = filters.accept(view)
    held = holding(view, generation_dir.parents[1], phrases, accept, _needed(source_of)) if phrases else []
    accept = set(held).__contains__ if phrases else accept
    question = Question(text, accept, max(k, fusion.SCALED), filters)
    database = generation_dir / LEXICAL_FILE
    meaning = ByMeaning([], 0.0, "")
    if mode != LEXICAL:
        meaning = rank_by_meaning(view, generation_dir, question, provider, outside)
        mode = LEXICAL if meaning.why_not else mode
    words = [] if mode == VECTOR else rank_by_words(database, view, question)
    if mode == HYBRID and fusion_method == RRF:
        scores = fusion.reciprocal_rank(words, meaning.ranking, rrf_k)
    else:
        scores = fusion.convex(
            words, meaning.ranking, _dense_share(text, mode, meaning.share), question.depth
        )
        if mode == HYBRID:
            scores = lifted(view, scores)
            scores = _learned(view, generation_dir, question, scores, words, meaning, provider)
    named = by_name(view, database, question, root)
    near = [hit for hit in fusion.best_first(scores.items()) if hit[0] not in named.scores]
    if reranker is not None:
        near = reranked(view, near, text, reranker, _needed(source_of), rerank_top)
    ceiling = min(named.scores.values(), default=1.0)  # what does not have the name stands below all that do
    near = [(row, score * ceiling) for row, score in near if score >= min_score]
    around = widened(view, named.scores | dict(near), hops, accept) if hops else {}
    if around:
        best = {row: max(score, around.get(row, 0.0)) for row, score in (around | dict(near)).items()}
        near = fusion.best_first((row, score) for row, score in best.items() if row not in named.scores)
    scored = named.scores | dict(near)
    ranked = [*scored.items(), *((row, 0.0) for row in held if row not in scored and not min_score)]
    origins = dict.fromkeys(around, GRAPH) | dict.fromkeys(held, TEXT) | _origins(words, meaning.ranking)
    origins |= dict.fromkeys(named.scores, NAME) | dict.fromkeys(named.exact, EXACT)
    snippets = Snippets(view, source_of)
    return SearchResult(
        query=query,
        hits=[hit_of(view, row, score, origins[row], snippets.of(row)) for row, score in ranked[:k]],
        total=len(ranked),
        truncated=len(ranked) > k,
        mode=mode,
        named=bool(named.exact),
        embedded_share=meaning.share,
        notes=_notes(view, query, bool(named.exact), bool(ranked), meaning),
    )


def _learned(
    view: GraphView,
    generation_dir: Path,
    question: Question,
    scores: dict[int, float],
    words: Ranking,
    meaning: ByMeaning,
    provider: EmbeddingProvider | None,
) -> dict[int, float]:
    """The merged scores in the learned order, where what it was learned from is like what there is.

    That is a question in words, every text with its vector, and the model whose cosines it knows.
    """
    from codegraph.embed.model_files import BUNDLED_NAME

    known = provider is not None and provider.name == BUNDLED_NAME and meaning.share == 1.0
    if not known or meaning.vector is None or is_name_like(question.text):
        return scores
    from codegraph.search.dense import open_vectors
    from codegraph.search.learned import in_learned_order

    try:
        cosines = open_vectors(generation_dir / VECTORS_FILE).cosines(meaning.vector, view.node_count)
    except FileNotFoundError:
        return scores  # another store answers for the index's own file
    found = Candidates(scores, words[: fusion.SCALED], meaning.ranking[: fusion.SCALED], cosines)
    return in_learned_order(view, generation_dir / LEXICAL_FILE, question.text, found)


def _needed(source_of: SourceOf | None) -> SourceOf:
    if source_of is None:
        raise UsageError("phrases in quotes and a reranker need the sources, which are not at hand here")
    return source_of


def _check(k: int, mode: str, fusion_method: str, hops: int) -> None:
    if mode not in (HYBRID, VECTOR, LEXICAL):
        raise UsageError(f'there is no search mode "{mode}"; known are {HYBRID}, {VECTOR}, {LEXICAL}')
    if fusion_method not in (CONVEX, RRF):
        raise UsageError(f'there is no fusion "{fusion_method}"; known are {CONVEX}, {RRF}')
    if hops < 0:
        raise UsageError(f"the number of hops can't be below 0, as {hops} is")
    if k < 1:
        raise UsageError(f"the number of hits must be at least 1, not {k}")


def _dense_share(query: str, mode: str, embedded: float) -> float:
    if mode != HYBRID:
        return 1.0 if mode == VECTOR else 0.0
    # While embedding goes on, what has no vector yet must not lose to what happens to have one.
    return embedded * (fusion.DENSE_SHARE_OF_NAMES if is_name_like(query) else fusion.DENSE_SHARE)


def _origins(words: Ranking, dense: Ranking) -> dict[int, str]:
    by_words = {row for row, _ in words}
    by_meaning = {row for row, _ in dense}
    origins = dict.fromkeys(by_words, LEXICAL) | dict.fromkeys(by_meaning, DENSE)
    return origins | dict.fromkeys(by_words & by_meaning, HYBRID)


def _notes(view: GraphView, query: str, named: bool, found: bool, meaning: ByMeaning) -> list[str]:
    notes = []
    if not named and is_one_word(query):
        near = "; these come near" if found else ""
        notes.append(f'nothing in the index is called "{collapse(query, 80)}"{near}')
    if meaning.note:
        notes.append(meaning.note)
    if meaning.why_not:
        notes.append(f"searched by words only: {meaning.why_not}")
    elif 0 < meaning.share < 1:
        embeddings = view.manifest["embeddings"]
        lacking = embeddings["chunks"] - embeddings["vectors"]
        notes.append(
            f"{lacking:,} of {embeddings['chunks']:,} texts have no vector yet and are found by words only; "
            "`codegraph index` makes them"
        )
    return notes


def _nothing(query: str, mode: str) -> SearchResult:
    return SearchResult(
        query=query, hits=[], total=0, truncated=False, mode=mode, named=False, embedded_share=0.0, notes=[]
    )
