"""How nodes and places are written on a terminal: in full where text is piped, short where width counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.cli.blocks import Block, Cell, Line, line
from codegraph.cli.plain import joined
from codegraph.model import SEPARATOR, Level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codegraph.tools.answers import Site, Symbol


def symbol_cell(symbol: Symbol) -> Cell:
    """The FQN; on a terminal, where a path stands beside it, the name within its module."""
    short = symbol.name if symbol.level == Level.MODULE else short_name(symbol)
    return Cell(symbol.fqn, "symbol", short)


def short_name(symbol: Symbol) -> str:
    """``QuerySet.filter`` for a symbol, the path for a module, ``requests.get`` for one outside the index."""
    if symbol.level == Level.MODULE and symbol.path:
        return symbol.path
    if symbol.level < Level.MODULE:
        return symbol.name or symbol.fqn
    # <package>::<module>::<Class>::<member>, or ext::<ecosystem>::<package>::<name>
    return short_fqn(symbol.fqn)


def short_fqn(fqn: str) -> str:
    """The name within the module, as ``short_name`` gives it, from the FQN alone."""
    segments = fqn.split(SEPARATOR)
    return ".".join(segments[2:]) or segments[-1]


def kind_cell(symbol: Symbol) -> Cell:
    """The node's kind."""
    return Cell(symbol.kind, "kind")


def place(symbol: Symbol) -> str:
    """Where the definition stands: ``path:line``, or the path alone."""
    return f"{symbol.path}:{symbol.line}" if symbol.line else symbol.path


def place_cell(symbol: Symbol) -> Cell:
    """Where the definition stands."""
    return Cell(place(symbol), "path")


def site_cell(sites: Sequence[Site]) -> Cell:
    """The first of an edge's sites, and how many more there are."""
    if not sites:
        return Cell("")
    more = f" (+{len(sites) - 1})" if len(sites) > 1 else ""
    return Cell(f"{sites[0].path}:{sites[0].line}{more}", "path")


def heading(symbol: Symbol, *, indent: int = 0) -> list[Block]:
    """Two lines that say which node this is: its name, kind and place, and its FQN."""
    first = [Cell(short_name(symbol), "title"), kind_cell(symbol)]
    if place(symbol):
        first.append(place_cell(symbol))
    blocks: list[Block] = [Line(joined(first, "  "), indent)]
    if short_name(symbol) != symbol.fqn:
        blocks.append(line(Cell(symbol.fqn, "dim"), indent=indent))
    return blocks


def same_name(definitions: Sequence[Symbol]) -> list[Block]:
    """A line that says that a name has several definitions, all of which were counted."""
    if len(definitions) < 2:
        return []
    lines = ", ".join(str(definition.line) for definition in definitions)
    return [line(Cell(f"{len(definitions)} definitions of this name, in lines {lines}", "dim"))]


def plural(count: int, word: str) -> str:
    """``1 file``, ``2,868 files``, ``3 dependencies``."""
    if count == 1:
        return f"1 {word}"
    ending = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{count:,} {ending}"
