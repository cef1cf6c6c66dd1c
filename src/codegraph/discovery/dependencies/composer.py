"""Composer: what a composer.json requires, and what it replaces and provides."""

from __future__ import annotations

import re

from codegraph.discovery.dependencies.reading import Context, Lines, Reading, text_of, topics_of
from codegraph.discovery.documents import parse_json, parse_text, table_in, texts_in
from codegraph.model import Dependency, EntryPoint, Group

ECOSYSTEM = "composer"
_TABLES = {"require": Group.RUNTIME, "require-dev": Group.DEV}
_PLATFORM = re.compile(r"php(?:-64bit|-ipv6|-zts|-debug)?|hhvm|(?:ext|lib)-.*|composer(?:-.*)?")


def composer_json(context: Context, path: str) -> Reading | None:
    """The packages that are required; PHP itself and its extensions come with the platform."""
    found = context.documents.load(path, parse_json)
    if found is None:
        return None
    lines = Lines(context.documents.load(path, parse_text) or "")
    dependencies = [
        Dependency(text_of(name), text_of(written), group, ECOSYSTEM, path, lines.of(name, lines.of(table)))
        for table, group in _TABLES.items()
        for name, written in table_in(found, table).items()
        if not _PLATFORM.fullmatch(name.lower())
    ]
    return Reading(
        dependencies,
        text_of(found.get("version")),
        text_of(found.get("description")),
        tuple(
            EntryPoint("bin", text_of(file.rpartition("/")[2]), text_of(file))
            for file in texts_in(found, "bin")
        ),
        (*map(text_of, table_in(found, "replace")), *map(text_of, table_in(found, "provide"))),
        topics=topics_of(found.get("keywords")),
    )
