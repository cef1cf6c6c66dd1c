"""Paths of URLs in every framework's spelling."""

from __future__ import annotations

import pytest

from codegraph.graph.urls import MAX_PATH, covers, shape_of, shapes_of


@pytest.mark.parametrize(
    ("path", "text", "parameters"),
    [
        ("/users/:id", "/users/{}", ("id",)),
        ("/users/:id(\\d+)/avatar", "/users/{}/avatar", ("id",)),
        ("/users/{id}", "/users/{}", ("id",)),
        ("/users/{id:int}", "/users/{}", ("id",)),
        ("/users/{id:[0-9]{3}}/x", "/users/{}/x", ("id",)),
        ("/files/{path:.+/x}", "/files/{}", ("path",)),
        ("/files/{*rest}", "/files/{}", ("rest",)),
        ("/files/{**rest}", "/files/{}", ("rest",)),
        ("/orders/<number>", "/orders/{}", ("number",)),
        ("/orders/<int:number>/", "/orders/{}", ("number",)),
        ("/blog/[slug]", "/blog/{}", ("slug",)),
        ("/blog/[...rest]", "/blog/{}", ("rest",)),
        ("/notes/$noteId/edit", "/notes/{}/edit", ("noteId",)),
        ("^users/(?P<pk>[0-9]+)/$", "/users/{}", ("pk",)),
        ("/static/*", "/static/{}", ()),
        ("/static/*path", "/static/{}", ("path",)),
        ("/{name}.{ext}", "/{}.{}", ("name", "ext")),
        ("/flights/:from-:to", "/flights/{}-{}", ("from", "to")),
        ("/items:batch", "/items:batch", ()),
        ("//a//b/", "/a/b", ()),
        ("", "/", ()),
    ],
)
def test_a_parameter_is_one_in_every_spelling(path: str, text: str, parameters: tuple[str, ...]) -> None:
    shape = shape_of(path)
    assert (shape.text, shape.parameters) == (text, parameters)


@pytest.mark.parametrize("path", ["/a/:id?", "/a/{id?}", "/a/{id:int?}", "/a/[[...id]]"])
def test_a_last_parameter_that_may_be_left_out_gives_two_shapes(path: str) -> None:
    assert [shape.text for shape in shapes_of(path)] == ["/a/{}", "/a"]


def test_a_parameter_covers_words_but_not_itself() -> None:
    assert covers(("users", "{}"), ("users", "me"))
    assert not covers(("users", "{}"), ("users", "{}"))
    assert not covers(("users", "me"), ("users", "{}"))
    assert not covers(("users", "{}"), ("users", "me", "avatar"))


def test_a_path_beyond_all_reason_is_taken_as_it_is_written() -> None:
    path = "/{" + "a" * MAX_PATH
    assert shape_of(path + "}").text == path + "}"
