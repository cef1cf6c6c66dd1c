"""Sources with macros and conditions: what is blanked so that the grammar can read them, and what stays."""

from __future__ import annotations

import pytest

from codegraph.parse.attributes import attribute_words
from codegraph.parse.conditionals import alternatives, conditions, cut_branches
from codegraph.parse.prepare import prepared
from tests.parse.reading import grammar, read


def without(source: str) -> str:
    """A source without the words that are blanked, white space collapsed."""
    text = source.encode()
    for start, end in sorted(set(attribute_words(text)), reverse=True):
        text = text[:start] + text[end:]
    return " ".join(text.decode().split())


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("class API_EXPORT Box {};", "class Box {};"),
        ("class LOCKABLE(x) Box : public Base {};", "class Box : public Base {};"),
        ("\nAPI_EXPORT int open(void);", "int open(void);"),
        ("\nAPI_EXPORT const char *name(void);", "const char *name(void);"),
        ("\nstatic API_LOCAL box_t *make(void) {}", "static box_t *make(void) {}"),
        ("\nAPI(int) open(void);", "int open(void);"),
        ("\nBEGIN_C_DECLS\nAPI(int) open(void);", "int open(void);"),
        ("\nBEGIN_NAMES\nclass A {};", "class A {};"),
        ("int open(void) NO_THROW;", "int open(void) ;"),
        ("int open() const EXCLUSIVE(lock_) { return 1; }", "int open() const { return 1; }"),
        ("int n GUARDED_BY(lock);", "int n ;"),
        ("Box* const next GUARDED_BY(lock);", "Box* const next ;"),
        ("void f(char* absl_nonnull name);", "void f(char* name);"),
        ("\nredisAtomic int n;", "int n;"),
    ],
)
def test_words_that_can_only_be_macros_for_attributes_are_found(source: str, left: str) -> None:
    assert without(source) == left


@pytest.mark.parametrize(
    "source",
    [
        "if (ready) LOG_ERROR(text);",
        "return MAX_SIZE;",
        "int LIMIT = 3;",
        "struct box BOX_A;",
        "static const box_t BOX_A = 3;",
        "\nFILE *open(void);",
        "\nBOOL ready;",
        "\nCHECK_EQ(a, b);",
        "\nTEST_F(Box, Opens) {}",
        "x = A_B * C_D;",
        "case FOO_BAR: return 1;",
        "\nreturn x;",
        "{\nPROTO(first)\nPROTO(second)",
    ],
)
def test_names_stay(source: str) -> None:
    assert without(source) == " ".join(source.split())


def test_conditions_that_cut_through_statements_are_blanked() -> None:
    source = b"#ifdef A\nif (x) {\n#else\nif (y) {\n#endif\n}\n#ifdef B\ng();\n#endif\n"
    cut = cut_branches(source, conditions(source))
    kept = bytearray(source)
    for start, end in cut:
        kept[start:end] = b" " * (end - start)
    assert kept.split() == b"if (x) { } #ifdef B g(); #endif".split()


def test_elements_of_all_branches_stay() -> None:
    source = b"int a[] = {\n#ifdef A\n1,\n#else\n2,\n#endif\n3 };\n"
    blanked = b"".join(source[start:end] for start, end in cut_branches(source, conditions(source)))
    assert b"1" not in blanked
    assert b"2" not in blanked


def test_what_is_not_closed_is_no_condition() -> None:
    assert conditions(b"#endif\n#if A\n#else\nint x;\n") == []


def test_the_usual_branch_is_the_first_that_is_not_rare() -> None:
    source = b"#ifdef _WIN32\nint a;\n#elif defined(X)\nint b;\n#else\nint c;\n#endif\n"
    rare = grammar("a.c", statements=False).reading.rare
    other = b"".join(source[start:end] for start, end in alternatives(source, conditions(source), rare))
    assert b"int a" in other
    assert b"int b" not in other
    assert b"int c" in other


def test_a_definition_of_what_is_not_defined_yet_is_an_alternative() -> None:
    source = b"#ifndef S_ISDIR\n#define S_ISDIR(m) 0\n#endif\n"
    assert [source[start:end].strip() for start, end in alternatives(source, conditions(source), None)] == [
        b"#define S_ISDIR(m) 0"
    ]


def test_every_byte_stays_where_it_is() -> None:
    source = b"#if A\nint f(void) {\n#else\nint f(int a) {\n#endif\n}\nint n GUARDED_BY(lock);\r\nT::~T() = default;\n"
    for path in ("a.c", "a.cc"):
        text, _ = prepared(source, grammar(path, statements=False).reading)
        assert len(text) == len(source)
        assert [at for at, byte in enumerate(text) if byte in b"\r\n"] == [
            at for at, byte in enumerate(source) if byte in b"\r\n"
        ]


def test_what_is_blanked_is_still_in_the_facts_as_written() -> None:
    facts = read("class API Box {\n public:\n  void open() NO_THROW;\n};\n", "a.cc")
    shown = {str(definition.name): definition for definition in facts.definitions.values()}
    assert {"Box", "open"} <= {name.rpartition(".")[2] for name in shown} | set(shown)


def test_strings_and_comments_hold_no_directives() -> None:
    text, _ = prepared(b'/*\n#if A\n*/\nchar *s = "#if";\nint x;\n', grammar("a.c", statements=False).reading)
    assert b"int x" in text
    assert b"#if" in text
