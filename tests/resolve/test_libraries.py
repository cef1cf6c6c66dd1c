"""What calls through the objects of frameworks denote, by the tables of these.

Each file of ``libraries/`` is a small project; a comment ``=> a b`` at the end of a line names what is outside of the
project and referred to there, without ``ext::``; after ``=> not`` stands what is not.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from codegraph.fingerprint import load_rules
from tests.projects import read_case, resolution_of, write

if TYPE_CHECKING:
    from codegraph.model import Graph

CASES = sorted((Path(__file__).parent / "libraries").glob("*.md"))
MARK = re.compile(r"(?://|#) => (not )?(.+)$")


def outside(graph: Graph) -> dict[tuple[str, int], set[str]]:
    """What each line of each file refers to that is outside of the project."""
    found: dict[tuple[str, int], set[str]] = {}
    nodes, edges = graph.nodes, graph.edges
    for src, dst, sites in zip(edges["src"], edges["dst"], edges["sites"], strict=True):
        name = nodes["fqn"][dst]
        for line in sites[::2] if name.startswith("ext::") else ():
            found.setdefault((nodes["path"][src], line), set()).add(name.removeprefix("ext::"))
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_is_called_through_a_framework_has_the_name_of_its_type(path: Path, tmp_path: Path) -> None:
    files = read_case(path).files
    found = outside(resolution_of(write(tmp_path, files), library=load_rules().library).graph)
    wanted = 0
    wrong = []
    for name, text in files.items():
        for number, line in enumerate(text.splitlines(), 1):
            mark = MARK.search(line)
            if mark is None:
                continue
            there, named = found.get((name, number), set()), set(mark[2].split())
            wanted += len(named)
            if named & there if mark[1] else named - there:
                wrong.append(f"{name}:{number}: {sorted(named)}, but there is {sorted(there)}")
    assert wrong == []
    assert wanted
