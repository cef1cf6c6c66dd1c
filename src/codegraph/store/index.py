"""An index on disk: whether it is there, what its current generation is, and the way to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import BUILD_AGAIN, BusyError, IndexFormatError, NotIndexedError, StorageError
from codegraph.store.disk import storage_errors
from codegraph.store.files import FileState, load_files
from codegraph.store.layout import FILES_FILE, GRAPH_TABLES, LANCE, Generation, current_generation, is_index

if TYPE_CHECKING:
    from lancedb.table import Table

    from codegraph.store.writer import Writer


class Store:
    """The index in the folder ``index_dir``, which need not be there yet."""

    def __init__(self, index_dir: Path) -> None:
        self.index_dir = index_dir

    def exists(self) -> bool:
        """Whether the folder is an index of ours, finished or not and of whatever version."""
        return is_index(self.index_dir)

    def current(self) -> Generation | None:
        """The generation that readers use; None when nothing was published yet.

        Raises:
            IndexFormatError: the index is damaged or of another version.
            StorageError: it can't be read.
        """
        try:
            return current_generation(self.index_dir)
        except NotIndexedError:
            return None

    def usable(self) -> Generation | None:
        """The current generation if a build can go on from it: all of its files are whole, whoever wrote them.

        Raises:
            StorageError: it can't be read.
        """
        from codegraph.store.generation import usable_generation

        return usable_generation(self.index_dir)

    def load_files(self) -> list[FileState]:
        """The files of the current generation as they were indexed, by path; none without a generation.

        Raises:
            IndexFormatError: the index is damaged or of another version.
        """
        current = self.current()
        while current is not None:
            try:
                return load_files(current.folder / FILES_FILE)
            except IndexFormatError:
                # A writer may have published, and cleared this one away, since its number was read.
                newer = self.current()
                if newer is None or newer.number == current.number:
                    raise
                current = newer
        return []

    def table(self, name: str) -> Table:
        """A LanceDB table as the current generation has it (imports lancedb).

        Tables of vectors come in their newest version: their rows are found by content and serve all generations.
        What has been opened can be read until two newer generations are published. A small update leaves the
        tables of the graph to who first asks for them: then they are written, all three.

        Raises:
            NotIndexedError: nothing was published yet, or not this table.
            IndexFormatError: its files are damaged.
            StorageError: it can't be read.
        """
        from codegraph.store.lance import LanceDatabase
        from codegraph.store.vectors import is_vectors

        generation = current_generation(self.index_dir)
        while True:
            version = generation.manifest["tables"].get(name)
            if version is not None:
                table = LanceDatabase(self.index_dir / LANCE).open(
                    name, None if is_vectors(name) else version
                )
            elif name in GRAPH_TABLES and name in generation.manifest["tables"]:
                table = self._left_for_later(generation, name)
            else:
                raise NotIndexedError(f"the index has no table {name} yet; run `codegraph index`")
            if table is not None:
                return table
            # Writers may have published twice, and cleared this version away, since the manifest was read.
            newer = current_generation(self.index_dir)
            if newer == generation:
                raise IndexFormatError(f"table {name} of {self.index_dir} is damaged; {BUILD_AGAIN}")
            generation = newer

    def _left_for_later(self, generation: Generation, name: str) -> Table | None:
        """A table that a small update has not written: None once it is, else one in memory of the same rows.

        That is what readers get who may not write, or while somebody else writes.
        """
        from codegraph.store.columns import lance_rows
        from codegraph.store.lance import in_memory
        from codegraph.store.lock import TABLES
        from codegraph.store.stored import read_tables

        try:
            with self.writer(TABLES) as writer:
                if writer.current is not None:
                    writer.write_tables()
            return None
        except (BusyError, StorageError):
            with suppress(FileNotFoundError):  # two newer generations were published meanwhile
                return in_memory(name, lance_rows(read_tables(generation.folder))[name])
            return None

    @contextmanager
    def writer(
        self,
        command: str,
        wait: float = 0.0,
        *,
        checked: Generation | None = None,
        patience: float = 0.0,
        tell: Callable[[str], None] = lambda _: None,
    ) -> Iterator[Writer]:
        """Hold the writer's lock and change the index; ``command`` is what other writers are told.

        Waits up to ``wait`` seconds for another writer, and ``patience`` seconds for one whose work is short;
        ``tell`` is told who is waited for. What a killed writer left is cleared away; an index
        that is damaged or of another version is kept until the first generation of the new one is whole.
        ``checked`` is what ``usable`` gave a moment ago: if nobody has changed it, its files are not checked again.

        Raises:
            BusyError: another process is writing.
            StorageError: the folder can't be written, or is not ours.
        """
        from codegraph.store.generation import create_index, prepare_folder
        from codegraph.store.lock import writer_lock
        from codegraph.store.writer import Writer

        with ExitStack() as stack:
            with storage_errors(self.index_dir):
                prepare_folder(self.index_dir)
                stack.enter_context(writer_lock(self.index_dir, command, wait, patience=patience, tell=tell))
                if not self.exists():
                    create_index(self.index_dir)
                writer = Writer(self.index_dir, command, checked)
            try:
                yield writer
            except BaseException:
                writer.give_up()
                raise
            writer.close()
