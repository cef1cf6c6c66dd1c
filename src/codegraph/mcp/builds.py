"""Builds for the server, each in a process of its own: it can be stopped, and its memory goes with it."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.mcp.failures import ToolFailure
from codegraph.tools.phases import LABELS

if TYPE_CHECKING:
    from codegraph.tools.registry import Tool

Tell = Callable[[float, float, str], Awaitable[None]]
"""Is told how much is done, of how much, and what is being done."""

_PATIENCE = 5.0
_LONGEST_LINE = 256 << 20


async def run_build(tool: Tool, request: msgspec.Struct, tell: Tell) -> dict[str, Any]:
    """The answer of a tool that builds. When the caller is cancelled, the build stops and the old index stays.

    Raises:
        ToolFailure: the build ends with an error.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "codegraph.mcp.build_process",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=_LONGEST_LINE,
    )
    try:
        return await _follow(process, tool, request, tell)
    finally:
        if process.returncode is None:
            ending = asyncio.ensure_future(_stop(process))
            _endings.add(ending)
            ending.add_done_callback(_endings.discard)


_endings: set[asyncio.Future[None]] = set()


async def _follow(
    process: asyncio.subprocess.Process, tool: Tool, request: msgspec.Struct, tell: Tell
) -> dict[str, Any]:
    asked_of, told_by = process.stdin, process.stdout
    if asked_of is None or told_by is None:
        raise RuntimeError("a build was started without pipes")
    asked = {"tool": tool.name, "request": msgspec.to_builtins(request)}
    asked_of.write(msgspec.json.encode(asked) + b"\n")
    while line := await told_by.readline():
        message = msgspec.json.decode(line)
        if "progress" in message:
            await tell(*_progress(**message["progress"]))
        elif "error" in message:
            raise ToolFailure(message["error"])
        else:
            answer: dict[str, Any] = message["answer"]
            asked_of.close()
            await process.wait()
            return answer
    code = await process.wait()
    raise ToolFailure({"code": "internal", "message": f"the build ended with {code}", "suggestions": []})


def _progress(phase: str, done: int, total: int | None, note: str, over: bool) -> tuple[float, float, str]:
    """How far all phases are, each counted as one, and in words."""
    from codegraph.builder.report import PHASES

    place = PHASES.index(phase) if phase in PHASES else 0
    share = 1.0 if over else min(done / total, 1.0) if total else 0.0
    words = LABELS.get(phase, phase)
    if total:
        words += f": {done:,} of {total:,}"
    return round(place + share, 4), float(len(PHASES)), f"{words}, {note}" if note else words


async def _stop(process: asyncio.subprocess.Process) -> None:
    """End a build as Ctrl-C would, and by force if it does not obey."""
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT if sys.platform != "win32" else signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), _PATIENCE)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def stop_all() -> None:
    """Wait until all builds that were cancelled have ended."""
    if _endings:
        await asyncio.wait(_endings)
