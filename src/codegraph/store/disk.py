"""Files that are there whole or not at all, and the one place where a failing disk becomes a StorageError."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from codegraph.errors import StorageError, write_advice

_SHARING_RETRIES = 20


@contextmanager
def storage_errors(folder: Path) -> Iterator[None]:
    """Turn an operating system's error in the body into a StorageError that says where and what to do."""
    try:
        yield
    except OSError as error:
        place = error.filename or folder
        reason = error.strerror or str(error)
        raise StorageError(
            f"the index can't be written at {place}: {reason}; {write_advice(error.errno)}"
        ) from error


@contextmanager
def reading_errors(folder: Path) -> Iterator[None]:
    """The same for a body that only reads."""
    try:
        yield
    except OSError as error:
        place, reason = error.filename or folder, error.strerror or str(error)
        raise StorageError(
            f"{place} can't be read: {reason}; check the permissions of the index folder"
        ) from error


def write_whole(path: Path, data: bytes, *, synced: bool = True) -> None:
    """Write a file so that ``path`` holds its old content or all of the new one, even after a crash.

    Args:
        path: the file.
        data: its new content.
        synced: False where a crash of the whole system may lose it: whoever reads it must notice that.

    Raises:
        OSError: it can't be written.
    """
    partial = path.with_name(f".{path.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        # "x" never follows a link that lies in wait under that name.
        with partial.open("xb") as file:
            file.write(data)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        replace(partial, path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    if synced:
        sync_folder(path.parent)


def replace(source: Path, target: Path) -> None:
    """``os.replace`` that waits a moment for Windows readers, who hold a file while they open it."""
    for _ in range(_SHARING_RETRIES):
        try:
            source.replace(target)
        except PermissionError:
            if sys.platform != "win32":
                raise
            time.sleep(0.05)
        else:
            return
    source.replace(target)


def sync_file(path: Path) -> None:
    """Make sure that a file's bytes are on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make sure that names in a folder are on the disk, where the system lets a folder be synced."""
    if sys.platform == "win32":
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):
            os.fsync(number)
    finally:
        os.close(number)
