"""A table of strings for a container: UTF-8 bytes and offsets, each column's repeats stored once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.store.container import Container, Section

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

NAMES = "names"
"""The table of short strings, FQNs first: what look-ups compare."""
TEXTS = "texts"
"""The table of long ones, kept apart so that a look-up need not check them."""


class StringTableWriter:
    """Collects columns of strings; each gets the numbers under which its strings are found."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._blocks: list[pa.Array] = []
        self._count = 0

    def add_unique(self, strings: pa.Array) -> npt.NDArray[np.int32]:
        """Add strings that don't repeat, in order: the n-th gets the n-th number of this block."""
        import numpy as np

        first = self._count
        self._blocks.append(strings)
        self._count += len(strings)
        return np.arange(first, self._count, dtype=np.int32)

    def add(self, strings: pa.Array) -> npt.NDArray[np.int32]:
        """Add a column of strings and return the number of each row's string."""
        import numpy as np

        encoded = strings.dictionary_encode()
        numbers = self.add_unique(encoded.dictionary)
        if not len(numbers):
            return np.zeros(len(strings), dtype=np.int32)
        found: npt.NDArray[np.int32] = numbers[encoded.indices.to_numpy(zero_copy_only=False)]
        return found

    def sections(self) -> dict[str, Section]:
        """The bytes of all strings and where each begins, for ``StringTable``."""
        import numpy as np

        offsets, texts, base = [np.zeros(1, dtype=np.int64)], [], 0
        for block in self._blocks:
            own, text = string_buffers(block)
            offsets.append(own[1:].astype(np.int64) - own[0] + base)
            texts.append(text[own[0] : own[-1]])
            base += int(own[-1] - own[0])
        narrow = np.concatenate(offsets).astype(np.uint32 if base < 2**32 else np.int64)
        code = "I" if narrow.dtype == np.uint32 else "q"
        return {
            f"{self._name}_offsets": Section(code, narrow.data),
            self._name: Section("B", b"".join(texts)),
        }


class StringTable:
    """The strings of an open container by number."""

    def __init__(self, container: Container, name: str) -> None:
        self._offsets = container.array(f"{name}_offsets")
        self._text = container.array(name)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def raw(self, number: int) -> bytes:
        """The UTF-8 bytes of a string; bytes compare as their strings do."""
        return bytes(self._text[self._offsets[number] : self._offsets[number + 1]])

    def text(self, number: int) -> str:
        """A string by its number."""
        return str(self._text[self._offsets[number] : self._offsets[number + 1]], "utf-8")


def string_buffers(strings: pa.Array) -> tuple[npt.NDArray[np.int32], memoryview]:
    """The offsets of an Arrow string array, counted from the start of its text buffer, and that buffer."""
    import numpy as np

    _, offsets, text = strings.buffers()
    if offsets is None or not len(strings):
        return np.zeros(1, dtype=np.int32), memoryview(b"")
    own = np.frombuffer(offsets, dtype=np.int32)[strings.offset : strings.offset + len(strings) + 1]
    return own, memoryview(text) if text is not None else memoryview(b"")
