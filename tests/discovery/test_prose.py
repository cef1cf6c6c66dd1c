"""Which files are documents, by their names."""

import pytest

from codegraph.discovery.prose import document_language, is_named_as_prose


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("README.md", "markdown"),
        ("docs/a.MDX", "markdown"),
        ("docs/index.rst", "rst"),
        ("docs/a.adoc", "asciidoc"),
        ("docs/howto.txt", "text"),
        ("README", "text"),
        ("CHANGES", "text"),
        ("README.de", "text"),
        ("LICENSE.md", ""),
        ("LICENSE-MIT.txt", ""),
        ("third_party.md", ""),
        ("COPYING", ""),
        ("requirements-dev.txt", ""),
        ("requirements/base.txt", ""),
        ("src/CMakeLists.txt", ""),
        ("pkg.egg-info/top_level.txt", ""),
        ("tests/fixtures/a.txt", ""),
        ("tests/README.md", "markdown"),
        ("src/main.c", ""),
        (".md", ""),
        ("Makefile", ""),
    ],
)
def test_documents_are_told_by_their_names(path: str, language: str) -> None:
    assert document_language(path) == language


def test_a_readme_needs_no_sentences_to_be_one() -> None:
    assert is_named_as_prose("README.txt")
    assert not is_named_as_prose("words.txt")
