"""Names as short as they can be while they still mean one node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.graph.lookup import candidates
from codegraph.model import SEPARATOR, Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_FROM = 2  # <package>::<module>::...


def short_name(view: GraphView, row: int) -> str:
    """The shortest tail of an FQN that is found again as this node alone; a module or package has no tail.

    ``shop::shop/cart::Cart::total`` is ``Cart.total``, where there is no other.
    """
    fqn = view.fqn(row)
    parts = fqn.split(SEPARATOR)
    if view.level(row) != Level.SYMBOL or len(parts) <= _FROM:
        return fqn
    return next((tail for tail in _tails(parts[1], parts[_FROM:]) if candidates(view, tail) == [row]), fqn)


def _tails(module: str, symbols: list[str]) -> Iterator[str]:
    """``Cart.total``, ``Cart::total``, ``cart::Cart::total``, ``shop/cart::Cart::total``; members with their class."""
    for begin in range(max(len(symbols) - 2, 0), -1, -1):
        yield ".".join(symbols[begin:])
    inside = SEPARATOR.join(symbols)
    yield inside
    folders = module.split("/")
    for begin in range(len(folders) - 1, -1, -1):
        yield f"{'/'.join(folders[begin:])}{SEPARATOR}{inside}"
