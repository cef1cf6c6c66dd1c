"""The file ``vectors.bin`` of a generation: which node each vector belongs to, and the vectors, to be mapped.

Layout, little-endian: the magic ``CGVEC002``, the length of the header (uint64), the header (JSON: rows,
dimensions, nodes_offset, matrix_offset, and in checksum the CRC-32 of both arrays), then at multiples of 64 the
node rows (int32) and the matrix (float16, rows by dimensions).
"""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from codegraph.errors import BUILD_AGAIN, IndexFormatError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

MAGIC = b"CGVEC002"
_PREFIX = struct.Struct("<8sQ")
_ALIGNMENT = 64
_HEADER_ROOM = 496
_MAX_HEADER = 4096
_HEADER = ("rows", "dimensions", "nodes_offset", "matrix_offset", "checksum")


class VectorsFile(NamedTuple):
    """The content of the file: one node row and one vector a chunk; the arrays are mapped, read-only."""

    nodes: NDArray[np.int32]
    matrix: NDArray[np.float16]


def write_vectors_file(path: Path, node_rows: ArrayLike, matrix: NDArray[np.float16]) -> None:
    """Write vectors (float16, n by d) and the node row of each to a new file; the caller syncs and renames.

    Raises:
        ValueError: there is not one row for each vector.
        OSError: the file can't be written.
    """
    import numpy as np

    nodes = np.ascontiguousarray(node_rows, dtype="<i4")
    vectors = np.ascontiguousarray(matrix, dtype="<f2")
    if vectors.ndim != 2 or nodes.shape != vectors.shape[:1]:
        raise ValueError(f"{nodes.shape} rows don't fit vectors of shape {vectors.shape}")
    rows, dimensions = vectors.shape
    nodes_offset = _aligned(_PREFIX.size + _HEADER_ROOM)
    matrix_offset = _aligned(nodes_offset + nodes.nbytes)
    layout = {
        "rows": rows,
        "dimensions": dimensions,
        "nodes_offset": nodes_offset,
        "matrix_offset": matrix_offset,
        "checksum": zlib.crc32(vectors.data, zlib.crc32(nodes.data)),
    }
    header = json.dumps(layout, sort_keys=True).encode()
    with path.open("xb") as file:
        file.write(_PREFIX.pack(MAGIC, len(header)) + header)
        file.write(bytes(nodes_offset - file.tell()))
        file.write(nodes.data)
        file.write(bytes(matrix_offset - file.tell()))
        file.write(vectors.data)


def read_vectors_file(path: Path) -> VectorsFile:
    """Map a file that ``write_vectors_file`` wrote.

    Raises:
        FileNotFoundError: there is none.
        IndexFormatError: it is damaged.
    """
    import numpy as np

    layout = check_vectors_file(path)
    if not layout["rows"]:
        shape = (0, layout["dimensions"])
        return VectorsFile(np.empty(0, np.int32), np.empty(shape, np.float16))
    shape = (layout["rows"], layout["dimensions"])
    nodes = np.memmap(path, "<i4", "r", layout["nodes_offset"], shape[0])
    matrix = np.memmap(path, "<f2", "r", layout["matrix_offset"], shape)
    if zlib.crc32(matrix.data, zlib.crc32(nodes.data)) != layout["checksum"]:
        _damaged(path, "its vectors are not as they were written")
    return VectorsFile(nodes, matrix)


def check_vectors_file(path: Path) -> dict[str, int]:
    """What the file says of its arrays, once that is known to lie inside it (imports no numpy).

    Raises:
        FileNotFoundError: there is none.
        IndexFormatError: it is damaged.
    """
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(0)
        return _layout(path, file.read(_PREFIX.size + _MAX_HEADER), size)


def _layout(path: Path, head: bytes, size: int) -> dict[str, int]:
    """The header's numbers, checked: whoever wrote the file, nothing outside of it is read."""
    if len(head) < _PREFIX.size:
        _damaged(path, "it is cut short")
    magic, length = _PREFIX.unpack_from(head)
    if magic != MAGIC or length > _MAX_HEADER:
        _damaged(path, "it is not a file of vectors")
    try:
        layout = json.loads(head[_PREFIX.size : _PREFIX.size + length])
        rows, dimensions, nodes, matrix, checksum = (layout[key] for key in _HEADER)
    except (ValueError, KeyError, TypeError):
        _damaged(path, "its header makes no sense")
    numbers = (rows, dimensions, nodes, matrix)
    whole = all(type(number) is int and 0 <= number <= size for number in numbers)
    if not whole or not dimensions or type(checksum) is not int:
        _damaged(path, "its header makes no sense")
    if nodes + 4 * rows > size or matrix + 2 * rows * dimensions > size or nodes % 4 or matrix % 2:
        _damaged(path, "it is cut short")
    return dict(zip(_HEADER, (*numbers, checksum), strict=True))


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT


def _damaged(path: Path, what: str) -> NoReturn:
    raise IndexFormatError(f"{path} can't be used: {what}; {BUILD_AGAIN}")
