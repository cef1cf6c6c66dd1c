"""Statements, broken sources, line ends and encodings, and the form in which facts travel."""

from __future__ import annotations

from textwrap import dedent

import msgspec
import pytest

from codegraph.languages.facts import TABLES, FileFacts, columns, pack, unpack
from codegraph.parse.checks import check_facts, faults
from tests.parse.reading import read


def test_statements_are_facts_when_they_are_asked_for() -> None:
    source = """
        def f():
            x = 1
            if x:
                return g()
            else:
                raise E
            for a in b:
                a.run()
        """
    assert read(source, statements=True).statements == [
        "variable_decl 2-2",
        "if 3-6",
        "return 4-4",
        "else 5-6",
        "throw 6-6",
        "for_of 7-8",
        "method_call 8-8",
    ]
    assert read(source).statements == []


def test_statements_change_no_other_fact() -> None:
    source = "def f(a):\n    if a and g():\n        return [x for x in a if x]\n"
    with_statements, without = read(source, statements=True), read(source)
    for table, rows in without.rows.items():
        if table != "statements":
            assert with_statements.rows[table] == rows


# --- odd input ---


def test_an_empty_file_has_facts() -> None:
    shown = read("")
    assert (shown.facts.status, shown.facts.lines, shown.facts.size) == ("ok", 0, 0)
    assert shown.scopes == ["module"]


def test_a_syntax_error_leaves_the_rest() -> None:
    shown = read("def f(:\n    pass\n\ndef g():\n    h()\n")
    assert shown.facts.status == "partial"
    assert shown.kinds["g"] == "function"
    assert "call ?h" in shown.uses()


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends_do_not_matter(ending: str) -> None:
    source = dedent('''\
        def f():
            """Doc.

            More.
            """
            return g()
        ''')
    shown = read(source.replace("\n", ending).encode())
    f = shown.definitions["f"]
    assert (f.doc, f.end_line, shown.facts.lines) == ("Doc.\n\nMore.", 6, 6)
    assert shown.references == ["6:11 f call ?g"]


def test_names_beyond_ascii_are_names() -> None:
    shown = read("class Größe:\n    def maß(selbst): return selbst.höhe()\n\nGröße().maß()\n")
    assert set(shown.kinds) == {"Größe", "Größe.maß"}
    assert shown.uses("call") == ["call self:Größe.höhe", "call Größe", "call Größe().maß"]


def test_bytes_that_are_no_utf8_are_read_over() -> None:
    source = b"x = 1\ndef f():\n    return '\xff\xfe' + g()\n"
    shown = read(source)
    assert shown.uses("call") == ["call ?g"]
    assert shown.kinds == {"x": "variable", "f": "function"}
    assert shown.facts.size == len(source)


def test_names_with_bytes_that_are_no_utf8_stay_names() -> None:
    latin = "class Größe:\n    def maß(self): return self.höhe\n__äll__ = ['x']\n".encode("latin-1")
    assert set(read(latin).kinds) == {"Gr__e", "Gr__e.ma_", "___ll__"}
    script = "größe.höhe = 1;\nmodule.é = größe;\nf(größe);\n".encode("latin-1")
    assert read(script, "a.js").uses("call") == ["call ?f"]


# --- the form in which facts travel ---

FREE = {  # columns that name no row of a table, or one that depends on another column
    *("line", "column", "start_line", "end_line", "start_byte", "end_byte", "flags", "parameters"),
    *("cyclomatic", "cognitive", "nesting", "a", "b", "target", "position"),
}


def packed(facts: FileFacts, tables: dict[str, list[list[int]]]) -> FileFacts:
    """Facts with other tables, packed and unpacked."""
    names = ("status", "note", "lines", "size", "doc", "hash", "strings")
    return unpack(pack(dict(tables), **{name: getattr(facts, name) for name in names}))


def test_facts_survive_packing() -> None:
    facts = read("class C:\n    def f(self): return g(1)").facts
    assert packed(facts, columns(facts)) == facts


@pytest.mark.parametrize("blob", [b"", b"\x93\x01\x02\x03", b"no facts", b"\xff" * 100])
def test_what_is_no_facts_is_a_value_error(blob: bytes) -> None:
    with pytest.raises(ValueError, match=r"facts"):
        unpack(blob)


def test_a_number_that_names_no_row_is_found() -> None:
    facts = read("import m\n__all__ = ['C']\n@d\nclass C(B):\n    def f(self, a): return a.g(self.h)\n").facts
    for table, names in TABLES.items():
        for number, name in enumerate(names):
            for wrong in (-2, 10_000):
                tables = columns(facts)
                if name in FREE or not tables[table][number]:
                    continue
                tables[table][number][-1] = wrong
                with pytest.raises(ValueError, match="out of range"):
                    check_facts(packed(facts, tables))


def test_faults_are_told_of_the_files_that_have_them() -> None:
    sources = ["def f(): return g(1)\n", "", "class C(B): x = 1\n", "import m\nm.f()\n"]
    files = [read(source).facts for source in sources]
    assert faults(files) == {}
    files[1] = msgspec.structs.replace(files[1], status="odd")
    tables = columns(files[3])
    tables["imports"][1][0] = 99
    files[3] = packed(files[3], tables)
    assert faults(files) == {1: "unknown status 'odd'", 3: "imports.module is out of range"}
    less = msgspec.structs.replace(files[0], counts=[-1, *files[0].counts[1:]])
    assert faults([files[2], less]) == {1: "a table of less than no rows"}


def test_an_expression_that_holds_itself_is_found() -> None:
    facts = read("a.b.c()").facts
    tables = columns(facts)
    last = len(tables["expressions"][0]) - 1
    tables["expressions"][1][last] = last
    with pytest.raises(ValueError, match="an operand of MEMBER is out of range"):
        check_facts(packed(facts, tables))


def test_a_type_argument_with_nothing_in_it_is_read() -> None:
    facts = read("class Lamp {\n    Box<?> box;\n}\n", path="Lamp.java")
    assert any("box" in shown for shown in facts.definitions)
