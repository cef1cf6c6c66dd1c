"""How well search finds what is asked for: indexes public projects and asks them questions, see docs/search.md.

    python -m benchmarks.search --work FOLDER [SET ...] [--source SET=FOLDER ...] [--questions FOLDER]
                                [--limit N] [--no-embeddings] [--parts] [--json FILE] [--record]

FOLDER keeps archives, copies and indexes, so that a second run is quick. Sets whose sources no registry has need
--source. --questions is a folder with question files (NAME.jsonl or NAME.public.jsonl) that go before the questions
made of documentation. --parts also takes the parts of the ranking away one by one. The first run embeds whole
projects, which takes minutes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.accuracy import bring
from benchmarks.search import ask, prepare, report
from benchmarks.search.sets import SETS, Set

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.search.scores import Figures

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parents[1] / "docs" / "search.md"


def main() -> int:
    """Run the sets that were asked for, print their figures, and record them if asked to; 0."""
    given = _arguments()
    sources = bring.given_sources(given.source)
    ways = [way for way in ask.WAYS if not given.no_embeddings or way.mode == ask.LEXICAL]
    if given.parts:
        ways += [way for way in ask.ablations() if not given.no_embeddings or way.mode == ask.LEXICAL]
    results: dict[str, dict[str, Figures]] = {}
    given.work.mkdir(parents=True, exist_ok=True)
    for one in chosen(given.sets):
        project = prepare.project(one, given.work.resolve(), sources.get(one.name))
        questions = prepare.questions_of(one, given.work.resolve(), given.questions)[: given.limit]
        print(f"\n{one.name}\n{report.HEAD}", flush=True)
        ask.index(project, embeddings=not given.no_embeddings)
        name = one.name if given.limit is None else f"{one.name} ({given.limit})"
        results[name] = {}
        for way, figures in ask.ask(project, questions, ways):
            results[name][way.name] = figures
            print(report.line(way.name, figures), flush=True)
    if given.json:
        report.write(given.json, results)
    if given.record:
        everything = report.merged(report.read(RESULTS), results)
        report.write(RESULTS, everything)
        report.publish(PAGE, tables(everything))
    return 0


def tables(results: report.Results) -> dict[str, list[str]]:
    """The tables of docs/search.md by name."""
    ways = [way.name for way in ask.WAYS]
    parts = [way.name.removeprefix("lexical without ") for way in ask.ablations() if way.mode == ask.LEXICAL]
    merged = ["hybrid", *(way.name for way in ask.ablations() if way.mode == ask.HYBRID)]
    lexical = {
        name: {way.removeprefix("lexical without "): figures for way, figures in measured.items()}
        for name, measured in results.items()
    }

    def names(wanted: Callable[[Set], bool]) -> list[str]:
        """The recorded sets, also those of which only the first questions were asked, as ``NAME (N)``."""
        known = [one.name for one in SETS if wanted(one)]
        return [name for one in known for name in results if name.partition(" ")[0] == one]

    return {
        "tuned": report.markdown(results, names(lambda one: one.tuned), ways),
        "others": report.markdown(results, names(lambda one: not one.tuned and not one.asked), ways),
        "asked": report.markdown(results, names(lambda one: one.asked), ways),
        "parts": report.markdown(lexical, names(lambda one: not one.asked), ["lexical", *parts]),
        "merged": report.markdown(results, names(lambda one: not one.asked), merged),
    }


def chosen(names: list[str]) -> list[Set]:
    """The sets of these names, all without one.

    Raises:
        SystemExit: there is no set of a name.
    """
    known = {one.name: one for one in SETS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"there is no set {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in names] or list(SETS)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help="names of sets, see sets.py")
    parser.add_argument("--work", type=Path, required=True, metavar="FOLDER", help="where everything is kept")
    parser.add_argument(
        "--source", action="append", default=[], metavar="SET=FOLDER", help="the root of a set's sources"
    )
    parser.add_argument("--questions", type=Path, metavar="FOLDER", help="question files that go first")
    parser.add_argument("--limit", type=int, metavar="N", help="ask no more than N questions of a set")
    parser.add_argument("--no-embeddings", action="store_true", help="search by words alone")
    parser.add_argument("--parts", action="store_true", help="also without each part of the ranking")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    parser.add_argument(
        "--record", action="store_true", help="write the figures to results.json and to docs/search.md"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
