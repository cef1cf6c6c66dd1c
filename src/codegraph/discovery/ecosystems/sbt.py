"""sbt: the projects of a build.sbt, as far as they are literal; it is never run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import inside, parent

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|(?<![:\w])//[^\n]*", re.DOTALL)
_VALUE = re.compile(r"^(?:lazy[ \t]+)?val[ \t]+(\w+)[ \t]*=[ \t\r\n]*", re.MULTILINE)
_PROJECT = re.compile(r"\(?\s*(?:project|crossProject)\b")
_FILE = re.compile(r"""file\s*\(\s*"([^"$\n]*)"\s*\)""")
_NAME = re.compile(r"""(?<![\w./])name\s*:=\s*"([^"$\n]+)\"""")
_DEPENDS = re.compile(r"dependsOn\s*\(([^()]*)\)")
_WORD = re.compile(r"[A-Za-z_]\w*")


class SbtProject(NamedTuple):
    """One ``lazy val``, or what stands outside of all of them."""

    name: str
    folder: str
    """As written, "." for the build's own."""
    dependencies: list[str]
    """The values of other projects."""


def read_sbt(documents: Documents, path: str) -> ManifestFacts | None:
    """The root project's name, and the folders of the others; None for a file that is missing or broken."""
    found = documents.load(path, parse_sbt)
    if found is None:
        return None
    places = {key: inside(parent(path), project.folder) for key, project in found.items()}
    members = tuple(
        (place, found[key].name) for key, place in places.items() if place and place != parent(path)
    )
    own = (project.name for key, project in found.items() if places[key] == parent(path))
    return ManifestFacts(next(filter(None, own), ""), is_workspace_root=bool(members), members=members)


def read_mill(documents: Documents, path: str) -> ManifestFacts | None:
    """That there is something that Mill builds, called like its folder."""
    return None if documents.load(path, parse_text) is None else ManifestFacts("")


def parse_sbt(text: str) -> dict[str, SbtProject]:
    """The projects by the values that hold them; "" is what stands before the first."""
    bare = COMMENT.sub(" ", text)
    starts = list(_VALUE.finditer(bare))
    ends = [*(match.start() for match in starts[1:]), len(bare)]
    first = bare[: starts[0].start()] if starts else bare
    projects = {"": _project(first, ".")}
    for match, end in zip(starts, ends, strict=False):
        body = bare[match.end() : end]
        if _PROJECT.match(body):
            projects[match[1]] = _project(body, match[1])
    return projects


def _project(body: str, folder: str) -> SbtProject:
    name, place = _NAME.search(body), _FILE.search(body) if folder != "." else None
    words = (_WORD.search(part) for match in _DEPENDS.finditer(body) for part in match[1].split(","))
    return SbtProject(
        name[1] if name else "",
        place[1] if place else folder,
        [word[0] for word in words if word is not None],
    )
