"""What comes out of tables of functions and classes, and how sure that is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects import edges_of, graph_of

PARTS = """\
class Field:
    def run(self):
        return 1


class Whole(Field):
    def run(self):
        return 2


class Text(Field):
    def run(self):
        return 3


class Many(Field):
    def run(self):
        return 4
"""
BOTH, ALL = {"Whole", "Text"}, {"Whole", "Text", "Many"}
PYTHON = {
    "named arguments": ("T = dict(a=Whole, b=Text)", "T[key]()", BOTH),
    "a known key": ("T = dict(a=Whole, b=Text)", "T['a']()", {"Whole"}),
    "a mapping and more": ("D = {'a': Whole}\nT = dict(D, b=Text)", "T[key]()", BOTH),
    "pairs": ("T = dict([('a', Whole), ('b', Text)])", "T[key]()", BOTH),
    "zipped": ("T = dict(zip(['a', 'b'], [Whole, Text]))", "T[key]()", BOTH),
    "taken over": ("D = {'a': Whole}\nT = {**D, 'b': Text}", "T[key]()", BOTH),
    "a known key taken over": ("D = {'a': Whole, 'b': Text}\nT = {**D}", "T['b']()", {"Text"}),
    "joined": ("D = {'a': Whole}\nT = D | {'b': Text}", "T[key]()", BOTH),
    "updated": ("T = {'a': Whole}\nT.update({'b': Text})", "T[key]()", BOTH),
    "made by a loop": ("D = {'a': Whole, 'b': Text}\nT = {k: v for k, v in D.items()}", "T[key]()", BOTH),
    "a default": ("T = {'a': Whole, 'b': Text}", "T.get(key, Many)()", ALL),
    "values": ("T = dict(a=Whole, b=Text)", "[v() for v in T.values()]", BOTH),
    "items": ("T = dict(a=Whole, b=Text)", "[v() for k, v in T.items()]", BOTH),
    "an ordered one": (
        "from collections import OrderedDict\nT = OrderedDict([('a', Whole)], b=Text)",
        "T[key]()",
        BOTH,
    ),
}


@pytest.mark.parametrize("name", PYTHON)
def test_what_a_dictionary_holds_is_made(name: str, tmp_path: Path) -> None:
    table, use, wanted = PYTHON[name]
    flow = f"from parts import Many, Text, Whole\n\n{table}\n\n\ndef use(key):\n    return {use}\n"
    graph = graph_of(tmp_path, {"flow.py": flow, "parts.py": PARTS})
    made = {edge.dst for edge in edges_of(graph, "instantiates") if edge.src.endswith("::use")}
    assert {fqn.rpartition("::")[2] for fqn in made} == wanted


@pytest.mark.parametrize(
    "circle",
    [
        "T = {**T, 'b': Text}",
        "T = dict(T, b=Text)",
        "T.update(T)",
        "T = dict(T.items())",
        "T = {**T, **T}",
        "T = {**U}\nU = {**T}",
    ],
)
@pytest.mark.parametrize("use", ["T[key]()", "T['a']()", "[v() for v in T.values()]"])
def test_a_dictionary_may_be_made_of_itself(circle: str, use: str, tmp_path: Path) -> None:
    head = "from parts import Text, Whole\n\nU = {}\nT = {'a': Whole}"
    flow = f"{head}\n{circle}\n\n\ndef use(key):\n    return {use}\n"
    graph = graph_of(tmp_path, {"flow.py": flow, "parts.py": PARTS})
    made = {edge.dst for edge in edges_of(graph, "instantiates") if edge.src.endswith("::use")}
    assert any(fqn.endswith("::Whole") for fqn in made)


def test_a_table_of_a_class_is_taken_over_and_stays_possible(tmp_path: Path) -> None:
    flow = """\
from parts import Many, Text, Whole


class Schema:
    TYPES = {str: Text, int: Whole}

    def make(self, kind):
        return self.TYPES.get(kind)()


class Longer(Schema):
    TYPES = {**Schema.TYPES, list: Many}

    def longer(self, kind):
        return self.TYPES[kind]()
"""
    graph = graph_of(tmp_path, {"flow.py": flow, "parts.py": PARTS})
    made = {
        (edge.src.rpartition("::")[2], edge.dst.rpartition("::")[2]): edge.confidence
        for edge in edges_of(graph, "instantiates")
    }
    assert {to for of, to in made if of == "make"} >= BOTH
    assert {to for of, to in made if of == "longer"} == ALL
    assert {confidence for (of, _), confidence in made.items() if of == "longer"} == {"possible"}


@pytest.mark.parametrize(
    ("comment", "wanted"),
    [
        ("# type: dict[str, Field]", {"Field"}),
        ("#type: dict[str, 'Field']", set()),
        ('# type: "dict[str, Field]"  # noqa', {"Field"}),
        ("# type: ignore", set()),
        ("# type: ignore[assignment]", set()),
        ("# type: (int) -> dict[str, Field]", set()),
        ("# type: dict[str, Field", set()),
        ("# some type: dict[str, Field]", set()),
    ],
)
def test_a_comment_can_be_the_type(comment: str, wanted: set[str], tmp_path: Path) -> None:
    flow = f"""\
from parts import Field


class Schema:
    def __init__(self, fields):
        self.note = "# type: int"
        self.fields = fields(
            1
        )  {comment}

    def use(self):
        for name, field in self.fields.items():
            field.run()
"""
    graph = graph_of(tmp_path, {"flow.py": flow, "parts.py": PARTS})
    called = [edge for edge in edges_of(graph, "calls") if edge.src.endswith("::use")]
    sure = {edge.dst for edge in called if edge.confidence != "possible" and edge.dst.endswith("::run")}
    assert {fqn.split("::")[-2] for fqn in sure} == wanted


SCRIPT = {
    "an object": ("const T = { load, save: save }", "T[key]()", {"load", "save"}, "possible"),
    "one member": ("const T = { load }", "T[key]()", {"load"}, "inferred"),
    "a known key": ("const T = { load, save }", "T.load()", {"load"}, "certain"),
    "taken over": ("const D = { load }\nconst T = { ...D, save }", "T[key]()", {"load", "save"}, "possible"),
    "a choice": ("const T = { load }", "const f = T[key] ?? save\n  f()", {"load", "save"}, ""),
    "values": (
        "const T = { load, save }",
        "for (const f of Object.values(T)) f()",
        {"load", "save"},
        "inferred",
    ),
    "entries": (
        "const T = { load, save }",
        "for (const [k, f] of Object.entries(T)) f()",
        {"load", "save"},
        "inferred",
    ),
    "a map": ("const T = new Map([['a', load], ['b', save]])", "T.get(key)()", {"load", "save"}, "inferred"),
    "a map's loop": (
        "const T = new Map([['a', load], ['b', save]])",
        "for (const f of T.values()) f()",
        {"load", "save"},
        "inferred",
    ),
}


@pytest.mark.parametrize("ending", ["js", "ts"])
@pytest.mark.parametrize("name", SCRIPT)
def test_what_an_object_holds_is_called(name: str, ending: str, tmp_path: Path) -> None:
    table, use, wanted, confidence = SCRIPT[name]
    typed = "key: string" if ending == "ts" else "key"
    flow = (
        f'import {{ load, save }} from "./parts"\n\n{table}\n\nexport function use({typed}) {{\n  {use}\n}}\n'
    )
    parts = "export function load() {}\n\nexport function save() {}\n"
    graph = graph_of(tmp_path, {f"flow.{ending}": flow, f"parts.{ending}": parts})
    called = [e for e in edges_of(graph, "calls") if e.src.endswith("::use") and "::parts" in e.dst]
    assert {edge.dst.rpartition("::")[2] for edge in called} == wanted
    assert {edge.confidence for edge in called} == {confidence} or not confidence
