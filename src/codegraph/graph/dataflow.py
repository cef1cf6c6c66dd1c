"""Which values a variable may have where it is read: the definitions that reach each step of a control-flow graph.

Reaching definitions as in Kildall (1973), "A unified approach to global program optimization": a definition reaches a
step when there is a way to it on which nothing else gives the variable a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from codegraph.graph.flow import ENTRY, Flow


class Access(NamedTuple):
    """A variable that a step reads, writes or both; ``place`` tells accesses apart."""

    name: str
    place: int
    reads: bool
    writes: bool


class Link(NamedTuple):
    """A value that may come from one access (``place``, -1 for what is not of this function) to another one."""

    name: str
    source: int
    target: int


def links_of(flow: Flow, accesses: Mapping[int, Sequence[Access]]) -> list[Link]:
    """Where the values come from that are read, by reader and writer.

    Args:
        flow: the steps and their edges.
        accesses: what each step (``ENTRY`` for parameters) reads and writes, in order. Within a step all is read before
            anything is written.
    """
    before: dict[int, list[int]] = {}
    interrupted: dict[
        int, list[int]
    ] = {}  # where an exception comes from: the value before may still be there
    after: dict[int, list[int]] = {}
    for source, target, label in flow.edges:
        before.setdefault(target, []).append(source)
        if label == "exception":
            interrupted.setdefault(target, []).append(source)
        after.setdefault(source, []).append(target)
    written = {step: {access.name for access in found if access.writes} for step, found in accesses.items()}
    made = {
        step: {(access.name, access.place) for access in found if access.writes}
        for step, found in accesses.items()
    }
    reaching: dict[int, set[tuple[str, int]]] = {}
    leaving: dict[int, set[tuple[str, int]]] = {}
    waiting = [ENTRY, *range(len(flow.steps)), *(end for end in before if end < ENTRY)]
    queued = set(waiting)
    while waiting:
        step = waiting.pop(0)
        queued.discard(step)
        inside: set[tuple[str, int]] = set()
        for one in before.get(step, []):
            inside |= leaving.get(one, set())
        for one in interrupted.get(step, []):
            inside |= reaching.get(one, set())
        changed = inside != reaching.get(step)
        reaching[step] = inside
        killed = written.get(step, set())
        out = {item for item in inside if item[0] not in killed} | made.get(step, set())
        if changed or out != leaving.get(step):
            leaving[step] = out
            for one in after.get(step, []):
                if one not in queued:
                    queued.add(one)
                    waiting.append(one)
    found = []
    for step, read in accesses.items():
        for access in read:
            if access.reads:
                sources = {place for name, place in reaching.get(step, set()) if name == access.name}
                found += [Link(access.name, source, access.place) for source in sources or {-1}]
    return sorted(found, key=lambda link: (link.target, link.source, link.name))
