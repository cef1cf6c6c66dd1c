"""What is left out beside git's rules: by ``exclude``, by ``.codegraphignore``, or as build output."""

# paths are bytes here, as git gives them, and pathlib has none
# ruff: noqa: PTH120, PTH208

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from codegraph.discovery.folders import PerFolder
from codegraph.discovery.ignore import Rules, Stack, read_rules, verdict_of
from codegraph.discovery.patterns import parse_patterns

IGNORE_FILE = b".codegraphignore"
NEVER_ENTERED = frozenset({b".git", b".codegraph"})

# These names are build output in one ecosystem and a place for sources in others ("bin" holds the commands
# of many a Node or PHP project), so that they are only left out beside the manifest that makes them output.
_DOTNET = (b".csproj", b".fsproj", b".vbproj", b".sln", b".slnx")
_OUTPUT_BESIDE = {
    b"bin": _DOTNET,
    b"obj": _DOTNET,
    b"target": (b"Cargo.toml", b"pom.xml", b"build.sbt"),
    b"build": (b"build.gradle", b"build.gradle.kts"),
    b"vendor": (b"go.mod", b"go.work", b"composer.json"),
    b".build": (b"Package.swift",),
}
_VIRTUALENV_MARK = b"pyvenv.cfg"


class Excludes:
    """Decides for paths relative to a root whether codegraph's own rules hide them.

    Args:
        root: the absolute folder.
        patterns: the setting ``exclude``; they count as lines of an ignore file in the root, weaker than a
            ``.codegraphignore`` there or below.
        never: folders below the root that are hidden whatever the patterns say.
    """

    def __init__(self, root: bytes, patterns: Iterable[str], never: Iterable[bytes] = ()) -> None:
        self._root = root
        self._never = frozenset(never)
        # "./docs" is what people write for a path from here; git's own syntax for it is "/docs"
        lines = (re.sub(r"^(!?)\./", r"\1/", line) for line in patterns)
        first = Rules(parse_patterns("\n".join(lines).encode(errors="surrogateescape")))
        self._stacks = PerFolder[bytes, Stack | None](
            b"/", self._with_ignore_file(b"", (first,)), self._stack
        )

    def hides_folder(self, folder: bytes) -> bool:
        """Whether a folder, or one above it, is hidden."""
        return self._stacks[folder] is None

    def hides(self, folder: bytes, name: bytes, is_dir: bool) -> bool:
        """Whether the entry ``name`` of a folder that is not hidden is hidden."""
        path = folder + b"/" + name if folder else name
        if is_dir:
            return self._stacks[path] is None
        stack = self._stacks[folder]
        return stack is None or bool(verdict_of(stack, path, name, False))

    def _stack(self, folder: bytes, name: bytes, above: Stack | None) -> Stack | None:
        """The rules for the entries of a folder; None for a folder that is hidden itself."""
        if above is None or name in NEVER_ENTERED or folder in self._never:
            return None
        verdict = verdict_of(above, folder, name, True)
        if self._is_output(folder, name) if verdict is None else verdict:
            return None
        return self._with_ignore_file(folder, above)

    def _with_ignore_file(self, folder: bytes, stack: Stack) -> Stack:
        base = folder + b"/" if folder else b""
        rules = read_rules(self._root + b"/" + base + IGNORE_FILE, base)
        return (*stack, rules) if rules else stack

    def _is_output(self, path: bytes, name: bytes) -> bool:
        folder = self._root + b"/" + path
        markers = _OUTPUT_BESIDE.get(name)
        if markers is not None:
            try:
                return any(file.endswith(markers) for file in os.listdir(os.path.dirname(folder)))
            except OSError:
                return False
        return os.path.lexists(folder + b"/" + _VIRTUALENV_MARK)
