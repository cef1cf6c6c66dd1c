"""Find the files below a root: through git where there is a repository, else by walking with git's rules."""

# paths are bytes here, as git gives them, and pathlib has none
# ruff: noqa: PTH111, PTH118

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery import git
from codegraph.discovery.content import is_link
from codegraph.discovery.folders import PerFolder
from codegraph.discovery.ignore import Stack, read_rules, verdict_of

if TYPE_CHECKING:
    from codegraph.discovery.excludes import Excludes


class Listing(NamedTuple):
    """All that lies below a root and is neither ignored nor excluded; paths are relative, with ``/``."""

    files: list[tuple[bytes, os.stat_result]]
    """Regular files, sorted by path."""
    skipped: list[tuple[bytes, str]]
    """Entries that are not regular files or can't be read, with the reason."""
    nested: list[bytes]
    """Folders that are submodules or repositories of their own, sorted."""
    notes: list[str]
    """What a user should know about how the files were found."""


def list_tree(root: bytes, excludes: Excludes, *, respect_gitignore: bool) -> Listing:
    """List a folder and the repositories nested in it. Nothing is read but ignore files."""
    lister = _Lister(root, excludes, respect_gitignore)
    while lister.waiting:
        lister.list_repository(lister.waiting.pop())
    return Listing(
        sorted(lister.files),
        sorted(set(lister.skipped)),
        sorted(lister.nested),
        list(dict.fromkeys(lister.notes)),
    )


class _Lister:
    def __init__(self, root: bytes, excludes: Excludes, respect_gitignore: bool) -> None:
        self.root = root
        self.excludes = excludes
        self.respect_gitignore = respect_gitignore
        self.git_answers = True
        self.real_folders = PerFolder[bytes, bool](b"/", True, self._is_real_folder)
        self.files: list[tuple[bytes, os.stat_result]] = []
        self.skipped: list[tuple[bytes, str]] = []
        self.nested: set[bytes] = set()
        self.notes: list[str] = []
        self.waiting: list[bytes] = [b""]

    def list_repository(self, folder: bytes) -> None:
        """List the root or a nested repository, each by its own rules."""
        top = self._top(folder)
        if top is None:
            self._walk(folder, (), b"")
        elif not self.git_answers:
            self._walk(folder, *_rules_above(self._absolute(folder), top))
        else:
            try:
                self._ask_git(folder, top)
            except git.GitError as trouble:
                self.git_answers = not isinstance(trouble, git.GitTimeoutError)
                self._note(
                    folder,
                    f"git could not be asked ({trouble}); its ignore files were read instead, "
                    "so files that are tracked although they are ignored are missing",
                )
                self._walk(folder, *_rules_above(self._absolute(folder), top))

    def _top(self, folder: bytes) -> bytes | None:
        """The top of the work tree whose rules hold here; None where no git rules from outside do."""
        if not self.respect_gitignore:
            return None
        absolute = self._absolute(folder)
        if folder:  # a submodule that was never checked out has no repository of its own
            return absolute if git.git_folder(absolute) else None
        return git.top_of_work_tree(absolute)

    def _ask_git(self, folder: bytes, top: bytes) -> None:
        absolute = self._absolute(folder)
        if top != absolute and git.is_ignored(absolute):
            self._note(
                folder, "the git repository around this folder ignores it, so its rules are left aside"
            )
            self._walk(folder, (), b"")
            return
        listing = git.list_files(absolute)
        base = folder + b"/" if folder else b""
        self.skipped += [(base + path, f"unreadable folder: {why}") for path, why in listing.unreadable]
        for path in listing.paths:
            self._take(base + path)

    def _take(self, listed: bytes) -> None:
        """Sort in a path that git listed; a nested repository comes as one entry, maybe with a ``/``."""
        path = listed.removesuffix(b"/")
        folder, _, name = path.rpartition(b"/")
        if not self.real_folders[folder] or self.excludes.hides_folder(folder):
            return
        info = self._lstat(path)
        if info is None:
            return
        is_dir = stat.S_ISDIR(info.st_mode)
        if self.excludes.hides(folder, name, is_dir):
            return
        if is_dir:
            self._enter(path)
        else:
            self._add(path, info)

    def _walk(self, start: bytes, rules: Stack, prefix: bytes) -> None:
        """List a folder entry by entry.

        Args:
            start: the folder, relative to the root.
            rules: git's rules from outside the folder.
            prefix: the folder's path in its work tree, as a prefix, from which the rules count.
        """
        cut = len(start) + 1 if start else 0
        pending = [(start, rules)]
        while pending:
            folder, stack = pending.pop()
            try:
                with os.scandir(self._absolute(folder)) as scan:
                    entries = {entry.name: entry for entry in scan}
            except OSError as error:
                self.skipped.append((folder, f"unreadable folder: {error.strerror}"))
                continue
            if b".git" in entries and folder != start and git.git_folder(self._absolute(folder)):
                self._enter(folder)
                continue
            base = folder + b"/" if folder else b""
            if self.respect_gitignore and b".gitignore" in entries:
                own = read_rules(self._absolute(base + b".gitignore"), prefix + base[cut:])
                stack = (*stack, own) if own else stack
            for name, entry in entries.items():
                path = base + name
                is_dir = entry.is_dir(follow_symlinks=False) and not _is_junction(entry)
                if name == b".git" or verdict_of(stack, prefix + path[cut:], name, is_dir):
                    continue
                if self.excludes.hides(folder, name, is_dir):
                    continue
                if is_dir:
                    pending.append((path, stack))
                elif info := self._lstat(path):
                    self._add(path, info)

    def _lstat(self, path: bytes) -> os.stat_result | None:
        try:
            return os.lstat(self._absolute(path))
        except (FileNotFoundError, NotADirectoryError):
            return None  # deleted: in the middle of this, or long ago but still tracked
        except OSError as error:
            self.skipped.append((path, f"unreadable: {error.strerror}"))
            return None

    def _enter(self, folder: bytes) -> None:
        self.nested.add(folder)
        self.waiting.append(folder)

    def _add(self, path: bytes, info: os.stat_result) -> None:
        if stat.S_ISREG(info.st_mode):
            self.files.append((path, info))
        elif is_link(info):
            self.skipped.append((path, "symbolic link"))
        else:
            self.skipped.append((path, "not a regular file"))

    def _is_real_folder(self, folder: bytes, _name: bytes, above: bool) -> bool:
        # the index of a repository may name files below what is a link by now; they lie somewhere else
        if not above:
            return False
        try:
            info = os.lstat(self._absolute(folder))
        except OSError:
            return True  # the file itself will tell what is wrong
        if is_link(info):
            self.skipped.append((folder, "symbolic link"))
            return False
        return True

    def _absolute(self, path: bytes) -> bytes:
        return self.root + b"/" + path if path else self.root

    def _note(self, folder: bytes, text: str) -> None:
        self.notes.append(f"{os.fsdecode(folder)}: {text}" if folder else text)


def _rules_above(folder: bytes, top: bytes) -> tuple[Stack, bytes]:
    """Git's rules for what lies in a folder, from the top of its work tree down to the folder above it.

    Returns the rules and the folder's path in the work tree as a prefix. Of the user's own ignore file the
    default place is read; a folder that the rules ignore is listed as if there were none.
    """
    stack = [read_rules(_user_ignore_file())]
    git_dir = git.git_folder(top)
    if git_dir is not None:
        stack.append(read_rules(os.path.join(git.common_folder(git_dir), b"info", b"exclude")))
    rules: Stack = tuple(part for part in stack if part)
    base = b""
    for name in os.path.relpath(folder, top).split(os.sep.encode()) if folder != top else []:
        own = read_rules(os.path.join(top, base + b".gitignore"), base)
        rules = (*rules, own) if own else rules
        if verdict_of(rules, base + name, name, True):
            return (), b""
        base += name + b"/"
    return rules, base


def _user_ignore_file() -> bytes:
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.fsencode(os.path.join(home, "git", "ignore"))


def _is_junction(entry: os.DirEntry[bytes]) -> bool:
    return os.name == "nt" and is_link(entry.stat(follow_symlinks=False))
