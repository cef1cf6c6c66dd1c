"""What one Python file defines: kinds, places, signatures, documentation, flags and metrics."""

from __future__ import annotations

import pytest

from tests.parse.reading import read

KINDS = {
    "def f(): ...": {"f": "function"},
    "async def f(): ...": {"f": "function"},
    "class C: ...": {"C": "class"},
    "class C:\n    def m(self): ...": {"C": "class", "C.m": "method"},
    "class C:\n    def __init__(self): ...": {"C": "class", "C.__init__": "constructor"},
    "class C:\n    @property\n    def p(self): ...": {"C": "class", "C.p": "property"},
    "class C:\n    @x.setter\n    def x(self, v): ...": {"C": "class", "C.x": "property"},
    "class C:\n    @cached_property\n    def p(self): ...": {"C": "class", "C.p": "property"},
    "class C:\n    class D: ...": {"C": "class", "C.D": "class"},
    "def f():\n    def g(): ...": {"f": "function", "f.g": "function"},
    "x = 1": {"x": "variable"},
    "X = 1": {"X": "constant"},
    "x: int": {"x": "variable"},
    "a, (b, *c) = d": {"a": "variable", "b": "variable", "c": "variable"},
    "class C:\n    x = 1\n    y: int": {"C": "class", "C.x": "field", "C.y": "field"},
    "class C:\n    def m(self):\n        self.x = 1": {"C": "class", "C.m": "method", "C.x": "field"},
    "class C:\n    def m(this):\n        this.x, other.y = 1, 2": {
        "C": "class",
        "C.m": "method",
        "C.x": "field",
    },
    "type A = int": {"A": "type"},
    "def f():\n    x = 1": {"f": "function"},
    "for x in y: ...": {},
    "x.y = 1": {},
    "x[0] = 1": {},
    "if a:\n    def f(): ...\nelse:\n    def f(): ...": {"f": "function", "f@2": "function"},
    "key = lambda a: a.b": {"key": "variable", "<1>": "function"},
    "class C:\n    def m(self): ...\n\n    def m(self): ...": {
        "C": "class",
        "C.m": "method",
        "C.m@2": "method",
    },
}


@pytest.mark.parametrize("source", KINDS)
def test_what_is_defined(source: str) -> None:
    assert read(source).kinds == KINDS[source]


SIGNATURES = {
    "def f(a, b=1): ...": "def f(a, b=1)",
    "def f(a: int,\n      b: str = 'x') -> C:\n    ...": "def f(a: int, b: str = 'x') -> C",
    "async def f(): ...": "async def f()",
    "class C(A,\n        metaclass=M):\n    ...": "class C(A, metaclass=M)",
    "class C:\n    ...": "class C",
    "x = g(\n    1,\n)": "x = g(",
    "x: int = 1": "x: int = 1",
}


@pytest.mark.parametrize("source", SIGNATURES)
def test_a_signature_is_the_head_on_one_line(source: str) -> None:
    (definition,) = read(source).definitions.values()
    assert definition.signature == SIGNATURES[source]


def test_a_long_signature_is_cut() -> None:
    source = f"def f({', '.join(f'parameter_{i}' for i in range(100))}): ..."
    assert read(source).definitions["f"].signature == source[:500]


DOCS = {
    'def f():\n    """One line."""': "One line.",
    'def f():\n    """First.\n\n    Second,\n      indented.\n    """': "First.\n\nSecond,\n  indented.",
    "def f():\n    'quoted'\n    return 1": "quoted",
    'def f():\n    r"""Raw."""': "Raw.",
    "def f():\n    # no\n    return 1": "",
    "def f():\n    x = 1\n    'late'": "",
    'class f:\n    """Of a class."""\n    x = 1': "Of a class.",
}


@pytest.mark.parametrize("source", DOCS)
def test_a_string_that_opens_a_body_documents_it(source: str) -> None:
    assert read(source).definitions["f"].doc == DOCS[source]


def test_a_string_that_opens_a_file_documents_the_module() -> None:
    assert read('# comment\n"""Of the module."""\nx = 1').facts.doc == "Of the module."
    assert read('x = 1\n"""Too late."""').facts.doc == ""


def test_places_are_those_of_the_name_and_of_the_whole() -> None:
    shown = read("""
        x = 1

        @decorated
        @twice(
            1
        )
        def f(a):
            return a


        class  C: y = 1
        """)
    f, c = shown.definitions["f"], shown.definitions["C"]
    assert (f.line, f.column, f.start_line, f.end_line) == (7, 4, 3, 8)
    assert (c.line, c.column, c.start_line, c.end_line) == (11, 7, 11, 11)
    y = shown.definitions["C.y"]
    assert (y.line, y.column, y.end_line) == (11, 10, 11)


@pytest.mark.parametrize(
    ("name", "visibility"),
    [("f", "public"), ("_f", "private"), ("__f", "private"), ("__call__", "public"), ("f_", "public")],
)
def test_leading_underscores_make_private(name: str, visibility: str) -> None:
    shown = read(f"def {name}(): ...\nclass C:\n    {name}x = 1\n    def m(self): self.{name}y = 1")
    assert shown.definitions[name].visibility == visibility
    assert shown.definitions[f"C.{name}x"].visibility == ("private" if name[0] == "_" else "public")


FLAGS = {
    "async def f(): ...": {"async"},
    "def f():\n    yield 1": {"generator"},
    "def f():\n    yield": set(),
    "def f():\n    def g():\n        yield 1": set(),
    "@overload\ndef f(): ...\ndef f(a): ...": {"overload"},
}


@pytest.mark.parametrize("source", FLAGS)
def test_flags(source: str) -> None:
    assert read(source).definitions["f"].flags == FLAGS[source]


def test_decorators_say_how_a_method_is_bound() -> None:
    shown = read("""
        class C:
            @staticmethod
            def s(x): ...
            @classmethod
            def c(cls): ...
            def i(self): ...
            def __new__(cls): ...
        """)
    flags = {path: definition.flags for path, definition in shown.definitions.items()}
    assert flags["C.s"] == {"static"}
    assert flags["C.c"] == {"class_method"}
    assert flags["C.i"] == flags["C.__new__"] == set()
    bindings = shown.bindings
    assert bindings.get("C.s.x", ["parameter"]) == ["parameter"]


def test_a_function_in_a_decorator_does_not_have_that_decorator() -> None:
    shown = read(
        "@first\n@second({ make() { return 2; }, other: () => 3 })\nexport class C { m() {} }", "a.ts"
    )
    assert [text.partition(" ")[0] for text in shown.decorators] == ["C", "C"]


def test_equal_code_has_an_equal_hash_wherever_it_stands() -> None:
    def hashes(source: str) -> dict[str, str]:
        shown = read(source)
        return {
            shown.name(number): shown.text(row["hash"])
            for number, row in enumerate(shown.rows["definitions"])
        }

    first = hashes("def f(): return 1\n\ndef g(): return 2\n")
    second = hashes("x = 0\n\ndef g(): return 2\n\n\ndef f(): return 3\n")
    assert first["g"] == second["g"]
    assert first["f"] != second["f"]
    assert len(first["f"]) == 16


# --- metrics ---

METRICS = {  # body: cyclomatic, cognitive, nesting
    "pass": (1, 0, 0),
    "if a: pass": (2, 1, 1),
    "if a: pass\nelse: pass": (2, 2, 1),
    "if a: pass\nelif b: pass\nelse: pass": (3, 3, 1),
    "if a:\n    if b: pass": (3, 3, 2),
    "for x in y:\n    if a:\n        while b: pass": (4, 6, 3),
    "if a and b: pass": (3, 2, 1),
    "if a and b and c: pass": (4, 2, 1),
    "if a and b or c: pass": (4, 3, 1),
    "try: pass\nexcept A: pass\nexcept B: pass": (3, 2, 1),
    "try: pass\nfinally: pass": (1, 0, 0),
    "with a: pass": (1, 0, 0),
    "return [x for x in y if x]": (3, 0, 0),
    "return 1 if a else 2": (2, 1, 1),
    "match a:\n    case 1: pass\n    case _: pass": (3, 1, 1),
    "assert a": (1, 0, 0),
    "def g():\n    if a: pass": (1, 0, 0),
    "return lambda: 1 if a else 2": (2, 2, 2),
}


@pytest.mark.parametrize("body", METRICS)
def test_metrics(body: str) -> None:
    source = "def f():\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    f = read(source).definitions["f"]
    assert (f.cyclomatic, f.cognitive, f.nesting) == METRICS[body]


PARAMETERS = {
    "": 0,
    "a": 1,
    "a, b=1, *c, d: int, e: str = '', **f": 6,
    "a, /, b, *, c": 3,
    "\n  a,\n  b,\n": 2,
}


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_parameters_are_counted(parameters: str) -> None:
    assert read(f"def f({parameters}): ...").definitions["f"].parameters == PARAMETERS[parameters]


def test_what_is_decorated_inside_of_a_function_decorates_nothing_behind_it() -> None:
    java = "class A {\n  void f(@Nullable String a) {}\n  void g() {}\n}\n"
    found = read(java, "A.java").definitions
    assert (found["A.g"].start_line, found["A.g"].line) == (3, 3)
    kotlin = 'fun f() {\n    @Suppress("x") if (a) b()\n}\n\nfun g() {}\n'
    found = read(kotlin, "a.kt").definitions
    assert (found["g"].start_line, found["g"].line) == (5, 5)
