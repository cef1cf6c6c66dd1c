"""Data flow: which written value each reading place may see."""

from __future__ import annotations

from codegraph.graph.dataflow import Access, links_of
from codegraph.graph.flow import ENTRY, EXIT, Flow, Step


def links(edges: list[tuple[int, int, str]], accesses: dict[int, list[Access]]) -> list[tuple[str, int, int]]:
    """The links of a flow of as many steps as the edges have."""
    count = 1 + max(end for edge in edges for end in edge[:2])
    return [tuple(link) for link in links_of(Flow([Step([], ()) for _ in range(count)], edges), accesses)]


def write(name: str, place: int) -> Access:
    return Access(name, place, reads=False, writes=True)


def read(name: str, place: int) -> Access:
    return Access(name, place, reads=True, writes=False)


def test_a_later_write_hides_an_earlier_one() -> None:
    edges = [(ENTRY, 0, ""), (0, 1, ""), (1, 2, ""), (2, EXIT, "")]
    assert links(edges, {0: [write("x", 10)], 1: [write("x", 11)], 2: [read("x", 12)]}) == [("x", 11, 12)]


def test_both_ways_of_a_condition_may_have_written() -> None:
    edges = [(ENTRY, 0, ""), (0, 1, "true"), (0, 2, "false"), (1, 2, ""), (2, EXIT, "")]
    found = links(edges, {ENTRY: [write("x", 1)], 1: [write("x", 10)], 2: [read("x", 20)]})
    assert found == [("x", 1, 20), ("x", 10, 20)]


def test_a_loop_sees_what_it_wrote_the_time_before() -> None:
    edges = [(ENTRY, 0, ""), (0, 1, "true"), (1, 0, ""), (0, EXIT, "false")]
    found = links(edges, {ENTRY: [write("x", 1)], 1: [Access("x", 10, reads=True, writes=True)]})
    assert found == [("x", 1, 10), ("x", 10, 10)]


def test_a_handler_may_see_the_value_before_and_after_what_failed() -> None:
    edges = [(ENTRY, 0, ""), (0, 1, "exception"), (0, EXIT, ""), (1, EXIT, "")]
    found = links(edges, {ENTRY: [write("x", 1)], 0: [write("x", 10)], 1: [read("x", 20)]})
    assert found == [("x", 1, 20), ("x", 10, 20)]


def test_what_nothing_here_wrote_comes_from_outside() -> None:
    assert links([(ENTRY, 0, ""), (0, EXIT, "")], {0: [read("x", 5)]}) == [("x", -1, 5)]
