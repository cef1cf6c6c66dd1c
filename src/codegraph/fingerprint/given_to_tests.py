"""Pairs of a test and what it has: fixtures that it asks for, those that these ask for, what runs around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.joins import Steps, among
from codegraph.model import TYPE_KINDS

if TYPE_CHECKING:
    from codegraph.fingerprint.fixtures import Fixtures
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.view import View

MAX_AROUND = 100
"""What runs around more tests than these is an edge of its own class instead of one of each test."""


def given_pairs(view: View, fixtures: Fixtures, sources: Mapping[int, bool]) -> tuple[Ints, Ints]:
    """Tests and what is given to them, as rows. What runs around very many tests stands for them all by its own class.

    Args:
        view: the graph.
        fixtures: what is given to tests.
        sources: the tests; True for those that run as one.
    """
    import numpy as np

    parents = view.nodes["parent"]
    around = _Around.of(view, fixtures, sources)
    _, every = around.pairs()
    rows, counts = np.unique(every, return_counts=True)
    shared = rows[counts > MAX_AROUND].tolist()
    found = [(parents[row], given) for row in shared for given in _closed(fixtures, [row])]
    common = set(shared)
    own = [[row for row in rows if row not in common] for rows in around.rows]
    asking = np.zeros(len(around.units), bool)
    for number, unit in enumerate(around.units.tolist() if fixtures.named else ()):
        if given := fixtures.given(unit):
            asking[number] = True
            closed = _closed(fixtures, [*given, *own[around.owners[number]]])
            found += [(unit, row) for row in closed if row != unit]
    others = around.units[~asking]
    closed_of = [_closed(fixtures, rows) for rows in own]
    at, ends = _Around(others, around.owners[~asking], closed_of).pairs()
    kept = others[at] != ends
    units, stations = _columns(found)
    return np.append(units, others[at][kept]), np.append(stations, ends[kept])


def asked_pairs(view: View, fixtures: Fixtures, sources: Mapping[int, bool]) -> tuple[Ints, Ints]:
    """Tests and fixtures with what each is given itself, and tests with what runs around them, as rows.

    What runs around very many tests stands for the members of its own class or, outside of classes, for the files in
    which these tests are. No pair comes twice.
    """
    import numpy as np

    around = _Around.of(view, fixtures, sources)
    asking = dict.fromkeys([*around.units.tolist(), *fixtures.rows]) if fixtures.named else ()
    found = [(row, given) for row in asking for given in fixtures.given(row)]
    size, (units, rows) = len(view.fqns), _columns(found)
    at, stations = around.pairs()
    testers = around.units[at]
    given = np.sort(units * size + rows)
    kept = (testers != stations) & ~among(testers * size + stations, given)
    testers, stations = testers[kept], stations[kept]
    counts = np.bincount(stations, minlength=size)
    many = counts[stations] > MAX_AROUND
    further: list[tuple[int, int]] = []
    for row in np.flatnonzero(counts > MAX_AROUND).tolist():
        owner = view.nodes["parent"][row]
        if view.is_type(owner):
            further.append((owner, row))
        else:
            modules = {view.module(unit) for unit in testers[stations == row].tolist()}
            further += [(module, row) for module in modules]
    keys = np.concatenate([units, testers[~many], _columns(further)[0]]) * size
    keys = np.unique(keys + np.concatenate([rows, stations[~many], _columns(further)[1]]))
    return keys // max(size, 1), keys % max(size, 1)


class _Around(NamedTuple):
    """What runs around tests: for all in one class or file the same.

    Args:
        units: the tests that run as one.
        owners: the place of each one's class or file in ``rows``.
        rows: what runs around the tests of each class or file.
    """

    units: Ints
    owners: Ints
    rows: Sequence[list[int]]

    @classmethod
    def of(cls, view: View, fixtures: Fixtures, sources: Mapping[int, bool]) -> _Around:
        """Of all tests of a graph."""
        import numpy as np

        units = np.array([unit for unit, runs in sources.items() if runs], np.int64)
        parents = np.asarray(view.nodes["parent"], np.int64)[units]
        own = np.where(view.nodes_of(TYPE_KINDS)[units], units, parents)
        _, first, owners = np.unique(own, return_index=True, return_inverse=True)
        return cls(units, owners, [fixtures.around(unit) for unit in units[first].tolist()])

    def pairs(self) -> tuple[Ints, Ints]:
        """The place of a test in ``units`` and what runs around it, for all of both."""
        import numpy as np

        none = np.zeros(0, np.int64)
        ends = np.concatenate([none, *(np.array(rows, np.int64) for rows in self.rows if rows)])
        offsets = np.append([0], np.cumsum([len(rows) for rows in self.rows]).astype(np.int64))
        at, ends, _ = Steps(offsets, ends, ends).on(self.owners)
        return at, ends


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[Ints, Ints]:
    import numpy as np

    found = np.array(pairs, np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _closed(fixtures: Fixtures, rows: Iterable[int]) -> list[int]:
    """Fixtures with all those that they are given in turn."""
    found = dict.fromkeys(rows)
    queue = list(found)
    for row in queue:
        for more in fixtures.given(row):
            if more not in found:
                found[more] = None
                queue.append(more)
    return queue
