"""YAML and JSON as trees that know their lines; made for text that nobody vouches for.

Both are read as a stream of marks, never recursively. What lies deeper than anyone looks is dropped as it comes, and
an alias is one more reference to what its anchor names, so that no document grows when it is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from codegraph.discovery.documents import MalformedError, parse_json

MAX_BYTES = 10_000_000
"""A larger document is not read; the largest public ones have some 12 million bytes, most a thousandth of that."""

MAX_SLOW_BYTES = 300_000
"""The same where PyYAML comes without its C library, which is twenty times as fast."""

MAX_DEPTH = 200
"""A document that is nested deeper is refused."""

KEPT_DEPTH = 8
"""What is nested deeper than this is dropped: operations and servers end above it."""

Value: TypeAlias = "str | list[Tree] | dict[str, Tree]"


class Tree(NamedTuple):
    """A text (of whatever type), list or table, and its line from 1: of an entry of a table that of its key."""

    value: Any
    """A ``Value``; named tuples can't be recursive."""
    line: int

    def at(self, *keys: str) -> Tree:
        """What lies at a path of keys; an empty text where there is nothing."""
        found = self
        for key in keys:
            found = found.value.get(key, _NOTHING) if isinstance(found.value, dict) else _NOTHING
        return found

    @property
    def text(self) -> str:
        """The text, "" if it is none."""
        return self.value if isinstance(self.value, str) else ""

    @property
    def items(self) -> list[Tree]:
        """The items of a list, none if it is none."""
        return self.value if isinstance(self.value, list) else []

    @property
    def entries(self) -> dict[str, Tree]:
        """The entries of a table, none if it is none; those that it merges in (``<<``) stand behind its own."""
        if not isinstance(self.value, dict):
            return {}
        merged = self.value.get("<<")
        if merged is None:
            return self.value
        others = merged.items or [merged]
        return {
            k: v for tree in others if isinstance(tree.value, dict) for k, v in tree.value.items()
        } | self.value


_NOTHING = Tree("", 0)


def parse_yaml_tree(text: str) -> Tree:
    """The first document of a YAML text.

    Raises:
        MalformedError: it is no YAML, nested too deeply, or too large to be read without the C library.
    """
    import yaml  # type: ignore[import-untyped]

    loader: Any = getattr(yaml, "CSafeLoader", None)
    if loader is None:
        if len(text) > MAX_SLOW_BYTES:
            raise MalformedError(f"larger than {MAX_SLOW_BYTES} characters, and PyYAML has no C library here")
        loader = yaml.SafeLoader
    builder = _Builder()
    try:
        for event in yaml.parse(text, Loader=loader):
            line = event.start_mark.line + 1
            if isinstance(event, yaml.ScalarEvent):
                builder.add(event.value, line, event.anchor)
            elif isinstance(event, yaml.MappingStartEvent):
                builder.open({}, line, event.anchor)
            elif isinstance(event, yaml.SequenceStartEvent):
                builder.open([], line, event.anchor)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                builder.close()
            elif isinstance(event, yaml.AliasEvent):
                builder.alias(event.anchor, line)
            elif isinstance(event, yaml.DocumentEndEvent):
                break
    except (yaml.YAMLError, ValueError) as error:
        if isinstance(error, MalformedError):
            raise
        raise MalformedError(f"not valid YAML: {_first_line(error)}") from None
    return builder.root


def parse_json_tree(text: str) -> Tree:
    """A JSON object.

    Raises:
        MalformedError: it is none, or nested too deeply.
    """
    parse_json(text)  # the tokens below are only right where the whole is
    builder = _Builder()
    for mark, line in _json_tokens(text):
        if mark in ("{", "["):
            builder.open({} if mark == "{" else [], line)
        elif mark in ("}", "]"):
            builder.close()
        else:
            builder.add(json.loads(mark) if mark[0] == '"' else mark, line)
    return builder.root


_JSON_TOKEN = re.compile(r'[{}\[\]]|"(?:[^"\\]|\\.)*"|[^\s{}\[\]",:]+|\n')


def _json_tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for found in _JSON_TOKEN.finditer(text):
        if found[0] == "\n":
            line += 1
        else:
            yield found[0], line


class _Builder:
    """Makes a tree from marks, with a stack of what is open."""

    def __init__(self) -> None:
        self.root = _NOTHING
        self._open: list[dict[str, Tree] | list[Tree]] = []
        self._keys: list[tuple[str, int] | None] = []
        self._anchors: dict[str, Value] = {}

    def open(self, container: dict[str, Tree] | list[Tree], line: int, anchor: str | None = None) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise MalformedError("nested too deeply")
        self._put(container, line)
        if anchor is not None:
            self._anchors[anchor] = container
        self._open.append(container)
        self._keys.append(None)

    def close(self) -> None:
        self._open.pop()
        self._keys.pop()

    def add(self, text: str, line: int, anchor: str | None = None) -> None:
        if anchor is not None:
            self._anchors[anchor] = text
        self._put(text, line)

    def alias(self, anchor: str, line: int) -> None:
        if anchor not in self._anchors:
            raise MalformedError(f"nothing is called {anchor!r} that line {line} refers to")
        self._put(self._anchors[anchor], line)

    def _put(self, value: Value, line: int) -> None:
        if not self._open:
            self.root = Tree(value, line)
            return
        above, key, kept = self._open[-1], self._keys[-1], len(self._open) <= KEPT_DEPTH
        if isinstance(above, list):
            if kept:
                above.append(Tree(value, line))
        elif key is None:
            self._keys[-1] = (value if isinstance(value, str) else "", line)
        else:
            if kept:
                above[key[0]] = Tree(value, key[1])
            self._keys[-1] = None


def _first_line(error: Exception) -> str:
    """What is wrong and where, in one line."""
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return f"{problem} in line {mark.line + 1}" if mark is not None else problem
