"""What is embedded of packages and of the repository."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from codegraph.embed.packages import MAX_README, package_chunks
from tests.graphs import make_graph

if TYPE_CHECKING:
    from codegraph.model import Columns

SHOP = """
monorepo  //shop          @
package   shop            @
module    shop::cart      @cart.py
module    shop::mail      @mail.py
"""


def nodes(readme: bool, **attributes: Any) -> Columns:
    graph = make_graph(SHOP + ("module shop::README.md @README.md\n" if readme else ""))
    columns = {name: list(values) for name, values in graph.nodes.items()}
    for row, (fqn, path) in enumerate(zip(columns["fqn"], columns["path"], strict=True)):
        columns["language"][row] = "markdown" if path.endswith(".md") else "python" if path else ""
        columns["parent"][row] = columns["fqn"].index("shop") if fqn.startswith("shop::") else -1
        if fqn == "shop":
            columns["attributes"][row] = json.dumps(attributes)
    return columns


def chunks(text: str | None, remote: str = "", **attributes: Any) -> list[dict[str, Any]]:
    found = package_chunks(
        nodes(text is not None, **attributes),
        lambda path: (text or "").encode(),
        remote=remote,
        max_text_chars=2000,
    )
    return [chunk for chunk in found if chunk["id"].startswith("shop#")]


def test_without_a_readme_the_metadata_makes_one_chunk() -> None:
    (chunk,) = chunks(None, description="Sells things.", topics=["shop", "cart"])
    assert chunk["dense_text"] == "shop\nSells things.\nwritten in python\ntopics: shop, cart"
    assert chunk["source"] == "metadata"


def test_a_package_that_nothing_describes_says_what_it_contains() -> None:
    (chunk,) = chunks(None)
    assert chunk["dense_text"] == "shop\nwritten in python\ncontains cart, mail"


def test_the_readme_comes_without_badges_comments_images_and_targets() -> None:
    readme = """\
# Shop [![build](https://ci/badge.svg)](https://ci)
<!-- a note
to editors -->
<p align="center"><img src="logo.png"></p>

Sells [things](https://example.org/things "Things") &amp; more, see [the guide][guide].

[guide]: docs/guide.md
"""
    (chunk,) = chunks(readme, remote="acme/web-shop")
    assert chunk["dense_text"] == (
        "shop (acme/web-shop)\nwritten in python\n# Shop\n\nSells things & more, see the guide."
    )
    assert chunk["source"] == "metadata+readme"


@pytest.mark.parametrize(("length", "size"), [(5_000, 900), (20_000, 760), (60_000, 640), (300_000, 640)])
def test_chunks_are_smaller_the_longer_the_readme_is(length: int, size: int) -> None:
    text = "".join(f"word{n} " for n in range(length // 8))[:length]
    found = chunks(text)
    longest = max(len(chunk["sparse_text"]) for chunk in found)
    assert size - 20 < longest <= size
    assert sum(len(chunk["sparse_text"]) for chunk in found) < 1.3 * min(length, MAX_README)
    assert [chunk["index"] for chunk in found] == list(range(len(found)))


def test_the_repository_says_what_the_package_of_its_root_says() -> None:
    found = {
        c["id"]: c["dense_text"]
        for c in package_chunks(nodes(True), lambda path: b"Hello.", max_text_chars=2000)
    }
    assert found["shop#0"] == "shop\nwritten in python\nHello."
    assert found["//shop#0"].endswith("shop\nwritten in python\nHello.")
