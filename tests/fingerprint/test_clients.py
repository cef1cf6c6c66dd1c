"""Requests that code sends, by the rules of every client library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from codegraph.fingerprint import Rules
from codegraph.fingerprint.schema import Prefix
from tests.fingerprint.reading import look, rules

if TYPE_CHECKING:
    from codegraph.fingerprint.client_rules import Client
    from codegraph.fingerprint.schema import Framework

CLIENTS = [(framework, number) for framework in rules().frameworks for number in range(len(framework.client))]
NAMES = [f"{framework.framework}-{number + 1}" for framework, number in CLIENTS]


def alone(framework: Framework, client: Client) -> Rules:
    """One rule, with all that is known of the libraries of all frameworks."""
    others = [
        msgspec.structs.replace(other, rule=[], client=[], prefix=Prefix())
        for other in rules().frameworks
        if other.framework != framework.framework
    ]
    return Rules((msgspec.structs.replace(framework, rule=[], client=[client]), *others))


@pytest.mark.parametrize(("framework", "number"), CLIENTS, ids=NAMES)
def test_a_client_sends_what_its_rule_says(framework: Framework, number: int) -> None:
    client = framework.client[number]
    assert client.matches
    for example in client.matches:
        shown = look(example.code, framework.language, alone(framework, client))
        assert shown.requests == sorted(example.requests), example.code
        assert all({framework.framework, "http-client"} <= set(tags) for tags in shown.tags.values())


@pytest.mark.parametrize(("framework", "number"), CLIENTS, ids=NAMES)
def test_what_only_looks_like_a_client_sends_nothing(framework: Framework, number: int) -> None:
    client = framework.client[number]
    assert client.ignores
    for code in client.ignores:
        shown = look(code, framework.language, alone(framework, client))
        assert (shown.requests, shown.tags) == ([], {}), code
