"""The definitions and references of all files as whole columns, numbered through the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codegraph.languages.facts import FileFacts, Flag, Ref, joined

if TYPE_CHECKING:
    from codegraph.languages.facts import Ints

ANONYMOUS = int(Flag.ANONYMOUS)
EXTENDS = int(Ref.EXTENDS)
USE_KINDS = 32  # more than there are kinds of references


class Definitions:
    """What files define, one file after the other. What evaluation asks for again and again is a list.

    Args:
        facts: the facts of each module.

    Attributes:
        bases: number of the first definition of each module, and one more: the number of all.
        columns: the columns of the facts' table, still with numbers of their own file.
        owner: number of each definition's module.
        node: the definition itself or the nearest around it that has a node, ``~module`` where there is none.
        parent: the node around that, as in ``node``.
        order: all of them by module and position, the outer before the inner.
    """

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        import numpy as np

        columns, counts = joined(facts, "definitions")
        self.columns = columns
        starts = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        self.bases: list[int] = starts.tolist()
        owner = np.repeat(np.arange(len(facts)), counts)
        around = np.where(columns["parent"] < 0, ~owner, columns["parent"] + starts[owner])
        node = np.arange(len(owner))
        anonymous = (columns["flags"] & ANONYMOUS) != 0
        hidden = np.flatnonzero(anonymous)
        while len(hidden):
            node[hidden] = around[node[hidden]]
            hidden = hidden[node[hidden] >= 0]
            hidden = hidden[anonymous[node[hidden]]]
        parent = around.copy()
        inner = np.flatnonzero(around >= 0)
        parent[inner] = node[around[inner]]
        self.owner: Ints = owner.astype(np.int32)
        self.node: list[int] = node.tolist()
        self.parent: Ints = parent.astype(np.int32)
        self.kind: bytes = columns["kind"].astype(np.uint8).tobytes()
        self.scope: list[int] = columns["scope"].tolist()
        self.flags: list[int] = columns["flags"].tolist()
        self.returns: list[int] = columns["returns"].tolist()
        self.order: Ints = np.lexsort((-columns["end_byte"], columns["start_byte"], owner))

    def join(self, first_of: Mapping[int, int], references: References) -> None:
        """Give definitions the node of another one, as those that open the same namespace of a file once more."""
        import numpy as np

        if not first_of:
            return
        target = np.arange(len(self.node))
        target[list(first_of)] = list(first_of.values())
        node = np.array(self.node, np.int64)
        for column in (node, self.parent, references.source):
            inner = np.flatnonzero(column >= 0)
            column[inner] = target[column[inner]]
        self.node = node.tolist()


class References:
    """The references of all files, one file after the other.

    Args:
        facts: the facts of each module.
        definitions: the definitions of all modules.

    Attributes:
        bases: number of the first reference of each module, and one more: the number of all.
        columns: the columns of the facts' table, still with numbers of their own file.
        module: the module of each reference.
        source: the node that each stands in.
        nameless: whether each stands in what has no node itself, unless that adds to a type.
        held: the definitions that add members to a type that is declared elsewhere.
    """

    def __init__(self, facts: Sequence[FileFacts], definitions: Definitions) -> None:
        import numpy as np

        self.columns, counts = joined(facts, "references")
        self.bases: list[int] = [0, *np.cumsum(counts, dtype=np.int64).tolist()]
        self.module = np.repeat(np.arange(len(facts)), counts)
        source, inner = ~self.module, np.flatnonzero(self.columns["definition"] >= 0)
        numbers = self.columns["definition"][inner] + np.array(definitions.bases)[self.module[inner]]
        source[inner] = np.array(definitions.node, np.int64)[numbers]
        self.source: Ints = source
        self.nameless = np.zeros(len(source), bool)
        holders, counts = joined(facts, "holders")
        held = holders["definition"] + np.repeat(np.array(definitions.bases[:-1], np.int64), counts)
        self.held: list[int] = held.tolist()
        self.nameless[inner] = (source[inner] != numbers) & ~np.isin(numbers, held)

    def bases_of_classes(self) -> list[tuple[int, int, int, int]]:
        """Module, definition, kind and expression of each reference to a base of a class."""
        import numpy as np

        rows = np.flatnonzero(self.columns["kind"] >= EXTENDS)
        wanted = [self.module, *(self.columns[name] for name in ("definition", "kind", "expression"))]
        return list(zip(*(column[rows].tolist() for column in wanted), strict=True))

    def positions(self, kind: int) -> dict[tuple[int, int, int], list[tuple[int, int]]]:
        """Line and column of the references of a kind, by module, definition and expression."""
        import numpy as np

        rows = np.flatnonzero(self.columns["kind"] == kind)
        wanted = [
            self.module,
            *(self.columns[name] for name in ("definition", "expression", "line", "column")),
        ]
        found: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        for *key, line, column in zip(*(column[rows].tolist() for column in wanted), strict=True):
            found.setdefault((key[0], key[1], key[2]), []).append((line, column))
        return found

    def uses(self, module: int) -> list[tuple[int, int]]:
        """The expression and kind of each reference of a module."""
        part = slice(self.bases[module], self.bases[module + 1])
        kinds, expressions = self.columns["kind"][part], self.columns["expression"][part]
        return list(zip(expressions.tolist(), kinds.tolist(), strict=True))

    def numbered_uses(self, module: int) -> list[int]:
        """The same as one number for each, which makes dictionaries of them cheaper: see ``use``."""
        part = slice(self.bases[module], self.bases[module + 1])
        numbers: list[int] = (
            self.columns["expression"][part] * USE_KINDS + self.columns["kind"][part]
        ).tolist()
        return numbers
