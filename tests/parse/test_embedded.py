"""Code in pages: what is no code becomes blanks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.parse.embedded import code_of
from tests.projects import registry

PIECES = [
    "<script>", "</script>", "<script setup lang='ts'>", "<style>", "</style>", "<!--", "-->", "{{ a }}", "{a}",
    "{", "}", '<A :b="c" @d="e()">', "const a = 1", "\n", "\r\n", "é", "<", '"', "'", "{#each a as b}", "a",
    "import A from 'b'",
]  # fmt: skip


@pytest.mark.parametrize("language", ["svelte", "vue"])
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=30))
def test_everything_stays_on_its_line(language: str, pieces: list[str]) -> None:
    source = "".join(pieces).encode()
    code = code_of(source, registry().adapters[language].spec.embedded)
    assert len(code) == len(source)
    for mark in b"\r\n":
        assert [at for at, byte in enumerate(code) if byte == mark] == [
            at for at, byte in enumerate(source) if byte == mark
        ]
    assert all(new in (old, 32, ord(";")) for old, new in zip(source, code, strict=True))


@pytest.mark.parametrize("text", ["<script>", "{{", "<a ", '<a "', "<!--", "{", '<script "', ":a=", ' :a="'])
def test_hostile_pages_take_no_time(text: str) -> None:
    for language in ("svelte", "vue"):
        source = text.encode() * 20_000
        assert len(code_of(source, registry().adapters[language].spec.embedded)) == len(source)
