"""Search finds this project's own functions by what their documentation said, once it is blanked out."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.search import ask, derived
from benchmarks.search.documented import blanked, definitions
from benchmarks.search.questions import Question, Target

SOURCES = Path(__file__).resolve().parents[2] / "src" / "codegraph"


def blank_copy(target: Path, *folders: str) -> list[Question]:
    """Copy folders of the project without documentation; what it said is returned as questions."""
    asked = []
    for folder in folders:
        for path in sorted((SOURCES / folder).rglob("*.py")):
            source, name = path.read_bytes(), path.relative_to(SOURCES).as_posix()
            found = definitions(source, "python", ".py")
            for one in found:
                if one.is_callable and one.docs:
                    doc = source[one.docs[0].start : one.docs[0].end].decode()
                    asked.append((derived.question_of(doc, one.symbol), Target(name, one.symbol)))
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(blanked(source, found, "python"))
    return derived.choose(asked, "codegraph")


@pytest.mark.slow
def test_words_and_meaning_find_what_documentation_described(tmp_path: Path) -> None:
    questions = blank_copy(tmp_path, "search")
    ask.index(tmp_path, embeddings=True)
    found = {way.name: figures for way, figures in ask.ask(tmp_path, questions, ask.WAYS[:3])}
    assert found["lexical"].questions > 40
    assert found["lexical"].mrr > 0.35
    assert found["hybrid"].mrr > 0.4
