"""What Go files define: documentation, visibility, types of their own, parameters, constants that repeat."""

from __future__ import annotations

from tests.parse.reading import read

PATH = "a.go"


def test_comments_of_one_line_each_are_one_text() -> None:
    shown = read("package a\n\n// One\n// two.\n//go:noinline\nfunc f() {}\n", PATH)
    assert shown.definitions["f"].doc == "One\ntwo."


def test_a_comment_behind_code_speaks_of_that_code_alone() -> None:
    shown = read("package a\n\ntype T struct {\n\ta int // of a\n\tb int\n\n\t// Of c.\n\tc int\n}\n", PATH)
    assert [shown.definitions[f"T.{name}"].doc for name in "abc"] == ["", "", "Of c."]


def test_a_comment_and_an_empty_line_say_nothing_of_what_follows() -> None:
    shown = read("// Licence.\n\n// Package a is small.\npackage a\n\n// Far away.\n\nfunc f() {}\n", PATH)
    assert shown.facts.doc == "Package a is small."
    assert shown.definitions["f"].doc == ""


def test_a_block_comment_documents_too() -> None:
    assert read("package a\n\n/*\nF runs.\n*/\nfunc F() {}\n", PATH).definitions["F"].doc == "F runs."


def test_capitals_are_public() -> None:
    found = read("package a\n\nfunc F() {}\nfunc f() {}\nvar A, b = 1, 2\n", PATH).definitions
    assert {name: d.visibility for name, d in found.items()} == {
        "F": "public", "f": "internal", "A": "public", "b": "internal",
    }  # fmt: skip


def test_a_type_with_the_content_of_another_one_is_a_type_of_its_own() -> None:
    found = read("package a\n\ntype A int\ntype B = A\n", PATH).definitions
    assert (found["A"].kind, found["A"].flags, found["A"].returns) == ("type", {"distinct"}, "<int>")
    assert (found["B"].kind, found["B"].flags, found["B"].returns) == ("type", set(), "A")


def test_parameters_share_types_and_may_have_no_names() -> None:
    shown = read("package a\n\nfunc f(a, b A, rest ...B) {}\ntype F func(A, B) (C, error)\n", PATH)
    assert shown.definitions["f"].parameters == 3
    typed = [(row["position"], shown.expression(row["value"])) for row in shown.rows["parameters"]]
    assert typed == [(0, "?A"), (1, "?A"), (2, "array(?B)"), (0, "?A"), (1, "?B")]
    assert "tuple[?C, <error>]" in [d.returns for d in shown.definitions.values()]


def test_a_constant_without_type_and_value_has_those_of_the_one_before_it() -> None:
    shown = read("package a\n\nconst (\n\tA K = iota\n\t// Of B.\n\tB\n)\n\nconst C = 1\n", PATH)
    assert shown.bindings["B"] == ["type ?K", "value ?iota", "definition B"]


def test_the_value_of_a_declaration_does_not_see_the_name() -> None:
    shown = read("package a\n\nfunc f(x A) {\n\t{\n\t\tx := x.get()\n\t\tx.put()\n\t}\n}\n", PATH)
    assert shown.uses("call") == ["call x.get", "call x.put"]
    first, second = (row["expression"] for row in shown.rows["references"] if row["kind"] == 0)
    assert first != second


def test_branches_of_selects_and_switches_count() -> None:
    source = """
        package a

        func f(c chan int, v any) {
            if v == nil && c == nil {
                return
            } else if c == nil {
                return
            }
            for range c {
            }
            select {
            case <-c:
            default:
            }
            switch v.(type) {
            case int:
            }
        }
    """
    assert read(source, PATH).definitions["f"].cyclomatic == 7


def test_the_head_of_a_function_does_not_see_its_parameters() -> None:
    shown = read(
        "package a\n\nfunc f(node *node.Node, kind kind) kind {\n\tnode.run()\n\treturn kind\n}\n", PATH
    )
    assert shown.uses() == ["type ?node.Node", "type ?kind", "type ?kind", "call node.run"]


def test_the_type_of_a_declaration_does_not_see_its_name() -> None:
    shown = read("package a\n\nfunc f() {\n\tvar owners owners\n\towners.tell()\n}\n", PATH)
    assert shown.uses() == ["type ?owners", "call owners.tell"]
    assert shown.bindings["f.owners"] == ["type ?owners"]


def test_what_new_is_given_may_be_an_expression() -> None:
    source = 'package a\n\nvar x = []any{new("a"), new(f("b")), new(T), new(3), new(struct{ a int })}\n'
    shown = read(source, PATH)
    assert shown.facts.status == "ok"
    assert shown.uses("call") == ["call ?new", "call ?new", "call ?f", "call ?new", "call ?new", "call ?new"]
