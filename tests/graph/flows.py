"""Control-flow graphs of small sources, as text that a test can compare."""

from __future__ import annotations

from functools import cache
from textwrap import dedent

from tree_sitter import Parser
from tree_sitter_language_pack import get_language

from codegraph.graph.blocks import Blocks, blocks_of
from codegraph.graph.flow import ENTRY, EXIT, RAISED, Flow, flow_of
from codegraph.languages.registry import Registry, load_registry
from codegraph.languages.statements import Placed, place
from codegraph.parse.extract import tree_of
from codegraph.parse.reading import Reading
from codegraph.parse.statements import Finder, find_statements, load_finder

NAMES = {ENTRY: "entry", EXIT: "exit", RAISED: "raised"}


@cache
def registry() -> Registry:
    """All adapters of the checkout."""
    return load_registry()


@cache
def finder(language: str) -> Finder:
    """What finds a language's statements."""
    spec = registry().adapters[language].spec
    return load_finder(
        registry().adapters[language],
        get_language(spec.grammar),  # type: ignore[arg-type]
        spec.grammar,
    )


def statements_of(language: str, source: str) -> tuple[list[Placed], bytes]:
    """The statements of a source as those of one module, and the text that they were read from."""
    spec = registry().adapters[language].spec
    parser = Parser(get_language(spec.grammar))  # type: ignore[arg-type]
    text, _, root, _ = tree_of(dedent(source).lstrip("\n").encode(), Reading(spec), parser)
    return place(find_statements(text, root, finder(language)), [], "m"), text


def flow(language: str, source: str) -> tuple[list[Placed], Flow, Blocks]:
    """The flow through all statements of a source."""
    placed, text = statements_of(language, source)
    found = flow_of(placed, -1, text, registry().adapters[language].spec.flow)
    return placed, found, blocks_of(found)


def ways(language: str, source: str) -> list[str]:
    """The edges between blocks, each named by the line of its first statement: ``2 -true> 3``."""
    placed, found, blocks = flow(language, source)
    lines = [placed[found.steps[block.steps[0]].rows[0]].raw.start_line for block in blocks.blocks]

    def name(block: int) -> str:
        return NAMES.get(block) or str(lines[block])

    return [f"{name(edge.source)} -{edge.label}> {name(edge.target)}" for edge in blocks.edges]
