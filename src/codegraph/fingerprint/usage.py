"""What files import and packages depend on: the evidence for rules that go by names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from codegraph.fingerprint.globs import beginning, whole
from codegraph.model import EXTERNAL_ROOT, SEPARATOR, EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View

Declared = Mapping[str, frozenset[str]]
"""Names of the dependencies that manifests declare, by the folder of the package."""

_EXTERNAL = f"{EXTERNAL_ROOT}{SEPARATOR}"


class Usage:
    """Answers for one graph.

    Args:
        view: the graph.
        declared: what its manifests declare.
    """

    def __init__(self, view: View, declared: Declared) -> None:
        self._view = view
        self._declared = declared
        self._found: dict[tuple[int, str, tuple[str, ...]], str] = {}

    def folder(self, row: int) -> str:
        """The folder of the package that a node lies in."""
        package = self._view.package(row)
        return str(self._view.nodes["path"][package]) if package >= 0 else ""

    def denotes(self, row: int, ecosystem: str, path: str, targets: Sequence[str]) -> bool:
        """Whether a path as it is written in a node's file may mean a target, by what the file imports."""
        head, _, rest = path.partition(SEPARATOR)
        below = f"{SEPARATOR}{rest}" if rest else ""
        meant = {f"{_EXTERNAL}{ecosystem}{SEPARATOR}{path}"} if rest else set()
        for fqn in self._imports.get(self._view.module(row), ()):
            meant.add(f"{fqn}{SEPARATOR}{path}")  # all names of a module
            if fqn.endswith(f"{SEPARATOR}{head}"):
                meant.add(fqn + below)
        wanted = beginning(ecosystem, tuple(targets))
        return any(wanted.fullmatch(fqn) for fqn in sorted(meant))

    def imported(self, row: int, ecosystem: str, targets: Sequence[str]) -> str:
        """The first of some targets that a node's file imports, "" for none."""
        wanted = beginning(ecosystem, tuple(targets))
        found = self._imports.get(self._view.module(row), ())
        return next((fqn for fqn in found if wanted.fullmatch(fqn)), "")

    def used(self, row: int, ecosystem: str, targets: Sequence[str]) -> str:
        """The first of some dependencies of a node's package, "" for none.

        It is one that a file of the package imports, or that its manifest or one in a folder above declares.
        """
        package = self._view.package(row)
        key = (package, ecosystem, tuple(targets))
        if key not in self._found:
            wanted = beginning(ecosystem, tuple(targets))
            imported = (fqn for fqn in self._of_package.get(package, ()) if wanted.fullmatch(fqn))
            self._found[key] = next(imported, "") or self._declares(self.folder(row), ecosystem, targets)
        return self._found[key]

    def _declares(self, folder: str, ecosystem: str, targets: Sequence[str]) -> str:
        wanted = whole(tuple(targets))
        while True:
            for name in sorted(self._declared.get(folder, ())):
                if wanted.fullmatch(name):
                    return f"{_EXTERNAL}{ecosystem}{SEPARATOR}{name}"
            if not folder:
                return ""
            folder = folder.rpartition("/")[0]

    @cached_property
    def _imports(self) -> dict[int, list[str]]:
        """The externals that each module imports, sorted."""
        edges, fqns = self._view.edges, self._view.fqns
        found: dict[int, list[str]] = {}
        for edge in [edge for edge, kind in enumerate(edges["kind"]) if kind == EdgeKind.IMPORTS]:
            fqn = fqns[edges["dst"][edge]]
            if fqn.startswith(_EXTERNAL):
                found.setdefault(edges["src"][edge], []).append(fqn)
        return found

    @cached_property
    def _of_package(self) -> dict[int, list[str]]:
        """The externals that the files of each package import, sorted."""
        found: dict[int, set[str]] = {}
        for module, fqns in self._imports.items():
            found.setdefault(self._view.package(module), set()).update(fqns)
        return {package: sorted(fqns) for package, fqns in found.items()}
