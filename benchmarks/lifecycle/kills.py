"""Builds that are killed at random moments: what is there afterwards, and whether the next build completes."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.lifecycle.samples import exported, rebuilt, update, write_round
from codegraph.errors import CodegraphError, NotIndexedError

INDEX, UPDATE = "index", "update"


class Killed(NamedTuple):
    """What became of builds that were killed.

    Args:
        kills: how many were killed before they ended.
        ended: how many ended before their kill came.
        before: of those killed, how many had not published yet, so that the old generation had to answer.
        corrupt: after which kills an index could not be read, or its next build failed or gave something else.
        lost: after which kills neither the old nor the new generation answered.
    """

    kills: int
    ended: int
    before: int
    corrupt: list[str]
    lost: list[str]


def run(
    folder: Path, times: int, *, seed: int = 1, embeddings: bool = False, workers: int = 2,
    tell: Callable[[str], None] = lambda _: None,
) -> Killed:  # fmt: skip
    """Kill so many builds, one after another in the same project: first ones and updates in turns.

    The moments are spread over all of a build, some more closely over its end, when it publishes. Every other build is
    killed with its workers, the others alone.
    """
    dice = random.Random(seed)  # noqa: S311 (no secret)
    root = folder / "gears"
    root.mkdir()
    killed = Killed(0, 0, 0, [], [])
    for number, (kind, share) in zip(range(1, times + 1), _moments(dice), strict=False):
        killed = _one(root, folder, number, kind, share, killed, embeddings=embeddings, workers=workers)
        tell(f"{number}: {kind} killed at {share:.0%}; {len(killed.corrupt)} corrupt, {len(killed.lost)} lost")
    return killed


def _moments(dice: random.Random) -> Iterator[tuple[str, float]]:
    """Kind of build and share of its time, for ever."""
    while True:
        for kind in (INDEX, UPDATE):
            yield kind, dice.uniform(0.0, 1.0)
            yield kind, dice.uniform(0.6, 1.05)


def _one(
    root: Path, folder: Path, number: int, kind: str, share: float, killed: Killed, *,
    embeddings: bool, workers: int,
) -> Killed:  # fmt: skip
    if kind == INDEX:
        shutil.rmtree(root / ".codegraph", ignore_errors=True)
    old = exported(root) if kind == UPDATE else None
    write_round(root, number, parts=20)
    if kind == UPDATE:  # an edit of a few files
        write_round(root, number - 1, parts=17)
    wanted = rebuilt(root, folder / "fresh")
    seconds = _seconds(root, folder, kind, embeddings=embeddings, workers=workers)
    ended = _kill(root, seconds * share, alone=bool(number % 2), embeddings=embeddings, workers=workers)
    what = f"{number}, {kind} at {share:.3f}"
    published = False
    try:
        answer = exported(root)
        published = answer == wanted
        if not published and answer != old:
            killed.lost.append(what)
    except NotIndexedError:
        if old is not None:
            killed.lost.append(what)
    except CodegraphError as error:
        killed.corrupt.append(f"{what}: {error}")
    try:
        update(root, embeddings=embeddings, wait=60.0)
        if exported(root) != wanted:
            killed.corrupt.append(f"{what}: the next build gives something else")
    except Exception as error:
        killed.corrupt.append(f"{what}: {type(error).__name__}: {error}")
    return killed._replace(
        kills=killed.kills + (not ended),
        ended=killed.ended + ended,
        before=killed.before + (not published and not ended),
    )


def _seconds(root: Path, folder: Path, kind: str, *, embeddings: bool, workers: int) -> float:
    """How long such a build takes when it is left alone, in a copy."""
    copy = folder / "timed"
    shutil.copytree(root, copy)
    begun = time.perf_counter()
    with _start(copy, embeddings=embeddings, workers=workers) as process:
        process.wait()
    shutil.rmtree(copy)
    if process.returncode:
        raise RuntimeError(f"an undisturbed {kind} ended with {process.returncode}")
    return time.perf_counter() - begun


def _kill(root: Path, after: float, *, alone: bool, embeddings: bool, workers: int) -> bool:
    """Start a build and kill it after so many seconds; whether it had ended before."""
    with _start(root, embeddings=embeddings, workers=workers) as process:
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                if alone:
                    process.kill()
                else:
                    os.killpg(process.pid, signal.SIGKILL)
            return process.wait() == 0
        return True


def _start(root: Path, *, embeddings: bool, workers: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "codegraph", "index", "--quiet", "--workers", str(workers)]
    return subprocess.Popen(
        words if embeddings else [*words, "--no-embeddings"], cwd=root, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
