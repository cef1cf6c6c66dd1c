"""Tests that tell what a value is: in which part of a file a name is known to be of a type."""

from __future__ import annotations

import pytest

from tests.parse.reading import read

HOLDS = {
    "def f(x):\n    if isinstance(x, A): x.m()": "narrow(x, ?A).m",
    "def f(x):\n    if isinstance(x, (A, B)): x.m()": "narrow(x, <tuple: ?A, ?B>).m",
    "def f(x):\n    if isinstance(x, A) or isinstance(x, B): x.m()": "narrow(x, (?A | ?B)).m",
    "def f(x):\n    if not isinstance(x, A): return\n    x.m()": "narrow(x, ?A).m",
    "def f(x):\n    if not isinstance(x, A): pass\n    x.m()": "x.m",
    "def f(x):\n    if isinstance(x, A): x = g()\n    x.m()": "x.m",
    "def f(x):\n    if isinstance(x, A) or y: x.m()": "x.m",
    "def f(x: T):\n    if isinstance(x, A): pass\n    else: x.m()": "exclude(x, ?A).m",
    "def f(x):\n    # isinstance(x, A)\n    x.m()": "x.m",
    "def f(x):\n    while isinstance(x.y, A): x.y.m()": "narrow(x.y, ?A).m",
    "def f(x):\n    assert isinstance(x, A)\n    def g(x): x.m()": "x.m",
    "def f(x):\n    if isinstance(x, A):\n        # nothing\n    x.m()": "x.m",
    "def f(x):\n    match x:\n        case A(): x.m()": "narrow(x, ?A).m",
}


@pytest.mark.parametrize("source", HOLDS)
def test_what_a_test_tells_holds_in_its_part(source: str) -> None:
    called = [line.split(" ", 3)[3] for line in read(source).references]
    assert [text for text in called if text.endswith(".m")] == [HOLDS[source]]
