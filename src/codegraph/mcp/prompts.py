"""Prompts for usual tasks: which tools to use, in which order, and what to tell at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from codegraph.errors import NotFoundError, UsageError


class Asked(NamedTuple):
    """One argument of a prompt."""

    name: str
    description: str
    required: bool


class Prompt(NamedTuple):
    """A prompt; ``text`` has its arguments in braces."""

    name: str
    title: str
    description: str
    arguments: tuple[Asked, ...]
    text: str


PROMPTS = (
    Prompt(
        "orient",
        "Orient in a codebase",
        "What this codebase is, how it is built and entered, and where to read first.",
        (Asked("area", "A package or folder to look at; the whole repository without it.", False),),
        """\
Get an overview of {area} with the codegraph tools, without reading whole files.

1. codebase_map (level L1_Package, include_metrics; then L2_Module for the largest package) for parts and sizes.
2. package_summary of the main packages: entry points, exports, dependencies.
3. dependency_graph (level L1_Package or L2_Module) for layers and cycles.
4. symbol_detail with expand [Members, Callers, Callees] for the three symbols that most depends on.

Then tell: what it does, its parts and how they depend on each other, the entry points, the frameworks, cycles and \
other oddities, and where to begin reading. Cite places as path:line.""",
    ),
    Prompt(
        "review_change",
        "Review a change",
        "What a change touches beyond its own lines: dependants, endpoints, tests.",
        (Asked("change", "A symbol or file that was changed, or a range of commits.", True),),
        """\
Review this change with the codegraph tools: {change}

1. incremental_reindex, so that the index shows the code as it is now.
2. impact_analysis, with diff for a range of commits (main...HEAD), with target for a symbol or file: who depends on \
what was changed, directly and through others, which endpoints and tests reach it.
3. symbol_source of the changed symbols and of the dependants that look most at risk.
4. flow_trace from an endpoint or entry point to a changed symbol where it is unclear how it is reached.

Then tell what the change breaks or may break (with path:line), what no test covers, and which tests to run.""",
    ),
    Prompt(
        "find_where_to_change",
        "Find where to change",
        "The places that a task is about, and what has to change with them.",
        (Asked("task", "What is to be done.", True),),
        """\
Find where to make this change: {task}

1. codebase_search in words of the task, then with names that turn up; filter by kind, package or path.
2. symbol_detail (expand [Callers, Callees, Tests]) of the best hits, symbol_source of those that matter.
3. impact_analysis of what would be changed.

Then list the places to change (path:line and why), what else has to change with each, the tests to extend, and \
code in the repository that already does something like it.""",
    ),
    Prompt(
        "explain_flow",
        "Explain a flow",
        "How control gets from one place to another, step by step.",
        (
            Asked("start", "Where the flow begins: a symbol, endpoint or file.", True),
            Asked("end", "Where it ends; everything that it reaches without it.", False),
        ),
        """\
Explain how the flow gets from {start} to {end}.

1. flow_trace between them (include_all_paths when one path is not the whole story); from a name that is not known, \
codebase_search first.
2. symbol_source of each step, symbol_detail where a step goes through an interface.
3. sub_graph (with its Mermaid flowchart) when there are more than two paths.

Then explain the steps in order, each with path:line, what is passed on, what can fail, and what runs only under a \
condition.""",
    ),
)
_WITHOUT = {"area": "the repository", "end": "whatever it reaches"}


def fill(name: str, arguments: Mapping[str, str]) -> tuple[Prompt, str]:
    """A prompt and its text with the arguments put in.

    Raises:
        NotFoundError: there is no such prompt.
        UsageError: an argument is missing.
    """
    prompt = next((one for one in PROMPTS if one.name == name), None)
    if prompt is None:
        raise NotFoundError(f"there is no prompt {name}; there are {', '.join(one.name for one in PROMPTS)}")
    values = {}
    for argument in prompt.arguments:
        value = arguments.get(argument.name, "").strip()
        if not value and argument.required:
            raise UsageError(f"the prompt {name} needs {argument.name}: {argument.description}")
        values[argument.name] = value or _WITHOUT.get(argument.name, "")
    text = prompt.text
    for word, value in values.items():
        text = text.replace(f"{{{word}}}", value)
    return prompt, text
