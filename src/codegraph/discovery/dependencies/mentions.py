"""Packages of npm that style sheets, pages and settings name: these are not parsed, and need packages all the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.discovery.content import read_bytes
from codegraph.discovery.paths import base_name, parent

if TYPE_CHECKING:
    from codegraph.discovery.dependencies.reading import Context

_PAGES = (
    ".css",
    ".scss",
    ".sass",
    ".less",
    ".styl",
    ".pcss",
    ".astro",
    ".mdx",
    ".pug",
    ".html",
    ".hbs",
    ".ejs",
)
_OF_SETTINGS = ("rc", ".json", ".json5", ".jsonc", ".yml", ".yaml", ".toml")
_SETTINGS = re.compile(r"\..*rc|.*\.(?:json|json5|jsonc|ya?ml|toml)")
_NOT_SETTINGS = re.compile(r"package(?:-lock)?\.json|.*-lock\.\w+|.*lock\.ya?ml|composer\.json")
_NAMED = re.compile(rb"""["'(~/\s]((?:@[\w.-]{1,100}/)?[\w.-]{1,100})""")
_MAX_FILES = 3_000
_MAX_BYTES = 200_000


def may_mention(path: str) -> bool:
    """Whether a file is looked through: a style sheet, a page, or settings."""
    if path.endswith(_PAGES):
        return True
    name = base_name(path)
    if not name.endswith(_OF_SETTINGS):
        return False
    return _SETTINGS.fullmatch(name) is not None and not _NOT_SETTINGS.fullmatch(name)


def mentioned_beside(context: Context, folder: str) -> set[str]:
    """The words that may be packages in all style sheets and pages in a folder and below, and in settings in it."""
    head = f"{folder}/" if folder else ""
    paths = sorted(
        path
        for path in context.mentioning
        if path.startswith(head) and (path.endswith(_PAGES) or parent(path) == folder)
    )
    found: set[bytes] = set()
    for path in paths[:_MAX_FILES]:
        try:
            found.update(_NAMED.findall(read_bytes(context.documents.root, path, _MAX_BYTES)))
        except OSError:
            continue
    return {name.decode() for name in found if name.isascii()}
