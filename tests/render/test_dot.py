"""DOT texts, drawn by the real Graphviz."""

from __future__ import annotations

from codegraph.render.dot import escape_dot, to_dot
from codegraph.render.picture import Picture, PictureEdge, PictureNode

from .labels import NASTY


def test_every_nasty_label_comes_back_as_it_went_in(graphviz) -> None:
    labels = [label for label in NASTY if "\t" not in label]
    picture = Picture(
        [PictureNode(label, external=i % 5 == 0) for i, label in enumerate(labels)],
        [PictureEdge(i, i + 1, f"calls ×{i}", dashed=i % 2 == 0) for i in range(len(labels) - 1)],
    )
    drawn, edges = graphviz(to_dot(picture))
    assert [drawn[f"n{i}"] for i in range(len(labels))] == labels
    assert sorted(edges) == sorted(f"n{e.src}->n{e.dst}" for e in picture.edges)


def test_control_characters_become_the_replacement_character(graphviz) -> None:
    assert escape_dot("a\x1bb\x00c\td") == "a\ufffdb\ufffdc\ufffdd"
    drawn, _ = graphviz(to_dot(Picture([PictureNode("a\x1b[31m\x00b")], [])))
    assert drawn == {"n0": "a\ufffd[31m\ufffdb"}


def test_an_empty_picture_is_a_valid_graph(graphviz) -> None:
    assert graphviz(to_dot(Picture([], []))) == ({}, [])


def test_nothing_is_cut() -> None:
    nodes = [PictureNode(str(i)) for i in range(2000)]
    text = to_dot(Picture(nodes, [PictureEdge(0, i) for i in range(2000)]))
    assert text.count("label=") == 2000
    assert text.count("->") == 2000
