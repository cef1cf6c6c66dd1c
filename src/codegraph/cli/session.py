"""What commands begin with: their output channel and the index that they ask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.cli.output import Output
from codegraph.cli.refreshing import overrides, set_up

if TYPE_CHECKING:
    from codegraph.api import Codegraph


_PATH = re.compile(r"(?P<path>.*?)(?P<rest>(?:::.*|:\d+(?::\d+)?)?)", re.DOTALL)


def begin(root: Path | None, *, as_json: bool, quiet: bool) -> tuple[Codegraph, Output]:
    """Open the index at ``root``, or the nearest one above the current folder, and an output.

    What the settings files have that was not understood is told on stderr.

    Raises:
        NotIndexedError: there is no index.
    """
    from codegraph import api

    output = Output(as_json=as_json, quiet=quiet)
    graph = api.open(root, **overrides())
    set_up(graph)
    output.root = graph.root
    output.freshness = lambda: graph.refresher.latest
    for warning in graph.warnings:
        output.note(f"warning: {warning}")
    return graph, output


def from_here(name: str) -> str:
    """A name that is a path as seen from the current folder as an absolute path; any other as it is.

    ``../lib/types.ts:12`` means that file wherever the root lies. A bare word is a path only when there is
    such a file here, since most bare words are names of symbols.
    """
    found = _PATH.fullmatch(name)
    if not found or not found["path"]:
        return name
    path = Path(found["path"])
    try:
        is_path = path.is_file() if len(path.parts) == 1 and path.parts[0] != ".." else path.exists()
    except OSError:  # longer than the name of a file may be
        return name
    if not is_path:
        return name
    slash = "/" if path.is_dir() else ""  # a folder may be called like a package
    # A shell may have come here through a link; a link itself stays, for what it leads to is not indexed.
    return f"{path.parent.resolve() / path.name}{slash}{found['rest']}"


def note_cut(output: Output, shown: int, total: int, option: str = "--limit") -> None:
    """Tell that a list was cut, and how to see more."""
    if shown < total:
        output.note(f"{shown:,} of {total:,} shown; {option} shows more")


def note_limit(output: Output, asked: int | None, limit: int) -> None:
    """Tell that the settings allow less than was asked for."""
    if asked is not None and asked > limit:
        output.note(f"the settings allow at most {limit:,} (see [limits] in codegraph.toml)")


def note_possible(output: Output, possible: int) -> None:
    """Tell how much was left out because nothing but an edge of confidence ``possible`` speaks for it."""
    if possible:
        verb, them = ("is", "it") if possible == 1 else ("are", "them")
        output.note(
            f"{possible:,} more {verb} only possible, one candidate among several; --possible includes {them}"
        )


def note_namesakes(output: Output, name: str, namesakes: Sequence[str]) -> None:
    """Tell that a package or module is answered for whose name symbols bear, too."""
    if namesakes:
        output.note(f"{name} is also the name of {', '.join(namesakes)}")
