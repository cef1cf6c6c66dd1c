"""The tools that agents are offered, each a file of this folder and one entry here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.errors import NotFoundError

if TYPE_CHECKING:
    import msgspec


class Tool(NamedTuple):
    """One tool: its file has the name of the tool, in it stand request, response and the function ``run``.

    ``run`` takes an opened index and a request. That of a tool that ``builds`` takes a request and a progress, that
    of one that is ``rootless`` a request alone. ``response`` is the name of the struct that comes back, ``command``
    and ``method`` are what the command line and the Python interface call the tool.
    """

    name: str
    title: str
    response: str
    command: str
    method: str
    summary: str
    description: str
    builds: bool = False
    rootless: bool = False

    @property
    def read_only(self) -> bool:
        """Whether it leaves the index as it is."""
        return not self.builds

    @property
    def module(self) -> Any:
        """The file of the tool, imported when it is first asked for."""
        return import_module(f"codegraph.tools.{self.name}")

    @property
    def request_type(self) -> type[msgspec.Struct]:
        """The struct of its parameters: the tool's name in camel case, and ``Request``."""
        name = "".join(word.capitalize() for word in self.name.split("_"))
        return getattr(self.module, f"{name}Request")  # type: ignore[no-any-return]

    @property
    def response_type(self) -> type[msgspec.Struct]:
        """The struct of its answer."""
        return getattr(self.module, self.response)  # type: ignore[no-any-return]


TOOLS = (
    Tool(
        "index_codebase",
        "Index a codebase",
        "IndexedCodebase",
        "index",
        "index",
        "Build the index of a project, or bring it up to date.",
        "Only changed files are parsed again. Call it once for a project that is not indexed yet, and again when an "
        "answer says that it is stale. It takes seconds for small projects and minutes for large ones with embeddings.",
        builds=True,
    ),
    Tool(
        "incremental_reindex",
        "Bring the index up to date",
        "IncrementallyReindexed",
        "index",
        "reindex",
        "Bring an index up to date after changes, and say which files were changed.",
        "Changes are found by contents; name files or commits to be told which of them were not changed after all. "
        "index_id is unchanged when there was nothing to do.",
        builds=True,
    ),
    Tool(
        "index_status",
        "State of the index",
        "IndexStatus",
        "status",
        "status",
        "Show what the index holds, how it was built, and which files have changed since.",
        "Roots with their size, languages and time of indexing, the changed files, and on request how sure the "
        "references of each language are.",
    ),
    Tool(
        "is_path_indexed",
        "Is a path indexed",
        "PathIndexed",
        "status",
        "is_path_indexed",
        "Say whether a file or folder is in an index, in which, and why not.",
        "The nearest project around the path that has an index counts.",
        rootless=True,
    ),
    Tool(
        "codebase_map",
        "Map of the codebase",
        "CodebaseMap",
        "map",
        "map",
        "Show the packages, modules or symbols of the project or of a part of it, with their sizes.",
        "The first question to an unknown codebase. level L1_Package lists packages, L2_Module files, L3_Symbol "
        "classes and functions; root_fqn narrows it to a package, module, class or folder.",
    ),
    Tool(
        "package_summary",
        "Summary of a package",
        "PackageSummary",
        "package",
        "package",
        "Show what a package is, how it is entered, what it offers, and what it depends on.",
        "Manifest, entry points, exports that others use most first, and declared dependencies against those that "
        "code really imports (unused, undeclared).",
    ),
    Tool(
        "symbol_detail",
        "Details of a symbol",
        "SymbolDetail",
        "symbol",
        "symbol",
        "Show what a symbol is and what it has to do with others: signature, doc, members, bases, callers, callees.",
        "Ask for the parts that you need with expand, e.g. [Members, Callers, Callees, Inheritance]. The name may be "
        "a full FQN, a unique tail of it such as Class.method, a path, or path:line.",
    ),
    Tool(
        "symbol_source",
        "Source of a symbol",
        "SymbolSource",
        "source",
        "source",
        "Print the exact text of a symbol or file, with its place and hash.",
        "Read a definition instead of its whole file. mode SignatureOnly, SignatureAndDoc, SignatureAndBody or "
        "FullSpan (with decorators); max_lines cuts, cursor goes on.",
    ),
    Tool(
        "codebase_search",
        "Search the codebase",
        "SearchAnswer",
        "search",
        "search",
        "Find symbols by name, by words, and by what they do, best first.",
        "A name in any spelling comes first; a description in words works as well. Filters (kinds, levels, packages, "
        "languages, paths, tags, tests) hold before anything is ranked. A part in double quotes must stand in the "
        "source; regex searches lines; like finds code that is like a symbol's.",
    ),
    Tool(
        "dependency_graph",
        "Graph of dependencies",
        "DependencyGraph",
        "graph",
        "graph",
        "Show who depends on whom among packages, modules or symbols, with cycles.",
        "Edges carry at how many places the references stand; Mermaid and DOT draw the same graph.",
    ),
    Tool(
        "sub_graph",
        "Graph around symbols",
        "SubGraph",
        "subgraph",
        "subgraph",
        "Show what lies around symbols: all within some steps, and the edges between.",
        "Calls from the seeds on (Forward), to them (Backward), or Both; nodes come by distance, and Mermaid draws "
        "them.",
    ),
    Tool(
        "flow_trace",
        "Trace of the flow",
        "FlowTrace",
        "trace",
        "trace",
        "Show how control gets from one symbol to another, call by call.",
        "One shortest path, or all with include_all_paths; without to, every path from the symbol. Where there is "
        "none, the answer says how far the flow was followed.",
    ),
    Tool(
        "impact_analysis",
        "Impact of a change",
        "Impact",
        "impact",
        "impact",
        "List who is affected when a symbol, file or package changes, or by what a diff changes.",
        "Call it before a change, with target, or after one, with diff (main...HEAD), staged or patch: then the "
        "changed symbols come with the kind of change. Dependants come by depth, with the steps that prove each, and "
        "with the endpoints and tests that are reached; select_tests gives what test runners take.",
    ),
    Tool(
        "complexity_report",
        "Complexity report",
        "ComplexityReport",
        "complexity",
        "complexity",
        "List the symbols that stand out by a metric, with the metric's spread over all of them.",
        "metric Cyclomatic, Cognitive, NestingDepth, LoC, FanOut, Callers, InDegree, OutDegree, PageRank, Betweenness "
        "and others; median and p95 are over all symbols of root_fqn, not over those shown.",
    ),
    Tool(
        "statement_query",
        "Statements",
        "StatementAnswer",
        "statements",
        "statements",
        "List the statements of symbols by kind, condition, text or meaning, and the flow of values among them.",
        "kinds such as If, EarlyReturn, Throw, Await, NullCheck; condition and text filter, regex makes them regular "
        "expressions, semantic_query ranks by meaning. data_flow names a variable of the one symbol in parent_fqns: "
        "the answer says which statement's value each reading statement may see.",
    ),
)
"""In the order in which a newcomer meets them."""


def tool(name: str) -> Tool:
    """The tool of this name.

    Raises:
        NotFoundError: there is none.
    """
    for one in TOOLS:
        if one.name == name:
            return one
    raise NotFoundError(f'there is no tool "{name}"; there are {", ".join(one.name for one in TOOLS)}')
