"""Ask the git program which files a work tree holds, without letting the repository run anything.

A repository that came from elsewhere brings its own configuration, and git obeys it: a file system monitor
or the upload program of a remote are commands that even a listing starts. So those are switched off for
every call, and no object is fetched that a partial clone lacks.
"""

# paths are bytes here, as git gives them, and pathlib has none
# ruff: noqa: PTH113, PTH112, PTH117, PTH118, PTH120, PTH123

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from typing import NamedTuple

TIMEOUT = 60.0
"""Seconds after which a git that does not answer (an ignore file that is a pipe, a dead disk) is given up."""

_OVERRIDES = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.untrackedCache=false",
    "safe.bareRepository=explicit",
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# what a hook's environment holds to point git at its own repository, and what changes the output
_DROPPED = re.compile(
    r"GIT_(DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|INDEX_VERSION|PREFIX|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY"
    r"|ALTERNATE_OBJECT_DIRECTORIES|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|NO_REPLACE_OBJECTS"
    r"|(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS|TRACE.*)"
)
_UNREADABLE = re.compile(rb"could not open directory '(.*?)/?': (.+)")


_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REMOTE = re.compile(r"[:/]([\w.-]{1,100})/([\w.-]{1,100}?)(?:\.git)?/?$")


class GitError(Exception):
    """The git program is missing, refuses this repository or gives no answer; the message says which."""


class GitTimeoutError(GitError):
    """Git was started and did not come back in time; asking again would only cost as much again."""


class GitListing(NamedTuple):
    """What git lists below a folder, relative to it."""

    paths: list[bytes]
    """Tracked files and those neither tracked nor ignored, sorted; a nested repository is one entry."""
    unreadable: list[tuple[bytes, str]]
    """Folders that could not be opened, with the system's reason."""


def find_git(environ: Mapping[str, str]) -> str | None:
    """The git program on PATH, or None.

    Only absolute folders of PATH count, so that a ``git`` lying in the folder at hand is never run.
    """
    name = "git.exe" if os.name == "nt" else "git"
    for folder in environ.get("PATH", os.defpath).split(os.pathsep):
        program = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    return None


def list_files(folder: bytes) -> GitListing:
    """The files of the work tree below a folder, as ``git ls-files -co --exclude-standard`` has them.

    Raises:
        GitError: git is missing or can't answer for this folder.
    """
    done = run_git(folder, "ls-files", "-z", "-c", "-o", "--exclude-standard")
    if done.returncode:
        raise GitError(_reason(done.stderr))
    unreadable = [(m[1], m[2].decode(errors="replace").strip()) for m in _UNREADABLE.finditer(done.stderr)]
    return GitListing(sorted({path for path in done.stdout.split(b"\0") if path}), sorted(unreadable))


def is_ignored(folder: bytes) -> bool:
    """Whether a folder below the top of a repository is itself ignored by that repository.

    Raises:
        GitError: git is missing or can't answer for this folder.
    """
    return run_git(folder, "check-ignore", "-q", ".").returncode == 0


def is_ignored_path(root: bytes, path: str) -> bool:
    """Whether a path below a folder of a work tree, there or not, is ignored by that repository.

    Raises:
        GitError: git is missing or can't answer.
    """
    return run_git(root, "check-ignore", "-q", "--", f"./{path}").returncode == 0


def head_commit(folder: bytes) -> str:
    """The commit that is checked out in the work tree of a folder; "" where there is none.

    Raises:
        GitError: git is missing or gives no answer.
    """
    done = run_git(folder, "rev-parse", "--verify", "--quiet", "HEAD")
    text = done.stdout.strip().decode("ascii", "replace")
    return text if not done.returncode and _COMMIT.fullmatch(text) else ""


def remote_name(folder: bytes) -> str:
    """What the repository of a folder is called where it comes from: ``owner/name`` of the remote ``origin``, or "".

    Of the remote's address nothing else is kept: it may hold a password.

    Raises:
        GitError: git is missing or gives no answer.
    """
    done = run_git(folder, "config", "--get", "remote.origin.url")
    found = _REMOTE.search(done.stdout.decode("utf-8", "replace").strip()[:1000])
    return f"{found[1]}/{found[2]}" if found and not done.returncode else ""


def top_of_work_tree(folder: bytes) -> bytes | None:
    """The nearest folder, this one or one above it, that is the top of a git work tree."""
    while git_folder(folder) is None:
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def git_folder(top: bytes) -> bytes | None:
    """The repository's own folder behind ``top``/.git (followed where that is a file, as in a submodule).

    None when there is none that git would accept: a folder with HEAD, objects and refs.
    """
    found = os.path.join(top, b".git")
    if os.path.isfile(found):
        pointer = _read_start(found)
        if not pointer.startswith(b"gitdir: "):
            return None
        found = os.path.join(top, pointer.removeprefix(b"gitdir: ").strip())
    common = common_folder(found)
    whole = (
        os.path.lexists(os.path.join(found, b"HEAD"))
        and os.path.isdir(os.path.join(common, b"objects"))
        and os.path.isdir(os.path.join(common, b"refs"))
    )
    return found if whole else None


def common_folder(git_dir: bytes) -> bytes:
    """The folder that all work trees of a repository share; ``info/exclude`` lies there."""
    pointer = os.path.join(git_dir, b"commondir")
    if not os.path.isfile(pointer):
        return git_dir
    return os.path.join(git_dir, _read_start(pointer).strip())


def _read_start(file: bytes) -> bytes:
    try:
        with open(file, "rb") as stream:
            return stream.read(4096)
    except OSError:
        return b""


def run_git(folder: bytes, *arguments: str, request: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What git says when it is asked in a folder, with ``request`` as its standard input.

    Raises:
        GitError: git is missing or can't be started; ``GitTimeoutError`` if it does not come back.
    """
    program = find_git(os.environ)
    if program is None:
        raise GitError("git is not installed")
    command = [program, *(part for setting in _OVERRIDES for part in ("-c", setting)), *arguments]
    kept = {k: v for k, v in os.environ.items() if not _DROPPED.fullmatch(k)}
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env={**kept, **_ENVIRONMENT},
            input=request,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GitTimeoutError(f"git gave no answer within {TIMEOUT:.0f} seconds") from None
    except OSError as error:
        raise GitError(f"git can't be started: {error.strerror}") from None


def _reason(stderr: bytes) -> str:
    lines = stderr.decode(errors="replace").strip().splitlines()
    fatal = [line for line in lines if line.startswith("fatal: ")]
    return (fatal or lines or ["git failed without a word"])[0].removeprefix("fatal: ")
