"""Measures ``codegraph impact --diff`` on a project with history and tests that run here.

    python -m benchmarks.impact CLONE [--python PYTHON] [--language go] [--commits N] [--breaks N] [--json FILE]

For each of the newest commits that change functions of the product, in a scratch clone: index, ask what the commit
changes, and compare with a list made by another parser (``listed.py``). Then break changed functions one by one
(``breaking.py``), run all tests, and compare those that fail with those that ``impact --diff HEAD --tests`` names.
CLONE is never changed. PYTHON is an interpreter that has what the project's tests need.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.impact.breaking import break_function
from benchmarks.impact.listed import changed_symbols, git
from benchmarks.impact.suites import named, passing

_TESTS = re.compile(r"(^|/)tests?/|_test\.go$|(^|/)(conftest|test_[^/]*)\.py$")
_ASIDE = re.compile(r"(^|/)(docs?|examples?|site|performance)/")


class Broken(NamedTuple):
    """What happened when a function was broken: tests that failed, those of them that were named, all that were."""

    commit: str
    name: str
    failing: int
    found: int
    selected: int
    tests: int
    missed: list[str]


def main() -> int:
    """Run what was asked for and print figures; 0."""
    given = _arguments()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / Path(given.clone).resolve().name
        git(Path(scratch), "clone", "-q", str(Path(given.clone).resolve()), str(root))
        result = _run(given, root)
    if given.json:
        Path(given.json).write_text(json.dumps(result, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clone", help="a clone with history")
    parser.add_argument("--python", default=sys.executable, help="runs the project's tests")
    parser.add_argument("--language", choices=("python", "go"), default="python")
    parser.add_argument("--commits", type=int, default=10)
    parser.add_argument("--breaks", type=int, default=5, help="functions to break in all")
    parser.add_argument("--show", action="store_true", help="list what was missed")
    parser.add_argument("--json", help="where to write all figures")
    return parser.parse_args()


def _run(given: argparse.Namespace, root: Path) -> dict[str, Any]:
    ending = ".go" if given.language == "go" else ".py"
    commits = _commits(root, ending, given.commits)
    each = -(-given.breaks // max(len(commits), 1))
    listed = found = extra = 0
    broken: list[Broken] = []
    missing: list[str] = []
    for commit, wanted in commits.items():
        git(root, "checkout", "-q", "--force", commit)
        git(root, "clean", "-fdq", "-e", ".codegraph")
        _codegraph(root, "index", "--no-embeddings", "--quiet")
        answer = json.loads(_codegraph(root, "impact", "--diff", f"{commit}^!", "--json", "--limit", "1000"))
        told = _told(answer)
        listed, found = listed + len(wanted), found + len(wanted & told)
        symbols = {one for one in _told(answer, functions=True) if one[0].endswith(ending)}
        extra += len(symbols - wanted)
        missing += [f"{commit[:10]} {path} {name}" for path, name in sorted(wanted - told)]
        print(f"{commit[:10]}  {len(wanted & told):3} of {len(wanted):3} changed symbols named", flush=True)
        broken += _break_some(given, root, commit, wanted, ending, min(each, given.breaks - len(broken)))
    _report(listed, found, extra, broken, missing if given.show else [], given.show)
    return {
        "project": Path(given.clone).name,
        "commits": [commit[:10] for commit in commits],
        "changed_symbols": {"listed": listed, "named": found, "named_beside": extra},
        "broken": [one._asdict() | {"missed": len(one.missed)} for one in broken],
    }


def _commits(root: Path, ending: str, count: int) -> dict[str, set[tuple[str, str]]]:
    """The newest commits that change symbols of the product, with all symbols that they change."""
    found: dict[str, set[tuple[str, str]]] = {}
    for commit in git(root, "log", "--no-merges", "--format=%H", "--", f"*{ending}").split():
        try:
            symbols = changed_symbols(root, commit, ending)
        except SyntaxError:
            continue  # in another version of the language
        if any(not _TESTS.search(path) and not _ASIDE.search(path) for path, _ in symbols):
            found[commit] = symbols
        if len(found) == count:
            break
    return found


def _codegraph(root: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "codegraph", *words], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"codegraph {' '.join(words)}: {done.stderr}")
    return done.stdout


def _told(answer: dict[str, Any], *, functions: bool = False) -> set[tuple[str, str]]:
    """Path and dotted name of the symbols that the answer names, of moved ones both."""
    found = set()
    kinds = ("function", "method", "constructor", "property", "class", "struct", "interface", "type")
    for one in answer["diff"]["changes"]:
        if not functions or (one["kind"] in kinds and one["changes"] != ["doc"]):
            found.add((one["path"], _dotted(one["fqn"])))
            if one["old_fqn"]:
                found.add((one["old_path"], _dotted(one["old_fqn"])))
    return found


def _dotted(fqn: str) -> str:
    parts = fqn.split("::")[2:]
    return ".".join(re.sub(r"@\d+$", "", part) for part in parts)


def _break_some(
    given: argparse.Namespace, root: Path, commit: str, wanted: set[tuple[str, str]], ending: str, count: int
) -> list[Broken]:
    done: list[Broken] = []
    whole: set[str] | None = None
    for path, name in sorted(wanted):
        file = root / path
        if len(done) >= count or _TESTS.search(path) or _ASIDE.search(path) or not file.is_file():
            continue
        text = file.read_text(encoding="utf-8")
        changed = break_function(text, name, ending)
        if changed is None:
            continue
        whole = whole if whole is not None else passing(root, ending, given.python)
        file.write_text(changed, encoding="utf-8")
        lines = _codegraph(
            root, "impact", "--diff", "HEAD", "--tests", "--runner", "go" if ending == ".go" else "pytest"
        )
        selected = named(lines.splitlines(), ending)
        failing = whole - passing(root, ending, given.python)
        file.write_text(text, encoding="utf-8")
        if not failing:
            continue  # nothing tests it, or a test replaces it
        missed = sorted(failing - selected)
        done.append(
            Broken(
                commit[:10],
                name,
                len(failing),
                len(failing) - len(missed),
                len(selected & whole),
                len(whole),
                missed,
            )
        )
        last = done[-1]
        figures = (
            f"{last.found} of {last.failing} failing tests named, {last.selected} of {last.tests} selected"
        )
        print(f"    {name}: {figures}", flush=True)
    return done


def _report(
    listed: int, found: int, extra: int, broken: list[Broken], missing: list[str], show: bool
) -> None:
    print(
        f"changed symbols: {found} of {listed} named ({_share(found, listed)}), {extra} functions and types beside them"
    )
    failing, hit = sum(one.failing for one in broken), sum(one.found for one in broken)
    print(f"{len(broken)} functions broken: {hit} of {failing} failing tests named ({_share(hit, failing)})")
    selected, tests = sum(one.selected for one in broken), sum(one.tests for one in broken)
    print(f"tests selected: {_share(selected, tests)} of all; of those selected {_share(hit, selected)} fail")
    for line in missing:
        print(f"  not named: {line}")
    if show:
        for one in broken:
            for test in one.missed:
                print(f"  not selected for {one.commit} {one.name}: {test}")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


if __name__ == "__main__":
    raise SystemExit(main())
