"""Call sites of a real project drawn by chance and judged by a reader, for languages without a reference compiler.

    python -m benchmarks.accuracy.sample draw LANGUAGE ROOT --out FILE [--seed 1] [--count 100] [--under FOLDER ...]
    python -m benchmarks.accuracy.sample show FILE ROOT [--lines N] [--answers]
    python -m benchmarks.accuracy.sample score FILE ROOT [--at-least PRECISION RECALL]

A sample is a JSON Lines file: what it was drawn from, then a line for each site. A reader fills in ``judged``: where
the definition that is called has its name, as ``file:line`` below ROOT (several that are equally right with `` | ``
between them), ``external`` for one outside the project, ``none`` where reading gives no single target. A judgement
belongs to its site, not to what an index said, so that a later index is scored by the same ones; drawing again keeps
them.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.accuracy import judging
from benchmarks.accuracy.answers import Answers
from benchmarks.accuracy.sites import LANGUAGES


def main(arguments: list[str] | None = None) -> int:
    """Draw, show or score a sample; 1 when a figure is below ``--at-least``, else 0."""
    given = _arguments(arguments)
    root = given.root.resolve()
    if given.command == "draw":
        sample = judging.draw(given.language, root, given.seed, given.count, tuple(given.under))
        if given.out.is_file():
            sample = judging.keep_judgements(sample, judging.load(given.out))
        with indexed(root) as answers:
            judging.save(given.out, judging.with_answers(sample, root, answers))
        print(f"{given.out}: {len(sample.sites)} of {sample.drawn.sites} call sites")
        return 0
    sample = judging.load(given.sample)
    if given.command == "show":
        for number, site in enumerate(sample.sites, 1):
            print(judging.shown(number, site, root, given.lines, answers=given.answers))
        return 0
    with indexed(root) as answers:
        outcome = judging.score(sample, root, answers)
    print(_report(outcome), end="")
    precision, recall = given.at_least
    return 1 if outcome.precision < precision or outcome.recall < recall else 0


@contextmanager
def indexed(root: Path) -> Iterator[Answers]:
    """What a fresh index of a copy of a project says; nothing is written below ``root``."""
    import codegraph

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / root.name
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*judging.LEFT_OUT), symlinks=True)
        subprocess.run(["git", "init", "-q", str(copy)], check=True)
        codegraph.index(copy, embeddings=False).close()
        yield Answers(copy / ".codegraph" / "index")


def _report(outcome: judging.Outcome) -> str:
    text = (
        f"precision {outcome.precision:.3f}: {outcome.right} of {outcome.given} edges into the project are right\n"
        f"recall    {outcome.recall:.3f}: {outcome.found} of {outcome.wanted} sites with a target there have it\n"
    )
    if outcome.unjudged:
        text += f"{outcome.unjudged} sites are not judged yet\n"
    for word, lines in (("wrong", outcome.wrong), ("missing", outcome.missing)):
        if lines:
            text += "\n".join([f"{word}:", *(f"  {line}" for line in lines), ""])
    return text


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.sample", description=(__doc__ or "").splitlines()[0]
    )
    commands = parser.add_subparsers(dest="command", required=True)
    draw = commands.add_parser("draw", help="draw sites, and note what an index says of them")
    draw.add_argument("language", choices=sorted(LANGUAGES))
    draw.add_argument("root", type=Path, help="the project's folder")
    draw.add_argument("--out", type=Path, required=True, help="the sample; its judgements are kept")
    draw.add_argument("--seed", type=int, default=1)
    draw.add_argument("--count", type=int, default=100)
    draw.add_argument(
        "--under", action="append", default=[], metavar="FOLDER", help="only from this folder below ROOT"
    )
    show = commands.add_parser("show", help="print the sites with the lines around them")
    score = commands.add_parser("score", help="index the project anew and hold it against the judgements")
    for one in (show, score):
        one.add_argument("sample", type=Path)
        one.add_argument("root", type=Path, help="the project's folder, at the commit of the sample")
    show.add_argument("--lines", type=int, default=4, help="how many lines before and after a site")
    show.add_argument("--answers", action="store_true", help="say also what the index said")
    score.add_argument("--at-least", type=float, nargs=2, default=(0.0, 0.0), metavar=("PRECISION", "RECALL"))
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
