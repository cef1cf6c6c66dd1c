"""Methods that give the class which answers below their path: sub-resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegraph.fingerprint.origins import Sources

MAX_DEPTH = 4  # of resources in resources


def located(
    sources: Sources, found: list[tuple[int, list[str]]], known: set[int]
) -> Iterator[tuple[int, int, str]]:
    """The classes that methods give: the class around the method, the class given, the path between them.

    Args:
        sources: reads what methods give.
        found: methods with a path but no route of their own, each with its paths.
        known: classes with a path of their own.
    """
    view = sources.view
    waiting = [
        (view.nodes["parent"][row], given, path)
        for row, paths in found
        for given in given_by(sources, row)
        for path in paths
    ]
    for _ in range(MAX_DEPTH):
        ready = [item for item in waiting if item[0] in known]
        waiting = [item for item in waiting if item[0] not in known]
        yield from ready
        known.update(given for _, given, _ in ready)


def given_by(sources: Sources, row: int) -> list[int]:
    """The classes of the project that a method is declared to give, or makes where it says no more than that."""
    function = sources.function(row)
    if function is None:
        return []
    file, node = function
    declared = node.child_by_field_name("type")
    places = [declared] if declared is not None else []
    places += [value.node for value in sources.returned(row)]
    view = sources.view
    for place in places:
        rows = [use.row for _, _, _, use in file.within(place) if view.is_type(use.row)]
        own = [found for found in dict.fromkeys(rows) if not sources.is_external(found)]
        if own:
            return own[:1]
    return []
