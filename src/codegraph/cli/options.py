"""Options that several commands share, each written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Root = Annotated[
    Path | None,
    typer.Option(
        "--root",
        "-C",
        metavar="DIR",
        help="The indexed project; else the nearest folder upwards with an index.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no notes on stderr.")]
Limit = Annotated[int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most this many entries.")]
Cursor = Annotated[
    str,
    typer.Option(
        "--cursor", metavar="CURSOR", help="Go on where the --json answer with it ended.", show_default=False
    ),
]
Possible = Annotated[
    bool, typer.Option("--possible", help="Include edges that are one of several possibilities.")
]
NoTests = Annotated[bool, typer.Option("--no-tests", help="Leave out tests.")]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kinds",
        metavar="KIND",
        help="Follow these edge kinds only, such as calls, imports, extends (repeat or separate by commas).",
        show_default=False,
    ),
]
