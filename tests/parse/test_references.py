"""What a Python file uses: calls, values, types, bases, and the expressions that say which."""

from __future__ import annotations

import pytest

from tests.parse.reading import read

USES = {
    "f()": ["call ?f"],
    "a.b.c()": ["call ?a.b.c"],
    "f()()": ["call ?f", "call ?f()"],
    "f().g()": ["call ?f", "call ?f().g"],
    "f(g)": ["call ?f", "value ?g"],
    "f(a.g, key=h)": ["call ?f", "value ?a.g", "value ?h"],
    "f(1, 'x', None, True)": ["call ?f"],
    "x = g": ["value ?g"],
    "x = [g, (h,), {i}, {'k': j}]": ["value ?g", "value ?h", "value ?i", "value ?j"],
    "x = g if a else h": ["value ?g", "value ?a", "value ?h"],
    "x = a or b == c": ["value ?a", "value ?b", "value ?c"],
    "raise E": ["value ?E"],
    "raise E(1) from e": ["call ?E"],
    "try: pass\nexcept (A, m.B): pass\nexcept C: pass": ["value ?A", "value ?m.B", "value ?C"],
    "x: T": ["type ?T"],
    "x: 'T'": ["type ?T"],
    "x: a.T": ["type ?a.T"],
    "x: List[T]": ["type ?List", "type ?T"],
    "x: A | B": ["type ?A", "type ?B"],
    "x: List['T']": ["type ?List", "type ?T"],
    "x: Literal['a', 'b']": ["type ?Literal"],
    "def f(x: t.Literal['a'] = 'a', y: 'T' = ''): ...": ["type ?T", "type ?t.Literal"],
    "def f(a: T) -> U: ...": ["type ?T", "type ?U"],
    "class C(B, m.D): ...": ["extends ?B", "extends ?m.D"],
    "class C(B[T], f(), metaclass=M): ...": ["extends ?B[?T]", "extends ?f()", "call ?f", "value ?M"],
    "@d\n@m.e(1)\ndef f(): ...": ["decorate ?d", "call ?m.e", "decorate ?m.e()"],
    "x.y": [],
    "-x": [],
    "f'{g()}'": ["call ?g"],
    "[f(x) for x in g()]": ["call ?f", "call ?g"],
    "lambda: f()": ["call ?f"],
    "x[f()]": ["call ?f"],
    "(yield)": [],
}


@pytest.mark.parametrize("source", USES)
def test_uses_of_names(source: str) -> None:
    assert sorted(read(source).uses()) == sorted(USES[source])


LOCALS = {
    "def f(a): return g(a)": ["call ?g"],
    "def f(a): return a.b": [],
    "def f(a): a.run()": ["call a.run"],
    "def f():\n    x = 1\n    return x": [],
    "def f():\n    def g(): ...\n    return g": ["value g"],
    "def f():\n    from m import n\n    return n": ["value n"],
    "def f():\n    return [x for x in y if x]": [],
    "x = 1\ndef f(): return x": ["value x"],
    "class C:\n    def m(self): return self.n": ["value self:C.n"],
    "class C:\n    def m(self): return self": [],
    "class C:\n    def m(self): return g(self, self.n)": ["call ?g", "value self:C.n"],
    "def f(a):\n    def g(): return a": [],
    "def f():\n    global x\n    return x": ["value ?x"],
    "for x in y: f(x)": ["call ?f", "value x"],
}


@pytest.mark.parametrize("source", LOCALS)
def test_reading_a_local_value_is_no_reference(source: str) -> None:
    assert sorted(read(source).uses()) == sorted(LOCALS[source])


def test_a_reference_stands_where_its_last_name_begins() -> None:
    shown = read("""
        x = 1
        a.bc.def_()
        f(
            g,
            h()[0].last())
        (a
          .b)()
        "é"; q()
        """)
    assert shown.references == [
        "2:5 - call ?a.bc.def_",
        "3:0 - call ?f",
        "4:4 - value ?g",
        "5:4 - call ?h",
        "5:11 - call ?h()[<int 0>].last",
        "6:0 - call ?a.b",
        "8:6 - call ?q",
    ]


def test_a_reference_belongs_to_the_definition_around_it() -> None:
    shown = read("""
        @outside(f)
        def f(a=default(), b: T = 1):
            inside()
            class C(base()):
                x = body()
            return lambda: deep()
        """)
    assert [line.split(" ", 1)[1] for line in shown.references] == [
        "- call ?outside",
        "f decorate ?outside(f)",
        "- value f",
        "f call ?default",
        "f type ?T",
        "f call ?inside",
        "f.C call ?base",
        "f.C extends ?base()",
        "f.C call ?body",
        "f call ?deep",
    ]


# --- expressions ---

EXPRESSIONS = {
    "a": "?a",
    "a.b.c": "?a.b.c",
    "a()": "?a()",
    "a().b[1]": "?a().b[<int 1>]",
    "a['k']": "?a[<str k>]",
    "a[1:3]": "?a[1:]",
    "a[:-1]": "?a[0:]",
    "a[b, c]": "?a[?b, ?c]",
    "await a()": "await(?a())",
    "(a)": "?a",
    "a if b else c": "(?a | ?c)",
    "a or b or c": "((?a | ?b) | ?c)",
    "a + b": "(?a | ?b)",
    "'x'": "<str>",
    "f'x'": "<str>",
    "1": "<int>",
    "1.5": "<float>",
    "None": "<None>",
    "True": "<bool>",
    "not a": "<bool>",
    "a < b": "<bool>",
    "[a]": "<list: ?a>",
    "[a, 1, *b]": "<list: ?a, <int>, iterate(?b)>",
    "[1, 'x']": "<list>",
    "[]": "<list>",
    "{a: b}": "<dict: *=?b>",
    "{'k': b, 1: c, **d}": "<dict: k=?b, 1=?c>",
    "{}": "<dict>",
    "{a}": "<set: ?a>",
    "(a, b)": "<tuple: ?a, ?b>",
    "a, b": "<tuple: ?a, ?b>",
    "[a for a in b]": "<list: *=a>",
    "lambda: a": "definition:<1>",
    "-a": "*",
}


@pytest.mark.parametrize("source", EXPRESSIONS)
def test_expressions(source: str) -> None:
    assert read(f"x = {source}").bindings["x"][1] == f"value {EXPRESSIONS[source]}"


def test_the_receiver_and_the_base_classes_are_expressions() -> None:
    shown = read("""
        class C(B):
            def m(me):
                a = me.x()
                b = super().m()
                c = super(C, me).m()
                a.f(); b.f(); c.f()
            @classmethod
            def n(cls): return cls()
            @staticmethod
            def s(me): return me.x()
        def f(self): return self.x()
        """)
    bindings = shown.bindings
    assert bindings["C.m.a"] == ["value self:C.x()"]
    assert bindings["C.m.b"] == bindings["C.m.c"] == ["value super:C.m()"]
    assert shown.yields == ["C.n class:C()", "C.s me.x()", "f self.x()"]


YIELDS = {
    "def f(): return g()": ["f ?g()"],
    "def f():\n    yield g()": ["f ?g()"],
    "def f():\n    if a: return 1\n    return g": ["f <int>", "f ?g"],
    "def f(): return": [],
    "def f():\n    def g(): return 1": ["f.g <int>"],
    "f = lambda x: x.y": ["<1> x.y"],
    "def f(): return lambda: 1": ["f definition:f.<1>", "f.<1> <int>"],
    "def f(): return [g(x) for x in y]": ["f <list: *=?g(x)>"],
}


@pytest.mark.parametrize("source", YIELDS)
def test_what_a_call_gives_back(source: str) -> None:
    assert sorted(read(source).yields) == sorted(YIELDS[source])


def test_annotations_of_results_are_expressions() -> None:
    shown = read("def f() -> a.T: ...\ndef g() -> 'List[T]': ...\ndef h() -> T | None: ...\ndef i(): ...")
    returns = {path: definition.returns for path, definition in shown.definitions.items()}
    assert returns == {"f": "?a.T", "g": "?List[?T]", "h": "(?T | <None>)", "i": ""}


def test_a_deep_expression_is_cut_not_followed_for_ever() -> None:
    shown = read(f"x = {'(' * 5000}a{')' * 5000}\ny = a{'.b()' * 3000}\n")
    assert set(shown.kinds) == {"x", "y"}


ARGUMENTS = {
    "f(g)": ["?f(0=?g)"],
    "f(1, g, x=h)": ["?f(1=?g)", "?f(x=?h)"],
    "f((1, 2), [a(b, c)], 'x, y', g)": ["?f(3=?g)", "?a(0=?b)", "?a(1=?c)"],
    "f(g)(h)": ["?f(0=?g)", "?f(?g)(0=?h)"],
    "a.b.f(c.d)": ["?a.b.f(0=?c.d)"],
    "print(g)": [],  # what is built in calls nothing of ours that could be told
    "f(1, 'x', None)": [],
    "def f(a):\n    b = 1\n    g(a, b)": [],  # a local value
    "def f():\n    def h(): ...\n    g(h)": ["?g(0=h)"],
    "class C:\n    def m(self): g(self.n, self)": ["?g(0=self:C.n)"],
    "class C(B, metaclass=M): ...": [],
}


@pytest.mark.parametrize("source", ARGUMENTS)
def test_arguments_that_may_be_called(source: str) -> None:
    assert sorted(read(source).arguments) == sorted(ARGUMENTS[source])
