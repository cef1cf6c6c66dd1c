"""sbt and Mill: the libraries that a build writes literally; it is never run."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator

from codegraph.discovery.dependencies.reading import Context, Reading, text_of
from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems.sbt import COMMENT, parse_sbt
from codegraph.discovery.paths import inside, join, parent
from codegraph.model import Dependency, Group

ECOSYSTEM = "maven"
_LIBRARY = re.compile(
    r'"([\w.-]+)"\s*+(%{1,3})\s*+"([\w.-]+)"\s*+%\s*+("[^"\n]*"|[\w.]+)(?:\s*+%\s*+("[^"\n]*"|\w+))?'
)
_MILL = re.compile(r'\b(?:ivy|mvn)"([\w.-]+)::?:?([\w.-]+):{1,2}([^"$\n]*)"')
_VALUE = re.compile(r'\bval\s++(\w+)\s*+(?::\s*+String\s*+)?=\s*+"([^"$\n]*)"')
_VERSION = re.compile(r'(?:^|[\s(,])version\s*+:=\s*+"([^"$\n]+)"')


def build_sbt(context: Context, path: str) -> Reading | None:
    """The libraries of a build, those that it keeps in ``project/*.scala`` as well, and its projects' own ties."""
    text = context.documents.load(path, parse_text)
    if text is None:
        return None
    folder = join(parent(path), "project")
    others = [file for file in context.files if file.endswith(".scala") and parent(file) == folder]
    found: list[Dependency] = []
    for file in (path, *sorted(others)):
        found += _libraries(context.documents.load(file, parse_text) or "", file)
    version = _VERSION.search(text)
    return Reading(
        found, version[1] if version else "", is_complete=False, elsewhere=_projects(context, path)
    )


def _libraries(text: str, path: str) -> Iterator[Dependency]:
    bare = COMMENT.sub(lambda match: " " + "\n" * match[0].count("\n"), text)
    breaks = [match.start() for match in re.finditer("\n", bare)]
    values = dict(_VALUE.findall(bare))
    for match in _LIBRARY.finditer(bare):
        written = match[4]
        version = (
            written.strip('"') if written.startswith('"') else values.get(written.rpartition(".")[2], "")
        )
        scope = (match[5] or "").strip('"')
        group = Group.TEST if "test" in scope.lower() else Group.RUNTIME
        line = bisect(breaks, match.start()) + 1
        yield Dependency(
            text_of(f"{match[1]}:{match[3]}"), text_of(version), group, ECOSYSTEM, path, line, text_of(scope)
        )
    for match in _MILL.finditer(bare):
        line = bisect(breaks, match.start()) + 1
        name = f"{match[1]}:{match[2]}"
        yield Dependency(text_of(name), text_of(match[3]), Group.RUNTIME, ECOSYSTEM, path, line)


def _projects(context: Context, path: str) -> dict[str, list[Dependency]]:
    """What the projects of a build depend on among themselves, by their folders."""
    found = context.documents.load(path, parse_sbt) or {}
    places = {key: inside(parent(path), project.folder) for key, project in found.items()}
    links: dict[str, list[Dependency]] = {}
    for key, project in found.items():
        folder = places[key]
        for name in project.dependencies if folder is not None else ():
            if places.get(name) is not None:
                links.setdefault(folder or "", []).append(
                    Dependency(text_of(name), "", Group.RUNTIME, ECOSYSTEM, path, 0, place=places[name])
                )
    return links
