"""Pairs of a test and what it has: fixtures that it asks for, those that these ask for, what runs around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

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

    rows = np.asarray(list(_pairs(view, fixtures, sources)), np.int64).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def asked_pairs(view: View, fixtures: Fixtures, sources: Mapping[int, bool]) -> Iterator[tuple[int, int]]:
    """Tests and fixtures with what each is given itself, and tests with what runs around them.

    What runs around very many tests stands for the members of its own class or, outside of classes, for the files in
    which these tests are. No pair comes twice.
    """
    units = [unit for unit, runs in sources.items() if runs]
    for row in dict.fromkeys([*units, *fixtures.rows]):
        yield from ((row, given) for given in fixtures.given(row))
    users: dict[int, list[int]] = {}
    for unit in units:
        given = set(fixtures.given(unit))
        for row in fixtures.around(unit):
            if row != unit and row not in given:
                users.setdefault(row, []).append(unit)
    for row, around in users.items():
        if len(around) <= MAX_AROUND:
            yield from ((unit, row) for unit in around)
        elif view.is_type(owner := view.nodes["parent"][row]):
            yield owner, row
        else:
            yield from ((module, row) for module in sorted({view.module(unit) for unit in around}))


def _pairs(view: View, fixtures: Fixtures, sources: Mapping[int, bool]) -> Iterator[tuple[int, int]]:
    units = [unit for unit, runs in sources.items() if runs]
    around = {unit: fixtures.around(unit) for unit in units}
    times = Counter(chain.from_iterable(around.values()))
    shared = sorted(row for row, count in times.items() if count > MAX_AROUND)
    for row in shared:
        owner = view.nodes["parent"][row]
        yield from ((owner, given) for given in _closed(fixtures, [row]))
    common = set(shared)
    for unit in units:
        own = [row for row in around[unit] if row not in common]
        given = fixtures.given(unit)
        if own or given:
            yield from ((unit, row) for row in _closed(fixtures, [*given, *own]) if row != unit)


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
