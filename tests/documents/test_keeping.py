"""What documents say is kept from build to build: the same comes back, and nothing of what is damaged."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.documents import read_document
from codegraph.documents.keeping import pack, unpack, variant
from codegraph.documents.sheet import Sheet, sheet_of

TEXT = "# Shop\n\nSee `Cart.add_item` and [how](guide.md#from).\n\n## Till\n\nIn shop/till.py it is `Cart`.\n"


def sheet(text: str = TEXT, language: str = "markdown") -> Sheet:
    return sheet_of(read_document("a", language, text.encode("utf-8", "replace")))


def test_a_sheet_comes_back_as_it_was() -> None:
    assert unpack(pack(sheet())) == sheet()
    assert (sheet().titles, sheet().tails) == (["Shop", "Till"], ["Shop", "Shop::Till"])
    assert sheet().names == ["guide.md#from", "Cart.add_item", "Cart", "shop/till.py"]
    assert (sheet().words, sheet().files) == (
        ["", "add_item", "Cart", ""],
        ["", "Cart.add_item", "", "till.py"],
    )


@given(st.sampled_from(["markdown", "rst", "asciidoc", "text"]), st.text())
def test_any_sheet_is_sound(language: str, text: str) -> None:
    found = sheet(text, language)
    assert unpack(pack(found)) == found


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("titles", ["Shop"]),
        ("words", []),
        ("hows", b"\x00\x00\x00\x09"),
        ("places", b"\x00" * 4),
        ("places", b"\x05\x00\x00\x00" * 14),
        ("mentions", b"\x00" * 6),
        ("mentions", b"\x09\x00\x00\x00" * 4),
        ("mentions", b"\xfe\xff\xff\xff" * 4),
    ],
)
def test_columns_that_do_not_fit_are_not_believed(column: str, value: object) -> None:
    assert unpack(pack(msgspec.structs.replace(sheet(), **{column: value}))) is None


@given(st.binary())
def test_bytes_that_are_no_sheet_give_none(data: bytes) -> None:
    assert unpack(data) is None


def test_each_format_has_a_key_of_its_own() -> None:
    keys = {variant(language) for language in ("markdown", "rst", "asciidoc", "text", "python")}
    assert len(keys) == 5
    assert {len(key) for key in keys} == {16}
