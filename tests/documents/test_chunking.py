"""Files in chunks: by headings, at the ends of paragraphs and words, and as settings say."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.config import Chunking
from codegraph.documents.chunking import Chunk, Chunkers, Window
from codegraph.documents.chunking.splitting import fixed, recursive
from codegraph.errors import SettingsError

GUIDE = "Before.\n\n# Guide\n\nRead it.\n\n## Install\n\nFrom a wheel.\n\n## From source\n"


def shown(chunks: object) -> list[str]:
    return [f"{c.start_line}-{c.end_line} {c.breadcrumb}: {' '.join(c.text.split())}" for c in chunks]  # type: ignore[attr-defined]


def test_markdown_is_cut_at_headings_and_each_chunk_says_where_it_stands() -> None:
    assert shown(Chunkers(Chunking()).chunk("a.md", "markdown", GUIDE)) == [
        "1-1 : Before.",
        "3-5 Guide: # Guide Read it.",
        "7-9 Guide > Install: ## Install From a wheel.",
        "11-11 Guide > From source: ## From source",
    ]


def test_a_long_section_is_cut_further_under_the_same_heading() -> None:
    text = "# Long\n\n" + "\n\n".join(f"Paragraph {n} has five words." for n in range(8))
    chunks = Chunkers(Chunking(size=70, overlap=0)).chunk("a.md", "markdown", text)
    assert {chunk.breadcrumb for chunk in chunks} == {"Long"}
    assert [chunk.text.count("Paragraph") for chunk in chunks] == [2, 2, 2, 2]


def test_the_first_rule_that_fits_a_path_chooses_the_chunker() -> None:
    rules = ("docs/**: character 10 0", "**/*.md: recursive 20 5")
    chunkers = Chunkers(Chunking(rules=rules))
    assert {len(c.text) for c in chunkers.chunk("docs/a.md", "markdown", "x" * 30)} == {10}
    assert all(len(c.text) <= 20 for c in chunkers.chunk("src/a.md", "markdown", GUIDE))
    assert all(not c.breadcrumb for c in chunkers.chunk("src/a.md", "markdown", GUIDE))
    assert any(c.breadcrumb for c in chunkers.chunk("src/a.rst", "rst", "Title\n=====\n\nText.\n"))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (Chunking(size=100, overlap=100), "overlap by 0 to 99, not 100"),
        (Chunking(rules=("*.md: recursive 0",)), "1 to 100000 characters, not 0"),
        (Chunking(rules=("*.md: recursive 50 50",)), "overlap by 0 to 49, not 50"),
        (Chunking(rules=("*.md: recursive 50 -1",)), "overlap by 0 to 49, not -1"),
        (Chunking(rules=("*.md",)), "expected GLOB: CHUNKER"),
        (Chunking(rules=("*.md: magic",)), 'no chunker "magic"; known are asciidoc, character'),
    ],
)
def test_windows_and_rules_that_make_no_sense_are_errors_of_the_settings(
    settings: Chunking, message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        Chunkers(settings)


class Pages:
    """A plug-in: a chunk a page."""

    name, version, patterns = "pages", "1", ("*.man",)

    def __init__(self, window: Window) -> None:
        self.window = window

    def chunk(self, path: str, text: str) -> list[Chunk]:
        if "\0" in text:
            raise ValueError("no pages")
        return [Chunk(1, 1, page) for page in text.split("\f")]


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [EntryPoint("pages", f"{__name__}:Pages", "codegraph.chunkers")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found)


@pytest.mark.usefixtures("plugin")
def test_plug_ins_cut_the_files_of_their_patterns_and_those_of_rules() -> None:
    assert [c.text for c in Chunkers(Chunking()).chunk("doc/ls.man", "text", "a\fb")] == ["a", "b"]
    assert len(Chunkers(Chunking()).chunk("a.txt", "text", "a\fb")) == 1
    assert len(Chunkers(Chunking(rules=("*.txt: pages",))).chunk("a.txt", "text", "a\fb")) == 2


@pytest.mark.usefixtures("plugin")
def test_a_plug_in_that_fails_is_named() -> None:
    with pytest.raises(SettingsError, match=r"the chunker pages failed on a\.man \(ValueError: no pages\)"):
        Chunkers(Chunking()).chunk("a.man", "text", "\0")


WINDOWS = st.integers(1, 60).flatmap(lambda size: st.builds(Window, st.just(size), st.integers(0, size - 1)))
WORDS = st.lists(st.sampled_from(["word", "a", "\n", "\n\n", " ", ". ", "longerword", "\t", "é"])).map(
    "".join
)


@given(WORDS, WINDOWS)
def test_spans_hold_everything_but_white_space_and_none_is_too_long(text: str, window: Window) -> None:
    held = [False] * len(text)
    last = -1
    for start, end in recursive(text, window):
        assert last < start < end
        assert end - start <= window.size
        assert text[start:end].strip()
        held[start:end] = [True] * (end - start)
        last = start
    assert all(is_held or char.isspace() for is_held, char in zip(held, text, strict=True))


@given(WORDS, WINDOWS)
def test_spans_of_characters_overlap_by_exactly_what_is_asked(text: str, window: Window) -> None:
    spans = list(fixed(text, window))
    assert "".join(text[s + (window.overlap if n else 0) : e] for n, (s, e) in enumerate(spans)) == text
    assert all(end - start <= window.size for start, end in spans)


@given(st.sampled_from(["markdown", "rst", "asciidoc", "text", "python"]), WORDS | st.text(), WINDOWS)
def test_chunks_of_any_document_stand_on_the_lines_that_they_name(
    language: str, text: str, window: Window
) -> None:
    lines = text.split("\n")
    for chunk in Chunkers(Chunking(size=window.size, overlap=window.overlap)).chunk("a", language, text):
        assert 1 <= chunk.start_line <= chunk.end_line <= len(lines)
        if language != "python" and "\r" not in text:
            first, *_ = chunk.text.split("\n")
            assert first in lines[chunk.start_line - 1]
