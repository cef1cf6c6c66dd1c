"""Basic blocks: the steps of a control-flow graph that always run one after the other, as one."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.graph.flow import ENTRY, EXIT, RAISED, Flow


class Block(NamedTuple):
    """Steps that run one after the other; ``reachable`` when control can come here from the entry."""

    steps: list[int]
    reachable: bool


class BlockEdge(NamedTuple):
    """An edge between blocks by position, or ``ENTRY``, ``EXIT``, ``RAISED``; ``back`` when it closes a loop."""

    source: int
    target: int
    label: str
    back: bool


class Blocks(NamedTuple):
    """The basic blocks of a flow in the order of their first steps."""

    blocks: list[Block]
    edges: list[BlockEdge]


def blocks_of(flow: Flow) -> Blocks:
    """The basic blocks of a control-flow graph.

    A step joins the one before it where that leads to it alone and nothing else does; steps of different ``try``
    statements stay apart, and what an exception may reach begins a block.
    """
    after: dict[int, list[tuple[int, str]]] = {}
    before: dict[int, list[int]] = {}
    for source, target, label in flow.edges:
        after.setdefault(source, []).append((target, label))
        before.setdefault(target, []).append(source)
    joins = {
        number
        for number in range(len(flow.steps))
        if len(before.get(number, [])) == 1 and _leads_on(flow, before[number][0], number, after)
    }
    block_of: dict[int, int] = {}
    steps: list[list[int]] = []
    for number in range(len(flow.steps)):
        if number not in joins:
            block_of[number] = len(steps)
            steps.append([number])
            _extend(steps[-1], joins, after, block_of)
    for number in sorted(joins - set(block_of)):  # a circle that nothing leads into
        if number not in block_of:
            block_of[number] = len(steps)
            steps.append([number])
            _extend(steps[-1], joins, after, block_of)
    reached = _reached(after)
    edges = {
        (block_of.get(source, source), block_of.get(target, target), label): target <= source and target >= 0
        for source, target, label in flow.edges
        if not (target in joins and block_of[target] == block_of.get(source))
        or (source >= 0 and target <= source)
    }
    return Blocks(
        [Block(found, found[0] in reached) for found in steps],
        [BlockEdge(*edge, back) for edge, back in sorted(edges.items(), key=lambda item: _order(item[0]))],
    )


def _order(edge: tuple[int, int, str]) -> tuple[int, int, str]:
    source, target, label = edge
    return source, target if target >= 0 else 1 << 30, label


def _leads_on(flow: Flow, source: int, target: int, after: dict[int, list[tuple[int, str]]]) -> bool:
    if source < 0 or target <= source:
        return False
    normal = [(end, label) for end, label in after[source] if label != "exception"]
    return normal == [(target, "")] and flow.steps[source].regions == flow.steps[target].regions


def _extend(
    steps: list[int], joins: set[int], after: dict[int, list[tuple[int, str]]], block_of: dict[int, int]
) -> None:
    while True:
        following = [end for end, label in after.get(steps[-1], []) if end in joins and not label]
        if not following or following[0] in block_of:
            return
        block_of[following[0]] = block_of[steps[0]]
        steps.append(following[0])


def _reached(after: dict[int, list[tuple[int, str]]]) -> set[int]:
    found, waiting = {ENTRY}, [ENTRY]
    while waiting:
        for target, _ in after.get(waiting.pop(), []):
            if target not in found and target not in (EXIT, RAISED):
                found.add(target)
                waiting.append(target)
    return found
