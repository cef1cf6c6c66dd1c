"""Flowcharts, read back with the real Mermaid parser."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegraph.render.mermaid import MAX_CHARACTERS, escape_mermaid, to_mermaid
from codegraph.render.picture import Picture, PictureEdge, PictureNode

from .labels import NASTY


def star(leaves: int) -> Picture:
    """A hub with many leaves, and a pair that knows only itself."""
    nodes = [PictureNode("left"), PictureNode("right"), PictureNode("hub")]
    nodes += [PictureNode(f"leaf{i}") for i in range(leaves)]
    edges = [PictureEdge(0, 1, "calls"), *(PictureEdge(i + 3, 2, "calls") for i in range(leaves))]
    return Picture(nodes, edges)


def test_every_nasty_label_comes_back_as_it_went_in(mermaid) -> None:
    picture = Picture(
        [PictureNode(label, external=i % 5 == 0) for i, label in enumerate(NASTY)],
        [PictureEdge(i, i + 1, f"calls ×{i}", dashed=i % 2 == 0) for i in range(len(NASTY) - 1)],
    )
    (answer,) = mermaid([to_mermaid(picture)])
    assert "error" not in answer
    assert [answer["nodes"][f"n{i}"] for i in range(len(NASTY))] == [label.strip(" ") for label in NASTY]
    assert answer["edges"] == [[f"n{e.src}", f"n{e.dst}", e.label] for e in picture.edges]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp", "Cn", "Co"]) | st.just(" ")),
        min_size=1,
        max_size=30,
    )
)
def test_any_label_comes_back_as_it_went_in(mermaid, labels: list[str]) -> None:
    (answer,) = mermaid([to_mermaid(Picture([PictureNode(label) for label in labels], []))])
    assert list(answer["nodes"].values()) == [label.strip(" ") for label in labels]


def test_control_characters_become_the_replacement_character() -> None:
    assert escape_mermaid("a\x1b[31mb\x00\x7f") == "a\ufffd#91;31mb\ufffd\ufffd"


def test_a_small_picture_is_drawn_whole_and_says_nothing_about_more() -> None:
    assert to_mermaid(Picture([PictureNode("a"), PictureNode("b")], [PictureEdge(0, 1, "imports")])) == (
        'flowchart LR\n  n0["a"]\n  n1["b"]\n  n0 -->|"imports"| n1\n'
    )


def test_an_empty_picture_is_a_valid_flowchart(mermaid) -> None:
    (answer,) = mermaid([to_mermaid(Picture([], []))])
    assert answer == {"nodes": {}, "edges": []}


def test_too_many_edges_are_cut_with_the_least_connected_first(mermaid) -> None:
    text = to_mermaid(star(600))
    (answer,) = mermaid([text])
    assert len(answer["edges"]) == 400
    assert all(end == "n2" for _, end, _ in answer["edges"])
    assert answer["nodes"]["more"] == "… and 201 more edges, 202 more nodes"
    assert len(answer["nodes"]) == 402


def test_too_many_characters_are_cut() -> None:
    nodes = [PictureNode(f"{i}" * 300) for i in range(10, 99)] * 4
    text = to_mermaid(Picture(nodes, []))
    assert len(text) <= MAX_CHARACTERS
    assert "more nodes" in text
    assert len(text) > MAX_CHARACTERS - 1000


def test_external_boxes_are_drawn_dashed(mermaid) -> None:
    text = to_mermaid(Picture([PictureNode("a"), PictureNode("ext::pypi::requests", external=True)], []))
    assert text.endswith("  class n1 external\n")
    (answer,) = mermaid([text])
    assert "error" not in answer


def test_doors_have_round_ends_and_keep_their_labels(mermaid) -> None:
    picture = Picture(
        [PictureNode("GET /users/{id}", door=True), PictureNode("show")], [PictureEdge(0, 1, "handles")]
    )
    text = to_mermaid(picture)
    assert text.startswith('flowchart LR\n  n0(["GET /users/')
    (answer,) = mermaid([text])
    assert answer["nodes"] == {"n0": "GET /users/{id}", "n1": "show"}
