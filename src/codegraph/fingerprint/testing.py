"""Which nodes are tests: by the tags that rules gave, and by paths where nothing speaks against it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from codegraph.model import TYPE_KINDS, Coded, Columns, EdgeKind, Graph, Level

TEST: Final = "test"
"""Tag of what a test runner runs: functions, classes that hold tests, files whose own code declares tests."""
SETUP: Final = "test-setup"
"""Tag of what runs around each test of its class or file."""
FIXTURE: Final = "test-fixture"
"""Tag of what is given to the tests that have a parameter of its name."""
CODE: Final = "test-code"
"""Tag of what is only there for tests."""

TEST_TAGS: Final = frozenset({TEST, SETUP, FIXTURE, CODE})
"""What has one of these is a test with all in it."""
_FOLDER_WORDS = ("test", "spec")


def with_tests(graph: Graph) -> Graph:
    """The graph with ``is_test`` by framework and by convention.

    What a rule says of a node holds for all in it, and for a class if it says it of one of its functions. A folder that
    is called like a folder of tests is none if code beside it imports from it.
    """
    tests = list(graph.nodes["is_test"])
    for row in _of_product(graph, tests):
        tests[row] = False
    _mark(graph.nodes, tests)
    return Graph({**graph.nodes, "is_test": tests}, graph.edges, graph.unresolved)


def _mark(nodes: Columns, tests: list[bool]) -> None:
    import numpy as np

    parents, kinds, tags = nodes["parent"], nodes["kind"], nodes["tags"]
    tagged = [row for row, names in enumerate(tags) if names and not TEST_TAGS.isdisjoint(names)]
    if not tagged:
        return
    for row in tagged:
        if TEST in tags[row] and parents[row] >= 0 and kinds[parents[row]] in TYPE_KINDS:
            tests[parents[row]] = True
    marked = np.zeros(len(tests) + 1, bool)  # the last entry is for nodes without a parent
    marked[tagged] = True
    above = np.append(np.asarray(parents, np.int64), -1)
    while not np.array_equal(marked, further := marked | marked[above]):
        marked = further
    for row in np.flatnonzero(marked[:-1] & ~np.array(tests, bool)).tolist():
        tests[row] = True


def _of_product(graph: Graph, tests: list[bool]) -> Iterable[int]:
    """Rows of what lies in folders that are called like those of tests and are part of the product."""
    import numpy as np

    nodes, edges = graph.nodes, graph.edges
    levels, paths = nodes["level"], nodes["path"]
    folders: set[str] = set()
    wanted = Coded.of(edges["kind"]).where(EdgeKind.IMPORTS) & Coded.of(edges["type_only"]).where(False)
    for edge in np.flatnonzero(wanted).tolist():
        src, dst = edges["src"][edge], edges["dst"][edge]
        if tests[dst] and not tests[src] and levels[dst] == Level.MODULE:
            above, folder = _folder_of_tests(paths[dst])
            if above and paths[src].startswith(f"{above}/"):
                folders.add(folder)
    if not folders:
        return []
    heads = tuple(f"{folder}/" for folder in folders)
    fitting = {path for path in set(paths) if path.startswith(heads) and not _named_like_a_test(path)}
    return [row for row, path in enumerate(paths) if tests[row] and path in fitting]


def _folder_of_tests(path: str) -> tuple[str, str]:
    """The outermost folder that is called like a folder of tests, and what it lies in."""
    parts = path.split("/")[:-1]
    for at, part in enumerate(parts):
        if any(word in part.lower() for word in _FOLDER_WORDS):
            return "/".join(parts[:at]), "/".join(parts[: at + 1])
    return "", ""


def _named_like_a_test(path: str) -> bool:
    """Whether the file's own name says so, or a further folder's."""
    below = path[len(_folder_of_tests(path)[1]) + 1 :].lower()
    return any(word in below for word in _FOLDER_WORDS)
