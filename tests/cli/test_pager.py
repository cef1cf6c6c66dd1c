"""Long answers on a real terminal go through the pager; nothing else does."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest


def on_terminal(folder: Path, *words: str, rows: int = 10, **environment: str) -> str:
    """What ``codegraph`` writes when stdin, stdout and stderr are a terminal of so many rows."""
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES", "PAGER", "LESS")
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "codegraph", *words],
        cwd=folder,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**clean, "TERM": "xterm-256color", **environment},
        close_fds=True,
    )
    os.close(theirs)
    data = bytearray()
    try:
        while True:
            if not select.select([ours], [], [], 60)[0]:
                process.kill()
                pytest.fail(f"nothing came for a minute after {bytes(data)!r}")
            piece = os.read(ours, 65536)
            if not piece:
                break
            data += piece
    except OSError:  # how Linux says that the other side has closed
        pass
    finally:
        process.wait()
        os.close(ours)
    return data.decode().replace("\r\n", "\n")


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """A pager that says that it was there."""
    script = tmp_path / "my pager"
    script.write_text("#!/bin/sh\necho PAGED $1\ncat\n")
    script.chmod(0o755)
    return f"'{script}' -x"


def test_a_long_answer_is_paged(shop: Path, pager: str) -> None:
    shown = on_terminal(shop, "impact", "Cart.total", PAGER=pager)
    assert shown.startswith("PAGED -x\n")
    assert "GiftCart.total" in shown
    assert "--possible includes it" in shown  # notes come after it


@pytest.mark.parametrize(
    ("words", "rows", "named"),
    [
        (("impact", "Cart.total"), 60, True),
        (("impact", "Cart.total", "--no-pager"), 10, True),
        (("impact", "Cart.total", "--json"), 10, True),
        (("impact", "Cart.total"), 10, False),
    ],
    ids=["short", "forbidden", "json", "none"],
)
def test_other_answers_are_not(
    shop: Path, pager: str, words: tuple[str, ...], rows: int, named: bool
) -> None:
    shown = on_terminal(shop, *words, rows=rows, PAGER=pager if named else "")
    assert "PAGED" not in shown
    assert "GiftCart" in shown


def test_a_pager_that_is_not_there_loses_nothing(shop: Path) -> None:
    assert "GiftCart.total" in on_terminal(shop, "impact", "Cart.total", PAGER="/nowhere/at-all")
