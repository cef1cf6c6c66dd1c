"""Packages of npm that style sheets and documents name: they are not parsed, and need packages all the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.discovery.content import read_bytes

if TYPE_CHECKING:
    from codegraph.discovery.dependencies.reading import Context

_ENDINGS = (".css", ".scss", ".sass", ".less", ".styl", ".pcss", ".astro", ".mdx", ".pug")
_NAMED = re.compile(rb"""["'(~/]((?:@[\w.-]{1,100}/)?[\w.-]{1,100})""")
_MAX_FILES = 3_000
_MAX_BYTES = 200_000


def named_in_styles(context: Context, folder: str) -> set[str]:
    """The names in quotes, after ``~`` and in paths of all style sheets in a folder and below."""
    head = f"{folder}/" if folder else ""
    found: set[bytes] = set()
    paths = sorted(path for path in context.styles if path.startswith(head))
    for path in paths[:_MAX_FILES]:
        try:
            found.update(_NAMED.findall(read_bytes(context.documents.root, path, _MAX_BYTES)))
        except OSError:
            continue
    return {name.decode() for name in found if name.isascii()}


def is_style(path: str) -> bool:
    """Whether a file is looked through."""
    return path.endswith(_ENDINGS)
