"""A parse in a process of its own, for tests of how workers start and end."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import cast

from codegraph.parse import InputFile, StartMethod, parse_files
from codegraph.parse.processes import can_fork
from tests.parse import readers
from tests.parse.reading import registry


def main(folder: str, method: str, workers: str, timeout: str) -> None:
    """Parse all Python files of a folder; print whether forking is safe here, and a digest of the outcome."""
    root = Path(folder)
    paths = sorted(path for path in root.rglob("*.py"))
    files = [InputFile(path.relative_to(root).as_posix(), path.stat().st_size, "python") for path in paths]
    print("can fork" if can_fork() else "can't fork", flush=True)
    outcome = parse_files(
        root,
        files,
        registry(),
        reader=readers.read,
        check=readers.check,
        workers=int(workers),
        timeout=float(timeout),
        method=cast("StartMethod", method),
    )
    print(hashlib.sha256(repr(outcome.files).encode()).hexdigest())


if __name__ == "__main__":
    main(*sys.argv[1:])
