"""The file of vectors: what is written comes back, and a damaged file is never read beyond its end."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.errors import IndexFormatError
from codegraph.store.vectors_file import MAGIC, read_vectors_file, write_vectors_file


def some(rows: int, dimensions: int = 8) -> np.ndarray:
    return np.random.default_rng(rows).standard_normal((rows, dimensions)).astype(np.float16)


@given(rows=st.integers(0, 40), dimensions=st.integers(1, 400))
def test_what_is_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory, rows: int, dimensions: int
) -> None:
    path = tmp_path_factory.mktemp("v") / "vectors.bin"
    nodes, matrix = list(range(5, 5 + rows)), some(rows, dimensions)
    write_vectors_file(path, nodes, matrix)
    back = read_vectors_file(path)
    assert back.nodes.tolist() == nodes
    assert np.array_equal(back.matrix, matrix)
    assert back.matrix.dtype == np.float16


def test_the_arrays_lie_at_multiples_of_sixty_four(tmp_path: Path) -> None:
    path = tmp_path / "vectors.bin"
    write_vectors_file(path, [1, 2, 3], some(3))
    data = path.read_bytes()
    length = struct.unpack_from("<Q", data, 8)[0]
    header = json.loads(data[16 : 16 + length])
    assert data[:8] == MAGIC
    assert header["rows"] == 3
    assert header["nodes_offset"] % 64 == header["matrix_offset"] % 64 == 0
    assert np.frombuffer(data, "<i4", 3, header["nodes_offset"]).tolist() == [1, 2, 3]


def test_a_row_is_needed_for_each_vector(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="don't fit"):
        write_vectors_file(tmp_path / "vectors.bin", [1, 2], some(3))


@given(st.data())
def test_a_file_cut_anywhere_is_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("v") / "vectors.bin"
    write_vectors_file(path, [1, 2, 3], some(3))
    content = path.read_bytes()
    path.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    with pytest.raises(IndexFormatError, match="run `codegraph index`"):
        read_vectors_file(path)


@pytest.mark.parametrize(
    "header",
    [
        b"[]",
        b"{}",
        b"not json",
        b'{"rows": -1, "dimensions": 8, "nodes_offset": 512, "matrix_offset": 576}',
        b'{"rows": 1e9, "dimensions": 8, "nodes_offset": 512, "matrix_offset": 576}',
        b'{"rows": 3, "dimensions": 0, "nodes_offset": 512, "matrix_offset": 576}',
        b'{"rows": 3, "dimensions": 8, "nodes_offset": 513, "matrix_offset": 576}',
        b'{"rows": 3, "dimensions": 8, "nodes_offset": 512, "matrix_offset": 1000000}',
        b'{"rows": true, "dimensions": 8, "nodes_offset": 512, "matrix_offset": 576}',
    ],
)
def test_a_header_that_lies_is_refused(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "vectors.bin"
    path.write_bytes(MAGIC + struct.pack("<Q", len(header)) + header.ljust(600, b"\0"))
    with pytest.raises(IndexFormatError):
        read_vectors_file(path)
