"""Builds on a disk that is too small, by a page more each time: what is told, what answers, and what comes after.

The disk is a file system in memory that only one process sees, in a namespace of its own; no right is needed for that
where the system allows it. All builds are done in that process, as a host that lives on would do them.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.lifecycle.samples import exported, rebuilt, write_round
from codegraph.cli import main as codegraph
from codegraph.errors import CodegraphError, NotIndexedError, StorageError
from codegraph.store.layout import GENERATIONS, INDEX_DIR, read_current

INDEX, UPDATE = "index", "update"
IN_NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
_PAGE = 4096
_AMPLE = 256 << 20
_PEAK = {INDEX: 1.1, UPDATE: 0.6}
"""So many times what an index needs on the disk is needed while it is made or brought up to date, and a bit more."""


class Full(NamedTuple):
    """What became of builds on disks that were too small.

    Args:
        failed: how many found the disk full.
        ended: how many had room enough.
        published: of those that failed, how many had published the graph before.
        wrong: what was not as it should be, one line each.
    """

    failed: int
    ended: int
    published: int
    wrong: list[str]


def is_possible() -> bool:
    """Whether this system lets a process mount a file system in a namespace of its own."""
    if not shutil.which("unshare"):
        return False
    mount = ["mount", "-t", "tmpfs", "codegraph", "/mnt"]
    return subprocess.run([*IN_NAMESPACE, *mount], capture_output=True, check=False).returncode == 0


def run(
    folder: Path, times: int, *, parts: int = 6, embeddings: bool = False, tell: Callable[[str], None] = lambda _: None
) -> Full:  # fmt: skip
    """Build so many first indexes and bring so many up to date on disks whose sizes are spread evenly.

    Args:
        parts: how many files of each language the project has.
    """
    words = [sys.executable, "-m", "benchmarks.lifecycle.disks", str(folder), str(times), str(parts)]
    done = subprocess.run(
        [*IN_NAMESPACE, *words, *(["embeddings"] if embeddings else [])],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"the builds ended with {done.returncode}: {done.stderr}")
    *lines, last = done.stdout.splitlines()
    for line in lines:
        tell(line)
    full = Full(**json.loads(last))
    if done.stderr:
        full.wrong.append(f"something was printed: {done.stderr!r}")
    return full


class _Disk:
    """A file system of a size that can be changed, mounted at ``place``."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "codegraph", str(place)], check=True)

    def resize(self, size: int) -> None:
        """Give it room for so many bytes in all."""
        subprocess.run(["mount", "-o", f"remount,size={size}", str(self.place)], check=True)

    @property
    def used(self) -> int:
        """How many bytes are in use."""
        state = os.statvfs(self.place)
        return (state.f_blocks - state.f_bfree) * state.f_frsize


class _Trial:
    """A project whose index lies on a small disk."""

    def __init__(self, folder: Path, parts: int, *, embeddings: bool) -> None:
        self.root = folder / "gears"
        self.root.mkdir()
        self.disk = _Disk(self.root / ".codegraph")
        self.index = self.root / INDEX_DIR
        self.parts = parts
        self.options = [] if embeddings else ["--no-embeddings"]
        self._saved = folder / "saved"
        write_round(self.root, 0, parts)
        self.fresh = rebuilt(self.root, folder / "first")
        self.build()
        self.base = self.disk.used
        shutil.copytree(self.index, self._saved)
        write_round(self.root, 1, parts)
        write_round(self.root, 0, parts - 1)  # one file of each language differs
        self.wanted = rebuilt(self.root, folder / "second")

    def build(self) -> tuple[int, str]:
        """Run ``codegraph index``; its exit code and what it says."""
        said = io.StringIO()
        with redirect_stderr(said):
            code = codegraph(["index", str(self.root), "--quiet", *self.options])
        return code, said.getvalue()

    def start_over(self, kind: str, size: int) -> None:
        """Have the first index there or none, on a disk of this size."""
        self.disk.resize(_AMPLE)
        shutil.rmtree(self.index)
        if kind == UPDATE:
            shutil.copytree(self._saved, self.index)
        self.disk.resize(size)

    def answer(self) -> dict[str, bytes] | None:
        """The graph that readers see, None without one."""
        with suppress(NotIndexedError):
            return exported(self.root)
        return None

    def litter(self) -> Iterator[str]:
        """What lies in the index that no reader will ever want."""
        current = str(read_current(self.index))
        for path in self.index.rglob("*"):
            inner = path.relative_to(self.index)
            if "partial" in inner.name or (inner.parts[:-1] == (GENERATIONS,) and inner.name != current):
                yield str(inner)

    def once(self, kind: str, size: int, full: Full) -> Full:
        """One build on a disk of this size, and one with room enough after it."""
        self.start_over(kind, size)
        old = self.fresh if kind == UPDATE else None
        what = f"{kind} on {size:,} bytes"
        wrong: list[str] = []
        code, said = self.build()
        try:
            seen = self.answer()
        except CodegraphError as error:
            wrong.append(f"{what}: no answer: {error}")
            seen = None
        if code not in (0, StorageError.exit_code):
            wrong.append(f"{what}: exit code {code}, {said}")
        if code and (
            said.count("\n") != 1 or not said.startswith("error: ") or "run the command again" not in said
        ):
            wrong.append(f"{what}: it says {said!r}")
        if seen != self.wanted and (code == 0 or seen != old):
            wrong.append(f"{what}: the index holds neither the old graph nor the new one")
        self.disk.resize(_AMPLE)
        again = self.build()
        if again != (0, ""):
            wrong.append(f"{what}: the next build ended with {again}")
        elif self.answer() != self.wanted:
            wrong.append(f"{what}: the next build gives something else")
        wrong += [f"{what}: {path} is left" for path in self.litter()]
        return Full(
            full.failed + (code != 0),
            full.ended + (code == 0),
            full.published + (code != 0 and seen == self.wanted),
            full.wrong + wrong,
        )


def _sizes(times: int, least: int, most: int) -> Iterator[int]:
    for number in range(times):
        yield (least + (most - least) * number // max(times - 1, 1)) // _PAGE * _PAGE


def _main(folder: str, times: str, parts: str, *options: str) -> None:
    trial = _Trial(Path(folder), int(parts), embeddings="embeddings" in options)
    full = Full(0, 0, 0, [])
    for kind in (INDEX, UPDATE):
        # Of a first index that finds no room at all, not even for its folder, nothing is left to be seen.
        least = trial.base if kind == UPDATE else 2 * _PAGE
        for size in _sizes(int(times), least, least + int(_PEAK[kind] * trial.base)):
            full = trial.once(kind, size, full)
            print(
                f"{kind} on {size:,} bytes: {full.failed} failed, {full.ended} ended, {len(full.wrong)} wrong"
            )
    print(json.dumps(full._asdict()))


if __name__ == "__main__":
    _main(*sys.argv[1:])
