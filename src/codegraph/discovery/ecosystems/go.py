"""Go: modules (go.mod), workspaces (go.work), and which folder an import path means as seen from a module."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import base_name, inside, join, parent
from codegraph.discovery.settings import GoModule

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

# what is never closed reaches to the end of its line, so that nothing is looked at twice
TOKEN = re.compile(r'//.*|"(?:[^"\\\n]|\\.)*"?|`[^`\n]*`?|[()]|(?:(?!//)[^\s"`()])+')
_NOT_BUILT = frozenset({"testdata", "vendor"})


class _Directives(NamedTuple):
    """A go.mod or go.work: the words that follow each verb, once for every line."""

    lines: Mapping[str, list[list[str]]]

    def first(self, verb: str) -> str:
        return next((words[0] for words in self.lines.get(verb, ()) if words), "")

    def firsts(self, verb: str) -> list[str]:
        return [words[0] for words in self.lines.get(verb, ()) if words]


def read_go_mod(documents: Documents, path: str) -> ManifestFacts | None:
    """The module's path; None for a file that is missing or broken."""
    found = documents.load(path, _parse)
    return None if found is None else ManifestFacts(found.first("module"))


def read_go_work(documents: Documents, path: str) -> ManifestFacts | None:
    """That this is a workspace; None for a file that is missing or broken."""
    return None if documents.load(path, _parse) is None else ManifestFacts("", is_workspace_root=True)


def go_modules(
    documents: Documents, manifests: Collection[str], files: Collection[str]
) -> dict[str, GoModule]:
    """All modules by folder.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all go.mod and go.work, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    read = {path: documents.load(path, _parse) for path in sorted(manifests)}
    mods = {parent(p): d for p, d in read.items() if d is not None and base_name(p) == "go.mod"}
    works = {parent(p): d for p, d in read.items() if d is not None and base_name(p) == "go.work"}
    finder = _Finder(mods, works, files)
    return {folder: finder.module(folder) for folder in mods}


class _Finder:
    """Finds what each module sees of the others."""

    def __init__(
        self, mods: Mapping[str, _Directives], works: Mapping[str, _Directives], files: Collection[str]
    ) -> None:
        self.mods = mods
        self.works = works
        self.files = files
        self.members = {
            folder: {
                place
                for use in work.firsts("use")
                if (place := inside(folder, use)) is not None and place in mods
            }
            for folder, work in works.items()
        }
        self.by_path: dict[str, str] = {}
        for folder in sorted(mods, key=lambda folder: (folder.count("/") + bool(folder), folder)):
            if _NOT_BUILT.isdisjoint(folder.split("/")) and (path := mods[folder].first("module")):
                self.by_path.setdefault(path, folder)

    def module(self, folder: str) -> GoModule:
        """One module with all that it sees; the nearest to itself wins."""
        mod = self.mods[folder]
        path = mod.first("module")
        work = self._workspace(folder)
        visible = {path: folder} if path else {}
        for member in sorted(self.members[work]) if work is not None else ():
            visible.setdefault(self.mods[member].first("module"), member)
        if work is not None:
            self._replace(self.works[work], work, visible)
        self._replace(mod, folder, visible)
        requires = sorted(set(mod.firsts("require")))
        for required in requires:
            if required in self.by_path:
                visible.setdefault(required, self.by_path[required])
        visible.pop("", None)
        vendor = join(folder if work is None else work, "vendor")
        return GoModule(
            path,
            mod.first("go"),
            visible,
            vendor if f"{vendor}/modules.txt" in self.files else None,
            requires,
        )

    def _workspace(self, folder: str) -> str | None:
        """The folder of the nearest go.work that uses a module."""
        above = folder
        while True:
            if above in self.works:
                return above if folder in self.members[above] else None
            if not above:
                return None
            above = parent(above)

    def _replace(self, directives: _Directives, folder: str, visible: dict[str, str]) -> None:
        for words in directives.lines.get("replace", ()):
            if "=>" not in words[1:-1]:
                continue
            target = words[words.index("=>") + 1]
            # "./" and "../" make it a folder; anything else is another module's path
            place = inside(folder, target) if target.startswith(".") else self.by_path.get(target)
            if place is not None and place in self.mods:
                visible.setdefault(words[0], place)


def _parse(text: str) -> _Directives:
    """The directives of a file: a verb and words in a line, or a verb and lines in parentheses."""
    lines: defaultdict[str, list[list[str]]] = defaultdict(list)
    block = ""
    for line in text.splitlines():
        words = [unquoted(word) for word in TOKEN.findall(line) if not word.startswith("//")]
        if not words:
            continue
        if block and words[0] == ")":
            block = ""
        elif block:
            lines[block].append(words)
        elif words[1:] == ["("]:
            block = words[0]
        else:
            lines[words[0]].append(words[1:])
    return _Directives(dict(lines))


def unquoted(word: str) -> str:
    """A word without the quotes around it."""
    return word[1:-1] if len(word) > 1 and word[0] in '"`' and word[-1] == word[0] else word
