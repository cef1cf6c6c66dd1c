"""The LanceDB database of an index: tables as immutable versions, opened when first needed.

Importing lancedb costs up to a second of CPU (see ``lean_import``), so nothing here imports it before a
table is written or read; look-ups and traversals never come here.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import StorageError
from codegraph.store.disk import storage_errors
from codegraph.store.lean_import import import_lancedb

if TYPE_CHECKING:
    import lancedb
    import pyarrow as pa
    from lancedb.table import Table

_BROKEN = frozenset({"PanicException", "ArrowInvalid", "ArrowIndexError"})
"""What LanceDB's own code, which gives up on an assertion, and Arrow raise where a file makes no sense."""
_OS_ERROR = re.compile(r"\(os error (\d+)\)")


class LanceDatabase:
    """The tables below one folder.

    Raises (all methods):
        StorageError: the disk is full, or the folder can't be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: set[str] = set()
        """The tables that were written or appended to."""
        self._connection: lancedb.DBConnection | None = None

    def write(self, name: str, rows: pa.Table) -> int:
        """Replace a table's rows and schema and return the new version; older versions stay readable.

        A table whose files are damaged is made anew: every build writes it whole.
        """
        self.written.add(name)
        try:
            return self._write(name, rows)
        except TableDamagedError:
            self.drop(name)
            return self._write(name, rows)

    def append(self, name: str, rows: pa.Table) -> int:
        """Add rows to a table, made if it is not there or has other columns; return the new version."""
        table = self.open(name)
        if table is None or not table.schema.equals(rows.schema):
            return self.write(name, rows)
        self.written.add(name)
        with self.errors():
            table.add(rows)
            return int(table.version)

    def open(self, name: str, version: int | None = None) -> Table | None:
        """A table at a version, the newest when None; None when there is no such table or version."""
        try:
            with self.errors():
                table = self._connect().open_table(name)
                if version is not None:
                    table.checkout(version)
        except (TableDamagedError, ValueError):
            # lancedb raises ValueError for a name or a version that is not there.
            return None
        return table

    def names(self, prefix: str) -> list[str]:
        """The tables whose names begin so, sorted."""
        with storage_errors(self.folder):
            found = self.folder.glob(f"{prefix}*.lance") if self.folder.is_dir() else ()
            return sorted(place.name.removesuffix(".lance") for place in found)

    def drop(self, name: str) -> None:
        """Remove a table with all its versions."""
        with storage_errors(self.folder):
            place = self.folder / f"{name}.lance"
            if place.is_dir():
                shutil.rmtree(place)
        self._connection = None

    def tidy(self, name: str, keep: int | None = None, *, fragments: int = 0) -> None:
        """Compact a table and delete its versions before ``keep``, or all but the newest when None.

        Nothing is done to a table of fewer than ``fragments`` fragments. Safe for readers of the versions
        that stay; called by the one writer, after its commit.
        """
        table = self.open(name)
        if table is None:
            return
        with self.errors():
            versions = table.list_versions()
            if int(versions[-1]["metadata"]["total_fragments"]) < fragments:
                return
            age = _age_before([(entry["version"], entry["timestamp"]) for entry in versions], keep)
            with warnings.catch_warnings():
                # lancedb warns that an age of nothing takes versions away from readers: these have none.
                warnings.simplefilter("ignore", UserWarning)
                table.optimize(cleanup_older_than=age, delete_unverified=True)

    def _write(self, name: str, rows: pa.Table) -> int:
        with self.errors():
            connection = self._connect()
            place = self.folder / f"{name}.lance"
            if place.is_dir() and not _has_versions(
                place
            ):  # what a writer left that could not finish its first
                shutil.rmtree(place)
            mode = "overwrite" if place.is_dir() else "create"
            return int(connection.create_table(name, rows, mode=mode).version)

    def _connect(self) -> lancedb.DBConnection:
        if self._connection is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = import_lancedb().connect(self.folder)
            except ValueError as error:  # it takes the path for a URL, in which some characters may not be
                raise StorageError(
                    f"LanceDB can't keep tables at {self.folder}: there is a control character in the path; "
                    "rename the folder or set index_dir to another place"
                ) from error
        return self._connection

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn what LanceDB raises in the body into StorageErrors.

        It reports the system's errors as RuntimeErrors whose text ends in their number.
        """
        try:
            with storage_errors(self.folder):
                yield
        except RuntimeError as error:
            found = _OS_ERROR.search(str(error))
            number = int(found[1]) if found else 0
            if number in (0, errno.ENOENT):
                raise TableDamagedError(f"the tables at {self.folder} are damaged: {error}") from error
            with storage_errors(self.folder):
                raise OSError(number, os.strerror(number)) from error
        except BaseException as error:
            if type(error).__name__ not in _BROKEN:
                raise
            raise TableDamagedError(f"the tables at {self.folder} are damaged: {error}") from error


def _has_versions(place: Path) -> bool:
    """Whether a table was ever written whole."""
    versions = place / "_versions"
    return versions.is_dir() and any(entry.suffix == ".manifest" for entry in versions.iterdir())


def in_memory(name: str, rows: pa.Table) -> Table:
    """A table that is nowhere but in memory (imports lancedb)."""
    connection: lancedb.DBConnection = import_lancedb().connect("memory://")
    return connection.create_table(name, rows)


def _age_before(versions: list[tuple[int, datetime]], keep: int | None) -> timedelta:
    """An age that no version from ``keep`` on has, but those before it; 0 when only the newest is to stay.

    LanceDB subtracts it from the time at which it cleans, a little later than now; so it is taken from half way
    between two times. Where the clock was set back in between, older versions may stay.
    """
    if keep is None or all(version != keep for version, _ in versions):
        return timedelta(0)
    first_kept = min(made for version, made in versions if version >= keep)
    older = [made for version, made in versions if version < keep and made < first_kept]
    if not older:
        return timedelta(days=365)
    border = first_kept - (first_kept - max(older)) / 2
    return max(datetime.now(border.tzinfo) - border, timedelta(0))


class TableDamagedError(StorageError):
    """Files of a table are missing or not what LanceDB wrote."""
