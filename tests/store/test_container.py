"""The file of arrays: what is written comes back, and no damage goes unnoticed."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.errors import IndexFormatError
from codegraph.store.container import VERSION, Container, Section, write_container

SECTIONS = {
    "ints": Section("i", array("i", range(100)).tobytes()),
    "bytes": Section("B", b"odd number of bytes"),
    "empty": Section("q", b""),
}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "arrays.bin"
    write_container(path, SECTIONS.items())
    return path


def read_all(path: Path) -> dict[str, tuple[str, bytes]]:
    with closing(Container(path)) as container:
        container.verify()
        return {name: (container.array(name).format, container.array(name).tobytes()) for name in SECTIONS}


def test_sections_come_back_as_typed_arrays(written: Path) -> None:
    with closing(Container(written)) as container:
        assert container.array("ints").tolist() == list(range(100))
        assert bytes(container.array("bytes")) == b"odd number of bytes"
        assert len(container.array("empty")) == 0


@given(
    st.dictionaries(
        st.text("abcdefgh_", min_size=1, max_size=20),
        st.tuples(st.sampled_from("bBhHiIqQ"), st.integers(0, 9), st.binary(min_size=72, max_size=72)),
        max_size=6,
    )
)
def test_any_sections_come_back(drawn: dict[str, tuple[str, int, bytes]]) -> None:
    sections = {
        name: Section(code, data[: count * array(code).itemsize])
        for name, (code, count, data) in drawn.items()
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "arrays.bin")
        write_container(path, sections.items())
        with closing(Container(path)) as container:
            for name, section in sections.items():
                assert container.array(name).format == section.code
                assert container.array(name).tobytes() == section.data


def test_a_file_is_never_overwritten(written: Path) -> None:
    with pytest.raises(FileExistsError):
        write_container(written, [])


def test_a_missing_section_is_damage(written: Path) -> None:
    with (
        closing(Container(written)) as container,
        pytest.raises(IndexFormatError, match="section absent is missing"),
    ):
        container.array("absent")


def test_a_section_that_holds_no_json_is_damage(written: Path) -> None:
    with closing(Container(written)) as container, pytest.raises(IndexFormatError, match="no JSON"):
        container.json("bytes")


def test_every_length_that_is_too_short_is_noticed(written: Path) -> None:
    whole = written.read_bytes()
    for length in range(len(whole)):
        written.write_bytes(whole[:length])
        with pytest.raises(IndexFormatError, match="run `codegraph index`"):
            read_all(written)


def damaged_bytes(size: int) -> Iterator[tuple[int, int]]:
    return ((place, bit) for place in range(size) for bit in (0, 7))


def test_every_flipped_byte_is_noticed_or_means_nothing(written: Path) -> None:
    whole = written.read_bytes()
    expected = read_all(written)
    unnoticed = []
    for place, bit in damaged_bytes(len(whole)):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << bit
        written.write_bytes(flipped)
        try:
            assert read_all(written) == expected
            unnoticed.append(place)
        except IndexFormatError:
            pass
    # What may change unnoticed is what nothing is read from: spare bytes, free entries, padding.
    used = 28 + 56 * len(SECTIONS) + sum(len(section.data) for section in SECTIONS.values())
    assert len(set(unnoticed)) <= len(whole) - used + 3 * len(SECTIONS)


def test_a_file_of_another_version_is_told_apart(written: Path) -> None:
    data = bytearray(written.read_bytes())
    data[8] = VERSION + 1
    written.write_bytes(data)
    with pytest.raises(IndexFormatError, match="another version"):
        Container(written)


def test_closing_while_a_slice_is_in_use_does_no_harm(written: Path) -> None:
    container = Container(written)
    part = container.array("ints")[10:20]
    container.close()
    assert part.tolist() == list(range(10, 20))
