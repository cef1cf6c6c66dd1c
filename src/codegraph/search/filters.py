"""What may be found: filters are applied before anything is ranked or cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from codegraph.model import Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

Accept = Callable[[int], bool]

_GLOB = re.compile(r"[*?\[]")
_GLOB_PIECE = re.compile(
    r"(?P<deep>\*\*/?)|(?P<star>\*)|(?P<one>\?)|(?P<set>\[[^\]/]+\])|(?P<text>.)", re.DOTALL
)


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Conditions that a hit has to meet, all of them; an empty one holds for every node.

    Attributes:
        kinds: node kinds.
        levels: levels; statements are never searched.
        languages: languages of the file.
        packages: name, FQN or folder of a package that the node lies in, however deep.
        paths: a file, a folder, or a glob over the whole path (``*`` stays in a folder, ``**`` does not).
        tests: False leaves tests out, True leaves only them.
    """

    kinds: Collection[str] = ()
    levels: Collection[int] = ()
    languages: Collection[str] = ()
    packages: Collection[str] = ()
    paths: Sequence[str] = ()
    tests: bool | None = None

    def accept(self, view: GraphView) -> Accept:
        """A function that tells of a row whether it may be found."""
        conditions: list[Accept] = [lambda row: view.level(row) <= Level.SYMBOL]
        if self.kinds:
            kinds = {kind.lower() for kind in self.kinds}
            conditions.append(lambda row: view.kind(row) in kinds)
        if self.levels:
            levels = {int(level) for level in self.levels}
            conditions.append(lambda row: view.level(row) in levels)
        if self.languages:
            languages = {language.lower() for language in self.languages}
            conditions.append(lambda row: view.language(row) in languages)
        if self.paths:
            in_paths = cache(path_matcher(self.paths))
            conditions.append(lambda row: in_paths(view.path(row)))
        if self.packages:
            in_packages = _package_condition(view, frozenset(self.packages))
            conditions.append(lambda row: in_packages(view.package(row)))
        if self.tests is not None:
            wanted = self.tests
            conditions.append(lambda row: view.is_test(row) is wanted)
        return lambda row: all(condition(row) for condition in conditions)


def _package_condition(view: GraphView, wanted: frozenset[str]) -> Accept:
    @cache
    def inside(package: int) -> bool:
        seen = {-1}
        while package not in seen:
            if not wanted.isdisjoint((view.name(package), view.fqn(package), view.path(package))):
                return True
            seen.add(package)
            above = view.parent(package)
            package = view.package(above) if above >= 0 else -1
        return False

    return inside


def path_matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """A function that tells whether a path fits one of the patterns, see ``Filters.paths``."""
    globs: list[re.Pattern[str]] = []
    places: list[str] = []
    for pattern in patterns:
        tidy = pattern.replace("\\", "/").removeprefix("./")
        if _GLOB.search(tidy):
            globs.append(re.compile(_glob_regex(tidy), re.DOTALL))
        else:
            places.append(tidy.rstrip("/"))
    everywhere = any(place in ("", ".") for place in places)
    folders = tuple(f"{place}/" for place in places)

    def fits(path: str) -> bool:
        return (
            everywhere
            or path in places
            or path.startswith(folders)
            or any(glob.fullmatch(path) for glob in globs)
        )

    return fits


def _glob_regex(pattern: str) -> str:
    pieces = []
    for piece in _GLOB_PIECE.finditer(pattern):
        match piece.lastgroup:
            case "deep":
                pieces.append("(?:.*/)?" if piece[0].endswith("/") else ".*")
            case "star":
                pieces.append("[^/]*")
            case "one":
                pieces.append("[^/]")
            case "set":
                pieces.append(_set_regex(piece[0]))
            case _:
                pieces.append(re.escape(piece[0]))
    return "".join(pieces)


def _set_regex(text: str) -> str:
    """``[a-c]`` or ``[!a-c]`` as a regular expression; what is no set stands for itself."""
    negation = "^/" if text[1] == "!" else ""
    members = re.sub(r"([^a-zA-Z0-9-])", r"\\\1", text[1 + bool(negation) : -1])
    regex = f"[{negation}{members}]"
    try:
        re.compile(regex)
    except re.error:
        return re.escape(text)
    return regex
