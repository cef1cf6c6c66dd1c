"""Decorators that stand at one remove: on a parameter, or through a decorator of the project's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import EXTERNAL_ROOT, SEPARATOR, EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.routers import Called
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


def indirect(view: View, decorations: Iterable[Called]) -> dict[str, list[Indirect]]:
    """By FQN of an external decorator, the nodes that have it though it does not stand on them.

    It stands on one of their parameters, or they have a decorator of the project that derives from it (as C#'s
    attributes do) or carries it (as Java's annotations do).
    """
    plain: set[tuple[int, str]] = set()
    carried: dict[str, list[str]] = {}
    for item in decorations:
        plain.add((item.node, item.target))
        carried.setdefault(view.fqns[item.node], []).append(item.target)
    found: dict[str, dict[Indirect, None]] = {}
    stands_for: dict[str, dict[str, bool]] = {}
    for row, target in sorted(plain | _decorates(view)):
        if not target.startswith(_EXTERNAL):
            if target not in stands_for:
                stands_for[target] = _stands_for(view, carried, target)
            for external, composed in stands_for[target].items():
                found.setdefault(external, {})[Indirect(row, composed)] = None
        elif (row, target) not in plain:
            found.setdefault(target, {})[Indirect(row, False)] = None
    return {external: list(nodes) for external, nodes in found.items()}


def _decorates(view: View) -> set[tuple[int, str]]:
    edges = view.edges
    rows = [row for row, kind in enumerate(edges["kind"]) if kind == EdgeKind.DECORATES]
    return {(edges["src"][row], view.fqns[edges["dst"][row]]) for row in rows}


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
