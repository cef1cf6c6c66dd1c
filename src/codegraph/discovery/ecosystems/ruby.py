"""Ruby: gems and applications, where ``require`` looks, and below which folders constants name files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import base_name, folders_above, inside, join, parent
from codegraph.discovery.settings import RubyProject

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_NAME = re.compile(r"""^[ \t]*\w+\.name[ \t]*=[ \t]*["']([^"'#\n]+)["']""", re.MULTILINE)
_PATHS = re.compile(r"""^[ \t]*\w+\.require_paths?[ \t]*=[ \t]*([^\n]+)""", re.MULTILINE)
_LOADER = re.compile(r"""^[ \t]*\w+\.add_(?:runtime_)?dependency\b[^\n]{0,9}["']zeitwerk["']""", re.MULTILINE)
_WORDS = re.compile(r"""["']([^"'#\n]+)["']|%w[\[({<]([^\])}>\n]*)""")
_AUTOLOAD = re.compile(r"""\b(?:autoload_paths|eager_load_paths)[ \t]*(?:<<|\+=|\.push|\.concat)([^\n]*)""")
_AUTOLOAD_LIB = re.compile(r"\bautoload_lib\b")
_TEXT = re.compile(r"""["']([^"'\n]*)["']""")
_BASE = re.compile(r"""^#\{(?:Rails\.|config\.)?root\}/?""")
_APPLICATION = "config/application.rb"
_FOR_TESTS = ("test", "spec")


class Gem(NamedTuple):
    """A gemspec."""

    name: str
    require_paths: list[str]
    """As written."""
    autoloads: bool
    """Whether it loads its files by the names of their constants."""


def read_gemspec(documents: Documents, path: str) -> ManifestFacts | None:
    """The gem's name, else that of the file; None for a file that is missing or broken."""
    found = documents.load(path, _parse_gemspec)
    return None if found is None else ManifestFacts(found.name or base_name(path).removesuffix(".gemspec"))


def read_gemfile(_documents: Documents, _path: str) -> ManifestFacts | None:
    """That there is an application, called like its folder, where there is Ruby at all."""
    return ManifestFacts("", sources=(".rb",))


def ruby_projects(
    documents: Documents, manifests: Collection[str], files: Collection[str]
) -> dict[str, RubyProject]:
    """All gems and applications by folder.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all gemspecs and Gemfiles, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    sources = [path for path in files if path.endswith((".rb", ".rake"))]
    finder = _Finder(documents, sources)
    gems: dict[str, Gem] = {}
    for path in sorted(manifests):
        gem = documents.load(path, _parse_gemspec) if path.endswith(".gemspec") else None
        if gem is not None:
            gems.setdefault(parent(path), gem)
    rails = {
        parent(parent(path)) for path in sources if path == _APPLICATION or path.endswith(f"/{_APPLICATION}")
    }
    folders = {parent(path) for path in manifests} & finder.holders
    return {
        folder: finder.project(folder, gems.get(folder), folder in rails)
        for folder in sorted({*gems, *rails, *folders})
    }


class _Finder:
    """Puts projects together from their manifests and the folders that are there."""

    def __init__(self, documents: Documents, sources: Collection[str]) -> None:
        self.documents = documents
        self.holders = folders_above(sources)
        self.below: defaultdict[str, list[str]] = defaultdict(list)
        for folder in sorted(self.holders):
            if folder:
                self.below[parent(folder)].append(folder)

    def project(self, folder: str, gem: Gem | None, is_rails: bool) -> RubyProject:
        """The project of a folder."""
        paths = [inside(folder, path) for path in (gem.require_paths if gem else ["lib"])]
        loaded = dict.fromkeys(place for place in paths if place is not None and place in self.holders)
        autoload = dict.fromkeys(self._conventional(folder))
        if gem is not None and gem.autoloads:
            autoload |= loaded
        if is_rails:
            autoload |= dict.fromkeys(self._configured(folder))
        tests = (join(folder, name) for name in _FOR_TESTS)
        loaded |= dict.fromkeys(place for place in tests if place in self.holders)
        return RubyProject(
            gem.name if gem and gem.name else base_name(folder), list(loaded), list(autoload), is_rails
        )

    def _conventional(self, folder: str) -> Iterator[str]:
        """The folders in ``app``, and their ``concerns``: the autoload roots of applications and engines."""
        for place in self.below.get(join(folder, "app"), ()):
            yield place
            if join(place, "concerns") in self.holders:
                yield join(place, "concerns")

    def _configured(self, folder: str) -> Iterator[str]:
        text = self.documents.load(join(folder, _APPLICATION), parse_text) or ""
        names = ["lib"] if _AUTOLOAD_LIB.search(text) else []
        for match in _AUTOLOAD.finditer(text):
            names += [_BASE.sub("", name) for name in _TEXT.findall(match[1])]
        for name in names:
            place = inside(folder, name)
            if place is not None and place in self.holders:
                yield place


def _parse_gemspec(text: str) -> Gem:
    name, paths = _NAME.search(text), _PATHS.search(text)
    words = [word for match in _WORDS.finditer(paths[1] if paths else "") for word in _split(match)]
    return Gem(name[1] if name else "", words or ["lib"], _LOADER.search(text) is not None)


def _split(match: re.Match[str]) -> list[str]:
    return [match[1]] if match[1] is not None else match[2].split()
