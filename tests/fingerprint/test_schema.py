"""What a file of rules may say, and what its author is told when it does not make sense."""

from __future__ import annotations

import pytest

from codegraph.errors import AdapterError
from codegraph.fingerprint.patterns import Externals, expand
from codegraph.fingerprint.schema import read_framework
from tests.fingerprint.reading import framework

HEAD = 'framework = "mine"\nlanguage = "python"\necosystem = "pypi"\n'
RULE = '[[rule]]\ntags = ["service"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("framework = [", "mine.toml: not valid TOML"),
        ('framework = "x"', "mine.toml: Object missing required field `language`"),
        (f"{HEAD}rule = []\ncolour = 1", "mine.toml: Object contains unknown field `colour`"),
        (
            f'{HEAD}{RULE}when = {{ decorators = ["a::b"] }}',
            "mine.toml: rule 1 (service): Object contains unknown field `decorators` - at `$.when`",
        ),
        (
            f'{HEAD}{RULE}when = {{ base = ["a::b"] }}\n[[rule]]\ntags = ["x"]\nwhen = 1',
            "mine.toml: rule 2 (x): Expected `object`, got `int` - at `$.when`",
        ),
        (
            f"{HEAD}{RULE}when = {{}}",
            "rule 1 (service): when needs a decorator, base, call or parameter to look for",
        ),
        (f'{HEAD}[[rule]]\ntags = []\nwhen = {{ base = ["a::b"] }}', "tags must be a list of words"),
        (f'{HEAD}{RULE}when = {{ base = ["a"] }}', "target 'a' must name a package and a symbol"),
        (f'{HEAD}{RULE}when = {{ base = ["*::b"] }}', "target '*::b' must name a package and a symbol"),
        (f'{HEAD}{RULE}when = {{ base = ["a::{{b"] }}', "'a::{b' has a brace without a partner"),
        (
            f'{HEAD}{RULE}when = {{ base = ["a::b"] }}\nread = {{ x = {{ position = 0 }} }}',
            "read is for rules that look for decorators",
        ),
        (
            f'{HEAD}{RULE}when = {{ decorator = ["a::b"] }}\nread = {{ x = {{}} }}',
            "read.x needs a position, a keyword or a default",
        ),
        (
            f'{HEAD}{RULE}when = {{ base = ["a::b"] }}\nendpoint = {{ path = {{ position = 0 }} }}',
            "an endpoint is declared either by a decorator or by a call",
        ),
        (
            f'{HEAD}{RULE}when = {{ call = ["a::b"] }}\nendpoint = {{ path = {{ position = 0 }} }}',
            "endpoint.handler belongs to rules that look for calls",
        ),
        (
            f'{HEAD}{RULE}when = {{ decorator = ["a::b"] }}\nendpoint = {{ path = {{}} }}',
            "endpoint.path needs a position, a keyword or a default",
        ),
        (
            f'{HEAD}rule = []\n[prefix]\ngroup = [{{ call = ["a"], path = {{ position = 0 }} }}]',
            "mine.toml: prefix: target 'a' must name",
        ),
        (f"{HEAD.replace('mine', 'My Own')}rule = []", "framework 'My Own' is no tag"),
    ],
)
def test_what_makes_no_sense_is_named_with_its_file_and_rule(text: str, message: str) -> None:
    with pytest.raises(AdapterError) as raised:
        read_framework(text, "mine.toml")
    assert message in raised.value.message
    assert raised.value.message.startswith("mine.toml: ")
    assert "\n" not in raised.value.message


def test_a_file_may_hold_no_more_than_its_head_and_a_rule() -> None:
    found = framework('[[rule]]\ntags = ["service"]\nwhen = { base = ["pkg::Service"] }')
    assert found.rule[0].tags == ["service"]
    assert found.prefix.trailing_slash


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a::b", ["a::b"]),
        ("a::{b,c}::d", ["a::b::d", "a::c::d"]),
        ("{a,b}::{c,d}", ["a::c", "a::d", "b::c", "b::d"]),
        ("a::{,b::}c", ["a::c", "a::b::c"]),
    ],
)
def test_braces_stand_for_alternatives(pattern: str, expected: list[str]) -> None:
    assert expand(pattern) == expected


@pytest.mark.parametrize("pattern", ["a::{b", "a::b}", "a::{b{c}}", "}{"])
def test_a_brace_without_a_partner_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="without a partner"):
        expand(pattern)


FQNS = sorted(
    [
        "app::main",
        "ext::npm::web::Get",
        "ext::pypi::web",
        "ext::pypi::web::App",
        "ext::pypi::web::App::get",
        "ext::pypi::web::App::get::deep",
        "ext::pypi::web::App::post",
        "ext::pypi::webby::App::get",
    ]
)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("web::App::get", ["ext::pypi::web::App::get"]),
        ("web::Get", []),
        ("web::App::*", ["ext::pypi::web::App::get", "ext::pypi::web::App::post"]),
        ("web::App::*t", ["ext::pypi::web::App::get", "ext::pypi::web::App::post"]),
        ("web::*::get", ["ext::pypi::web::App::get"]),
        ("web::A*", ["ext::pypi::web::App"]),
    ],
)
def test_a_target_means_external_nodes_of_its_ecosystem(target: str, expected: list[str]) -> None:
    assert [FQNS[row] for row in Externals(FQNS).rows("pypi", [target])] == expected
