"""The part of a framework's file that says what its functions and fields give: ``[library]``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from codegraph.fingerprint.patterns import expand
from codegraph.languages.known import KnownLibraries
from codegraph.languages.terms import read_term
from codegraph.model import EXTERNAL_ROOT, SEPARATOR

_GROUP = re.compile(r"\{[^{}]*\}")
_LEFT_OVER = re.compile(r"[{}]|\*:|:\*")
_WORD = re.compile(r"[^\s\[\],|]+")
_SYMBOL = 4
"""Parts of the name of a module's own symbol: ``ext::nuget::MediatR::IMediator``."""
_MAX_WORDS = 1000
"""Braces of one key stand for at most so many words."""


class LibraryTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a framework's functions give, so that calls through its objects denote the methods of their types.

    Keys are written as targets without ``*``, types as in ``[results]`` of an adapter (``resolve/library.py``). A key
    or type stands for something of the file's ecosystem unless it begins with ``ext::``; a type without ``::`` is one
    of the language itself. The braces of a key stand in its type for the same word: ``k{,/v2}::New = "k{,/v2}::App"``.

    Args:
        results: what calls of functions give.
        values: what fields and constants are.
        decorated: what a function is that has a decorator, where that makes it something else: ``@group def tool()``.
        callbacks: what functions give to the parameters of a function that they are called with, in order; of a type
            of functions what these are called with.
        blocks: what is the receiver in blocks that functions are called with, and in those inside of them; of a module
            what it is in files that load it, and in those that these load.
        files: what it is in files by their paths: ``"config/routes/*.rb"``.
        names: names that a namespace or module has, for files that take in several as a whole (``using A; using B;``);
            of the receiver of files all names that are sent to it.
        bases: the types that a type derives from or implements, for functions that the project adds to these.
        given: decorators of functions (fixtures) whose results are given to the parameters of tests by name, with the
            names of files: their functions are seen in their folder and below.
    """

    results: dict[str, str] = {}
    values: dict[str, str] = {}
    decorated: dict[str, str] = {}
    callbacks: dict[str, list[str]] = {}
    blocks: dict[str, str] = {}
    files: dict[str, str] = {}
    names: dict[str, list[str]] = {}
    bases: dict[str, list[str]] = {}
    given: dict[str, list[str]] = {}

    def check(self) -> None:
        """Raise ValueError where a key or type cannot be read."""
        tables = [self.results, self.values, self.decorated, self.blocks, *_each(self.callbacks)]
        for key, text in (item for table in tables for item in table.items()):
            for _, single in _expanded(key, text):
                read_term(single)
        for key in (*self.names, *self.bases, *self.given):
            list(_expanded(key, ""))
        for pattern, text in self.files.items():
            if not pattern or pattern.startswith("/"):
                raise ValueError(f"files: {pattern!r} is no pattern of a path inside of a project")
            read_term(text)


def known_of(
    tables: Iterable[tuple[str, LibraryTable]], targets: Iterable[tuple[str, str]] = ()
) -> KnownLibraries:
    """What is known of the libraries of several frameworks.

    Args:
        tables: their tables, each with its ecosystem; where two speak of the same, the last counts.
        targets: what their rules look for, each with its ecosystem: modules have the names that stand in them, as
            they have those that stand in the tables.
    """
    known = KnownLibraries()
    for ecosystem, table in tables:
        head = f"{EXTERNAL_ROOT}{SEPARATOR}{ecosystem}{SEPARATOR}"
        known.results.update(_whole(head, table.results))
        known.values.update(_whole(head, table.values))
        known.decorated.update(_whole(head, table.decorated))
        known.blocks.update(_whole(head, table.blocks))
        known.files.update((pattern, _typed(head, text)) for pattern, text in table.files.items())
        callbacks: dict[str, list[str]] = {}
        for position in _each(table.callbacks):
            for name, text in _whole(head, position):
                callbacks.setdefault(name, []).append(text)
        known.callbacks.update(callbacks)
        for key, listed in table.names.items():
            for name, _ in _expanded(key, ""):
                known.names.setdefault(_headed(head, name), []).extend(listed)
        for key, listed in table.bases.items():
            for name, _ in _expanded(key, ""):
                known.bases.setdefault(_headed(head, name), []).extend(_headed(head, base) for base in listed)
        for key, listed in table.given.items():
            known.given.update((_headed(head, name), listed) for name, _ in _expanded(key, ""))
    sought = [
        _headed(f"{EXTERNAL_ROOT}{SEPARATOR}{ecosystem}{SEPARATOR}", name)
        for ecosystem, target in targets
        for name in expand(target)
    ]
    known.some.update(_names_in([*sought, *known.results, *known.values]))
    return known


def _names_in(fqns: Iterable[str]) -> dict[str, list[str]]:
    """The names that modules have by the FQNs of what is in them."""
    found: dict[str, dict[str, None]] = {}
    for fqn in fqns:
        *module, symbol = fqn.split(SEPARATOR)[:_SYMBOL]
        if symbol and "*" not in symbol:
            found.setdefault(SEPARATOR.join(module), {})[symbol] = None
    return {module: list(names) for module, names in found.items()}


def _each(table: dict[str, list[str]]) -> list[dict[str, str]]:
    """A table of lists as one table for each place in them."""
    places = range(max(map(len, table.values()), default=0))
    return [{key: listed[at] for key, listed in table.items() if at < len(listed)} for at in places]


def _whole(head: str, table: dict[str, str]) -> Iterator[tuple[str, str]]:
    """A table with FQNs for keys and in its types."""
    for key, text in table.items():
        for name, single in _expanded(key, text):
            yield _headed(head, name), _typed(head, single)


def _headed(head: str, name: str) -> str:
    return name if name.startswith(f"{EXTERNAL_ROOT}{SEPARATOR}") else head + name


def _typed(head: str, text: str) -> str:
    def whole(word: re.Match[str]) -> str:
        return _headed(head, word[0]) if SEPARATOR in word[0] else word[0]

    return _WORD.sub(whole, text)


def _expanded(key: str, text: str) -> Iterator[tuple[str, str]]:
    """A key and its type without braces: for each word of the key's, with that word in the place of the same braces.

    Raises:
        ValueError: a brace has no partner, braces of the type are none of the key, or they stand for too much.
    """
    count = 1
    for group in _GROUP.findall(key):
        count *= group.count(",") + 1
    if count > _MAX_WORDS:
        raise ValueError(f"{key[:60]!r} stands for more than {_MAX_WORDS} names")
    pending = [(key, text)]
    for name, single in pending:
        found = _GROUP.search(name)
        if found is not None:
            parts = [
                (name[: found.start()] + word + name[found.end() :], single.replace(found[0], word))
                for word in found[0][1:-1].split(",")
            ]
            pending.extend(parts)
        elif _LEFT_OVER.search(name + single):
            raise ValueError(f"{key!r} = {text!r}: a brace has no partner, or '*' stands where a name should")
        else:
            yield name, single
