"""Processes that tests start, and that never outlive them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


@contextmanager
def running(words: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A process with texts for its pipes; it is killed where the test is over and it is not."""
    with subprocess.Popen(words, text=True, **options) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
