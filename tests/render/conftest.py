"""The real readers of what we write: Mermaid's parser under Node, and Graphviz."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

MERMAID = Path(__file__).parent / "mermaid"


def missing(what: str, install: str) -> None:
    """Skip on a developer's machine; in CI a missing reader is a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing in CI: {install}")
    pytest.skip(f"{what} is not installed ({install})")


@pytest.fixture(scope="session")
def mermaid() -> Callable[[list[str]], list[dict[str, Any]]]:
    """Parse flowcharts with the real parser: nodes with the labels a browser shows, edges, or an error."""
    if not shutil.which("node") or not (MERMAID / "node_modules" / "mermaid").is_dir():
        missing("the Mermaid parser", "npm install --prefix tests/render/mermaid")

    def parse(texts: list[str]) -> list[dict[str, Any]]:
        done = subprocess.run(
            ["node", str(MERMAID / "parse.mjs")],
            input=json.dumps(texts).encode(),
            capture_output=True,
            check=True,
            timeout=120,
        )
        answers: list[dict[str, Any]] = json.loads(done.stdout)
        return answers

    return parse


@pytest.fixture(scope="session")
def graphviz() -> Callable[[str], tuple[dict[str, str], list[str]]]:
    """Draw a DOT text with the real ``dot``: labels by node id as the SVG shows them, and edge titles."""
    if not shutil.which("dot"):
        missing("Graphviz", "apt-get install graphviz")

    def draw(text: str) -> tuple[dict[str, str], list[str]]:
        done = subprocess.run(
            ["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True, timeout=120
        )
        return _read_svg(done.stdout)

    return draw


def _read_svg(svg: bytes) -> tuple[dict[str, str], list[str]]:
    space = "{http://www.w3.org/2000/svg}"
    labels: dict[str, str] = {}
    edges: list[str] = []
    for group in ET.fromstring(re.sub(rb"<!DOCTYPE[^>]*>", b"", svg)).iter(f"{space}g"):
        title = group.findtext(f"{space}title") or ""
        if group.get("class") == "node":
            lines = [text.text or "" for text in group.findall(f"{space}text")]
            labels[title] = "\n".join(lines).replace("\xa0", " ")
        elif group.get("class") == "edge":
            edges.append(title)
    return labels, edges
