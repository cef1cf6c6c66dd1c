"""Conditions on a node's file, name, kind, parameters and on what its file imports."""

from __future__ import annotations

import pytest

from codegraph.errors import AdapterError
from codegraph.fingerprint import Rules, fingerprint
from codegraph.fingerprint.globs import fits
from codegraph.fingerprint.signatures import parameter_names
from tests.fingerprint.reading import framework, look, registry, resolved

GO = 'framework = "mine"\nlanguage = "go"\necosystem = "go"\n'


def found(rule: str, code: str, language: str = "python", head: str = "") -> dict[str, list[str]]:
    text = f"[[rule]]\ntags = ['found']\n{rule}"
    return look(code, language, Rules((framework(text, head) if head else framework(text),))).tags


def test_a_name_counts_where_the_file_imports_what_gives_it_meaning() -> None:
    rule = "when = { name = ['test_*'], kind = ['function'], imports = ['pytest'] }"
    code = "def test_it(): ...\ndef other(): ...\ntest_value = 1"
    assert found(rule, f"import pytest\n{code}") == {"example::test_it": ["found", "mine"]}
    assert found(rule, f"from pytest import raises\n{code}") == {"example::test_it": ["found", "mine"]}
    assert found(rule, f"import pytest_plugin\n{code}") == {}


def test_what_one_file_of_a_package_imports_is_used_in_all_of_it() -> None:
    rule = "when = { name = ['test_*'], uses = ['pytest'] }"
    code = "# file: conftest.py\nimport pytest\n# file: unit/test_a.py\ndef test_it(): ..."
    assert found(rule, code) == {"unit/test_a::test_it": ["found", "mine"]}
    assert found(rule, code.replace("import pytest", "")) == {}


def test_what_a_manifest_declares_is_used_in_its_folder_and_below() -> None:
    rules = Rules((framework("[[rule]]\ntags=['t']\nwhen = { name = ['test_*'], uses = ['pytest'] }"),))
    resolution = resolved({"lib/test_a.py": "def test_it(): ..."})

    def tags(declared: dict[str, frozenset[str]]) -> int:
        run = fingerprint(
            resolution.graph, rules, registry=registry(), source_of=lambda _: b"", declared=declared
        )
        return len(run.tags)

    assert tags({"": frozenset({"pytest"})}) == 1
    assert tags({"other": frozenset({"pytest"}), "": frozenset({"pytest-cov"})}) == 0


def test_a_parameter_counts_by_its_type_and_only_among_the_parameters() -> None:
    rule = "when = { name = ['Test*'], parameter = ['testing::T'] }"
    code = """
package shop
import "testing"
func TestAdd(t *testing.T) {}
func TestLike() { var t *testing.T; _ = t }
func check(t *testing.T) {}
"""
    assert found(rule, code, "go", GO) == {"example::TestAdd": ["found", "mine"]}


def test_a_file_counts_by_its_path_in_the_package() -> None:
    rule = "convention = true\nwhen = { name = ['main'], file = ['src/**/*.py', 'run.py'] }"
    code = (
        "# file: src/main.py\ndef main(): ...\n# file: src/a/b/c.py\ndef main(): ...\n"
        "# file: lib/src/x.py\ndef main(): ...\n# file: lib/run.py\ndef main(): ..."
    )
    assert sorted(found(rule, code)) == ["lib/run::main", "src/a/b/c::main", "src/main::main"]


def test_all_conditions_and_one_target_must_hold() -> None:
    rule = "when = { decorator = ['web::get'], base = ['web::View'], name = ['show*'], exported = true }"
    code = """
import web
@web.get
def show_all(): ...
@web.get
def list_all(): ...
@web.get
def _show(): ...
class showcase(web.View): ...
"""
    assert sorted(found(rule, code)) == ["example::show_all", "example::showcase"]


def test_tags_go_to_the_members_that_a_rule_names() -> None:
    rule = "when = { base = ['ext::python::unittest::TestCase'], member = ['test*'] }"
    code = """
from unittest import TestCase
class Base(TestCase):
    def setUp(self): ...
class Case(Base):
    def test_it(self): ...
    def helper(self): ...
"""
    assert sorted(found(rule, code)) == ["example::Case::test_it"]


def test_the_first_parameters_count_by_name() -> None:
    rule = "when = { name = ['handler'], takes = ['event*', 'context'], imports = ['aws'] }"
    code = "import aws\ndef handler(event: dict[str, int], context=None, more=1): ..."
    assert sorted(found(rule, code)) == ["example::handler"]
    assert found(rule, "import aws\ndef handler(context, event): ...") == {}
    assert found(rule, "import aws\ndef handler(event): ...") == {}


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("when = { name = ['test_*'] }", "a file or name alone is no evidence"),
        ("when = { file = ['tests/**'], kind = ['function'] }", "a file or name alone is no evidence"),
        ("when = { imports = ['pytest'] }", "say nothing about a node"),
        ("when = { kind = ['function'] }", "when needs a decorator"),
        ("when = { name = ['x'], kind = ['methods'], uses = ['a'] }", "'methods' is no kind of node"),
        ("when = { name = [''], uses = ['a'] }", "when.name has an empty entry"),
        ("when = { base = ['a::B'], language = ['go'] }", "when.language is for rules without"),
        ("convention = true\nwhen = { file = ['main.py'] }", "convention is for rules that have a name"),
        ("convention = true\nwhen = { name = ['x'], uses = ['y'] }", "convention is for rules that have"),
    ],
)
def test_a_rule_that_goes_by_spelling_alone_is_refused(rule: str, message: str) -> None:
    with pytest.raises(AdapterError, match=message):
        framework(f"[[rule]]\ntags = ['x']\n{rule}")


@pytest.mark.parametrize(
    ("glob", "path", "expected"),
    [
        ("*.py", "a/b.py", True),
        ("a/*.py", "a/b/c.py", False),
        ("a/**/*.py", "a/c.py", True),
        ("a/**/*.py", "a/b/c/d.py", True),
        ("**/{x,y}/**", "q/y/z", True),
        ("a/**", "b/a/c", False),
        ("te?t.[py]", "test.[py]", True),
    ],
)
def test_globs(glob: str, path: str, expected: bool) -> None:
    assert fits([glob], path) is expected


@pytest.mark.parametrize(
    ("signature", "names"),
    [
        ("def f(a, b: dict[str, int] = {'x': 1}, *args, **kw) -> None", ["a", "b", "args", "kw"]),
        ("func F(t *testing.T, n int)", ["t", "n"]),
        ("f(a: (x: number, y: string) => void, { b, c }, d = g(1, 2))", ["a", "b", "d"]),
        ("def f()", []),
        ("value", []),
    ],
)
def test_names_of_parameters(signature: str, names: list[str]) -> None:
    assert parameter_names(signature) == names


def test_what_a_function_gives_is_told_from_what_it_takes() -> None:
    from codegraph.fingerprint.signatures import names_in_result

    assert names_in_result("func (s *S) Log(next http.Handler) http.Handler", "Handler", "Log")
    assert names_in_result("func F[T any](x T) (Reply, error)", "Reply", "F")
    assert names_in_result("public Reply Make(Other it)", "Reply", "Make")
    assert names_in_result("def make(it: Other) -> Reply", "Reply", "make")
    assert not names_in_result("func (s *S) Log(next http.Handler) error", "Handler", "Log")
    assert not names_in_result("func (s *Server) Log()", "Server", "Log")
    assert not names_in_result("make", "Reply", "make")
