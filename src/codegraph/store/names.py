"""Which words a node may be asked for by: the keys of the name index.

A key is case-folded. A symbol has its bare name; a module its file name with and without extension, and, if
it stands for its folder (``__init__.py``, ``index.ts``), the folder's name; a package also the last part of
its name (``app`` of ``@kit/app``). A look-up narrows down by key and then compares whole names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.model import SEPARATOR, Level

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

FOLDER_MODULES = frozenset({"__init__", "index", "mod"})
_SUFFIX = re.compile(r"(\([^()]*\))?(@[0-9]+)?$")


def bare(segment: str) -> str:
    """A segment of an FQN without parameter types and without the number of a further definition.

    >>> bare("run(int,String)"), bare("run@2"), bare("@kit")
    ('run', 'run', '@kit')
    """
    if segment[-1:] != ")" and "@" not in segment:
        return segment
    match = _SUFFIX.search(segment)
    return segment[: match.start()] if match and match.start() else segment


def without_extension(name: str) -> str:
    """A file name without its last extension; a name that begins with its only dot stays whole."""
    stem, dot, _ = name.rpartition(".")
    return stem if dot and stem else name


def keys_of(fqn: str, name: str, level: int, path: str) -> set[str]:
    """All keys of one node.

    >>> sorted(keys_of("app::src/user.service.ts", "user.service.ts", 2, "src/user.service.ts"))
    ['user.service', 'user.service.ts']
    """
    last = fqn.rpartition(SEPARATOR)[2]
    words = {name, last, bare(last), last.rpartition("/")[2], name.rpartition("/")[2]}
    if level == Level.MODULE:
        words |= {without_extension(word) for word in (name, last.rpartition("/")[2])}
        folder, _, file = path.rpartition("/")
        if without_extension(file) in FOLDER_MODULES:
            words.add(folder.rpartition("/")[2])
    return {word.casefold() for word in words if word}


def name_keys(nodes: pa.Table) -> tuple[pa.Array, npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The keys in order, and every (key number, row) pair as two arrays, sorted by key and row."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    names = nodes.column("name").combine_chunks().dictionary_encode()
    more = _further_keys(nodes)
    found = pa.concat_arrays([_folded(names.dictionary), pa.array([key for key, _ in more], pa.string())])
    encoded = found.dictionary_encode()
    order = pc.sort_indices(encoded.dictionary).to_numpy()
    order = order[pc.not_equal(encoded.dictionary.take(order), "").to_numpy(zero_copy_only=False)]
    number = np.full(len(encoded.dictionary), -1, np.int64)
    number[order] = np.arange(len(order))
    numbers = number[encoded.indices.to_numpy()] if len(number) else number
    own = numbers[names.indices.to_numpy()] if len(numbers) else numbers
    key_of_entry = np.concatenate((own, numbers[len(names.dictionary) :]))
    rows = np.concatenate((np.arange(len(own)), np.array([row for _, row in more], dtype=np.int64)))
    pairs = (key_of_entry << 32) | rows
    pairs = np.sort(pairs[pairs >= 0])
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    return (
        encoded.dictionary.take(order),
        (pairs >> 32).astype(np.int32),
        (pairs & 0xFFFFFFFF).astype(np.int32),
    )


def _folded(names: pa.Array) -> pa.Array:
    """Names without regard to case, as ``str.casefold`` has them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    foreign = pc.invert(pc.string_is_ascii(names))
    folded = [name.casefold() for name in names.filter(foreign).to_pylist()]
    return pc.replace_with_mask(pc.ascii_lower(names), foreign, pa.array(folded, pa.string()))


def _further_keys(nodes: pa.Table) -> list[tuple[str, int]]:
    """The keys beside the bare name, as (key, row)."""
    rows = _rows_with_further_keys(nodes)
    columns = [nodes.column(name).take(rows).to_pylist() for name in ("fqn", "name", "level", "path")]
    return [
        (key, row)
        for row, fqn, name, level, path in zip(rows.tolist(), *columns, strict=True)
        for key in keys_of(fqn, name, level, path) - {name.casefold()}
    ]


def _rows_with_further_keys(nodes: pa.Table) -> npt.NDArray[np.int64]:
    """The few rows that are no symbols, or whose name is not all of their FQN's last segment."""
    import numpy as np
    import pyarrow.compute as pc

    name = nodes.column("name")
    cut = pc.split_pattern(nodes.column("fqn").combine_chunks(), SEPARATOR, max_splits=1, reverse=True)
    last = cut.values.take(pc.subtract(cut.offsets[1:], 1))
    plain = pc.and_not(pc.equal(last, name), pc.match_substring(name, "/"))
    symbol = pc.greater(nodes.column("level"), int(Level.MODULE))
    return np.flatnonzero(~pc.and_(plain, symbol).to_numpy())
