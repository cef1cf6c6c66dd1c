"""The floor: read and purely parse the files that an index holds, in a number of processes. Nothing else.

    python benchmarks/floor.py ROOT [--workers N]

ROOT must be indexed, so that exactly the same files are parsed. The processes are forked before anything heavy is
imported, and the files are dealt out by size, as the indexer does.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def parse_all(root: str, files: list[tuple[str, str]]) -> None:
    """Read and parse files, given as path and grammar."""
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    parsers: dict[str, Parser] = {}
    for path, grammar in files:
        if grammar not in parsers:
            parsers[grammar] = Parser(get_language(grammar))  # type: ignore[arg-type]
        parsers[grammar].parse((Path(root) / path).read_bytes())


def main() -> None:
    """Parse, in as many processes as asked for."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("root", type=Path)
    arguments.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = arguments.parse_args()
    from codegraph.languages.registry import load_registry
    from codegraph.store import Store

    registry = load_registry()
    files = Store(given.root / ".codegraph/index").load_files()
    # documents have states as well, and no grammar
    states = [s for s in files if s.status == "indexed" and s.language in registry.adapters]
    states.sort(key=lambda state: -state.size)
    shares = [
        [(s.path, registry.grammar_for(s.language, s.path)) for s in states[worker :: given.workers]]
        for worker in range(given.workers)
    ]
    children = []
    for share in shares:
        child = os.fork()
        if child == 0:
            parse_all(str(given.root), share)
            os._exit(0)
        children.append(child)
    for child in children:
        _, status = os.waitpid(child, 0)
        if status:
            raise SystemExit(f"a process failed with status {status}")
    print(f"{len(states)} files, {sum(s.size for s in states) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
