"""Bytes with a CRC-32 before them, for small files that have no checksum of their own."""

from __future__ import annotations

import zlib

_BYTES = 4


def sealed(body: bytes) -> bytes:
    """The bytes to write."""
    return zlib.crc32(body).to_bytes(_BYTES, "little") + body


def opened(data: bytes) -> bytes:
    """The bytes that were given to ``sealed``.

    Raises:
        ValueError: they are not as they were written.
    """
    body = data[_BYTES:]
    if zlib.crc32(body).to_bytes(_BYTES, "little") != data[:_BYTES]:
        raise ValueError("it is not as it was written")
    return body
