"""How large an index grows by many small updates, as a share of a fresh one of the same sources."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.lifecycle.samples import update, write_round

INDEX = ".codegraph/index"


class Sizes(NamedTuple):
    """Bytes of an index after updates (and the most in between), and of a fresh one of the same sources."""

    after: int
    most: int
    fresh: int
    parts: dict[str, tuple[int, int]]

    @property
    def ratio(self) -> float:
        """How many times a fresh index the updated one is."""
        return self.after / self.fresh


def run(
    folder: Path, updates: int, *, parts: int = 40, embeddings: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Sizes:  # fmt: skip
    """Edit one file and update, so many times; then compare with an index that is built anew.

    Args:
        parts: how many files of each language the project has.
    """
    root = folder / "gears"
    root.mkdir()
    write_round(root, 0, parts)
    update(root, embeddings=embeddings)
    most = 0
    for number in range(1, updates + 1):
        name = f"part_{number % parts}.py"
        text = (root / name).read_text()
        (root / name).write_text(f"{text}\n\ndef added_{number}():\n    return start_0({number})\n")
        update(root, embeddings=embeddings)
        size = sum(_parts(root / INDEX).values())
        most = max(most, size)
        if number % 20 == 0:
            tell(f"after {number} updates {size / 1e6:.2f} MB")
    copy = folder / "fresh" / root.name
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".codegraph"))
    update(copy, embeddings=embeddings)
    after, fresh = _parts(root / INDEX), _parts(copy / INDEX)
    both = {name: (after.get(name, 0), fresh.get(name, 0)) for name in sorted(after.keys() | fresh.keys())}
    return Sizes(sum(after.values()), most, sum(fresh.values()), both)


def _parts(index: Path) -> dict[str, int]:
    """Bytes of each part of an index."""
    found: dict[str, int] = {}
    for path in index.rglob("*"):
        if path.is_file():
            part = path.relative_to(index).parts[0]
            found[part] = found.get(part, 0) + path.stat().st_size
    return found
