"""The pictures of the command line in docs/: small, whole in themselves, shown, and made the same twice."""

from __future__ import annotations

import importlib.util
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_pictures", ROOT / "docs" / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_a_picture_for_each_question(script: ModuleType) -> None:
    assert [picture.stem for picture in PICTURES] == sorted([*script.QUESTIONS, "graph"])


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_pictures_are_small_and_load_nothing(picture: Path) -> None:
    text = picture.read_text(encoding="utf-8")
    assert len(text) < 100_000
    ET.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", text))
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", re.sub(r"<!DOCTYPE[^>]*>", "", text)))
    assert all(address.startswith("http://www.w3.org/") for address in addresses)
    assert "@font-face" not in text
    assert "url(http" not in text


def test_the_pages_show_every_picture() -> None:
    shown = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/cli.md"))
    assert all(f"pictures/{picture.name}" in shown for picture in PICTURES)


def test_a_picture_is_made_the_same_twice(script: ModuleType, shop: Path) -> None:
    words = ["impact", "Cart.total"]
    first, second = (script.picture(script.asked(shop, words), "impact", words) for _ in range(2))
    assert first == second
    assert "$&#160;codegraph&#160;impact&#160;Cart.total" in first
    assert "GiftCart.total" in first
