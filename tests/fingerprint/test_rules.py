"""Every rule against its own examples."""

from __future__ import annotations

import msgspec
import pytest

from codegraph.fingerprint import Rules
from codegraph.fingerprint.prefix_rules import Prefix
from codegraph.fingerprint.schema import Example, Framework, Rule
from codegraph.languages.registry import load_registry
from tests.fingerprint.reading import look, rules

UPON = {"chi": {"net-http"}, "gorilla-mux": {"net-http"}}
"""Frameworks that take what another one defines: a middleware of net/http is one of chi."""
RULES = [(framework, number) for framework in rules().frameworks for number in range(len(framework.rule))]
NAMES = [
    f"{framework.framework}-{number + 1}-{framework.rule[number].tags[0]}" for framework, number in RULES
]


def alone(framework: Framework, rule: Rule) -> Rules:
    """One rule, with all that is known of the libraries of all frameworks."""
    others = [
        msgspec.structs.replace(other, rule=[], client=[], topic=[], prefix=Prefix())
        for other in rules().frameworks
        if other.framework != framework.framework
    ]
    return Rules((msgspec.structs.replace(framework, rule=[rule], client=[], topic=[]), *others))


@pytest.mark.parametrize(("framework", "number"), RULES, ids=NAMES)
def test_a_rule_matches_what_it_says_that_it_matches(framework: Framework, number: int) -> None:
    rule = framework.rule[number]
    assert rule.matches
    for item in rule.matches:
        example = item if isinstance(item, Example) else Example(item)
        shown = look(example.code, framework.language, alone(framework, rule), example.declares)
        wanted = {framework.framework, *rule.tags}
        names = sorted(fqn.rpartition("::")[2] for fqn, tags in shown.tags.items() if wanted <= set(tags))
        assert names or example.endpoints, example.code  # a handler without a name has no tags
        assert names == sorted(example.nodes) or not example.nodes, example.code
        assert shown.endpoints == sorted(example.endpoints), example.code
        assert shown.edges == sorted(example.edges) or not example.edges, example.code


@pytest.mark.parametrize(("framework", "number"), RULES, ids=NAMES)
def test_a_rule_with_a_route_says_which_edges_follow(framework: Framework, number: int) -> None:
    rule = framework.rule[number]
    examples = [item for item in rule.matches if isinstance(item, Example)]
    if rule.endpoint is None or any(example.edges for example in examples):
        return
    shown = [look(item.code, framework.language, alone(framework, rule), item.declares) for item in examples]
    assert [found.edges for found in shown if found.edges] == []  # none handles it that has a name


@pytest.mark.parametrize(("framework", "number"), RULES, ids=NAMES)
def test_a_rule_ignores_what_it_says_that_it_ignores(framework: Framework, number: int) -> None:
    rule = framework.rule[number]
    assert rule.ignores
    for code in rule.ignores:
        shown = look(code, framework.language, alone(framework, rule))
        assert shown.tags == {}, code
        assert shown.endpoints == [], code


@pytest.mark.parametrize(("framework", "number"), RULES, ids=NAMES)
def test_no_two_frameworks_claim_the_same_node(framework: Framework, number: int) -> None:
    # Where a program begins is the language's matter, whichever frameworks it begins with.
    tags = {other.framework for other in rules().frameworks} - {"main"} | {framework.framework}
    roles = Rules(tuple(msgspec.structs.replace(other, client=[], topic=[]) for other in rules().frameworks))
    for item in framework.rule[number].matches:
        example = item if isinstance(item, Example) else Example(item)
        found_in = look(example.code, framework.language, roles, example.declares)
        for node, found in found_in.tags.items():
            if found != ["entry-point", "main"]:
                below = UPON.get(framework.framework, set())
                assert tags.intersection(found) - below <= {framework.framework}, node
                assert below or framework.framework in found, node


def test_every_framework_is_of_a_language_that_there_is() -> None:
    adapters = load_registry().adapters
    assert [
        framework.framework for framework in rules().frameworks if framework.language not in adapters
    ] == []
