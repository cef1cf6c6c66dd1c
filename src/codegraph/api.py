"""What ``import codegraph`` offers: index a project or open its index, and ask.

Every method asks one tool of ``codegraph.tools`` and hands back its answer, a typed struct; arguments and
fields have the same names in the command line's ``--json`` and for agents. Where an answer is cut, its ``cursor``
asks for what comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    import networkx as nx

    from codegraph.builder import Progress
    from codegraph.freshness.delta import Changes
    from codegraph.tools.answers import Answer, SymbolAnswer
    from codegraph.tools.codebase_map import CodebaseMap
    from codegraph.tools.codebase_search import SearchAnswer
    from codegraph.tools.complexity_report import ComplexityReport
    from codegraph.tools.context import Context
    from codegraph.tools.dependency_graph import DependencyGraph
    from codegraph.tools.doctor import Diagnosis
    from codegraph.tools.duplicate_report import DuplicateReport
    from codegraph.tools.endpoints import Endpoints
    from codegraph.tools.export_jsonl import Exported
    from codegraph.tools.flow_trace import FlowTrace
    from codegraph.tools.freshness import Freshness
    from codegraph.tools.impact_analysis import Impact
    from codegraph.tools.incremental_reindex import IncrementallyReindexed
    from codegraph.tools.index import Index
    from codegraph.tools.index_codebase import IndexedCodebase
    from codegraph.tools.index_status import IndexStatus
    from codegraph.tools.init_project import InitializedProject
    from codegraph.tools.is_path_indexed import PathIndexed
    from codegraph.tools.list_languages import Languages
    from codegraph.tools.model_status import ModelStatus
    from codegraph.tools.models import CheckedModels, KnownModel, Models, UsedModel
    from codegraph.tools.package_summary import PackageSummary
    from codegraph.tools.statement_query import StatementAnswer
    from codegraph.tools.sub_graph import SubGraph
    from codegraph.tools.summaries import Summaries
    from codegraph.tools.symbol_detail import SymbolDetail
    from codegraph.tools.symbol_flow import FlowGraph
    from codegraph.tools.symbol_source import SymbolSource

_Request = TypeVar("_Request")
_Answer = TypeVar("_Answer", bound="Answer | SymbolAnswer")
_Result = TypeVar("_Result")


def index(
    path: str | Path = ".",
    *,
    embeddings: bool = True,
    full: bool = False,
    reset_options: bool = False,
    enrich_with_llm: bool = False,
    embedding_model: str | None = None,
    summarizer_model: str | None = None,
    summarizer_max_tokens: int | None = None,
    summarizer_concurrency: int | None = None,
    wait: float = 0.0,
    progress: Progress | None = None,
    **settings: Any,
) -> Codegraph:
    """Index the project at ``path`` and open it; where it is indexed already, only what changed is done.

    Args:
        path: the project's root.
        embeddings: also make the vectors that search by meaning needs.
        full: ignore what earlier runs left, parse every file again.
        reset_options: forget the settings that earlier calls made; else those that say what is indexed still hold.
        enrich_with_llm: have packages and modules summed up by the language model that the settings name.
        embedding_model, summarizer_model, summarizer_max_tokens, summarizer_concurrency: in place of those settings.
        wait: how many seconds to wait for another process that indexes the project.
        progress: told what goes on, see ``codegraph.builder.Progress``.
        settings: as in ``codegraph.toml``, for example ``languages=["python"]`` or ``workers=2``.

    Returns:
        The opened project; its ``indexed`` says what was done.

    Raises:
        UsageError: there is no such folder, or a setting is wrong.
        BusyError: another process is indexing the project.
        StorageError: the index can't be written.
    """
    from codegraph.tools import index_codebase
    from codegraph.tools.index import Index

    request = index_codebase.IndexCodebaseRequest(
        root_path=str(path),
        embeddings=embeddings,
        full=full,
        reset_options=reset_options,
        enrich_with_llm=enrich_with_llm,
        embedding_model=embedding_model,
        summarizer_model=summarizer_model,
        summarizer_max_tokens=summarizer_max_tokens,
        summarizer_concurrency=summarizer_concurrency,
        wait=wait,
        settings=settings,
    )
    indexed = index_codebase.run(request, progress)
    return Codegraph(Index.open(Path(indexed.root), index_codebase.overrides(request)), indexed)


def reindex(
    path: str | Path = ".",
    *,
    changed_files: Sequence[str] = (),
    from_commit: str = "",
    to_commit: str = "",
    languages: Sequence[str] | None = None,
    enrich_with_llm: bool = False,
    embeddings: bool = True,
    wait: float = 0.0,
    progress: Progress | None = None,
) -> IncrementallyReindexed:
    """Bring the index of the project at ``path`` up to date, and tell which files were changed.

    Changes are found by contents. Of the files that are named, and of those that differ between two commits, the
    answer says which were not changed after all.

    Raises:
        NotIndexedError: there is no index yet.
        UsageError: there is no such folder, or a path leads out of it.
        BusyError: another process is indexing the project.
        StorageError: the index can't be written.
    """
    from codegraph.tools import incremental_reindex

    request = incremental_reindex.IncrementalReindexRequest(
        root_path=str(path),
        changed_files=changed_files,
        from_commit=from_commit,
        to_commit=to_commit,
        languages=languages,
        enrich_with_llm=enrich_with_llm,
        embeddings=embeddings,
        wait=wait,
    )
    return incremental_reindex.run(request, progress)


def is_path_indexed(path: str | Path, root: str | Path = "") -> PathIndexed:
    """Whether the index of the nearest project around a file or folder has it.

    Raises:
        UsageError: no path is given.
        IndexFormatError: there is an index, and it can't be read.
    """
    from codegraph.tools import is_path_indexed as tool

    return tool.run(tool.IsPathIndexedRequest(virtual_path=str(path), root_path=str(root)))


def init(path: str | Path = ".", *, force: bool = False) -> InitializedProject:
    """Write a commented ``codegraph.toml`` that fits the project at ``path``.

    Raises:
        UsageError: there is no such folder, or (without ``force``) the file is there already.
    """
    from codegraph.tools import init_project

    return init_project.run(init_project.InitProjectRequest(root_path=str(path), force=force))


def doctor(
    path: str | Path = ".", *, repair: bool = False, wait: float = 0.0, progress: Progress | None = None
) -> Diagnosis:
    """Check the index of the project at ``path``: what is right, what is wrong, and what to do next.

    Args:
        path: the project's root.
        repair: rebuild what is wrong, and bring the index up to date; the old one answers until then.
        wait: how many seconds to wait for another process that writes the index, before it is repaired.
        progress: told what a repair does.

    Raises:
        NotIndexedError: there is no index.
        BusyError: it is to be repaired, and another process writes it.
        StorageError: it can't be read or written.
    """
    from codegraph.tools import doctor as tool

    return tool.run(tool.DoctorRequest(root_path=str(path), repair=repair, wait=wait), progress)


def languages(project: str | Path | None = None) -> Languages:
    """The languages that are understood, and with which features; a project may bring more of its own.

    Without ``project`` the nearest index upwards counts, or the current folder.
    """
    from codegraph.tools import list_languages

    return list_languages.run(_project_or_nearest(project))


def model(project: str | Path | None = None) -> ModelStatus:
    """The embedding model that a project's settings name, and what its index has of it.

    Without ``project`` the nearest index upwards counts, or the current folder's settings.
    """
    from codegraph.tools import model_status
    from codegraph.tools.index import Index

    return model_status.run(Index.open(_project_or_nearest(project)))


def models(project: str | Path | None = None) -> Models:
    """The embedding models on this machine, and which of them a project's settings name."""
    from codegraph.tools import models as tool
    from codegraph.tools.index import Index

    return tool.known(Index.open(_project_or_nearest(project)).settings)


def add_model(name: str, place: str | Path, *, licence: str = "") -> KnownModel:
    """Try a local ONNX model out, record the SHA-256 of its files, and make it known under a name.

    Raises:
        UsageError: the name can't be used.
        MissingPartError: files are missing, or the model is none that can be used here.
    """
    from codegraph.tools import models as tool

    return tool.add(name, Path(place), licence=licence)


def use_model(name: str, project: str | Path | None = None) -> UsedModel:
    """Write into the user's own config.toml that this model embeds from now on.

    Raises:
        NotFoundError: there is no model of this name.
    """
    from codegraph.tools import models as tool

    return tool.use(name, _project_or_nearest(project))


def verify_models(name: str = "") -> CheckedModels:
    """Compare the files of a model, or of all, with what was shipped or recorded.

    Raises:
        NotFoundError: there is no model of this name.
    """
    from codegraph.tools import models as tool

    return tool.verify(name)


def _project_or_nearest(project: str | Path | None) -> Path:
    from codegraph.errors import NotIndexedError
    from codegraph.tools.index import find_root

    try:
        return Path(project) if project is not None else find_root(Path.cwd())
    except NotIndexedError:
        return Path.cwd()


def open(path: str | Path | None = None, **settings: Any) -> Codegraph:  # noqa: A001 (codegraph.open reads well)
    """Open the index of the project at ``path``; without it the nearest one in or above the current folder.

    Raises:
        NotIndexedError: there is no index.
        IndexFormatError: it is damaged or of another version.
    """
    from codegraph.tools.index import Index, find_root

    opened = Index.open(Path(path) if path is not None else find_root(Path.cwd()), settings)
    _ = opened.view  # a missing or damaged index shows now, not at the first question
    return Codegraph(opened)


class Codegraph:
    """An indexed project; made by ``codegraph.index`` or ``codegraph.open``.

    A name in a question is an FQN, any tail of it that is unique (``QuerySet.filter``), dotted, a path, or
    ``path:line``. Questions raise ``NotFoundError`` (with suggestions) for a name that nothing has and
    ``AmbiguousError`` (with the candidates) for one that several have. Before a question is answered, files that
    changed are brought in, see docs/freshness.md; ``refresher`` does it.
    """

    def __init__(self, opened: Index, indexed: IndexedCodebase | None = None) -> None:
        from codegraph.refresh.refresher import Refresher

        self._index = opened
        self._indexed = indexed
        self.refresher = Refresher(opened, stays=True)

    @property
    def indexed(self) -> IndexedCodebase:
        """What ``codegraph.index`` did: counts, times, what was skipped.

        Raises:
            UsageError: the project was opened by ``codegraph.open``; ask ``status()``.
        """
        if self._indexed is None:
            from codegraph.errors import UsageError

            raise UsageError("this project was opened, not indexed; ask status() for its last report")
        return self._indexed

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self._index.root

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the project's settings have that was not understood."""
        return self._index.warnings

    def close(self) -> None:
        """Give the index's files back."""
        self.refresher.close()
        self._index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Codegraph({str(self.root)!r})"

    def _ask(self, run: Callable[[Index, _Request], _Answer], request: _Request) -> _Answer:
        """The answer of a tool to a request, after the index was brought up to date as far as time allows."""
        from codegraph.refresh.asking import ask

        return ask(run, self.refresher, request)

    def _fresh(self) -> Index:
        """The index, brought up to date as far as time allows, for an answer that does not tell of that."""
        self.refresher.bring()
        return self._index

    def refresh(self) -> Freshness:
        """Bring the index up to date as far as time allows (``freshness.budget_ms``), as each question does.

        Returns:
            how far it is behind after that, and why.
        """
        return self.refresher.bring()

    def mark_dirty(self, *paths: str | Path) -> None:
        """Tell that files were written, made or deleted: the next question looks at them, whatever their times are.

        Costs one append to a small file; a host calls it after each write of its own.

        Raises:
            UsageError: a path lies outside of the project; then none is marked.
            StorageError: the index folder can't be written.
        """
        from codegraph.freshness.marks import add_marks

        add_marks(self._index.index_dir, self.root, [str(path) for path in paths])

    def subscribe(self, listener: Callable[[Changes], None]) -> Callable[[], None]:
        """Have a listener told what each refresh changes: files, and FQNs added, changed and removed.

        It is called in whatever thread finds a newly published index, that of another process as well, and should
        come back soon.

        Returns:
            a function that ends it.
        """
        return self.refresher.subscribe(listener)

    def _within(self, run: Callable[[Index, _Request], _Result], request: _Request) -> _Result:
        """The answer of a tool that does not tell whether the index is behind the files."""
        index = self._fresh()
        with index.snapshot():
            return run(index, request)

    def status(self, *, accuracy: bool = False, max_shapes: int = 15) -> IndexStatus:
        """What the index holds, how it was built, which files have changed since, and how sure its references are."""
        from codegraph.tools import index_status

        request = index_status.IndexStatusRequest(accuracy=accuracy, max_shapes=max_shapes)
        with self._index.snapshot():
            return index_status.run(self._index, request)

    def map(
        self,
        root_fqn: str = "",
        *,
        level: str | int = "package",
        include_metrics: bool = True,
        max_entries: int = 200,
        folder_depth: int = 0,
        cursor: str = "",
    ) -> CodebaseMap:
        """The packages, modules or symbols of the project or of a part of it, with counts."""
        from codegraph.tools import codebase_map

        request = codebase_map.CodebaseMapRequest(
            root_fqn=root_fqn,
            level=level,
            include_metrics=include_metrics,
            max_entries=max_entries,
            folder_depth=folder_depth,
            cursor=cursor,
        )
        return self._ask(codebase_map.run, request)

    def context(
        self,
        task: str = "",
        *,
        format: str = "markdown",  # noqa: A002 (the word of the command line and of the specification)
        top_n: int | None = None,
        include_patterns: bool = True,
        token_budget: int | None = None,
    ) -> Context:
        """What somebody new has to know of the project, or what in it has to do with a task, in few tokens.

        ``text`` of the answer is Markdown, one ``compact`` line, or ``json``.
        """
        from codegraph.tools import context

        request = context.ContextRequest(
            task=task,
            format=format,
            top_n=top_n,
            include_patterns=include_patterns,
            token_budget=token_budget,
        )
        return self._ask(context.run, request)

    def package(
        self,
        fqn: str = "",
        *,
        include_public_exports: bool = True,
        include_dependencies: bool = True,
        max_exports: int = 50,
        max_dependencies: int = 500,
        cursor: str = "",
    ) -> PackageSummary:
        """What a package is, offers and depends on: declared dependencies against really imported ones.

        Without a name it is the package of the root.
        """
        from codegraph.tools import package_summary

        request = package_summary.PackageSummaryRequest(
            fqn=fqn,
            include_public_exports=include_public_exports,
            include_dependencies=include_dependencies,
            max_exports=max_exports,
            max_dependencies=max_dependencies,
            cursor=cursor,
        )
        return self._ask(package_summary.run, request)

    def symbol(
        self,
        fqn: str,
        *,
        expand: Sequence[str] = ("all",),
        include_signature: bool = True,
        include_doc: bool = True,
        include_metrics: bool = True,
        include_body_metrics: bool = False,
        include_possible: bool = False,
        max_children: int = 50,
        max_relations: int = 10,
        cursor: str = "",
    ) -> SymbolDetail:
        """What a symbol is: signature, doc, members, bases, callers, callees, open references."""
        from codegraph.tools import symbol_detail

        request = symbol_detail.SymbolDetailRequest(
            fqn=fqn,
            expand=expand,
            include_signature=include_signature,
            include_doc=include_doc,
            include_metrics=include_metrics,
            include_body_metrics=include_body_metrics,
            include_possible=include_possible,
            max_children=max_children,
            max_relations=max_relations,
            cursor=cursor,
        )
        return self._ask(symbol_detail.run, request)

    def source(
        self,
        fqn: str,
        *,
        mode: str = "full_span",
        max_lines: int | None = None,
        statement_id: str = "",
        cursor: str = "",
    ) -> SymbolSource:
        """The exact text of a symbol or file, or of one of its statements."""
        from codegraph.tools import symbol_source

        request = symbol_source.SymbolSourceRequest(
            fqn=fqn, mode=mode, max_lines=max_lines, statement_id=statement_id, cursor=cursor
        )
        return self._ask(symbol_source.run, request)

    def search(
        self,
        query: str = "",
        *,
        like: str = "",
        hops: int = 0,
        top_k: int | None = None,
        mode: str = "",
        levels: Sequence[str | int] = (),
        filter_kinds: Sequence[str] = (),
        filter_packages: Sequence[str] = (),
        filter_languages: Sequence[str] = (),
        filter_paths: Sequence[str] = (),
        filter_tags: Sequence[str] = (),
        tests: bool | None = None,
        min_score: float = 0.0,
        include_signature: bool = True,
        regex: bool = False,
        ignore_case: bool = False,
        journal: str | Path | None = None,
        key: str = "",
        cursor: str = "",
    ) -> SearchAnswer:
        """The symbols that a name or a description in words means, best first.

        A part of the query in double quotes is a phrase that the source of a hit must hold. With ``regex`` the query
        is a regular expression, and each hit a line that matches. With ``like`` in place of a query, symbols are
        found whose code is like that one's. ``hops`` adds what is so many edges away from the best hits.

        With ``journal`` (a file) and ``key`` each finished step is kept: the same search under the same key is
        answered from the journal, with no embedding and no look-up, also after a crash halfway.

        Raises:
            UsageError: the key was used for another search.
        """
        from codegraph.tools import codebase_search

        request = codebase_search.CodebaseSearchRequest(
            query=query,
            like=like,
            hops=hops,
            top_k=top_k,
            mode=mode,
            levels=levels,
            filter_kinds=filter_kinds,
            filter_packages=filter_packages,
            filter_languages=filter_languages,
            filter_paths=filter_paths,
            filter_tags=filter_tags,
            tests=tests,
            min_score=min_score,
            include_signature=include_signature,
            regex=regex,
            ignore_case=ignore_case,
            cursor=cursor,
        )
        if journal is None:
            return self._ask(codebase_search.run, request)
        from codegraph.tools.durable_search import run_durably

        index = self._fresh()
        with index.snapshot():
            return run_durably(index, request, Path(journal), key)

    def duplicates(
        self,
        scope: str = "",
        *,
        threshold: float = 0.8,
        min_lines: int = 6,
        tests: bool = False,
        limit: int = 50,
    ) -> DuplicateReport:
        """Groups of functions that are nearly the same, those first that cost most lines."""
        from codegraph.tools import duplicate_report

        request = duplicate_report.DuplicateReportRequest(
            scope=scope, threshold=threshold, min_lines=min_lines, tests=tests, limit=limit
        )
        return self._within(duplicate_report.run, request)

    def summarize(self, names: str | Sequence[str], *, refresh: bool = False) -> Summaries:
        """What symbols, modules or packages do, in the words of the language model that the settings name.

        Without such a setting nothing leaves the machine. What was written before comes from a cache, unless the
        code has changed; ``refresh`` asks again.

        Raises:
            SettingsError: no summarizer is set up.
            ServiceError: the model can't be reached, refuses, or answers with nonsense.
        """
        from codegraph.tools import summaries

        wanted = [names] if isinstance(names, str) else list(names)
        return self._within(summaries.run, summaries.SummariesRequest(names=wanted, refresh=refresh))

    def endpoints(
        self,
        route: str = "",
        *,
        methods: Sequence[str] = (),
        frameworks: Sequence[str] = (),
        packages: Sequence[str] = (),
        paths: Sequence[str] = (),
        handler: str = "",
        include_tests: bool = False,
        include_possible: bool = False,
        openapi: bool = False,
        limit: int = 200,
        offset: int = 0,
    ) -> Endpoints:
        """What can be called from outside: method, path, handler, and what stands before that.

        With ``openapi`` they are also compared with the OpenAPI documents of the repository.
        """
        from codegraph.tools import endpoints

        request = endpoints.EndpointsRequest(
            route=route,
            methods=methods,
            frameworks=frameworks,
            packages=packages,
            paths=paths,
            handler=handler,
            include_tests=include_tests,
            include_possible=include_possible,
            openapi=openapi,
            limit=limit,
            offset=offset,
        )
        return self._within(endpoints.run, request)

    def impact(
        self,
        target: str = "",
        *,
        diff: str = "",
        staged: bool = False,
        patch: str = "",
        direction: str = "backward",
        max_depth: int = 3,
        max_nodes: int = 500,
        edge_kinds: Sequence[str] = (),
        include_possible: bool = False,
        include_tests: bool = True,
        select_tests: bool = False,
        runner: str = "",
        markdown: bool = False,
        fail_on: Sequence[str] = (),
        cursor: str = "",
    ) -> Impact:
        """Who is affected when a symbol, file or package changes: ``callers`` and everyone beyond.

        In place of a target ``diff`` takes revisions (``main...HEAD``), ``staged`` what is staged, ``patch`` the text
        of a unified patch; the answer's ``diff`` then says which symbols change, and ``selection`` which tests to run.

        Raises:
            UsageError: not just one of these is given, a revision is unknown, or a patch is none.
        """
        from codegraph.tools import impact_analysis

        request = impact_analysis.ImpactAnalysisRequest(
            target=target,
            diff=diff,
            staged=staged,
            patch=patch,
            direction=direction,
            max_depth=max_depth,
            max_nodes=max_nodes,
            edge_kinds=edge_kinds,
            include_possible=include_possible,
            include_tests=include_tests,
            select_tests=select_tests,
            runner=runner,
            markdown=markdown,
            fail_on=fail_on,
            cursor=cursor,
        )
        return self._ask(impact_analysis.run, request)

    def trace(
        self,
        source: str,
        target: str = "",
        *,
        direction: str = "forward",
        max_depth: int = 4,
        edge_kinds: Sequence[str] = (),
        include_all_paths: bool = False,
        max_paths: int = 20,
        include_possible: bool = False,
        cursor: str = "",
    ) -> FlowTrace:
        """How the flow gets from one symbol to another: the shortest path, or all of them."""
        from codegraph.tools import flow_trace

        request = flow_trace.FlowTraceRequest(
            from_=source,
            to=target,
            direction=direction,
            max_depth=max_depth,
            edge_kinds=edge_kinds,
            include_all_paths=include_all_paths,
            max_paths=max_paths,
            include_possible=include_possible,
            cursor=cursor,
        )
        return self._ask(flow_trace.run, request)

    def statements(
        self,
        parent_fqns: str | Sequence[str] = (),
        *,
        kinds: Sequence[str] = (),
        semantic_query: str = "",
        condition: str = "",
        text: str = "",
        regex: bool = False,
        filter_languages: Sequence[str] = (),
        filter_paths: Sequence[str] = (),
        tests: bool | None = None,
        data_flow: str = "",
        top_k: int = 50,
        cursor: str = "",
    ) -> StatementAnswer:
        """The statements of symbols, modules, packages or folders, by kind, text or meaning.

        With ``data_flow`` (the name of a variable, ``*`` for all) the answer also says from which statements of one
        symbol values come to which.
        """
        from codegraph.tools import statement_query

        request = statement_query.StatementQueryRequest(
            parent_fqns=[parent_fqns] if isinstance(parent_fqns, str) else parent_fqns,
            kinds=kinds,
            semantic_query=semantic_query,
            condition=condition,
            text=text,
            regex=regex,
            filter_languages=filter_languages,
            filter_paths=filter_paths,
            tests=tests,
            data_flow=data_flow,
            top_k=top_k,
            cursor=cursor,
        )
        return self._ask(statement_query.run, request)

    def complexity(
        self,
        root_fqn: str = "",
        *,
        metric: str = "cyclomatic",
        top_n: int = 20,
        filter_kinds: Sequence[str] = (),
        filter_languages: Sequence[str] = (),
        tests: bool | None = None,
        include_possible: bool = False,
        cursor: str = "",
    ) -> ComplexityReport:
        """The symbols that stand out by a metric, and the metric's spread over all of them.

        ``metric`` is one of ``codegraph.tools.complexity_report.METRICS``, such as ``cognitive`` or ``pagerank``.
        """
        from codegraph.tools import complexity_report

        request = complexity_report.ComplexityReportRequest(
            root_fqn=root_fqn,
            metric=metric,
            top_n=top_n,
            filter_kinds=filter_kinds,
            filter_languages=filter_languages,
            tests=tests,
            include_possible=include_possible,
            cursor=cursor,
        )
        return self._ask(complexity_report.run, request)

    def flow(self, fqn: str, *, include_mermaid: bool = False, include_dot: bool = False) -> FlowGraph:
        """How control passes through a function, method or module: basic blocks and the edges between them.

        ``to_mermaid()`` and ``to_dot()`` of the answer draw it.
        """
        from codegraph.tools import symbol_flow

        request = symbol_flow.SymbolFlowRequest(
            fqn=fqn, include_mermaid=include_mermaid, include_dot=include_dot
        )
        return self._ask(symbol_flow.run, request)

    def graph(
        self,
        root_fqn: str = "",
        *,
        level: str | int = "package",
        edge_kinds: Sequence[str] = (),
        include_external: bool = False,
        include_possible: bool = False,
        max_nodes: int | None = None,
        include_mermaid: bool = False,
        include_dot: bool = False,
    ) -> DependencyGraph:
        """Who depends on whom among packages, modules or symbols.

        ``to_mermaid()`` and ``to_dot()`` of the answer draw it.
        """
        from codegraph.tools import dependency_graph

        request = dependency_graph.DependencyGraphRequest(
            root_fqn=root_fqn,
            scope=level,
            edge_kinds=edge_kinds,
            include_external=include_external,
            include_possible=include_possible,
            max_nodes=max_nodes,
            include_mermaid=include_mermaid,
            include_dot=include_dot,
        )
        return self._ask(dependency_graph.run, request)

    def subgraph(
        self,
        seeds: str | Sequence[str],
        *,
        edge_kinds: Sequence[str] = (),
        depth: int = 2,
        direction: str = "forward",
        max_nodes: int = 100,
        include_possible: bool = False,
        include_mermaid: bool = False,
        include_dot: bool = False,
        cursor: str = "",
    ) -> SubGraph:
        """What lies around symbols, files or packages: all within ``depth`` steps, and the edges between."""
        from codegraph.tools import sub_graph

        request = sub_graph.SubGraphRequest(
            seeds=seeds,
            edge_kinds=edge_kinds,
            depth=depth,
            direction=direction,
            max_nodes=max_nodes,
            include_possible=include_possible,
            include_mermaid=include_mermaid,
            include_dot=include_dot,
            cursor=cursor,
        )
        return self._ask(sub_graph.run, request)

    def to_networkx(self) -> nx.MultiDiGraph[Any]:
        """The whole graph for networkx: nodes by FQN with their columns, edges keyed by kind."""
        from codegraph.graph.to_networkx import to_networkx

        return to_networkx(self._fresh().view)

    def export_jsonl(self, folder: str | Path) -> Exported:
        """Write ``nodes.jsonl``, ``edges.jsonl`` and ``unresolved.jsonl`` into a folder."""
        from codegraph.tools import export_jsonl

        return self._within(export_jsonl.run, export_jsonl.ExportJsonlRequest(output=str(folder)))
