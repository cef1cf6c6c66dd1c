"""Impact as a comment: what is cut stays whole Markdown."""

from __future__ import annotations

from codegraph.tools.impact_markdown import Section, fitting


def test_code_that_is_cut_is_closed() -> None:
    commands = [f"tests/test_{number}.py" for number in range(40)]
    kept = fitting(Section("Tests to run", ["pytest (40 tests):\n\n````text", *commands, "````"]), 300)
    assert kept is not None
    assert kept.title == "Tests to run, cut"
    assert kept.lines[-1] == "````"
    assert 5 < len(kept.lines) < 40


def test_code_that_ends_before_the_cut_is_left_as_it_is() -> None:
    lines = [
        "pytest (1 test):\n\n```text",
        "tests/test_a.py",
        "```",
        *(f"- {number}" for number in range(40)),
    ]
    kept = fitting(Section("Tests to run", lines), 120)
    assert kept is not None
    assert kept.lines == lines[: len(kept.lines)]
