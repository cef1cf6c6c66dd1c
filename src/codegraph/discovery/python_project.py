"""What pyproject.toml, setup.cfg and setup.py say: the project's name and where its modules lie."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from codegraph.discovery.documents import (
    Documents,
    parse_ini,
    parse_toml,
    table_in,
    text_in,
    texts_in,
)
from codegraph.discovery.paths import folders_above, inside, join, parent

_GUESSED_ROOTS = ("lib", "python")


class PythonProject(NamedTuple):
    """One manifest's word on a project."""

    name: str
    roots: list[str]
    """Folders, relative to the manifest's and in order, on which absolute imports are looked up."""
    is_package: bool
    """False for a file that only configures tools."""
    is_workspace_root: bool = False


def read_pyproject(documents: Documents, path: str) -> PythonProject | None:
    """What a pyproject.toml says; None when it is missing or broken."""
    found = documents.load(path, parse_toml)
    if found is None:
        return None
    tool = table_in(found, "tool")
    return PythonProject(
        text_in(found, "project", "name") or text_in(tool, "poetry", "name"),
        list(_roots_of_backend(tool)),
        is_package="project" in found or "build-system" in found or "poetry" in tool,
        is_workspace_root=bool(table_in(tool, "uv", "workspace")),
    )


def read_setup_cfg(documents: Documents, path: str) -> PythonProject | None:
    """What a setup.cfg says; None when it is missing or broken."""
    found = documents.load(path, parse_ini)
    if found is None:
        return None
    lines = found.get("options", "package_dir", fallback="").splitlines()
    pairs = [line.partition("=") for line in lines]
    roots = [value.strip() for key, equals, value in pairs if equals and not key.strip()]
    roots += found.get("options.packages.find", "where", fallback="").split()
    name = found.get("metadata", "name", fallback="").strip()
    return PythonProject(name, roots, is_package=bool(name) or found.has_section("options"))


def read_setup_py(documents: Documents, path: str) -> PythonProject | None:
    """What the call of ``setup`` in a setup.py says where it says it literally; the file is never run."""
    from codegraph.discovery.setup_py import parse_setup

    return documents.load(path, parse_setup)


def python_roots(
    documents: Documents, manifests: Collection[str], files: Collection[str], sources: Collection[str]
) -> list[str]:
    """The folders on which absolute imports are looked up, in order and without repetition.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of the Python manifests, relative to the root.
        files: all files that are neither ignored nor excluded.
        sources: those of them that are Python.

    Projects come in the order of their folders. In each: the roots its build backend names, ``src`` where it
    is not itself a package, the project's folder, the roots its tests name, and last ``lib`` and ``python``.
    """
    folders = folders_above(sources)
    known = set(files)
    roots: dict[str, None] = {}
    for project in sorted({"", *map(parent, manifests)}):
        for root in _candidates(documents, project, known):
            if root in folders or root == "":
                roots.setdefault(root)
    return list(roots)


def _candidates(documents: Documents, project: str, files: set[str]) -> Iterator[str]:
    declared: list[str] = []
    for file, read in _READERS.items():
        found = read(documents, path) if (path := join(project, file)) in files else None
        declared += found.roots if found else []
    pyproject = (
        documents.load(path, parse_toml) if (path := join(project, "pyproject.toml")) in files else None
    )
    tested = [part for line in texts_in(pyproject, *_PYTEST_PATH) for part in line.split()]
    for root in (*declared, *_plain_folders(project, ("src",), files), ".", *tested):
        place = inside(project, root)
        if place is not None:
            yield place
    for root in _plain_folders(project, _GUESSED_ROOTS, files):
        yield join(project, root)


def _plain_folders(project: str, names: tuple[str, ...], files: set[str]) -> list[str]:
    return [name for name in names if join(project, f"{name}/__init__.py") not in files]


_PYTEST_PATH = ("tool", "pytest", "ini_options", "pythonpath")


def _roots_of_backend(tool: object) -> Iterator[str]:
    """The import roots that the build backends' settings name, each in its own way."""
    setuptools = table_in(tool, "setuptools")
    yield from texts_in(setuptools, "package-dir", "")
    yield from texts_in(setuptools, "packages", "find", "where")
    packages = table_in(tool, "poetry").get("packages")
    for package in packages if isinstance(packages, list) else []:
        yield from texts_in(package, "from")
    hatch = table_in(tool, "hatch", "build")
    for build in (hatch, table_in(hatch, "targets", "wheel")):
        yield from map(parent, texts_in(build, "packages"))
        yield from texts_in(build, "sources")
        yield from (place for place, target in table_in(build, "sources").items() if target == "")
    yield from texts_in(tool, "pdm", "build", "package-dir")
    yield from texts_in(tool, "uv", "build-backend", "module-root")
    yield from texts_in(tool, "maturin", "python-source")
    yield from map(parent, texts_in(tool, "scikit-build", "wheel", "packages"))


_READERS = {"pyproject.toml": read_pyproject, "setup.cfg": read_setup_cfg, "setup.py": read_setup_py}
