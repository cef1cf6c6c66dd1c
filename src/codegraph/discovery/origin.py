"""Where the sources come from: the commit and the name of the repository, as git knows them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from codegraph.discovery import git


class Origin(NamedTuple):
    """The commit that is checked out and the repository's ``owner/name``; "" where git knows none."""

    commit: str
    remote: str


def origin_of(root: Path) -> Origin:
    """The origin of a root that is itself the top of a repository's work tree; what lies deeper has none of its own."""
    folder = os.fsencode(root)
    if git.git_folder(folder) is None:
        return Origin("", "")
    with suppress(git.GitError):
        return Origin(git.head_commit(folder), git.remote_name(folder))
    return Origin("", "")


def remote_of(root: Path) -> str:
    """What the repository is called whose top a root is, ``owner/name``; "" where git knows none."""
    folder = os.fsencode(root)
    if git.git_folder(folder) is None:
        return ""
    with suppress(git.GitError):
        return git.remote_name(folder)
    return ""
