"""Finds the parts of a syntax node by what an adapter says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

LAST = "*"


def part_of(node: Node, field: str) -> Node | None:
    """The child in a field; for ``*`` the last named child that is in no field, None if there is none."""
    if field != LAST:
        return node.child_by_field_name(field)
    for number in range(node.named_child_count - 1, -1, -1):
        child = node.named_child(number)
        if child is not None and not child.is_extra and node.field_name_for_named_child(number) is None:
            return child
    return None
