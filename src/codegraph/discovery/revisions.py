"""What a git repository has of a project at a revision: which files changed, and their text, without a checkout.

Only plumbing that compares trees with trees or with the index is asked. Git never looks at files of the work tree here:
that would run the filters that a hostile repository's configuration may name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from codegraph.discovery.git import GitError, run_git, top_of_work_tree

WORK_TREE = ""
"""In place of a tree: the files as they lie on disk."""
INDEX = ":"
"""In place of a tree: what is staged."""
UNMERGED = "unmerged"
"""In place of a blob: the file has a conflict, so that nothing of it is staged."""
_FILES = frozenset({"100644", "100755"})
_PAIR = 2  # a head and a path


class NoSuchRevision(GitError):  # noqa: N818 (it is told as a wrong argument)
    """A word that should name a revision names none here; the message says what to do."""


class Span(NamedTuple):
    """Two sides to compare: ids of trees, or ``INDEX`` or ``WORK_TREE`` for the newer one."""

    old: str
    new: str
    old_name: str
    new_name: str


class FileChange(NamedTuple):
    """A file that differs: its path below the folder, and its blob on either side, "" where there is no file.

    Against ``WORK_TREE`` the new blob is "": it has to be read from disk. With a conflict it is ``UNMERGED``.
    """

    path: str
    old: str
    new: str


def span_of(folder: bytes, words: str) -> Span:
    """The sides that ``A..B``, ``A...B``, ``A^!`` or one revision (against the work tree) mean.

    Raises:
        NoSuchRevision: a revision is unknown, or two have no common ancestor.
        GitError: git is missing or there is no repository.
    """
    _check_repository(folder)
    text = words.strip()
    if text.endswith("^!"):
        commit = _commit(folder, text[:-2])
        parents = _line(folder, "rev-list", "--parents", "-n", "1", commit).split()[1:]
        old = _tree(folder, parents[0]) if parents else empty_tree(folder)
        return Span(old, _tree(folder, commit), f"{text[:-2]}^", text[:-2])
    if "..." in text:
        left, right = (side or "HEAD" for side in text.split("...", 1))
        base = _merge_base(folder, _commit(folder, left), _commit(folder, right), text)
        return Span(
            _tree(folder, base), _tree(folder, right), f"merge base {base[:10]} of {left} and {right}", right
        )
    if ".." in text:
        left, right = (side or "HEAD" for side in text.split("..", 1))
        return Span(_tree(folder, left), _tree(folder, right), left, right)
    return Span(_tree(folder, text), WORK_TREE, text, "the work tree")


def staged_span(folder: bytes) -> Span:
    """The last commit against what is staged; against nothing where there is no commit yet.

    Raises:
        GitError: git is missing or there is no repository.
    """
    _check_repository(folder)
    done = run_git(folder, "rev-parse", "--verify", "--quiet", "HEAD^{tree}")
    old = done.stdout.decode().strip() if not done.returncode else empty_tree(folder)
    return Span(old, INDEX, "HEAD", "the staged files")


def empty_tree(folder: bytes) -> str:
    """The id of the tree without files, which git knows in every repository."""
    return _line(folder, "hash-object", "-t", "tree", "--stdin")


def changed_files(folder: bytes, span: Span) -> list[FileChange]:
    """The files below a folder that differ, sorted by path; links and submodules are none.

    For the work tree those come that differ from the index, which holds its tracked files; what of them differs on
    disk is for the caller to find out from ``tracked_files``.

    Raises:
        GitError: git gives no answer.
    """
    common = (
        "--raw",
        "-z",
        "--no-abbrev",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--relative",
        "-r",
    )
    if span.new in (INDEX, WORK_TREE):
        done = run_git(folder, "diff-index", "--cached", *common, span.old, "--")
    else:
        done = run_git(folder, "diff-tree", *common, span.old, span.new, "--")
    if done.returncode:
        raise GitError(_told(done.stderr))
    parts = done.stdout.split(b"\0")
    found = []
    for head, raw in zip(parts[::_PAIR], parts[1::_PAIR], strict=False):
        old_mode, new_mode, old, new, status = head.decode().lstrip(":").split(" ", 4)
        if path := _named(raw):
            newer = UNMERGED if status.startswith("U") else new if new_mode in _FILES else ""
            change = FileChange(path, old if old_mode in _FILES else "", newer)
            found += [change] if change.old != change.new else []
    return sorted(found)


def tracked_files(folder: bytes) -> dict[str, str]:
    """The blob of each file below a folder as it is in git's index, by path.

    Raises:
        GitError: git gives no answer.
    """
    done = run_git(folder, "ls-files", "-s", "-z")
    if done.returncode:
        raise GitError(_told(done.stderr))
    found = {}
    for entry in done.stdout.split(b"\0"):
        head, tab, raw = entry.partition(b"\t")
        path = _named(raw) if tab else ""
        mode, blob, _ = head.decode().split(" ", 2) if tab else ("", "", "")
        if path and mode in _FILES:
            found[path] = blob
    return found


class Blobs(NamedTuple):
    """The content of blobs by id, and the ids of those that are too large; what is missing here is in neither."""

    texts: dict[str, bytes]
    too_large: frozenset[str]


def read_blobs(folder: bytes, most: Mapping[str, int]) -> Blobs:
    """The content of blobs; some may be missing here (a partial clone).

    Args:
        folder: of the project.
        most: by the id of each blob how many bytes it may have to be read.

    Raises:
        GitError: git gives no answer.
    """
    wanted = sorted(most)
    if not wanted:
        return Blobs({}, frozenset())
    request = "".join(f"{blob}\n" for blob in wanted).encode()
    sizes = run_git(folder, "cat-file", "--batch-check", request=request)
    known = {words[0]: int(words[2]) for words in _answers(sizes.stdout) if words[1] == "blob"}
    small = [blob for blob, size in known.items() if size <= most[blob]]
    too_large = frozenset(known.keys() - set(small))
    if not small:
        return Blobs({}, too_large)
    done = run_git(folder, "cat-file", "--batch", request="".join(f"{blob}\n" for blob in small).encode())
    if done.returncode:
        raise GitError(_told(done.stderr))
    return Blobs(dict(_contents(done.stdout)), too_large)


def _answers(output: bytes) -> Iterator[list[str]]:
    for line in output.decode().splitlines():
        words = line.split()
        if len(words) == 3:
            yield words


def _contents(output: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        words = output[at:end].decode().split()
        if len(words) != 3:
            at = end + 1
            continue
        size = int(words[2])
        yield words[0], output[end + 1 : end + 1 + size]
        at = end + size + 2


def _check_repository(folder: bytes) -> None:
    if top_of_work_tree(folder) is None:
        raise GitError("this project is in no git repository")


def _commit(folder: bytes, name: str) -> str:
    return _named_object(folder, name, "commit")


def _tree(folder: bytes, name: str) -> str:
    return _named_object(folder, name, "tree")


def _named_object(folder: bytes, name: str, kind: str) -> str:
    if name and not name.startswith("-") and "\0" not in name:
        done = run_git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{{kind}}}")
        words = done.stdout.decode("ascii", "replace").split()
        if not done.returncode and words:
            return words[-1]
    message = f"git knows no revision {name!r} here"
    if is_shallow(folder):
        message += "; this clone is shallow: fetch more of its history (git fetch --unshallow)"
    else:
        message += "; give a commit, a branch or a tag, and fetch it first if it lies on a server"
    raise NoSuchRevision(message)


def _merge_base(folder: bytes, left: str, right: str, words: str) -> str:
    done = run_git(folder, "merge-base", left, right)
    found = done.stdout.decode("ascii", "replace").split()
    if found and not done.returncode:
        return found[0]
    if is_shallow(folder):
        why = "this clone is shallow: fetch more of its history (git fetch --unshallow)"
    else:
        why = "compare their files with A..B instead"
    raise NoSuchRevision(f"the sides of {words} have no common ancestor here; {why}")


def is_shallow(folder: bytes) -> bool:
    """Whether a clone lacks the older part of its history."""
    return run_git(folder, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def _line(folder: bytes, *arguments: str) -> str:
    done = run_git(folder, *arguments)
    if done.returncode:
        raise GitError(_told(done.stderr))
    return done.stdout.decode("ascii", "replace").strip()


def _named(raw: bytes) -> str:
    """A path as text; "" for one that is no valid UTF-8, as the index has no file of such a name."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""


def _told(stderr: bytes) -> str:
    lines = stderr.decode(errors="replace").strip().splitlines()
    return (lines or ["git failed without a word"])[0].removeprefix("fatal: ")


def prefix_in_repository(folder: bytes) -> str:
    """Where a folder lies in its repository, with a slash at the end; "" for the top or outside of any."""
    top = top_of_work_tree(folder)
    if top is None or top == folder:
        return ""
    return os.fsdecode(folder[len(top.rstrip(b"/")) + 1 :]) + "/"
