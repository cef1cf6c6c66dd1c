"""The one way to a file's text: opened without following links, decoded to UTF-8, checked for sense.

What ``read_source`` returns is what every offset and every slice of source refers to.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from typing import BinaryIO

MAX_MEAN_LINE = 500
"""Bytes a line, on average, above which a file is taken for minified."""

SUFFIX = ".ipynb"
_BINARY_PROBE = 8192
_MANY_LINES = 10
_MINIFIED_NAME = re.compile(r"[.-]min\.[^.]+$", re.IGNORECASE)
# a separator or a drive would lead elsewhere on Windows; no system has names with a NUL
_NOT_A_NAME = re.compile(r"[\\:\0]" if os.name == "nt" else r"\0")
_JUNCTION = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", 0)
# they guard against a link or a pipe that takes a file's place after it was looked at
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
# UTF-32 first: its little-endian mark begins with that of UTF-16
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Undecodable(ValueError):  # noqa: N818 (a state of a file, not a fault)
    """A file says by its byte order mark how it is encoded, and is not."""


def read_source(root: str | os.PathLike[str], path: str) -> bytes:
    """The text of a file as UTF-8 bytes, see ``decode``; of a notebook the code of its cells.

    Args:
        root: the folder that nothing may lead out of.
        path: the file, relative to the root, with ``/``.

    Raises:
        Undecodable: the file is not in the encoding that its byte order mark names.
        NotebookError: a notebook is none, or not in Python.
        OSError: there is no such file, it can't be read, or it is not a regular file inside the root
            (``ELOOP`` for a link anywhere below the root, ``EACCES`` for a path that leads out).
    """
    data = decode(read_bytes(root, path))
    if path.endswith(SUFFIX):
        from codegraph.discovery.notebooks import text_of

        return text_of(data)
    return data


def decode(data: bytes) -> bytes:
    """Bring a file's bytes to the form in which it is parsed and shown.

    A UTF-8 byte order mark is removed; UTF-16 and UTF-32 with a byte order mark become UTF-8; in a file
    without any LF each CR becomes one (lines are counted by LF alone). All else stays as it is, also bytes
    that are no valid UTF-8: tree-sitter reads over them, and slices stay exact.

    Raises:
        Undecodable: the bytes after a UTF-16 or UTF-32 byte order mark are not in that encoding.
    """
    for mark, encoding in _WIDE_MARKS:
        if data.startswith(mark):
            try:
                data = data.decode(encoding).encode()
            except UnicodeError:
                raise Undecodable(f"begins like {encoding.upper()} but is not") from None
            break
    data = data.removeprefix(codecs.BOM_UTF8)
    return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data


def check_content(data: bytes, *, max_mean_line: int = MAX_MEAN_LINE) -> str | None:
    """Why decoded bytes are not worth parsing: ``"binary"``, ``"minified"``, or None when they are.

    Binary is a NUL in the first 8 kB (as git decides it); a NUL further on leaves an error node in the syntax
    tree and harms nothing else. Minified are lines of more than ``max_mean_line`` bytes on average, in a file
    that is big enough for an average to mean something.
    """
    if b"\0" in data[:_BINARY_PROBE]:
        return "binary"
    lines = data.count(b"\n") + 1
    if len(data) > max_mean_line * max(lines, _MANY_LINES):
        return "minified"
    return None


def has_minified_name(path: str) -> bool:
    """Whether a file says by its name (``jquery.min.js``) that it is minified."""
    return _MINIFIED_NAME.search(path) is not None


def read_bytes(root: str | os.PathLike[str], path: str, limit: int | None = None) -> bytes:
    """The raw bytes of a regular file inside the root, at most ``limit`` of them.

    Raises:
        OSError: as with ``read_source``.
    """
    with open_inside(root, path) as stream:
        return stream.read() if limit is None else stream.read(limit)


def open_inside(root: str | os.PathLike[str], path: str) -> BinaryIO:
    """Open a regular file below the root for reading; no link is followed below the root.

    Raises:
        OSError: as with ``read_source``.
    """
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts) or _NOT_A_NAME.search(path):
        raise PermissionError(errno.EACCES, "leads out of the root", path)
    location = os.fspath(root)
    for part in parts:
        location = f"{location}/{part}"
        if is_link(os.lstat(location)):
            raise OSError(errno.ELOOP, "a symbolic link, which is not followed", path)
    descriptor = os.open(location, _FLAGS)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", path)
    return os.fdopen(descriptor, "rb")


def is_link(info: os.stat_result) -> bool:
    """Whether an entry is a symbolic link or a Windows junction, which lead elsewhere just the same."""
    return stat.S_ISLNK(info.st_mode) or (_JUNCTION != 0 and getattr(info, "st_reparse_tag", 0) == _JUNCTION)
