"""What each language must yield, as written in `adapters/*/cases/*.md`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects import check_case, read_case, resolution_of, write

CASES = sorted(Path(__file__).parents[2].glob("adapters/*/cases/*.md"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_case_holds(path: Path, tmp_path: Path) -> None:
    case = read_case(path)
    assert case.files
    assert case.edges or case.nodes
    assert check_case(case, resolution_of(write(tmp_path, case.files)).graph) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_references_of_a_case_add_up(path: Path, tmp_path: Path) -> None:
    case = read_case(path)
    resolution = resolution_of(write(tmp_path, case.files))
    for tally in resolution.accuracy.values():
        assert tally["total"] == sum(number for name, number in tally.items() if name != "total")
    lost = sum(tally["unresolved"] for tally in resolution.accuracy.values())
    assert lost == len(resolution.graph.unresolved["src"])
