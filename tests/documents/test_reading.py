"""Small documents and the sections that are read from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.documents import Document, read_document
from codegraph.documents.inline import plain_text

FORMATS = ("markdown", "rst", "asciidoc", "text", "python")


def outline(language: str, text: str) -> list[str]:
    """The sections as ``first-last names``."""
    document = read_document("a", language, text.encode())
    return [f"{s.start_line}-{s.end_line} {' / '.join(s.names)}" for s in document.sections]


MARKDOWN = {
    "hashes nest by their number": (
        "# A\n\n## B\n\n### C\n\n## D\n",
        ["1-7 A", "3-6 A / B", "5-6 A / B / C", "7-7 A / D"],
    ),
    "a level may be left out": ("### Deep\n# High\n", ["1-1 Deep", "2-2 High"]),
    "underlined titles": ("Big\n===\n\nSmall\n-----\ntext\n", ["1-6 Big", "4-6 Big / Small"]),
    "no heading in a fence": ("# A\n```sh\n# no\n```\n~~~\n# no\n~~~\n", ["1-7 A"]),
    "no heading in a comment": ("# A\n<!--\n# no\n-->\n# B\n", ["1-4 A", "5-5 B"]),
    "front matter is no heading": ("---\ntitle: T\n---\n# A\n", ["4-4 A"]),
    "a rule is no underline": ("- item\n---\n\ntext\n", []),
    "closing hashes": ("## A ##\n", ["1-1 A"]),
    "a hash without a blank is a tag": ("#tag\n", []),
    "namesakes are numbered": ("# A\n# A\n# A@2\n# A\n", ["1-1 A", "2-2 A@2", "3-3 A@2@2", "4-4 A@3"]),
    "marks inside titles": ("# The `x` of **y** and [z](w) {#id}\n", ["1-1 The x of y and z"]),
    "a logo's words": ('<h1 align="center">\n<img src="a.png" alt="Shop">\n</h1>\n', ["1-3 Shop"]),
    "an empty title": ("#\n", ["1-1 _"]),
    "separators in titles": ("# a::b in C#\n", ["1-1 a.b in C"]),
    "Windows lines": ("# A\r\n\r\nB\r\n---\r\n", ["1-4 A", "3-4 A / B"]),
    "quotes and lists have no sections": ("> # no\n\n- # no\n", []),
}
RST = {
    "marks rank by appearance": ("A\n===\n\nB\n---\n\nC\n===\n", ["1-6 A", "4-6 A / B", "7-8 C"]),
    "an overline makes another mark": ("===\n A \n===\n\nB\n===\n", ["1-6 A", "5-6 A / B"]),
    "literal text has no titles": ("A\n=\n\nSo::\n\n  B\n  ---\n\n", []),
    "a table is no title": ("A\n====\n\n=== ===\na   b\n=== ===\n", ["1-6 A"]),
    "a label may stand before": (
        ".. _here:\n\nThe ``x`` of :class:`~a.B`\n==========================\n",
        ["3-4 The x of a.B"],
    ),
    "a transition is no title": ("A\n===\n\ntext\n\n------\n\nmore\n", ["1-8 A"]),
    "text above a line is no title inside a paragraph": ("one\ntwo\n---\n", []),
}
ASCIIDOC = {
    "signs nest": ("= A\n\n== B\n\n=== C\n", ["1-5 A", "3-5 A / B", "5-5 A / B / C"]),
    "blocks have no titles": ("== A\n----\n== no\n----\n====\n== no\n====\n", ["1-7 A"]),
    "comments have no titles": ("////\n== no\n////\n// == no\n== A\n", ["5-5 A"]),
    "underlined titles": ("Guide\n=====\n\nFirst\n-----\n", ["1-5 Guide", "4-5 Guide / First"]),
    "listings in fences": ("```ruby\n== no\n```\n== A\n", ["4-4 A"]),
}
TEXT = {
    "titles stand alone": ("Notes\n=====\n\n1.0\n---\n\na line\n", ["1-7 Notes", "4-7 Notes / 1.0"]),
    "rst without a name for it": ("A\n*\n\nB\n===\n\n.. note:: x\n", ["4-7 B"]),
}
NOTEBOOK = {
    "cells of Markdown have headings": (
        "# %% [markdown]\n# # Load\n# %% cell 1\nx = 1  # no\n# %% [markdown]\n# ## Clean\n# %% cell 2\n# # no\n",
        ["2-8 Load", "6-8 Load / Clean"],
    ),
}
CASES = [
    pytest.param(language, text, wanted, id=f"{language}: {name}")
    for language, table in zip(FORMATS, (MARKDOWN, RST, ASCIIDOC, TEXT, NOTEBOOK), strict=True)
    for name, (text, wanted) in table.items()
]


@pytest.mark.parametrize(("language", "text", "wanted"), CASES)
def test_sections_of_small_documents(language: str, text: str, wanted: list[str]) -> None:
    assert outline(language, text) == wanted


MANY_LINES = (
    "# A|## B|A|===|---|----|====|```|~~~|<!--|-->||  x|- a|> # q|== C|.. code::|text::|'''|...|+++|title: x"
    "|# %% [markdown]|# %% cell 1|\r|<h1>x</h1>"
)
LINES = st.sampled_from(MANY_LINES.split("|"))
TEXTS = st.one_of(st.lists(LINES).map("\n".join), st.text(), st.lists(LINES).map("\r\n".join))


@given(st.sampled_from(FORMATS), st.one_of(TEXTS.map(str.encode), st.binary()))
def test_sections_tile_every_document(language: str, source: bytes) -> None:
    document = read_document("a", language, source)
    ends = document.preamble_end_byte
    for section in document.sections:
        assert section.start_byte == ends
        assert section.start_byte < section.own_end_byte <= section.end_byte <= len(source)
        assert source.count(b"\n", 0, section.start_byte) == section.start_line - 1
        assert section.start_line <= section.line < section.body_line <= section.own_end_line + 1
        ends = section.own_end_byte
    assert ends == len(source)
    check_nesting(document)


def check_nesting(document: Document) -> None:
    """Each section lies in the one around it, and no two have one name."""
    names = [section.names for section in document.sections]
    assert len(set(names)) == len(names)
    for section in document.sections:
        if section.parent >= 0:
            around = document.sections[section.parent]
            assert around.start_byte < section.start_byte
            assert section.end_byte <= around.end_byte
            assert section.names[:-1] == around.names


@pytest.mark.parametrize("language", FORMATS)
@pytest.mark.parametrize(
    "text",
    ["[a](" * 20_000, "`" * 50_000, "<h1 " * 20_000, "a::\n" * 20_000, "====\n" * 20_000, "![" * 50_000],
)
def test_hostile_text_is_read_like_any_other(language: str, text: str) -> None:
    document = read_document("a", language, text.encode())
    assert all(len(section.title) <= 200 for section in document.sections)


@pytest.mark.parametrize("language", FORMATS)
@pytest.mark.parametrize(
    "part", ["<!--", "[a](", "![", ":a:", "link:", "<a ", "`", ".. _", "\n \n", "<!-- a -->"]
)
def test_hostile_text_is_made_plain_like_any_other(language: str, part: str) -> None:
    assert len(plain_text(part * 25_000, language)) <= len(part) * 25_000


def test_plain_text_has_no_comments_images_and_targets() -> None:
    markdown = "a <!-- b\n\n c --> [d](e) ![f](g) <b>h</b> <!-- i"
    assert plain_text(markdown, "markdown") == "a  d  h"
    assert plain_text("Use :class:`~a.B`, `c <d>`_ and ``e``.", "rst") == "Use a.B, c  and `e`."
    assert plain_text("See link:a[b] and <<c,d>>.", "asciidoc") == "See b and d."
