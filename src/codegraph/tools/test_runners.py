"""What test runners take to run just some tests: node ids, name patterns or files, quoted for a shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

from codegraph.errors import UsageError
from codegraph.model import SEPARATOR, EdgeKind, Level
from codegraph.tools.impact_answers import RunnerTests

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_NUMBER = re.compile(r"@\d+$")
_TEST = "test"
_MOST_SUBCLASSES = 200
_LENGTH = 8000
"""Characters of one pattern; a longer one is split, as command lines have limits."""

Write = Callable[["GraphView", list[int]], list[str]]


def select(view: GraphView, rows: Iterable[int], runner: str = "") -> list[RunnerTests]:
    """The tests among ``rows`` by runner, in order of the runners' names; of one runner if its name is given.

    Raises:
        UsageError: there is no such runner.
    """
    if runner and runner not in RUNNERS:
        raise UsageError(f"unknown runner {runner!r}; known are {', '.join(sorted(RUNNERS))}")
    groups: dict[str, list[int]] = {}
    runs_pytest = cache(lambda: any("pytest" in view.tags(row) for row in view.rows(Level.SYMBOL)))
    knows_tests = cache(
        lambda language: any(_TEST in view.tags(row) for row in view.rows() if view.language(row) == language)
    )
    for row in sorted(rows):
        name = _runner_of(view, row, runs_pytest)
        if runner and name != runner and _FAMILY.get(name) == _FAMILY.get(runner, runner):
            name = runner  # the same tests, run by another program
        if name != "files" or not knows_tests(view.language(row)):  # else it is code beside of tests
            groups.setdefault(name, []).append(row)
    found = []
    for name in sorted(groups):
        if not runner or name == runner:
            command, write = RUNNERS[name]
            found.append(
                RunnerTests(
                    runner=name,
                    command=command,
                    arguments=list(dict.fromkeys(write(view, groups[name]))),
                    tests=len(groups[name]),
                )
            )
    return found


def _runner_of(view: GraphView, row: int, runs_pytest: Callable[[], bool]) -> str:
    names = set(view.tags(row))
    above = view.parent(row)
    if above >= 0 and view.level(above) == Level.SYMBOL:
        names.update(view.tags(above))
    for tag, runner in _BY_TAG.items():
        if tag in names:
            return "pytest" if runner == "unittest" and runs_pytest() else runner
    return "files"


# --- names of tests ---


def _names(view: GraphView, row: int) -> list[str]:
    """The names of a symbol below its module, from outside in, as the source has them."""
    module = view.module(row)
    if module < 0 or module == row:
        return []
    tail = view.fqn(row).removeprefix(view.fqn(module) + SEPARATOR)
    return [_NUMBER.sub("", name).partition("(")[0] for name in tail.split(SEPARATOR)]


def _path(view: GraphView, row: int) -> str:
    """The path of a file, which no runner takes for an option."""
    path = view.path(row)
    return f"./{path}" if path.startswith("-") else path


def _collected(view: GraphView, row: int) -> list[list[str]]:
    """The names by which a test is run, with its file: of a method also those in the classes that inherit it."""
    if _TEST not in view.tags(row):
        above = view.parent(row)  # a helper in a class of tests: the whole class
        row = above if above >= 0 and _TEST in view.tags(above) else row
    names = _names(view, row)
    found = [[_path(view, row), *names]]
    owner = view.parent(row)
    if owner >= 0 and view.level(owner) == Level.SYMBOL and len(names) > 1:
        found += [
            [_path(view, heir), *_names(view, heir), names[-1]] for heir in _heirs(view, owner, names[-1])
        ]
    return found


def _heirs(view: GraphView, owner: int, name: str) -> list[int]:
    """The classes of tests that inherit a member: those that derive from its class and have none of that name."""
    accepted = view.accept({EdgeKind.EXTENDS})
    found: dict[int, None] = {}
    waiting = [owner]
    while waiting and len(found) < _MOST_SUBCLASSES:
        for heir in view.predecessors(waiting.pop(), accepted):
            inherits = not any(view.name(child) == name for child in view.children(heir))
            if heir not in found and view.is_test(heir) and inherits:
                found[heir] = None
                waiting.append(heir)
    return sorted(found)


# --- runners ---


def _pytest(view: GraphView, rows: list[int]) -> list[str]:
    ids = ("::".join(names) for row in rows for names in _collected(view, row))
    return [shlex.quote(name) for name in ids]


def _unittest(view: GraphView, rows: list[int]) -> list[str]:
    found = []
    for row in rows:
        for path, *names in _collected(view, row):
            module = path.removeprefix("./").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found.append(shlex.quote(".".join([module, *names])))
    return found


def _go(view: GraphView, rows: list[int]) -> list[str]:
    """A line a package; a method of a suite runs with the function that runs the suite, so that all of these run."""
    packages: dict[str, dict[str, None]] = {}
    for row in rows:
        folder = view.path(row).rpartition("/")[0]
        names = _names(view, row)
        if len(names) == 1:
            packages.setdefault(folder, {})[names[0]] = None
    found = []
    for folder in sorted(packages):
        groups = _chunks(sorted(packages[folder]))
        found += [f"{shlex.quote('./' + folder)} -run '^({'|'.join(names)})$'" for names in groups]
    return found


def _files(view: GraphView, rows: list[int]) -> list[str]:
    return [shlex.quote(path) for path in sorted({_path(view, row) for row in rows})]


def _titles(view: GraphView, rows: list[int]) -> list[str]:
    """A line a file: titles of tests are not known well enough to choose by them."""
    return _files(view, rows)


def _maven(view: GraphView, rows: list[int]) -> list[str]:
    classes = _by_class(view, rows)
    parts = [f"{name}#{'+'.join(methods)}" if methods else name for name, methods in sorted(classes.items())]
    return [f"-Dtest={shlex.quote(','.join(names))}" for names in _chunks(parts)]


def _gradle(view: GraphView, rows: list[int]) -> list[str]:
    found = []
    for name, methods in sorted(_by_class(view, rows).items()):
        found += [f"--tests {shlex.quote(f'*{name}.{method}')}" for method in methods] or [
            f"--tests {shlex.quote(f'*{name}')}"
        ]
    return found


def _by_class(view: GraphView, rows: list[int]) -> dict[str, list[str]]:
    """The methods wanted of each class, by its simple name (inner ones after a ``$``); none for all of them."""
    found: dict[str, list[str]] = {}
    for row in rows:
        for _, *names in _collected(view, row):
            if len(names) == 1:
                found[names[0]] = []
            elif names and (known := found.setdefault("$".join(names[:-1]), [names[-1]])):
                found["$".join(names[:-1])] = list(dict.fromkeys([*known, names[-1]]))
    return found


def _cargo(view: GraphView, rows: list[int]) -> list[str]:
    """Names that cargo finds as parts of a test's path."""
    names = sorted({"::".join(_names(view, row)) for row in rows})
    return ["-- " + " ".join(map(shlex.quote, part)) for part in _chunks(names)]


def _places(view: GraphView, rows: list[int]) -> list[str]:
    return [
        shlex.quote(f"{_path(view, row)}:{view.line(row)}" if view.line(row) else _path(view, row))
        for row in rows
    ]


def _phpunit(view: GraphView, rows: list[int]) -> list[str]:
    names = sorted({"::".join(names) for row in rows for _, *names in _collected(view, row) if names})
    return [
        f"--filter {shlex.quote('/(' + '|'.join(map(re.escape, part)) + ')( |$)/')}"
        for part in _chunks(names)
    ]


def _dotnet(view: GraphView, rows: list[int]) -> list[str]:
    names = sorted({".".join(names[-2:]) for row in rows for _, *names in _collected(view, row) if names})
    return [
        f"--filter {shlex.quote('|'.join(f'FullyQualifiedName~{name}' for name in part))}"
        for part in _chunks(names)
    ]


def _chunks(words: list[str]) -> list[list[str]]:
    """The words in groups whose length a command line can take."""
    found: list[list[str]] = []
    length = _LENGTH
    for word in words:
        if length + len(word) > _LENGTH:
            found.append([])
            length = 0
        found[-1].append(word)
        length += len(word) + 1
    return found


RUNNERS: dict[str, tuple[str, Write]] = {
    "pytest": ("pytest", _pytest),
    "unittest": ("python -m unittest", _unittest),
    "go": ("go test", _go),
    "jest": ("npx jest", _titles),
    "vitest": ("npx vitest run", _titles),
    "mocha": ("npx mocha", _titles),
    "jasmine": ("npx jasmine", _titles),
    "ava": ("npx ava", _titles),
    "node": ("node --test", _titles),
    "bun": ("bun test", _titles),
    "playwright": ("npx playwright test", _titles),
    "cypress": ("npx cypress run --spec", _titles),
    "maven": ("mvn test", _maven),
    "gradle": ("gradle test", _gradle),
    "cargo": ("cargo test", _cargo),
    "rspec": ("rspec", _places),
    "minitest": ("ruby -Itest", _files),
    "phpunit": ("phpunit", _phpunit),
    "dotnet": ("dotnet test", _dotnet),
    "files": ("", _files),
}
_BY_TAG = {
    "pytest": "pytest", "unittest": "unittest", "go-test": "go", "testify": "go", "ginkgo": "go", "jest": "jest",
    "vitest": "vitest", "mocha": "mocha", "jasmine": "jasmine", "ava": "ava", "node-test": "node", "bun-test": "bun",
    "playwright": "playwright", "cypress": "cypress", "junit": "maven", "testng": "maven", "kotest": "gradle",
    "kotlin-test": "gradle", "rust-test": "cargo", "rspec": "rspec", "minitest": "minitest", "phpunit": "phpunit",
    "pest": "phpunit", "xunit": "dotnet", "nunit": "dotnet", "mstest": "dotnet",
}  # fmt: skip
_FAMILY = {
    "pytest": "python", "unittest": "python", "maven": "jvm", "gradle": "jvm",
    "jest": "js", "vitest": "js", "mocha": "js", "jasmine": "js", "node": "js", "bun": "js",
}  # fmt: skip
