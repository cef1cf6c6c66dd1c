"""Reads the samples of the conformance suite: one file a language, with a section for each feature."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from tests.projects import Case, case_of

ROOT = Path(__file__).parents[2]
LACKS = "Lacks"
LEAST = 40
_SECTION = re.compile(r"^# (?P<name>[\w-]+)(?:: .*)?$", re.MULTILINE)
_LACKING = re.compile(r"^- (?P<name>[\w-]+): (?P<why>.+)$", re.MULTILINE)


@cache
def features() -> dict[str, str]:
    """Every feature with what is asked of it."""
    return tomllib.loads((ROOT / "tests/languages/features.toml").read_text(encoding="utf-8"))


@cache
def samples(path: Path) -> dict[str, Case]:
    """The sample of each feature of a language."""
    return {name: case_of(name, text) for name, text in _sections(path).items() if name != LACKS}


def lacking(path: Path) -> dict[str, str]:
    """The features that a language does not have, and why."""
    return {m["name"]: m["why"] for m in _LACKING.finditer(_sections(path).get(LACKS, ""))}


@cache
def _sections(path: Path) -> dict[str, str]:
    pieces = _outside_code(path.read_text(encoding="utf-8"))
    names = pieces[1::2]
    assert len(names) == len(set(names)), f"{path}: sections twice"
    return dict(zip(names, pieces[2::2], strict=True))


def _outside_code(text: str) -> list[str]:
    """The text before the first section, then the name and the text of each; marks in code open no section."""
    pieces = [""]
    code = False
    for line in text.splitlines(keepends=True):
        code ^= line.startswith("```")
        section = _SECTION.match(line) if not code else None
        if section is None:
            pieces[-1] += line
        else:
            pieces += [section["name"], ""]
    return pieces
