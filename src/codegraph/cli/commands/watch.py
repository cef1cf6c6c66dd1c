"""``codegraph watch``: keep the index up to date as files change."""

import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.names import plural
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output, write_bytes, write_text
from codegraph.cli.plain import harmless

if TYPE_CHECKING:
    from codegraph.freshness.delta import Changes
    from codegraph.refresh.watching import WatchEvent

app = new_app(
    ("codegraph watch", "until Ctrl-C, with a line for each refresh"),
    ("codegraph watch --json", "a line of JSON for each, with the symbols that changed"),
)
_SHOWN = 5


@app.command(cls=Command)
def watch(
    *,
    poll: Annotated[
        bool,
        typer.Option("--poll", help="Look from time to time, for file systems that tell of no changes."),
    ] = False,
    no_embeddings: Annotated[
        bool, typer.Option("--no-embeddings", help="Make no vectors of what is new or changed.")
    ] = False,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Keep the index up to date as files change, until Ctrl-C.

    What is ignored wakes nothing, a burst of changes is one refresh, and
    files that were only touched are not parsed. The exit code is 0 when
    Ctrl-C or SIGTERM ends it.
    """
    from codegraph.refresh.watching import Watcher
    from codegraph.tools.index import Index, find_root

    index = Index.open(root or find_root(Path.cwd()))
    _ = index.view  # a missing or damaged index shows now
    output = Output(as_json=json, quiet=quiet)
    stop = threading.Event()
    _stop_at_signals(stop)

    def tell(event: "WatchEvent") -> None:
        if json:
            write_bytes(msgspec.json.encode(event) + b"\n")
        elif event.event == "refreshed" and event.changes is not None:
            write_text(f"{harmless(_line(event, event.changes))}\n")
        else:
            output.note(_note(event))
        sys.stdout.flush()

    try:
        Watcher(index, tell, stop, embed=not no_embeddings, poll=poll).run()
    finally:
        index.close()


def _stop_at_signals(stop: threading.Event) -> None:
    def end(number: int, frame: object) -> None:  # noqa: ARG001 (what a handler is given)
        stop.set()

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, end)


def _line(event: "WatchEvent", changes: "Changes") -> str:
    counts = [
        f"{sign}{len(names)}"
        for sign, names in (("+", changes.added), ("~", changes.changed), ("-", changes.removed))
        if names
    ]
    files = ", ".join(changes.files[:_SHOWN]) + (", …" if len(changes.files) > _SHOWN else "")
    took = f" in {event.seconds:.1f} s" if event.seconds else ""
    symbols = f", symbols {' '.join(counts)}" if counts else ""
    return f"refreshed {plural(len(changes.files), 'file')}{took}{symbols}: {files}"


def _note(event: "WatchEvent") -> str:
    if event.event == "started":
        return f"watching {event.root}: {plural(event.folders, 'folder')}; Ctrl-C ends it"
    if event.event == "failed":
        return f"not refreshed: {event.message}"
    return event.message or event.event
