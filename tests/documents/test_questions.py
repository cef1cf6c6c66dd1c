"""Questions in plain words find their section among the first three, in documents and code alike."""

from __future__ import annotations

import shutil
from importlib.metadata import distribution
from pathlib import Path

import pytest

from codegraph import Codegraph, index
from tests.documents.questions import OWN, SYRUPY

ROOT = Path(__file__).parents[2]
FIRST = 3
WANTED = 54
"""Nine in ten."""
Question = tuple[str, ...]


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Codegraph]:
    """codegraph's own documents with some of its code, and the README and code of an installed package."""
    own, other = tmp_path_factory.mktemp("codegraph"), tmp_path_factory.mktemp("syrupy")
    for file in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/codegraph/search/*.py")):
        place = own / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    package = distribution("syrupy")
    readme = str(package.metadata.get_payload())
    (other / "README.md").write_text(readme, encoding="utf-8")
    for module in package.files or ():
        if module.parts[0] == "syrupy" and module.suffix == ".py":
            place = other / module
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(str(package.locate_file(module))), place)
    return {"codegraph": index(own), "syrupy": index(other)}


def missed(graph: Codegraph, questions: tuple[Question, ...]) -> list[str]:
    """The questions that none of their sections answers among the first hits, with what was found instead."""
    found = []
    for question, *sections in questions:
        hits = graph.search(question, top_k=FIRST).hits
        names = [hit.name for hit in hits if hit.kind == "section"]
        if not any(name.startswith(tuple(sections)) for name in names):
            found.append(f"{question}: {[hit.fqn for hit in hits]}")
    return found


@pytest.mark.slow
def test_sixty_questions_find_their_section_among_the_first_three(graphs: dict[str, Codegraph]) -> None:
    assert len(OWN) == len(SYRUPY) == 30
    wrong = [*missed(graphs["codegraph"], OWN), *missed(graphs["syrupy"], SYRUPY)]
    assert len(OWN) + len(SYRUPY) - len(wrong) >= WANTED, "\n".join(wrong)
