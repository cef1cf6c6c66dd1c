"""The server on stdin and stdout: nothing but the protocol leaves on stdout, whoever prints."""

from __future__ import annotations

import asyncio
import io
import os
import select
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    import anyio

_PIECE = 1 << 16
PARSE_ERROR, INVALID_REQUEST = -32700, -32600
_KINDS = frozenset({"method", "result", "error"})


class Wire(NamedTuple):
    """Descriptors of the real stdin and stdout."""

    incoming: int
    outgoing: int


@contextmanager
def private_wire() -> Iterator[Wire]:
    """Keep stdin and stdout for the protocol: who reads meanwhile finds nothing, what is printed goes to stderr."""
    sys.stdout.flush()
    wire = Wire(os.dup(0), os.dup(1))
    for descriptor in wire:
        os.set_inheritable(descriptor, False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    try:
        yield wire
    finally:
        sys.stdout.flush()
        for standard, descriptor in enumerate(wire):
            os.dup2(descriptor, standard)
            os.close(descriptor)


def serve_stdio(wire: Wire, folders: Sequence[Path], *, ask_client: bool) -> None:
    """Serve until stdin ends, or until Ctrl-C, SIGTERM or SIGHUP says so.

    Args:
        wire: what ``private_wire`` gave.
        folders: the projects that are served.
        ask_client: whether the client's own roots come first.
    """
    asyncio.run(_serve(wire, folders, ask_client))


async def _serve(wire: Wire, folders: Sequence[Path], ask_client: bool) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    from codegraph.mcp.builds import stop_all
    from codegraph.mcp.server import CodegraphServer

    server = CodegraphServer(folders, ask_client=ask_client)
    incoming_end = os.dup(wire.incoming) if sys.platform == "win32" else _ends_at_signals(wire.incoming)
    lines = io.TextIOWrapper(os.fdopen(incoming_end, "rb"), encoding="utf-8", errors="replace")
    out = io.TextIOWrapper(os.fdopen(os.dup(wire.outgoing), "wb"), encoding="utf-8", newline="\n")
    writing_end = anyio.wrap_file(out)
    incoming: Any = Incoming(anyio.wrap_file(lines), writing_end)
    try:
        async with stdio_server(stdin=incoming, stdout=writing_end) as (reading, writing):
            await server.protocol.run(reading, writing, server.protocol.create_initialization_options())
    finally:
        server.service.close()
        await stop_all()
        for stream in (lines, out):
            with suppress(OSError):  # the client may have gone
                stream.close()


def _ends_at_signals(source: int) -> int:
    """The descriptor of a pipe that gives what ``source`` gives, and that also ends when a signal ends the server.

    Whoever reads waits in a thread, which no signal reaches; an end of the input does.
    """
    read_end, write_end = os.pipe()
    told, tell = os.pipe()
    threading.Thread(
        target=_pass_on, args=(source, write_end, told), name="codegraph-stdin", daemon=True
    ).start()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, os.write, tell, b"\0")
    return read_end


def _pass_on(source: int, target: int, told: int) -> None:
    """Copy from one descriptor to another until the first ends or something is told."""
    with suppress(OSError):  # the reader has gone
        while True:
            ready, _, _ = select.select([source, told], [], [])
            if told in ready or not (data := os.read(source, _PIECE)):
                break
            while data:
                data = data[os.write(target, data) :]
    os.close(target)


class Incoming:
    """The messages of a client, line by line; what is none is answered at once, as JSON-RPC has it, and dropped.

    Args:
        lines: what the client writes.
        out: where answers go.
    """

    def __init__(self, lines: anyio.AsyncFile[str], out: anyio.AsyncFile[str]) -> None:
        self._lines = lines
        self._out = out

    async def __aiter__(self) -> AsyncIterator[str]:
        """The lines that are messages."""
        async for line in self._lines:
            if not line.strip():
                continue
            if refusal := refuse(line):
                await self._out.write(refusal)
                await self._out.flush()
            else:
                yield line


def refuse(line: str) -> str:
    """The answer to a line that is no message of JSON-RPC, "" for one that is."""
    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return _error(None, PARSE_ERROR, "this line is no JSON")
    if isinstance(message, dict) and message.get("jsonrpc") == "2.0" and _KINDS & message.keys():
        return ""
    number = message.get("id") if isinstance(message, dict) else None
    return _error(number, INVALID_REQUEST, "this is no message of JSON-RPC 2.0")


def _error(number: Any, code: int, message: str) -> str:
    known = number if isinstance(number, str | int) and not isinstance(number, bool) else None
    body = {"jsonrpc": "2.0", "id": known, "error": {"code": code, "message": message}}
    return msgspec.json.encode(body).decode() + "\n"
