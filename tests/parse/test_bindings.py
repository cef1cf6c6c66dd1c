"""Which names a Python file binds in which scope, and to what; what it imports and exports."""

from __future__ import annotations

import pytest

from tests.parse.reading import read


def test_functions_classes_and_comprehensions_have_scopes() -> None:
    shown = read("""
        def f():
            return [x for x in y], {k: v for k, v in z}
        class C:
            def m(self):
                return lambda: 1
        """)
    assert shown.scopes == [
        "module",
        "  function f",
        "    block f",
        "    block f",
        "  class C",
        "    function C.m",
        "      function C.m",
    ]


BINDINGS = {
    "x = f()": {"x": ["definition x", "value ?f()"]},
    "x: T = f()": {"x": ["definition x", "type ?T", "value ?f()"]},
    "x: 'a.T'": {"x": ["definition x", "type ?a.T"]},
    "x: 'List[T]'": {"x": ["definition x", "type ?List[?T]"]},
    "x = y = f()": {"x": ["definition x", "value ?f()"], "y": ["definition y", "value ?f()"]},
    "a, b = f()": {"a": ["definition a", "value ?f()#0"], "b": ["definition b", "value ?f()#1"]},
    "a, *b = f()": {"a": ["definition a", "value ?f()#0"], "b": ["definition b", "value ?f()[1:]"]},
    "a, *b, c, d = f()": {
        "a": ["definition a", "value ?f()#0"],
        "b": ["definition b", "value ?f()[1:]"],
        "c": ["definition c", "value ?f()#-2"],
        "d": ["definition d", "value ?f()#-1"],
    },
    "a, (b, c) = f()": {
        "a": ["definition a", "value ?f()#0"],
        "b": ["definition b", "value ?f()#1#0"],
        "c": ["definition c", "value ?f()#1#1"],
    },
    "a = {}\na['k'] = f": {"a": ["definition a", "value <dict>", "item <: k=?f>"]},
    "def f(): a[k] = g\na = {}": {
        "f": ["definition f"],
        "a": ["item <: *=?g>", "definition a", "value <dict>"],
    },
    "for x in f(): x.run()": {"x": ["value iterate(?f())"]},
    "for a, b in f(): b.run()": {"a": ["value iterate(?f())#0"], "b": ["value iterate(?f())#1"]},
    "with f() as x: x.run()": {"x": ["value enter(?f())"]},
    "try: pass\nexcept E as x: x.run()": {"x": ["catch ?E"]},
    "try: pass\nexcept (E, F) as x: x.run()": {"x": ["catch <tuple: ?E, ?F>"]},
    "if (x := f()): x.run()": {"x": ["definition x", "value ?f()"]},
    "import a.b": {"a": ["import module a.b"]},
    "import a.b as c": {"c": ["import module a.b as c"]},
    "from m import n": {"n": ["import named m n"]},
    "from ..m import n as k": {"k": ["import named ..m n as k"]},
    "from m import *": {"*": ["star star m"]},
    "def f(a, b: T, c=1): return a(b, c)": {
        "f": ["definition f"],
        "f.a": ["argument 0"],
        "f.b": ["type ?T"],
    },
    "def f(a: T, *b: T, c: T = 1):\n    a.x(); b.x(); c.x()": {
        "f": ["definition f"],
        "f.a": ["type ?T"],
        "f.b": ["parameter"],
        "f.c": ["type ?T"],
    },
    "def f(a=g): a()": {"f": ["definition f"], "f.a": ["parameter ?g", "argument 0"]},
    "def f():\n    global x\n    x = g()": {"f": ["definition f"], "x": ["value ?g()"]},
    "class C:\n    def m(self):\n        self.x = g()": {
        "C": ["definition C"],
        "C.m": ["definition C.m"],
        "C.x": ["definition C.x", "value ?g()"],
    },
    "x += f()": {},
    "del x": {},
}


@pytest.mark.parametrize("source", BINDINGS)
def test_what_names_stand_for(source: str) -> None:
    assert read(source).bindings == BINDINGS[source]


def test_variables_that_nothing_asks_for_are_left_out() -> None:
    shown = read("def f(a):\n    unused = 1\n    used = g()\n    return used.x()")
    assert set(shown.bindings) == {"f", "f.used"}


IMPORTS = {
    "import a": ["module a"],
    "import a, b.c as d": ["module a", "module b.c as d"],
    "from . import a": ["named . a"],
    "from .. a import b": ["named ..a b"],
    "from a import (b, c as d)": ["named a b", "named a c as d"],
    "def f():\n    import a": ["module a (local)"],
    "from __future__ import annotations": [],
    "if x:\n    import a": ["module a"],
}


@pytest.mark.parametrize("source", IMPORTS)
def test_imports(source: str) -> None:
    assert read(source).imports == IMPORTS[source]


def test_listed_names_are_exports() -> None:
    assert read("__all__ = ['a', 'b']\n__all__ += ('c',)").exports == ["listed a", "listed b", "listed c"]
    assert read("other = ['a']").exports == []
