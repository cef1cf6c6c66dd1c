"""Sections from numpy and Arrow arrays, each in the narrowest type that holds its numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from codegraph.store.container import Section
from codegraph.store.strings import NAMES, TEXTS, StringTableWriter

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from codegraph.model import Column

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]

Named = Iterator[tuple[str, Section]]
"""Sections one by one, so that each can be written and forgotten before the next is made."""

META = "meta"
LONG = frozenset({"signature", "doc", "content_hash", "attributes"})
"""String columns that no look-up compares; they go to the table of texts."""


class TableEncoder:
    """Turns Arrow columns into sections, and collects their strings and words on the way."""

    def __init__(self) -> None:
        self.names = StringTableWriter(NAMES)
        self.texts = StringTableWriter(TEXTS)
        self.vocabulary: dict[str, list[str]] = {}

    def columns(self, table: pa.Table, schema: tuple[Column, ...]) -> Named:
        """One section a column: strings as their numbers, lists as offsets and values."""
        import numpy as np

        for name, kind in schema:
            column = table.column(name).combine_chunks()
            if name == "fqn":
                self.names.add_unique(column)
            elif kind == "string":
                yield name, ints((self.texts if name in LONG else self.names).add(column))
            elif kind == "dictionary":
                yield name, self.words(name, column)
            elif kind == "bool":
                yield name, ints(column.to_numpy(zero_copy_only=False).astype(np.uint8))
            elif kind == "list<string>":
                yield f"{name}_offsets", list_offsets(column)
                yield name, ints(self.names.add(column.flatten()))
            else:
                yield name, ints(column.to_numpy())

    def words(self, name: str, column: pa.DictionaryArray) -> Section:
        """The place of each row's word in the column's short list of words."""
        self.vocabulary[name] = column.dictionary.to_pylist()
        return ints(column.indices.to_numpy(zero_copy_only=False))

    def finish(self, **meta: int) -> Named:
        """The strings, and what a reader has to know first."""
        yield META, json_section({**meta, "vocabulary": self.vocabulary})
        yield from self.names.sections().items()
        yield from self.texts.sections().items()


def ints(values: Ints) -> Section:
    """Whole numbers in the narrowest type that holds them all."""
    import numpy as np

    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    code = "q"
    if low >= 0 and high < 2**32:
        code = "B" if high < 2**8 else "H" if high < 2**16 else "I"
    elif low >= -(2**31) and high < 2**31:
        code = "i"
    return Section(code, np.ascontiguousarray(values, dtype=np.dtype(code)).data)


def offsets(groups: Ints, count: int) -> Section:
    """Where each of ``count`` groups begins among rows that are sorted by group, and where the last ends."""
    import numpy as np

    counts = np.bincount(groups, minlength=count) if len(groups) else np.zeros(count, dtype=np.int64)
    return ints(np.concatenate(([0], np.cumsum(counts))))


def list_offsets(column: pa.ListArray) -> Section:
    """Where each row's list begins among all values, and where the last ends."""
    import numpy as np

    if not len(column):
        return ints(np.zeros(1, dtype=np.int32))
    numbers = column.offsets.to_numpy()
    return ints(numbers - numbers[0])


def json_section(value: Any) -> Section:
    """A JSON document."""
    return Section("B", json.dumps(value, sort_keys=True).encode())
