"""How right the edges are: indexes the projects of the gold sets and compares, see docs/accuracy.md.

    python -m benchmarks.accuracy [SET ...] [--source SET=FOLDER ...] [--gold PREFIX ...]
                                  [--show-wrong N] [--show-missing N] [--json FILE] [--check | --record]

Without SET all sets in gold/ are run (with --check those that have a record), or those given by --gold: PREFIX names
a set elsewhere, whose sources --source has to give. The others come from package registries.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from benchmarks.accuracy import bring, found, gold, report
from benchmarks.accuracy.score import score

if TYPE_CHECKING:
    from benchmarks.accuracy.matching import Verdict

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parents[1] / "docs" / "accuracy.md"


def main() -> int:
    """Run the sets that were asked for; 1 when a figure fell and ``--check`` was given, else 0."""
    given = _arguments()
    sources = bring.given_sources(given.source)
    scores: dict[str, dict[str, Verdict]] = {}
    console = Console(width=None if sys.stdout.isatty() else 120, soft_wrap=True, highlight=False)
    with console.status("") as status:
        for prefix in prefixes(given.sets, given.gold, recorded_only=given.check):
            status.update(f"{prefix.name} ...")
            scores[prefix.name] = measure(prefix, sources.get(prefix.name), given.archives)
    if given.json:
        given.json.write_text(json.dumps(report.as_json(scores), indent=1) + "\n", encoding="utf-8")
    if given.record:
        report.record(RESULTS, scores)
        report.publish(PAGE, rows())
    console.print(report.table(scores))
    for name, verdicts in scores.items():
        lines = report.details(name, verdicts, given.show_wrong, given.show_missing)
        console.print("\n".join(lines), markup=False)
    if not given.check:
        return 0
    fell, rose = report.changes(report.recorded(RESULTS), scores)
    console.print("\n".join(["", *rose, *fell, "accuracy fell" if fell else "accuracy holds"]), markup=False)
    return 1 if fell else 0


def rows() -> list[str]:
    """The rows of docs/accuracy.md, from what was recorded of each set in gold/."""
    return [
        report.row(name, len(gold.load(HERE / "gold" / name).meta.files), kinds)
        for name, kinds in report.recorded(RESULTS).items()
        if (HERE / "gold" / f"{name}.meta.json").is_file()
    ]


def measure(prefix: Path, source: Path | None, archives: Path | None) -> dict[str, Verdict]:
    """Bring a set's project, index it without embeddings, and score its graph.

    Raises:
        SystemExit: the set or its sources are not there.
    """
    import codegraph

    one = gold.load(prefix)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        work = Path(folder)
        if source is None:
            if one.meta.archive is None:
                raise SystemExit(f"say where the sources of {one.name} are: --source {one.name}=FOLDER")
            source = bring.unpacked(one.meta.archive, work, archives)
        repository = work / "repository" / one.name
        repository.mkdir(parents=True)
        bring.stage(one, source, repository)
        codegraph.index(repository, embeddings=False).close()
        verdicts = score(one, found.read(repository / ".codegraph" / "index"))
        shutil.rmtree(repository)
    return verdicts


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help="names of sets in gold/")
    parser.add_argument(
        "--gold", type=Path, action="append", default=[], help="files of a set elsewhere, up to the first dot"
    )
    parser.add_argument(
        "--source", action="append", default=[], metavar="SET=FOLDER", help="a project's root"
    )
    parser.add_argument(
        "--archives", type=Path, help="a folder where fetched archives stay and are found again"
    )
    parser.add_argument(
        "--show-wrong", type=int, default=0, metavar="N", help="wrong edges by sort, with N examples"
    )
    parser.add_argument(
        "--show-missing", type=int, default=0, metavar="N", help="missing edges by shape, with N examples"
    )
    parser.add_argument("--json", type=Path, help="write everything there")
    recorded = parser.add_mutually_exclusive_group()
    recorded.add_argument(
        "--check", action="store_true", help="compare with results.json; 1 when a figure fell"
    )
    recorded.add_argument(
        "--record", action="store_true", help="write the figures there and to docs/accuracy.md"
    )
    return parser.parse_args()


def prefixes(names: list[str], elsewhere: list[Path], *, recorded_only: bool) -> list[Path]:
    """Where the wanted sets begin: those named, those elsewhere, or all of gold/ (that have a record).

    Raises:
        SystemExit: there is no set of a name.
    """
    own = {path.name.removesuffix(".meta.json"): path for path in sorted((HERE / "gold").glob("*.meta.json"))}
    unknown = [name for name in names if name not in own]
    if unknown:
        raise SystemExit(f"there is no set {', '.join(unknown)}; there are {', '.join(own)}")
    recorded = report.recorded(RESULTS)
    every = [name for name in own if name in recorded or not recorded_only]
    wanted = names or ([] if elsewhere else every)
    return [HERE / "gold" / name for name in wanted] + [path.resolve() for path in elsewhere]


if __name__ == "__main__":
    sys.exit(main())
