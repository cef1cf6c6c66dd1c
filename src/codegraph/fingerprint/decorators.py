"""Decorators that stand at one remove: through a decorator of the project's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import EXTERNAL_ROOT, SEPARATOR, EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View

_EXTERNAL = EXTERNAL_ROOT + SEPARATOR


class Indirect(NamedTuple):
    """A node that is as good as decorated.

    Args:
        row: the node.
        composed: whether the project's decorator only carries the external one, and does not derive from it.
    """

    row: int
    composed: bool


class Carried(NamedTuple):
    """A decorator that stands on a node through one of the project's own.

    Args:
        row: the node.
        place: line and column of the project's decorator there.
        carrier: the decorator of the project that carries the external one, maybe through others.
        carried: line and column of the external one, where it stands on the carrier.
        confidence: of the edge from the node.
    """

    row: int
    place: tuple[int, int]
    carrier: int
    carried: tuple[int, int]
    confidence: str


def carried(view: View, target: int) -> Iterator[Carried]:
    """The nodes that have an external decorator through decorators of the project that carry it."""
    queue = [(use.row, use.row, use.sites[0]) for use in view.into(target, {EdgeKind.DECORATES}) if use.sites]
    queue = [item for item in queue if view.is_type(item[0])]
    seen = {row for row, _, _ in queue}
    for row, carrier, place in queue:
        for use in view.into(row, {EdgeKind.DECORATES}):
            for site in use.sites:
                yield Carried(use.row, site, carrier, place, use.confidence)
            if view.is_type(use.row) and use.row not in seen:
                seen.add(use.row)
                queue.append((use.row, carrier, place))


def indirect(view: View) -> dict[int, list[Indirect]]:
    """By row of an external decorator, the nodes that have it though it does not stand on them.

    They have a decorator of the project that derives from it (as C#'s attributes do) or carries it (as Java's
    annotations do).
    """
    edges = view.edges
    plain: set[tuple[int, str]] = set()
    carried: dict[str, list[str]] = {}
    for edge in view.of_kind(EdgeKind.DECORATES):
        row, target = edges["src"][edge], view.fqns[edges["dst"][edge]]
        if not target.startswith(_EXTERNAL):
            plain.add((row, target))
        carried.setdefault(view.fqns[row], []).append(target)
    found: dict[int, dict[Indirect, None]] = {}
    stands_for: dict[str, dict[str, bool]] = {}
    for row, target in sorted(plain):
        if target not in stands_for:
            stands_for[target] = _stands_for(view, carried, target)
        for external, composed in stands_for[target].items():
            found.setdefault(view.row(external), {})[Indirect(row, composed)] = None
    return {external: list(nodes) for external, nodes in found.items()}


def _stands_for(view: View, carried: dict[str, list[str]], decorator: str) -> dict[str, bool]:
    """The external decorators that one of the project derives from (False) or carries (True), at any remove."""
    found: dict[str, bool] = {}
    seen = {decorator}
    queue = [(decorator, False)]
    for fqn, composed in queue:
        nearer = [(base, composed) for base in _bases(view, fqn)] + [(d, True) for d in carried.get(fqn, ())]
        for target, through in nearer:
            if target.startswith(_EXTERNAL):
                found[target] = found.get(target, True) and through
            elif target and target not in seen:
                seen.add(target)
                queue.append((target, through))
    return found


def _bases(view: View, fqn: str) -> Iterator[str]:
    row = view.row(fqn)
    if row >= 0 and view.is_type(row):
        for use in view.out(row, EdgeKind.EXTENDS):
            yield view.fqns[use.row]
