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
    """Adapters by name, each read when it is first asked for.

    Args:
        unread: those that are not read yet.
        read: reads one, given its name and this shelf for what it extends.
        known: those that are read already; they go before unread ones of the same name.
    """

    def __init__(
        self,
        unread: Mapping[str, Unread],
        read: Callable[[str, Mapping[str, Adapter]], Adapter],
        known: Mapping[str, Adapter] | None = None,
    ) -> None:
        self._unread = unread
        self._read = read
        self._plain: dict[str, Adapter] = dict(known or {})
        self._whole: dict[str, Adapter] = {}
        self._names = sorted({*unread, *self._plain})
        self._asked: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._plain or name in self._unread

    def __getitem__(self, name: str) -> Adapter:
        """An adapter, with the language of the types in its comments.

        Raises:
            KeyError: there is none of this name.
            AdapterError: it is broken.
        """
        found = self._whole.get(name)
        if found is None:
            found = self._whole[name] = with_types(self.plain(name), _Plain(self))
        return found

    def plain(self, name: str) -> Adapter:
        """An adapter by itself; raises as ``__getitem__``."""
        if name not in self._plain:
            if name not in self._unread or name in self._asked:  # in a circle there is no base
                raise KeyError(name)
            self._asked.add(name)
            self._plain[name] = self._read(name, _Plain(self))
        return self._plain[name]

    def fingerprints(self) -> list[str]:
        """Of each adapter something that changes with whatever decides the facts, in the order of their names."""
        return [
            f"{name}={_digest(self._unread[name].folder) if name in self._unread else self._plain[name].fingerprint}"
            for name in self._names
        ]

    def claims(self) -> list[Claim]:
        """What each adapter claims."""
        return [claim_of(self._plain.get(name) or self._unread[name]) for name in self._names]


class _Plain(Mapping[str, Adapter]):
    """A shelf without the types in comments, for adapters that extend others."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf)

    def __len__(self) -> int:
        return len(self._shelf)

    def __getitem__(self, name: str) -> Adapter:
        return self._shelf.plain(name)


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
