"""What is read of a call's arguments, in every language's notation."""

from __future__ import annotations

from typing import Any

import pytest

from codegraph.fingerprint.arguments import UNKNOWN, Arguments, Reader
from codegraph.fingerprint.origins import Sources
from codegraph.fingerprint.trees import Expr, File, Trees
from codegraph.fingerprint.view import View
from tests.fingerprint.reading import files_of, registry, resolved

U = UNKNOWN

CASES: dict[str, tuple[str, str, list[Any], dict[str, Any]]] = {
    "python": (
        "python",
        (
            'A = "/a"\nB = A + "/b"\n'
            'f("x", r"\\d", B, f"{A}/c", [1, 2.5, True], {"k": None}, other(), p="/y", *rest, **more)\n'
        ),
        ["x", "\\d", "/a/b", "/a/c", [1, 2.5, True], {"k": None}, U],
        {"p": "/y"},
    ),
    "javascript": (
        "javascript",
        "const A = '/a';\nf('x', `y`, `${A}/b`, A + '/c', [1, 'z'], { k: true, 'l': null }, g(), -1);\n",
        ["x", "y", "/a/b", "/a/c", [1, "z"], {"k": True, "l": None}, U, U],
        {},
    ),
    "typescript": (
        "typescript",
        "const A = '/a' as const;\nenum P { Q = '/q' }\nf(A as string, 'x'!, { path: A });\n",
        ["/a", "x", {"path": "/a"}],
        {},
    ),
    "go": (
        "go",
        'package a\nconst A = "/a"\nfunc g() { f("x", `y`, A+"/b", []string{"p", "q"}, 3, true, nil) }\n',
        ["x", "y", "/a/b", ["p", "q"], 3, True, None],
        {},
    ),
    "java": (
        "java",
        (
            'class C { static final String A = "/a"; void g() {'
            '  f("x", A + "/b", C.A, new String[]{"p"}, 7L, false, null); } }'
        ),
        ["x", "/a/b", "/a", ["p"], 7, False, None],
        {},
    ),
    "kotlin": (
        "kotlin",
        'const val A = "/a"\nfun g() { f("x", A + "/b", "$A/c", true, path = "/y") }\n',
        ["x", "/a/b", U, True],
        {"path": "/y"},
    ),
    "csharp": (
        "csharp",
        (
            'class C { const string A = "/a"; void G() {'
            '  f("x", A + "/b", $"{A}/c", new[] { "p", "q" }, 7, true, name: "n"); } }'
        ),
        ["x", "/a/b", "/a/c", ["p", "q"], 7, True],
        {"name": "n"},
    ),
    "rust": (
        "rust",
        'const A: &str = "/a";\nfn g() { f("x", r"y", A, &A, [1, 2], true, h()); }\n',
        ["x", "y", "/a", "/a", [1, 2], True, U],
        {},
    ),
    "php": (
        "php",
        "<?php\nconst A = '/a';\nf('x', \"y\", A . '/b', ['p', 'q'], ['k' => 'v'], 7, true, null, name: 'n');\n",
        ["x", "y", "/a/b", ["p", "q"], {"k": "v"}, 7, True, None],
        {"name": "n"},
    ),
    "ruby": (
        "ruby",
        "A = '/a'\nf 'x', :y, %i[p q], [1, 'z'], true, nil, to: 'n', 'on' => :m\n",
        ["x", "y", ["p", "q"], [1, "z"], True, None],
        {"to": "n"},
    ),
}


def called(code: str, language: str) -> tuple[Reader, Arguments]:
    """The arguments of the call of ``f`` in a file."""
    files = files_of(code, language)
    view = View(resolved(files).graph)
    trees = Trees(view, registry(), lambda path: files[path].encode())
    reader = Reader(Sources(view, trees).given)
    file = trees.file(view.module_at(next(iter(files))))
    assert file is not None
    return reader, reader.arguments(Expr(file, _call(file, file.root)))


def _call(file: File, node: Any) -> Any:
    if file.op(node) == "call":
        name = file.callee(node)[1]
        if name is not None and file.text(name) == "f":
            return node
    for child in node.named_children:
        found = _call(file, child)
        if found is not None:
            return found
    return None


@pytest.mark.parametrize("name", CASES)
def test_arguments_are_read_in_the_notation_of(name: str) -> None:
    language, code, positional, keywords = CASES[name]
    reader, arguments = called(code, language)
    assert [reader.value(item) for item in arguments.positional][: len(positional)] == positional
    read = {key: reader.value(value) for key, value in arguments.keywords.items()}
    assert read.items() >= keywords.items()


def test_what_may_be_more_arguments_makes_them_not_whole() -> None:
    assert not called("f(1, *rest)\n", "python")[1].whole
    assert not called("f(1, ...rest);\n", "javascript")[1].whole
    assert called("f(1)\n", "python")[1].whole


def test_what_a_string_puts_together_has_holes_where_nothing_is_known() -> None:
    reader, arguments = called("f(`/users/${id}/avatar`, '/a/' + id);\n", "javascript")
    assert [reader.parts(item) for item in arguments.positional] == [
        ["/users/", None, "/avatar"],
        ["/a/", None],
    ]


def test_constants_that_name_each_other_end() -> None:
    reader, arguments = called("A = B\nB = A\nf(A)\n", "python")
    assert reader.value(arguments.positional[0]) is UNKNOWN
