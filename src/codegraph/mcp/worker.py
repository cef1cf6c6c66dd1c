"""A thread that does one thing after another for coroutines, and that nobody waits for at the end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

_T = TypeVar("_T")


class Worker:
    """One thread: what it opens is used by it alone. A question that takes long does not keep a process alive."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[_Piece | None] = SimpleQueue()
        threading.Thread(target=self._work, name="codegraph", daemon=True).start()

    async def run(self, work: Callable[[], _T]) -> _T:
        """The result of some work; who is cancelled does not wait for it, and what has not begun is left out."""
        piece = _Piece(work)
        self._waiting.put(piece)
        result: _T = await piece.done
        return result

    def end(self) -> None:
        """Let the thread end after what waits already."""
        self._waiting.put(None)

    def _work(self) -> None:
        while (piece := self._waiting.get()) is not None:
            piece.do()


class _Piece:
    """Some work, and the future of whoever waits for it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self._loop.create_future()

    def do(self) -> None:
        if self.done.cancelled():
            return
        try:
            result, error = self._work(), None
        except Exception as failure:  # it is raised again where the result is waited for
            result, error = None, failure
        with suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(self._tell, result, error)

    def _tell(self, result: Any, error: Exception | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(result)
        else:
            self.done.set_exception(error)
