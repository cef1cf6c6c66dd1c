"""Checks facts that come from a disk, of many files at once: every number must name a row that exists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from codegraph.languages.facts import TABLES, Bind, Export, FileFacts, Import, Op, Ref, ScopeKind
from codegraph.languages.operands import NAMED_ROWS, Operand, operands, target_of
from codegraph.model import STATEMENT_KINDS, NodeKind, ParseStatus, Visibility

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    from codegraph.languages.facts import Ints

    Bools: TypeAlias = npt.NDArray[np.bool_]

_ENUMS = {
    ("definitions", "kind"): len(NodeKind),
    ("definitions", "visibility"): len(Visibility),
    ("scopes", "kind"): len(ScopeKind),
    ("bindings", "kind"): len(Bind),
    ("expressions", "op"): len(Op),
    ("references", "kind"): len(Ref),
    ("imports", "kind"): len(Import),
    ("exports", "kind"): len(Export),
    ("statements", "kind"): len(STATEMENT_KINDS),
}
_REQUIRED = {  # where -1, "none", is not allowed
    *((table, "name") for table in ("definitions", "variables", "type_parameters")),
    *(
        (table, "expression")
        for table in ("references", "decorators", "yields", "contexts", "holders", "blocks", "expansions")
    ),
    *(
        (table, "definition")
        for table in (
            "decorators",
            "yields",
            "type_parameters",
            "parameters",
            "contexts",
            "holders",
            "blocks",
            "expansions",
        )
    ),
    ("parameters", "value"),
    *((table, "scope") for table in ("variables", "imports")),
    *(("arguments", name) for name in ("callee", "value")),
    ("imports", "module"),
    ("decorators", "text"),
    *(("statements", name) for name in ("text", "condition")),
}


_STATUSES = frozenset(ParseStatus)
_LAST = 2**31
_SIZES = (*TABLES, "strings", "")
"""The columns of ``_Batch.sizes``; "" has no end there."""


def check_facts(facts: FileFacts) -> None:
    """Make sure that every number in a file's facts is in range and that no expression holds itself.

    Raises:
        ValueError: one is not; the message names the table and the column.
    """
    for fault in faults([facts]).values():
        raise ValueError(fault)


def faults(files: Sequence[FileFacts]) -> dict[int, str]:
    """What is wrong with the facts of files, by their place among these; sound ones have no entry.

    A number out of range, and an expression that holds itself, are faults; what is said names the table and the column.
    """
    found: dict[int, str] = {}
    sound = []
    for number, facts in enumerate(files):
        if facts.status not in _STATUSES:
            found[number] = f"unknown status {facts.status!r}"
        elif min(facts.counts) < 0:
            found[number] = "a table of less than no rows"
        else:
            sound.append(number)
    if sound:
        batch = _Batch([files[number] for number in sound])
        batch.check()
        found |= {sound[place]: fault for place, fault in batch.found.items()}
    return found


class _Batch:
    """The facts of files in one array.

    Attributes:
        found: what is wrong, by the place of the file.
    """

    def __init__(self, files: Sequence[FileFacts]) -> None:
        import numpy as np

        self.found: dict[int, str] = {}
        self._numbers = np.frombuffer(b"".join([facts.numbers for facts in files]), np.int32)
        self._counts = np.array([facts.counts for facts in files], np.int64)
        strings = np.array([len(facts.strings) for facts in files], np.int64)
        ends = np.full((len(files), 1), _LAST)
        self._sizes = np.column_stack([self._counts, strings, ends])
        cells = self._counts * np.array([len(names) for names in TABLES.values()])
        self._starts = (np.cumsum(cells) - cells.ravel()).reshape(cells.shape)

    def check(self) -> None:
        """Look at all tables."""
        self._check_columns()
        for table in ("definitions", "scopes"):
            # What is around comes first, so nothing can be around itself.
            parents, _, rows = self._column(table, "parent")
            self._note(table, parents >= rows, f"{table}.parent is out of range")
        self._check_ranges()
        self._check_targets()
        self._check_operands()

    def _check_columns(self) -> None:
        """The least and the greatest number of each column; the columns lie side by side."""
        import numpy as np

        names, lows, ends, tables = _bounds()
        widths = np.array([len(columns) for columns in TABLES.values()])
        lengths = np.repeat(self._counts, widths, axis=1)
        filled = lengths > 0
        if not filled.any():
            return
        starts = (np.cumsum(lengths) - lengths.ravel())[filled.ravel()]
        least, most = np.zeros_like(lengths), np.zeros_like(lengths)
        least[filled] = np.minimum.reduceat(self._numbers, starts)
        most[filled] = np.maximum.reduceat(self._numbers, starts)
        wrong = filled & ((least < lows) | (most >= np.minimum(self._sizes[:, tables], ends)))
        for place, column in np.argwhere(wrong).tolist():
            self.found.setdefault(place, f"{names[column]} is out of range")

    def _check_ranges(self) -> None:
        first, files, _ = self._column("variables", "first_binding")
        count, _, _ = self._column("variables", "bindings")
        end = self._sizes[files, _SIZES.index("bindings")]
        wrong = (first < 0) | (count < 0) | (first + count > end)
        self._note("variables", wrong, "variables.bindings is out of range")

    def _check_targets(self) -> None:
        kinds, files, _ = self._column("bindings", "kind")
        targets, _, _ = self._column("bindings", "target")
        tables, lows = _operands([target_of(kind) for kind in Bind])
        kinds = kinds.clip(0, len(Bind) - 1)  # one that is none is a fault of its own
        wrong = (targets < lows[kinds]) | (targets >= self._sizes[files, tables[kinds]])
        self._note("bindings", wrong, "bindings.target is out of range")

    def _check_operands(self) -> None:
        import numpy as np

        ops, files, rows = self._column("expressions", "op")
        ops = ops.clip(0, len(Op) - 1)
        for side, name in enumerate("ab"):
            values, _, _ = self._column("expressions", name)
            tables, lows = _operands([operands(op)[side] for op in Op])
            anything = tables == _SIZES.index("")
            ends = np.where(
                (tables == _SIZES.index("expressions"))[ops], rows, self._sizes[files, tables[ops]]
            )
            wrong = ((values < lows[ops]) | (values >= ends)) & ~anything[ops]
            for at in np.flatnonzero(wrong).tolist():
                fault = f"an operand of {Op(int(ops[at])).name} is out of range"
                self.found.setdefault(int(files[at]), fault)

    def _column(self, table: str, name: str) -> tuple[Ints, Ints, Ints]:
        """A column of all files one after the other, and for each row the place of its file and its number in there."""
        import numpy as np

        place, at = list(TABLES).index(table), TABLES[table].index(name)
        counts = self._counts[:, place]
        files = np.repeat(np.arange(len(counts)), counts)
        rows = np.arange(len(files)) - np.repeat(np.cumsum(counts) - counts, counts)
        starts = self._starts[:, place] + at * counts
        return self._numbers[np.repeat(starts, counts) + rows].astype(np.int64), files, rows

    def _note(self, table: str, wrong: Bools, fault: str) -> None:
        """Note a fault of the files that the wrong rows of a table are of."""
        import numpy as np

        rows = np.flatnonzero(wrong)
        if len(rows):
            files = np.repeat(np.arange(len(self._counts)), self._counts[:, list(TABLES).index(table)])
            for place in np.unique(files[rows]).tolist():
                self.found.setdefault(place, fault)


@cache
def _bounds() -> tuple[list[str], Ints, Ints, Ints]:
    """All columns: the least number that each may hold, the one that it may not reach, and whose rows it names."""
    import numpy as np

    names, lows, ends, tables = [], [], [], []
    for table, columns in TABLES.items():
        for name in columns:
            known = name in NAMED_ROWS and (table, name) not in _ENUMS
            names.append(f"{table}.{name}")
            ends.append(_ENUMS.get((table, name), _LAST))
            tables.append(_SIZES.index(NAMED_ROWS[name] if known else ""))
            least = 0 if (table, name) in _ENUMS or (table, name) in _REQUIRED else -1
            lows.append(least if known or (table, name) in _ENUMS else -_LAST)
    return names, np.array(lows), np.array(ends), np.array(tables)


def _operands(kinds: Sequence[Operand]) -> tuple[Ints, Ints]:
    """For each kind the place of its table in ``_SIZES``, and the least number that it may have."""
    import numpy as np

    tables = np.array([_SIZES.index(kind.table) for kind in kinds])
    return tables, np.array([-int(kind.optional) for kind in kinds])
