"""Relative paths with ``/`` that never lead out of the root."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable


def inside(folder: str, path: str) -> str | None:
    """``path``, as written in a file of ``folder``, relative to the root; None when it leads out of it.

    >>> inside("packages/app", "../lib/./src")
    'packages/lib/src'
    >>> inside("packages/app", "../..")
    ''
    """
    if path.startswith("/") or "\\" in path or "\0" in path:
        return None
    joined = posixpath.normpath(posixpath.join(folder, path))
    if joined == ".":
        return ""
    return None if joined == ".." or joined.startswith("../") else joined


def parent(path: str) -> str:
    """The folder that a path lies in, "" for the root."""
    return path.rpartition("/")[0]


def base_name(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


def join(folder: str, name: str) -> str:
    """A name in a folder, "" being the root."""
    return f"{folder}/{name}" if folder else name


def folders_above(paths: Iterable[str]) -> set[str]:
    """All folders that the paths lie in, directly or further below; without paths none."""
    found: set[str] = set()
    for path in paths:
        folder = parent(path)
        while folder not in found:
            found.add(folder)
            folder = parent(folder)
    return found
