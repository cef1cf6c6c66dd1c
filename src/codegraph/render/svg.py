"""SVG, drawn by Graphviz where it is installed."""

from __future__ import annotations

import shutil
import subprocess

from codegraph.errors import CodegraphError, MissingPartError

TIME_LIMIT = 120.0
"""Seconds that Graphviz may take; some hundred boxes with a thousand arrows take about a minute."""


def to_svg(dot: str, *, time_limit: float = TIME_LIMIT) -> str:
    """The SVG of a DOT text.

    Raises:
        MissingPartError: Graphviz' ``dot`` is not on PATH.
        CodegraphError: it failed, or took longer than the time limit.
    """
    program = shutil.which("dot")
    if program is None:
        raise MissingPartError(
            "Graphviz' dot is not on PATH, which draws the SVG; install graphviz, or take --format mermaid or dot"
        )
    try:
        done = subprocess.run(
            [program, "-Tsvg"],
            input=dot.encode("utf-8", "replace"),
            capture_output=True,
            check=True,
            timeout=time_limit,
        )
    except subprocess.TimeoutExpired:
        raise CodegraphError(
            f"Graphviz was not done after {time_limit:g} s; draw less of it (--limit, --scope), or write "
            "--format dot and lay it out with sfdp"
        ) from None
    except subprocess.CalledProcessError as error:
        last = error.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no reason given"]
        raise CodegraphError(f"Graphviz failed: {last[0]}; --format dot writes what it was given") from None
    except OSError as error:
        raise MissingPartError(f"Graphviz' dot can't be started: {error}") from None
    return done.stdout.decode("utf-8", "replace")
