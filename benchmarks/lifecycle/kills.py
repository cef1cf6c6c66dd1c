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


class _Setting(NamedTuple):
    """What all builds of a run share; ``seconds`` is how long an undisturbed one took, by kind."""

    root: Path
    folder: Path
    parts: int
    embeddings: bool
    workers: int
    seconds: dict[str, float]


def run(
    folder: Path, times: int, *, seed: int = 1, parts: int = 20, embeddings: bool = False, workers: int = 2,
    tell: Callable[[str], None] = lambda _: None,
) -> Killed:  # fmt: skip
    """Kill so many builds, one after another in the same project: first ones and updates in turns.

    The moments are spread over all of a build, every second one over its end, when it publishes. Every other build is
    killed with its workers, the others alone.

    Args:
        parts: how many files of each language the project has.
    """
    dice = random.Random(seed)
    setting = _Setting(folder / "gears", folder, parts, embeddings, workers, {})
    setting.root.mkdir()
    write_round(setting.root, 0, parts)
    killed = Killed(0, 0, 0, [], [])
    for number, (kind, share) in zip(range(1, times + 1), _moments(dice), strict=False):
        killed = _one(setting, number, kind, share, killed)
        tell(
            f"{number}: {kind} killed at {share:.0%}; {len(killed.corrupt)} corrupt, {len(killed.lost)} lost"
        )
    return killed


def _moments(dice: random.Random) -> Iterator[tuple[str, float]]:
    """Kind of build and share of its time, for ever."""
    while True:
        for kind in (INDEX, UPDATE):
            yield kind, dice.uniform(0.0, 1.0)
            yield kind, dice.uniform(0.6, 1.05)


def _one(setting: _Setting, number: int, kind: str, share: float, killed: Killed) -> Killed:
    root, parts = setting.root, setting.parts
    if kind == INDEX:
        shutil.rmtree(root / ".codegraph", ignore_errors=True)
    old = exported(root) if kind == UPDATE else None
    write_round(root, number, parts)
    if kind == UPDATE:  # an edit of a few files
        write_round(root, number - 1, parts - 3)
    wanted = rebuilt(root, setting.folder / "fresh")
    if kind not in setting.seconds:
        setting.seconds[kind] = _undisturbed(setting)
    ended = _kill(setting, setting.seconds[kind] * share, alone=bool(number % 2))
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
        update(root, embeddings=setting.embeddings, wait=60.0)
        if exported(root) != wanted:
            killed.corrupt.append(f"{what}: the next build gives something else")
    except Exception as error:
        killed.corrupt.append(f"{what}: {type(error).__name__}: {error}")
    return killed._replace(
        kills=killed.kills + (not ended),
        ended=killed.ended + ended,
        before=killed.before + (not published and not ended),
    )


def _undisturbed(setting: _Setting) -> float:
    """How long such a build takes when it is left alone, in a copy."""
    copy = setting.folder / "timed"
    shutil.copytree(setting.root, copy)
    begun = time.perf_counter()
    with _start(setting, copy) as process:
        process.wait()
    shutil.rmtree(copy)
    if process.returncode:
        raise RuntimeError(f"an undisturbed build ended with {process.returncode}")
    return time.perf_counter() - begun


def _kill(setting: _Setting, after: float, *, alone: bool) -> bool:
    """Start a build and kill it after so many seconds; whether it had ended before."""
    with _start(setting, setting.root) as process:
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


def _start(setting: _Setting, root: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "codegraph", "index", "--quiet", "--workers", str(setting.workers)]
    return subprocess.Popen(
        words if setting.embeddings else [*words, "--no-embeddings"], cwd=root, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
