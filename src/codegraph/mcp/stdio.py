"""The server on stdin and stdout: nothing but the protocol leaves on stdout, whoever prints."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def private_stdout() -> Iterator[int]:
    """Lead everything that prints to stderr, and give a descriptor of the real stdout for the protocol alone."""
    sys.stdout.flush()
    private = os.dup(1)
    os.set_inheritable(private, False)
    os.dup2(2, 1)
    try:
        yield private
    finally:
        sys.stdout.flush()
        os.dup2(private, 1)
        os.close(private)


def serve_stdio(stdout: int, folders: Sequence[Path], *, ask_client: bool) -> None:
    """Serve until stdin ends.

    Args:
        stdout: what ``private_stdout`` gave.
        folders: the projects that are served.
        ask_client: whether the client's own roots come first.
    """
    asyncio.run(_serve(stdout, folders, ask_client))


async def _serve(stdout: int, folders: Sequence[Path], ask_client: bool) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    from codegraph.mcp.builds import stop_all
    from codegraph.mcp.server import CodegraphServer

    server = CodegraphServer(folders, ask_client=ask_client)
    out = io.TextIOWrapper(os.fdopen(os.dup(stdout), "wb"), encoding="utf-8", newline="\n")
    try:
        async with stdio_server(stdout=anyio.wrap_file(out)) as (reading, writing):
            await server.protocol.run(reading, writing, server.protocol.create_initialization_options())
    finally:
        server.service.close()
        await stop_all()
        with suppress(OSError):  # the client may have gone
            out.close()
