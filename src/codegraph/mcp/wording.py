"""What each parameter means, written once: the same name means the same in every tool."""

from __future__ import annotations

PARAMETERS = {
    "accuracy": "Also tell how sure the references of each language are.",
    "changed_files": "Paths to be told of whether they were changed; changes are found without them.",
    "condition": "Only statements with this text in their condition.",
    "cursor": "The cursor of the answer before, to go on where it ended; all else as it was.",
    "data_flow": "Name of a variable of the one symbol in parent_fqns, or *: which statements its values come from.",
    "depth": "Follow so many steps.",
    "diff": "In place of a target: revisions as git diff takes them (main...HEAD, A..B, or one against the files).",
    "direction": "Forward: what it uses; Backward: what uses it.",
    "edge_kinds": "Follow these edges only: Calls, Imports, Extends, Implements, References, Overrides, ... or All.",
    "embeddings": "Also make the vectors for search by meaning, which takes minutes for a large project.",
    "embedding_model": "Name of the embedding model in place of the one in the settings.",
    "enrich_with_llm": "Have packages and modules summed up by the language model that the settings name.",
    "exclude": "Patterns to leave out, as in .gitignore.",
    "expand": (
        "Parts to add: Members, Inheritance, Imports, Callers, Callees, Tests, Documents, PublicExports, Statements, "
        "Decorators, ParentChain, Unresolved, or All."
    ),
    "fail_on": "Thresholds to check: dependants=50, endpoints, untested, ...",
    "filter_kinds": "Only nodes of these kinds: Class, Function, Method, Interface, Module, Endpoint, ...",
    "filter_languages": "Only what is written in these languages.",
    "filter_packages": "Only what lies in these packages.",
    "filter_paths": "Only what lies in these files, folders or globs (src/**/api/*.py).",
    "filter_tags": "Only nodes with one of these tags: http-endpoint, service, orm-model, test, ...",
    "fold": "Fold what is too large by package and module; false leaves the least connected out instead.",
    "folder_depth": "Also list the folders so deep.",
    "fqn": "Full name, a unique tail of it (Class.method), a path, or path:line.",
    "from": "Where the flow begins: a symbol, file or package.",
    "from_commit": "Tell of the files that differ since this commit whether they were changed.",
    "full": "Parse every file again.",
    "hops": "Also find what is up to so many edges away from the best hits.",
    "ignore_case": "The regular expression matches in any case.",
    "include_all_paths": "All simple paths, not only a shortest one.",
    "include_body_metrics": "With complexity, nesting and other figures of the body.",
    "include_dependencies": "With declared and imported dependencies.",
    "include_doc": "With the documentation comment.",
    "include_dot": "With the graph as DOT for Graphviz.",
    "include_external": "With what lies outside of the index.",
    "include_mermaid": "With the graph as a Mermaid flowchart.",
    "include_metrics": "With lines of code and complexity.",
    "include_possible": "With edges that are only possible: one candidate among several.",
    "include_public_exports": "With what the package offers.",
    "include_signature": "With signatures.",
    "include_statements": "Index statements, too.",
    "include_tests": "With the code of tests.",
    "kinds": "Only statements of these kinds: If, For, Return, Await, TryCatch, ...",
    "languages": "Only these languages.",
    "level": "L1_Package, L2_Module or L3_Symbol.",
    "levels": "Only nodes of these levels: L1_Package, L2_Module, L3_Symbol.",
    "like": "In place of a query: a symbol; what has code like it is found.",
    "limit": "At most so many entries.",
    "markdown": "With a comment for a pull request.",
    "max_children": "At most so many members and bases.",
    "max_dependencies": "At most so many dependencies.",
    "max_depth": "Follow so many steps.",
    "max_entries": "At most so many entries.",
    "max_exports": "At most so many exports.",
    "max_lines": "At most so many lines.",
    "max_nodes": "At most so many nodes.",
    "max_paths": "At most so many paths.",
    "max_relations": "At most so many callers, callees and the like.",
    "max_shapes": "At most so many forms of references without a target.",
    "metric": "Which metric ranks: Cyclomatic, Cognitive, NestingDepth, FanOut, LoC, Callers, PageRank, ...",
    "min_score": "Leave out hits below this score (0..1).",
    "mode": "How to search: Hybrid, Vector (by meaning) or Lexical (by words).",
    "parent_fqns": "Only statements of these symbols, files or packages.",
    "patch": "In place of a target: the text of a unified patch.",
    "query": 'A name, or words that say what it does; a "phrase" in double quotes must stand in the source.',
    "regex": "The query is a regular expression that lines are searched for.",
    "respect_gitignore": "Leave out what git ignores.",
    "root_alias": "Name of the repository in place of its folder's.",
    "root_fqn": "Only this package, module, class or folder.",
    "root_path": "The project's folder.",
    "runner": "Only what this test runner takes: pytest, go, jest, ...",
    "scope": "L1_Package, L2_Module or L3_Symbol.",
    "seeds": "Names of symbols, files or packages to begin at.",
    "select_tests": "With what test runners take to run the tests that reach the change.",
    "semantic_query": "Words that say what the statements do.",
    "staged": "In place of a target: what is staged in git.",
    "statement_id": "The statement to show, as statement_query names it.",
    "summarizer_concurrency": "Summaries that are asked for at once.",
    "summarizer_max_tokens": "Tokens that a summary may have.",
    "summarizer_model": "Name of the language model in place of the one in the settings.",
    "target": "A symbol, file or package, or path:line.",
    "text": "Only statements with this text in them.",
    "tests": "true: only tests; false: none; null: with the rest.",
    "to": "Where the flow ends; without it all paths from the beginning.",
    "to_commit": "Compare with this commit, not with the files as they are.",
    "top_k": "At most so many hits.",
    "top_n": "At most so many entries.",
    "virtual_path": "A file or folder, absolute or relative to the root.",
}
"""By the name in requests."""

OF_A_TOOL = {
    ("symbol_source", "mode"): "SignatureOnly, SignatureAndDoc, SignatureAndBody, FullSpan or StatementSpan.",
    ("sub_graph", "direction"): "Forward: what the seeds use; Backward: what uses them; Both.",
    ("is_path_indexed", "root_path"): "The folder that a relative path counts from.",
    ("statement_query", "regex"): "condition and text are regular expressions.",
    ("dependency_graph", "scope"): "The level of the nodes: L1_Package, L2_Module or L3_Symbol.",
}
"""Where a tool's own parameter needs other words."""

ROOT = "The project's folder, or its last part; needed only where several are served."
BUDGET = "The answer has at most about so many tokens; what is cut comes with the cursor."


def describe(tool: str, parameter: str) -> str:
    """What a parameter of a tool means; "" where nothing is written of it."""
    return OF_A_TOOL.get((tool, parameter), PARAMETERS.get(parameter, ""))
