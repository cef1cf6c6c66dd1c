"""Cargo: which crates a Cargo.toml makes, and which crate a name means in their code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from codegraph.discovery.documents import parse_toml, table_in, text_in, texts_in
from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import base_name, inside, join, parent
from codegraph.discovery.settings import CargoPackage, CargoTarget

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents, Json

_SECTIONS = tuple(f"{kind}dependencies" for kind in ("", "dev-", "dev_", "build-", "build_"))
# where crates of a kind are found without being named, and the switch that turns that off
_PLACES = {"bin": ("src/bin", "autobins"), "example": ("examples", "autoexamples")}
_PLACES |= {"test": ("tests", "autotests"), "bench": ("benches", "autobenches")}


def read_cargo(documents: Documents, path: str) -> ManifestFacts | None:
    """The package's name, and whether it is a workspace; None for a file that is missing or broken."""
    found = documents.load(path, parse_toml)
    if found is None:
        return None
    workspace = "workspace" in found
    is_package = workspace or "package" in found or "project" in found
    return ManifestFacts(text_in(_head(found), "name"), is_package, workspace)


def cargo_packages(
    documents: Documents, manifests: Collection[str], files: Collection[str]
) -> dict[str, CargoPackage]:
    """All packages by folder; a workspace without a package of its own has none.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all Cargo.toml, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    read = {parent(path): documents.load(path, parse_toml) for path in sorted(manifests)}
    found = {folder: data for folder, data in read.items() if data is not None}
    sources = _Sources(files)
    targets = {folder: _Targets(folder, data, sources).all() for folder, data in found.items() if _head(data)}
    linker = _Linker(found, targets)
    return {folder: linker.package(folder) for folder in targets}


def _head(found: Json) -> Json:
    return table_in(found, "package") or table_in(found, "project")


def _in_code(name: str) -> str:
    return name.replace("-", "_")


class _Sources:
    """The Rust files of a repository, by where Cargo looks for them."""

    def __init__(self, files: Collection[str]) -> None:
        self.all = {path for path in files if path.endswith(".rs")}
        self._roots: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for path in sorted(self.all):
            folder, name = parent(path), base_name(path)
            self._roots[folder].append((name.removesuffix(".rs"), path))
            if name == "main.rs" and folder:
                self._roots[parent(folder)].append((base_name(folder), path))

    def crates_in(self, folder: str) -> list[tuple[str, str]]:
        """Name and root of each crate that lies in a folder: ``x.rs`` and ``x/main.rs``."""
        return self._roots.get(folder, [])


class _Targets:
    """The crates of one package: those that it names, and those that lie where Cargo looks."""

    def __init__(self, folder: str, found: Json, sources: _Sources) -> None:
        self.folder = folder
        self.found = found
        self.sources = sources
        self.head = _head(found)
        self.name = text_in(self.head, "name")

    def all(self) -> list[CargoTarget]:
        """The library, then the others by kind and root; each root once."""
        taken: dict[str, CargoTarget] = {}
        for target in (*self._library(), *self._build(), *self._named(), *self._found()):
            if target.root in self.sources.all:
                taken.setdefault(target.root, target)
        return sorted(taken.values(), key=lambda target: (target.kind != "lib", target.kind, target.root))

    def _library(self) -> Iterator[CargoTarget]:
        library = table_in(self.found, "lib")
        root = inside(self.folder, text_in(library, "path") or "src/lib.rs")
        if root is not None and (library or self.head.get("autolib") is not False):
            yield CargoTarget("lib", _in_code(text_in(library, "name") or self.name), root)

    def _build(self) -> Iterator[CargoTarget]:
        root = inside(self.folder, text_in(self.head, "build") or "build.rs")
        if root is not None and self.head.get("build") is not False:
            yield CargoTarget("build", "build_script_build", root)

    def _named(self) -> Iterator[CargoTarget]:
        for kind, (place, _) in _PLACES.items():
            listed = self.found.get(kind)
            for entry in listed if isinstance(listed, list) else ():
                name = text_in(entry, "name")
                paths = [text_in(entry, "path"), f"{place}/{name}.rs", f"{place}/{name}/main.rs"]
                if kind == "bin" and name == self.name:
                    paths.insert(1, "src/main.rs")
                for path in (path for path in paths if path):
                    root = inside(self.folder, path) or ""
                    if root in self.sources.all:
                        yield CargoTarget(kind, _in_code(name), root)
                        break

    def _found(self) -> Iterator[CargoTarget]:
        if self.head.get("autobins") is not False:
            yield CargoTarget("bin", _in_code(self.name), join(self.folder, "src/main.rs"))
        for kind, (place, switch) in _PLACES.items():
            if self.head.get(switch) is not False:
                for name, root in self.sources.crates_in(join(self.folder, place)):
                    yield CargoTarget(kind, _in_code(name), root)


class _Linker:
    """Finds the libraries that the names of dependencies mean."""

    def __init__(self, found: Mapping[str, Json], targets: Mapping[str, list[CargoTarget]]) -> None:
        self.found = found
        self.targets = targets
        self._patches: dict[str, dict[str, str]] = {}

    def package(self, folder: str) -> CargoPackage:
        """One package with what it depends on; a dependency of a wider use wins over others of its name."""
        found = self.found[folder]
        head = _head(found)
        workspace = self._workspace(folder)
        dependencies: dict[str, str] = {}
        external: dict[str, str] = {}
        own = self._library(folder)
        if own is not None:
            dependencies[own.name] = own.root
        for key, specification in _dependencies(found):
            place, spec = self._inherited(key, specification, folder, workspace)
            name = text_in(spec, "package") or key
            library = self._library(self._place(name, place, spec, workspace))
            if library is None:
                external.setdefault(_in_code(key), name)
            else:
                dependencies.setdefault(_in_code(key) if "package" in spec else library.name, library.root)
        edition = text_in(head, "edition")
        if not edition and workspace is not None:
            edition = text_in(self.found[workspace], "workspace", "package", "edition")
        known = {name: package for name, package in external.items() if name not in dependencies}
        return CargoPackage(text_in(head, "name"), edition, self.targets[folder], dependencies, known)

    def _library(self, folder: str | None) -> CargoTarget | None:
        targets = self.targets.get(folder, []) if folder is not None else []
        return targets[0] if targets and targets[0].kind == "lib" else None

    def _workspace(self, folder: str) -> str | None:
        """The folder of the workspace that a package belongs to."""
        named = text_in(_head(self.found[folder]), "workspace")
        if named:
            place = inside(folder, named)
            return place if place is not None and place in self.found else None
        above = folder
        while True:
            workspace = self.found.get(above, {}).get("workspace")
            if workspace is not None:
                excluded = (inside(above, path.rstrip("/")) for path in texts_in(workspace, "exclude"))
                return None if any(_is_below(folder, place) for place in excluded if place) else above
            if not above:
                return None
            above = parent(above)

    def _inherited(self, key: str, spec: object, folder: str, workspace: str | None) -> tuple[str, Json]:
        """A dependency's specification, and the folder from which its path counts."""
        own = spec if isinstance(spec, dict) else {}
        if own.get("workspace") is True and workspace is not None:
            above = table_in(self.found[workspace], "workspace", "dependencies").get(key)
            return workspace, above if isinstance(above, dict) else {}
        return folder, own

    def _place(self, name: str, folder: str, spec: Json, workspace: str | None) -> str | None:
        """The folder of a dependency in this repository."""
        if "path" in spec:
            return inside(folder, text_in(spec, "path"))
        place = folder if workspace is None else workspace
        if place not in self._patches:
            self._patches[place] = dict(_patches(self.found[place], place))
        return self._patches[place].get(name)


def _patches(found: Json, folder: str) -> Iterator[tuple[str, str]]:
    """The packages that are taken from a folder instead of from where they are published."""
    for source in table_in(found, "patch").values():
        for key, patch in source.items() if isinstance(source, dict) else ():
            place = inside(folder, text_in(patch, "path"))
            if place is not None and text_in(patch, "path"):
                yield text_in(patch, "package") or key, place


def _dependencies(found: Json) -> Iterator[tuple[str, object]]:
    """The names and specifications of all dependencies, those for every use and platform first."""
    for section in _SECTIONS:
        yield from table_in(found, section).items()
    for target in table_in(found, "target").values():
        for section in _SECTIONS:
            yield from table_in(target, section).items()


def _is_below(folder: str, place: str) -> bool:
    return folder == place or folder.startswith(f"{place}/")
