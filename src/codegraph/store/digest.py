"""A number that tells whether a table still has the rows that were written, whoever keeps it."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from codegraph.store.strings import string_buffers

if TYPE_CHECKING:
    import pyarrow as pa


def table_digest(table: pa.Table) -> int:
    """The CRC-32 over all columns by name; how strings are kept (as words of a short list or not) is the same to it.

    Dictionaries, strings, numbers, booleans and lists of them; a value that is missing counts as empty or 0.
    """
    value = 0
    for name in sorted(table.column_names):
        value = zlib.crc32(name.encode(), value)
        column = table.column(name).combine_chunks()
        for array in getattr(column, "chunks", [column]):
            value = _digest(array, value)
    return value


def _digest(array: pa.Array, value: int) -> int:
    import numpy as np
    import pyarrow as pa

    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_list(array.type):
        lengths = np.diff(array.offsets.to_numpy()).astype(np.int32)
        return _digest(array.flatten(), zlib.crc32(lengths.data, value))
    if pa.types.is_string(array.type):
        offsets, text = string_buffers(array)
        lengths = np.diff(offsets).astype(np.int32)
        return zlib.crc32(text[offsets[0] : offsets[-1]], zlib.crc32(lengths.data, value))
    numbers = array.fill_null(0) if array.null_count else array
    flat = np.ascontiguousarray(numbers.to_numpy(zero_copy_only=False))
    return zlib.crc32(flat.view(np.uint8).data, value)
