"""npm: what a package.json declares in its four tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from codegraph.discovery.dependencies.mentions import mentioned_beside
from codegraph.discovery.dependencies.reading import Context, Lines, Reading, entry_points, text_of, topics_of
from codegraph.discovery.documents import Json, parse_json, parse_text, table_in, text_in
from codegraph.discovery.paths import inside, join, parent
from codegraph.model import Dependency, EntryPoint, Group

ECOSYSTEM = "npm"
_TABLES = {
    "dependencies": Group.RUNTIME,
    "optionalDependencies": Group.OPTIONAL,
    "peerDependencies": Group.PEER,
    "devDependencies": Group.DEV,
}
_ELSEWHERE = (*_TABLES, "peerDependenciesMeta", "name", "description", "keywords", "homepage")
_FOLDER = re.compile(r"(?:file|link|portal):(.+)")
_ALIAS = re.compile(r"(?:npm|workspace):((?:@[^/@]+/)?[^/@^~*]+)(?:@(.*))?")
_SHORT = 3
_IMPORT_MAPS = (
    "importmap.php",
    "config/importmap.rb",
    "deno.json",
    "deno.jsonc",
    "import_map.json",
    "bower.json",
)
"""Files that tell where modules come from in another way."""
_WORD = re.compile(r"[@\w][\w./@-]*+")


def package_json(context: Context, path: str) -> Reading | None:
    """The dependencies of a package.json; ``mentioned`` where a script, settings, a page or a style sheet name one."""
    found = context.documents.load(path, parse_json)
    if found is None:
        return None
    lines = Lines(context.documents.load(path, parse_text) or "")
    spoken = _words({key: value for key, value in found.items() if key not in _ELSEWHERE})
    if any(key in found for key in _TABLES):
        spoken |= mentioned_beside(context, parent(path))
    commands = {word for word in _words(table_in(found, "scripts")) if len(word) > _SHORT}
    scripts = entry_points("script", table_in(found, "scripts"))
    return Reading(
        [
            dependency._replace(
                mentioned=dependency.name in spoken or not commands.isdisjoint(_parts(dependency.name))
            )
            for dependency in _dependencies(found, path, lines)
        ],
        text_of(found.get("version")),
        text_of(found.get("description")),
        (*_programs(found), *scripts),
        is_complete=not any(join(parent(path), name) in context.files for name in _IMPORT_MAPS),
        topics=topics_of(found.get("keywords")),
    )


def _dependencies(found: Json, path: str, lines: Lines) -> Iterator[Dependency]:
    for key, group in _TABLES.items():
        after = lines.of(key)
        for name, written in table_in(found, key).items():
            wanted = text_of(written)
            folder, alias = _FOLDER.match(wanted), _ALIAS.match(wanted)
            # an alias is installed under the name that code uses, and is the package that it names
            real = alias[1] if alias and alias[1] != name and not alias[1].isdigit() else name
            yield Dependency(
                text_of(real),
                wanted,
                group,
                ECOSYSTEM,
                path,
                lines.of(name, after),
                names=(name,) if real != name else (),
                place=inside(parent(path), folder[1]) if folder else None,
            )


def _programs(found: Json) -> Iterator[EntryPoint]:
    programs = found.get("bin")
    if isinstance(programs, str):
        yield EntryPoint("bin", text_in(found, "name").rpartition("/")[2], text_of(programs))
    else:
        yield from entry_points("bin", table_in(found, "bin"))
    for key in ("main", "module", "browser", "types"):
        if target := text_of(found.get(key)):
            yield EntryPoint("main", key, target)


def _parts(name: str) -> list[str]:
    """The parts of a name: what a package installs as a command is often called like one of them."""
    return re.split(r"[@/-]", name)


def _words(settings: Json) -> set[str]:
    """The words of all texts, among them the parts of paths and the first two parts of scoped names."""
    words: set[str] = set()
    for token in _WORD.findall(msgspec.json.encode(settings).decode()):
        parts = token.split("/")
        words.update((token, *parts, *("/".join(pair) for pair in pairwise(parts))))
    return words
