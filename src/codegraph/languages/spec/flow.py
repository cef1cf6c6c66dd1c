"""How control passes through statements, where languages differ."""

from __future__ import annotations

import msgspec


class FlowRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the kinds of statements do not tell.

    Args:
        breaks: whether ``break`` leaves a switch as it leaves a loop.
        levels: whether ``break 2`` leaves two loops.
        falls: node types of cases whose code goes on into the next case.
        exhaustive: node types of switches of which some case always holds.
        negated: node types whose body runs when the condition does not hold (``unless``, ``guard``).
        propagates: node types of expressions that leave the function when they fail (``f()?``).
        handlers: node types of handlers that may stand in any block, for the statements before them.
        inline: whether a function without a name that a call is given runs where it stands, so that a return in it
            leaves the function around.
    """

    breaks: bool = False
    levels: bool = False
    falls: list[str] = []
    exhaustive: list[str] = []
    negated: list[str] = []
    propagates: list[str] = []
    handlers: list[str] = []
    inline: bool = False
