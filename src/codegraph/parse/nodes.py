"""Finds the parts of a syntax node by what an adapter says of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

LAST = "*"


def part_of(node: Node, field: str) -> Node | None:
    """The child in a field, None if there is none.

    Args:
        field: its name; ``*`` for the last named child if it is in no field; where a grammar has no fields, node types
            in round brackets, ``(block|expression)``: the first child of one, with a ``$`` behind the last one; tokens
            as ``[base|this]``.
    """
    if field.isidentifier():
        return node.child_by_field_name(field)
    if field[:1] == "[":
        tokens = field.strip("[]").split("|")
        return next((child for child in node.children if child.type in tokens), None)
    if field[:1] == "(":
        types, last = _types(field)
        children = reversed(node.named_children) if last else node.named_children
        for child in children:
            if child.type in types:
                return child
        return None
    if field != LAST:
        return node.child_by_field_name(field)
    for number in range(node.named_child_count - 1, -1, -1):
        child = node.named_child(number)
        if child is not None and not child.is_extra:
            return child if node.field_name_for_named_child(number) is None else None
    return None


@lru_cache(maxsize=1024)
def _types(field: str) -> tuple[frozenset[str], bool]:
    return frozenset(field.strip("()$").split("|")), field[-1] == "$"
