"""What the readers of dependencies share: what one gives, where a name stands in a text, and limits."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import Dependency, EntryPoint, Group

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents
    from codegraph.discovery.module_config import ModuleConfig

MAX_DEPENDENCIES = 5_000
"""So many dependencies of one manifest are read."""
MAX_TOPICS = 30
MAX_TEXT = 200
"""Characters of a name, a range or a label; what is longer is cut."""

_TOKEN = re.compile(r"[@\w][\w./@:-]*+")
_TESTS = frozenset({"test", "tests", "testing", "test-requirements", "spec"})
_DEVELOPMENT = re.compile(
    r"dev|devel|develop|development|docs?|lint(?:ing|er|ers)?|typing|types|mypy|check|ci|tools?|format|"
    r"style|build|bench(?:mark)?s?|examples?|release|pre-commit|coverage"
)


class Reading(NamedTuple):
    """What one manifest says."""

    dependencies: list[Dependency]
    version: str = ""
    description: str = ""
    entries: tuple[EntryPoint, ...] = ()
    provides: tuple[str, ...] = ()
    is_complete: bool = True
    """False where some of the dependencies are computed, so that others may be declared."""
    elsewhere: Mapping[str, list[Dependency]] = {}
    """Dependencies of packages in other folders, by folder."""
    topics: tuple[str, ...] = ()
    """What it is about, in the manifest's words."""


class Context(NamedTuple):
    """What a reader may ask."""

    documents: Documents
    files: Collection[str]
    """All files that are neither ignored nor excluded."""
    configs: ModuleConfig
    mentioning: Collection[str]
    """Those of the files that ``mentions`` looks through."""


class Lines:
    """Where words and headings such as ``[dependencies]`` stand in a text: they are looked up, not searched for."""

    def __init__(self, text: str) -> None:
        self._found: defaultdict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("["):
                self._found[line.strip()].append(number)
            for token in _TOKEN.findall(line):
                for word in {token, token.rstrip(".:"), *token.split(".")}:
                    self._found[word].append(number)

    def of(self, word: str, after: int = 0) -> int:
        """The first line with a word from line ``after`` on, else the first of all; 0 where it stands nowhere."""
        lines = self._found.get(word)
        if not lines:
            return 0
        place = bisect_left(lines, after)
        return lines[place] if place < len(lines) else lines[0]


def group_of(name: str, other: Group = Group.OPTIONAL) -> Group:
    """What a group, an extra or a file with such a name is for, by the words that people use."""
    words = [word for word in re.split(r"[^a-z0-9]+", name.lower()) if word]
    if not _TESTS.isdisjoint(words):
        return Group.TEST
    return Group.DEV if any(_DEVELOPMENT.fullmatch(word) for word in words) else other


def text_of(value: object) -> str:
    """A text of a manifest in one line, cut to a sane length; "" for anything else."""
    return " ".join(value[: 2 * MAX_TEXT].split())[:MAX_TEXT] if isinstance(value, str) else ""


def topics_of(*values: object) -> tuple[str, ...]:
    """The topics in lists of texts, or in texts with commas, semicolons or blanks between; each once, in order.

    Of trove classifiers those that begin with ``Topic ::`` are topics, by their last part.
    """
    found: dict[str, None] = {}
    for value in values:
        texts = (
            re.split(r"[,;]" if re.search("[,;]", value) else r"\s", value)
            if isinstance(value, str)
            else value
        )
        for text in texts if isinstance(texts, list) else ():
            topic = text_of(text)
            if " :: " in topic:
                topic = topic.rpartition(" :: ")[2] if topic.startswith("Topic :: ") else ""
            if topic:
                found[topic] = None
    return tuple(found)[:MAX_TOPICS]


def entry_points(kind: str, table: Mapping[str, object]) -> Iterable[EntryPoint]:
    """Entry points from names and targets."""
    return (EntryPoint(kind, name[:MAX_TEXT], text_of(target)) for name, target in table.items())
