"""What one build keeps for the next: bytes that are believed only where they are whole and for the same key."""

from __future__ import annotations

from typing import Protocol, TypeVar

import msgspec

from codegraph.sealing import opened, sealed


class Keyed(Protocol):
    """Something with a fingerprint of all that it was made of."""

    key: str


Item = TypeVar("Item", bound=Keyed)


class Kept:
    """What was kept under one name.

    Args:
        data: what was kept before, empty for nothing.

    Attributes:
        fresh: what to keep instead, empty where that is what was kept.
    """

    def __init__(self, data: bytes = b"") -> None:
        self._data = data
        self.fresh = b""

    def read(self, key: str, kind: type[Item]) -> Item | None:
        """What was kept for a key, None if something else was, or it is damaged."""
        try:
            found = msgspec.msgpack.decode(opened(self._data), type=kind)
        except ValueError:
            return None
        return found if found.key == key else None

    def keep(self, item: Keyed) -> None:
        """Keep something instead."""
        self.fresh = sealed(msgspec.msgpack.encode(item))
