"""Which files are documents that people read, told by their names alone."""

from __future__ import annotations

import re

from codegraph.discovery.paths import base_name

_BY_ENDING = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".mdx": "markdown",
    ".rst": "rst",
    ".rest": "rst",
    ".adoc": "asciidoc",
    ".asciidoc": "asciidoc",
    ".txt": "text",
}
FORMATS = frozenset(_BY_ENDING.values())

_TEXT = re.compile(
    r"(?:readme|changelog|changes|history|news|contributing|install(?:ing|ation)?|hacking|roadmap|faq|upgrad(?:e|ing)"
    r"|releas(?:es|e_?notes|ing)|security|todo|architecture|design|getting[_-]started|quickstart|usage)(?:[._-][\w-]+)?",
    re.IGNORECASE,
)
"""Names without an extension, or with one of a language (``README.de``), whose files are text."""
_NO_PROSE = re.compile(
    r"(?:[\w.-]*licen[cs]es?|copying|notice|authors|contributors|maintainers|credits|patents|unlicense|third[_-]?party)"
    r"(?:[._-][\w.-]*)?"
    r"|cmakelists\.txt|cmakecache\.txt|(?:[\w.-]*requirements|[\w.-]*constraints)[\w.-]*\.txt|robots\.txt|humans\.txt"
    r"|manifest\.txt|(?:top_level|entry_points|sources|requires|dependency_links)\.txt|meson_options\.txt",
    re.IGNORECASE,
)
_DATA_FOLDERS = frozenset({"test", "tests", "testdata", "test_data", "fixtures", "__tests__", "data",
                           "requirements", "corpus", "testing", "samples", "snapshots", "__snapshots__"})  # fmt: skip
"""Where ``.txt`` files are data more often than not."""


def document_language(path: str) -> str:
    """The format of a document, "" for a file that is none: licences, lists of names and of requirements, data."""
    name = base_name(path)
    stem, dot, extension = name.rpartition(".")
    language = _BY_ENDING.get((dot + extension).lower(), "") if stem else ""
    if not language and dot and len(extension) > 2:
        return ""  # which most files are: no name is looked into
    if _NO_PROSE.fullmatch(name):
        return ""
    if not language:
        return "text" if _TEXT.fullmatch(name) else ""
    in_data = language == "text" and not _DATA_FOLDERS.isdisjoint(path.lower().split("/")[:-1])
    return "" if in_data else language


def is_named_as_prose(path: str) -> bool:
    """Whether a file says by its name that it is text for people, so that its contents need not tell."""
    stem = base_name(path).partition(".")[0]
    return _TEXT.fullmatch(stem) is not None


def format_of(word: str) -> str:
    """The format that a user names by its name or an extension, "" for none."""
    return word if word in FORMATS else _BY_ENDING.get("." + word, "")
