"""Cargo: what a Cargo.toml depends on, with what it inherits from its workspace."""

from __future__ import annotations

from collections.abc import Iterator

from codegraph.discovery.dependencies.reading import Context, Lines, Reading, text_of, topics_of
from codegraph.discovery.documents import Json, parse_text, parse_toml, table_in, text_in
from codegraph.discovery.paths import inside, join, parent
from codegraph.model import Dependency, EntryPoint, Group

ECOSYSTEM = "cargo"
_SECTIONS = {
    "dependencies": Group.RUNTIME,
    "dev-dependencies": Group.DEV,
    "dev_dependencies": Group.DEV,
    "build-dependencies": Group.BUILD,
    "build_dependencies": Group.BUILD,
}


def cargo_toml(context: Context, path: str) -> Reading | None:
    """The dependencies of a package; a dependency's name in code where it is renamed."""
    found = context.documents.load(path, parse_toml)
    if found is None:
        return None
    package = table_in(found, "package") or table_in(found, "project")
    if not package:
        return None
    above = _workspace(context, path, package)
    reader = _Reader(path, found, above, Lines(context.documents.load(path, parse_text) or ""))
    inherited = table_in(above[1], "workspace", "package")
    known = context.configs.cargo_packages.get(parent(path))
    return Reading(
        list(reader.all()),
        text_in(package, "version") or text_in(inherited, "version"),
        text_of(package.get("description")) or text_of(inherited.get("description")),
        tuple(
            EntryPoint("bin", target.name, target.root)
            for target in (known.targets if known else ())
            if target.kind == "bin"
        ),
        topics=topics_of(package.get("keywords"), package.get("categories")),
    )


def _workspace(context: Context, path: str, package: Json) -> tuple[str, Json]:
    """The folder and the manifest of the workspace that a package inherits from; its own where there is none."""
    named = text_in(package, "workspace")
    place = inside(parent(path), named) if named else parent(path)
    above: str | None = place
    while above is not None:
        file = join(above, "Cargo.toml")
        found = context.documents.load(file, parse_toml) if file in context.files else None
        if found is not None and "workspace" in found:
            return above, found
        above = parent(above) if above and not named else None
    return parent(path), {}


class _Reader:
    def __init__(self, path: str, found: Json, above: tuple[str, Json], lines: Lines) -> None:
        self.path = path
        self.found = found
        self.folder, workspace = above
        self.shared = table_in(workspace, "workspace", "dependencies")
        self.lines = lines

    def all(self) -> Iterator[Dependency]:
        """Those of all platforms, then those of single ones."""
        yield from self._sections(self.found, "")
        for platform, tables in table_in(self.found, "target").items():
            yield from self._sections(tables if isinstance(tables, dict) else {}, platform)

    def _sections(self, tables: Json, platform: str) -> Iterator[Dependency]:
        for section, group in _SECTIONS.items():
            after = self.lines.of(f"[{section}]")
            for key, value in table_in(tables, section).items():
                yield self._dependency(key, value, group, platform, after)

    def _dependency(self, key: str, value: object, group: Group, platform: str, after: int) -> Dependency:
        own: Json = value if isinstance(value, dict) else {"version": value}
        folder, spec = parent(self.path), own
        if own.get("workspace") is True:
            above = self.shared.get(key)
            folder, spec = self.folder, above if isinstance(above, dict) else {"version": above}
        name = text_in(spec, "package") or key
        path = text_in(spec, "path")
        optional = own.get("optional") is True
        return Dependency(
            text_of(name),
            text_of(spec.get("version")) or text_of(spec.get("git")),
            Group.OPTIONAL if optional and group is Group.RUNTIME else group,
            ECOSYSTEM,
            self.path,
            self.lines.of(key, after),
            text_of(platform),
            names=(key,) if name != key else (),
            place=inside(folder, path) if path else None,
        )
