"""Every language has what the conformance suite asks for, or says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages.conformance import LEAST, ROOT, features, lacking, samples
from tests.projects import check_case, resolution_of, write

FILES = sorted(ROOT.glob("adapters/*/conformance.md"))
SAMPLES = [(path, name) for path in FILES for name in samples(path)]


@pytest.mark.parametrize(
    ("path", "name"), SAMPLES, ids=lambda item: getattr(item, "parent", Path(str(item))).name
)
def test_a_sample_of_a_feature_holds(path: Path, name: str, tmp_path: Path) -> None:
    case = samples(path)[name]
    assert case.files
    assert case.edges or case.nodes
    assert (
        check_case(case, resolution_of(write(tmp_path / "project", case.files), statements=True).graph) == []
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_a_language_shows_every_feature_or_says_why_it_has_none(path: Path) -> None:
    shown, missing = samples(path), lacking(path)
    assert set(shown) | set(missing) == set(features())
    assert not set(shown) & set(missing)
    assert len(shown) >= min(LEAST, len(features()) - len(missing))
