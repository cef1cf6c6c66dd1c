"""How right the endpoints are: indexes checkouts of public projects and compares with lists made by reading them.

    python -m benchmarks.endpoints --projects DIR [NAME ...] [--show] [--json FILE]

DIR/NAME is a checkout at the commit that the head of lists/NAME.tsv names. Without NAME all projects of DIR that have a
list are run. README.md in this folder says how a list is written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.endpoints import found, lists
from benchmarks.endpoints.score import Score, score

LISTS = Path(__file__).resolve().parent / "lists"
HEAD = (
    f"{'':32}{'listed':>8}{'found':>7}{'precision':>11}{'recall':>8}{'handlers':>10}{'dynamic':>9}{'CPU':>7}"
)


def main() -> int:
    """Run the projects that were asked for and print their figures; 0."""
    given = _arguments()
    results: dict[str, dict[str, Any]] = {}
    print(HEAD)
    for name in given.names or available(given.projects):
        listed = lists.read(LISTS / f"{name}.tsv")
        project = given.projects / name
        if not project.is_dir():
            raise SystemExit(f"there is no checkout {project}")
        endpoints = found.index(project)
        figures = score(listed, endpoints)
        print(row(name, figures, endpoints.cpu))
        if given.show:
            print("".join(f"    {line}\n" for line in details(figures)), end="")
        results[name] = figures._asdict() | {"cpu_seconds": endpoints.cpu}
    print("CPU: of the fingerprint phase, as a share of the parse phase's.")
    if given.json:
        given.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


def available(projects: Path) -> list[str]:
    """The projects that have a list and a checkout in a folder, by name."""
    return sorted(path.stem for path in LISTS.glob("*.tsv") if (projects / path.stem).is_dir())


def row(name: str, figures: Score, cpu: dict[str, float]) -> str:
    """A project's line in the table."""
    ratios = (figures.precision, figures.recall, figures.handlers)
    shown = ["" if ratio is None else f"{ratio:.3f}" for ratio in ratios]
    share = cpu["fingerprint"] / cpu["parse"] if cpu.get("parse") else 0.0
    counts = (
        f"{figures.listed:8}{figures.found:7}{shown[0]:>11}{shown[1]:>8}{shown[2]:>10}{figures.dynamic:9}"
    )
    return f"{name:32}{counts}{share:7.3f}"


def details(figures: Score) -> list[str]:
    """What is missing, wrong, or leads to another handler, a line for each."""
    return [
        *(f"missing  {key.method} {key.path}" for key in figures.missing),
        *(f"wrong    {key.method} {key.path}" for key in figures.wrong),
        *(
            f"handler  {key.method} {key.path}: {', '.join(got) or 'none'}; right is {' | '.join(right) or 'none'}"
            for key, got, right in figures.misled
        ),
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.endpoints", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="names of lists")
    parser.add_argument("--projects", type=Path, required=True, metavar="DIR", help="where the checkouts are")
    parser.add_argument("--show", action="store_true", help="what is missing and what is wrong")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything there")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
