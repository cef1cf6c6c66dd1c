"""Adapters that are read when they are asked for: most runs need few, and reading all of them takes a while."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec

from codegraph.errors import AdapterError
from codegraph.languages.adapter import QUERY_FILES, Adapter, with_types

HEAD = ("name", "extends", "extensions", "filenames", "shebangs", "shared_extensions")
_STATEMENT = re.compile(rf"^(?:{'|'.join(HEAD)})\s*=.*?(?=^[\w\[#\"]|\Z)", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^\[", re.MULTILINE)


class Claim(NamedTuple):
    """What an adapter says of the files that it reads; ``trusted`` as in ``Adapter``."""

    name: str
    trusted: bool
    extensions: Sequence[str] = ()
    filenames: Sequence[str] = ()
    shebangs: Sequence[str] = ()
    shared_extensions: Sequence[str] = ()


class Unread(NamedTuple):
    """A trusted adapter that has not been read: its folder, its Python package, and the head of its manifest."""

    folder: Traversable
    module: str
    head: dict[str, Any]


def read_head(folder: Traversable) -> dict[str, Any]:
    """The keys of an adapter's manifest that say which files it reads.

    Raises:
        AdapterError: the manifest is missing or is no TOML.
    """
    import tomllib

    try:
        text = (folder / "adapter.toml").read_text(encoding="utf-8")
        table = _TABLE.search(text)
        head = text if table is None else text[: table.start()]
        return tomllib.loads("".join(_STATEMENT.findall(head)))
    except (OSError, ValueError, RecursionError) as error:
        raise AdapterError(f"adapter {folder.name}: can't read adapter.toml: {error}") from error


def claim_of(adapter: Adapter | Unread) -> Claim:
    """What an adapter claims, whether it has been read or not."""
    if isinstance(adapter, Adapter):
        spec = adapter.spec
        return Claim(
            spec.name, adapter.trusted, spec.extensions, spec.filenames, spec.shebangs, spec.shared_extensions
        )
    head = {key: value for key, value in adapter.head.items() if key in Claim._fields}
    return Claim(**{"name": adapter.folder.name, **head, "trusted": True})


class Shelf(Mapping[str, Adapter]):
    """Adapters by name: built-in ones, each read when it is first asked for, and those that were put beside them.

    Args:
        unread: the built-in ones.
        read: reads one, given its name and the built-in ones for what it extends.

    Attributes:
        plain: all of them without the language of the types in their comments, as others extend them.
    """

    def __init__(
        self, unread: Mapping[str, Unread], read: Callable[[str, Mapping[str, Adapter]], Adapter]
    ) -> None:
        self._unread = unread
        self._read = read
        self._built_in: dict[str, Adapter] = {}
        self._brought: dict[str, Adapter] = {}
        self._whole: dict[str, Adapter] = {}
        self._asked: set[str] = set()
        self.plain: Mapping[str, Adapter] = _View(self, self._plain)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*self._unread, *self._brought}))

    def __len__(self) -> int:
        return len({*self._unread, *self._brought})

    def __contains__(self, name: object) -> bool:
        return name in self._brought or name in self._unread

    def __getitem__(self, name: str) -> Adapter:
        """An adapter, with the language of the types in its comments.

        Raises:
            KeyError: there is none of this name.
            AdapterError: it is broken.
        """
        found = self._whole.get(name)
        if found is None:
            found = self._whole[name] = with_types(self._plain(name), self.plain)
        return found

    def put(self, adapter: Adapter) -> None:
        """Add an adapter before any is asked for; built-in ones of its name are hidden, but remain bases of others."""
        self._brought[adapter.spec.name] = adapter

    def _plain(self, name: str) -> Adapter:
        return self._brought[name] if name in self._brought else self._of_built_in(name)

    def _of_built_in(self, name: str) -> Adapter:
        if name not in self._built_in:
            if name not in self._unread or name in self._asked:  # in a circle there is no base
                raise KeyError(name)
            self._asked.add(name)
            self._built_in[name] = self._read(name, _View(self, self._of_built_in))
        return self._built_in[name]

    def fingerprints(self) -> list[str]:
        """Of each adapter something that changes with whatever decides the facts, in the order of their names."""
        return [f"{name}={self._fingerprint(name)}" for name in self]

    def kin(self, language: str) -> list[str]:
        """What changes with whatever decides the facts of a language, in the order of names.

        Its adapter, those that it extends, and those that extend it: these know the types in its comments.

        Raises:
            KeyError: there is no adapter of this language.
        """
        if language not in self:
            raise KeyError(language)
        above = {name: self._above(name) for name in self}
        names = [name for name in self if name in above[language] or language in above[name]]
        return [f"{name}={self._fingerprint(name)}" for name in names]

    def _above(self, name: str) -> list[str]:
        """An adapter's name and those of what it extends, as far as these are built in."""
        found: list[str] = []
        while name and name not in found:
            found.append(name)
            if name in self._brought and len(found) == 1:  # its fingerprint holds that of its base
                break
            unread = self._unread.get(name)
            name = str(unread.head.get("extends", "")) if unread is not None else ""
        return found

    def _fingerprint(self, name: str) -> str:
        return (
            self._brought[name].fingerprint if name in self._brought else _digest(self._unread[name].folder)
        )

    def claims(self) -> list[Claim]:
        """What each adapter claims."""
        return [claim_of(self._brought.get(name) or self._unread[name]) for name in self]


class _View(Mapping[str, Adapter]):
    """The adapters of a shelf in the form that some function gives."""

    def __init__(self, shelf: Shelf, of: Callable[[str], Adapter]) -> None:
        self._shelf, self._of = shelf, of

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf)

    def __len__(self) -> int:
        return len(self._shelf)

    def __getitem__(self, name: str) -> Adapter:
        return self._of(name)


def _digest(folder: Traversable) -> str:
    """16 hex digits over the files of an adapter's folder that decide the facts."""
    digest = hashlib.blake2b(digest_size=8)
    for name in ("adapter.toml", *(f"{kind}.scm" for kind in QUERY_FILES)):
        file = folder / name
        try:
            data = file.read_bytes()
        except OSError:
            continue  # what extends another adapter need not have all queries
        digest.update(msgspec.msgpack.encode((name, data)))
    return digest.hexdigest()
