"""Messages: who sends and who receives by the name of a topic."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import msgspec
import pytest

from codegraph.fingerprint import Rules
from codegraph.fingerprint.prefix_rules import Prefix
from tests.fingerprint.reading import Shown, look, rules

if TYPE_CHECKING:
    from codegraph.fingerprint.schema import Framework

TOPICS = [(framework, number) for framework in rules().frameworks for number in range(len(framework.topic))]
NAMES = [f"{framework.framework}-{framework.topic[number].role}-{number + 1}" for framework, number in TOPICS]


def shown(code: str, framework: Framework, number: int) -> Shown:
    """What one rule finds, with all that is known of the libraries of all frameworks."""
    others = [
        msgspec.structs.replace(other, rule=[], client=[], topic=[], prefix=Prefix())
        for other in rules().frameworks
        if other.framework != framework.framework
    ]
    alone = msgspec.structs.replace(framework, rule=[], client=[], topic=[framework.topic[number]])
    return look(code, framework.language, Rules((alone, *others)))


@pytest.mark.parametrize(("framework", "number"), TOPICS, ids=NAMES)
def test_an_end_of_a_topic_is_found(framework: Framework, number: int) -> None:
    topic = framework.topic[number]
    assert topic.matches
    for example in topic.matches:
        found = shown(example.code, framework, number).found
        names = [name for attributes in found.attributes.values() for name in attributes.get("topics", ())]
        assert sorted(names) == sorted(example.topics), example.code
        wanted = {framework.framework, f"message-{topic.role}"}
        assert all(wanted <= set(tags) for tags in found.tags.values())


@pytest.mark.parametrize(("framework", "number"), TOPICS, ids=NAMES)
def test_what_only_looks_like_an_end_is_none(framework: Framework, number: int) -> None:
    topic = framework.topic[number]
    assert topic.ignores
    for code in topic.ignores:
        assert shown(code, framework, number).tags == {}, code


def test_who_sends_leads_to_who_receives_in_another_language() -> None:
    files = {
        "shop/orders.py": """
            from kafka import KafkaProducer
            TOPIC = "orders." + "paid"
            producer = KafkaProducer()
            def paid(order):
                producer.send(TOPIC, order)
            def sent(order):
                producer.send("orders.sent", order)
        """,
        "mails/Mails.java": """
            import org.springframework.kafka.annotation.KafkaListener;
            class Mails {
                @KafkaListener(topics = "orders.paid")
                void tell(String order) {}
            }
        """,
    }
    found = look({path: dedent(text).lstrip() for path, text in files.items()})
    assert found.linked == ["shop/orders::paid -> tell (topic, inferred)"]
