"""The thread that asks an index."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from codegraph.mcp.worker import Worker

BUSY = """
import asyncio, threading
from codegraph.mcp.worker import Worker

async def main():
    worker, begun = Worker(), threading.Event()
    asking = asyncio.ensure_future(worker.run(lambda: begun.set() or threading.Event().wait()))
    await asyncio.to_thread(begun.wait)
    asking.cancel()

asyncio.run(main())
print("ended")
"""


def test_work_is_done_in_order_by_one_thread() -> None:
    async def test() -> None:
        worker = Worker()
        found = await asyncio.gather(*(worker.run(threading.get_ident) for _ in range(5)))
        assert len(set(found)) == 1
        assert found[0] != threading.get_ident()
        with pytest.raises(ZeroDivisionError):
            await worker.run(lambda: 1 // 0)
        assert await worker.run(lambda: 7) == 7
        worker.end()

    asyncio.run(test())


def test_work_that_nobody_waits_for_is_left_out() -> None:
    async def test() -> None:
        worker, gate, done = Worker(), threading.Event(), list[int]()
        first = asyncio.ensure_future(worker.run(gate.wait))
        second = asyncio.ensure_future(worker.run(lambda: done.append(1)))
        await asyncio.sleep(0)
        second.cancel()
        gate.set()
        await first
        assert await worker.run(lambda: 7) == 7
        assert done == []

    asyncio.run(test())


def test_a_process_ends_while_its_worker_is_busy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUSY], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "ended\n"
