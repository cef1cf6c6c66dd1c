"""What a framework's file says of requests: calls that send one, and where their address and method stand."""

from __future__ import annotations

from typing import Literal

import msgspec

from codegraph.fingerprint.places import Argument, check_argument
from codegraph.fingerprint.when import check_targets


class ClientExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Source that a client rule matches, with the requests in it.

    Args:
        code: one file, or several of them that begin with a comment ``file: <path>`` each.
        declares: dependencies of the package.
        requests: what is sent, as ``METHOD /path``; ``{}`` and ``…`` stand for what is not known.
    """

    code: str
    requests: list[str]
    declares: list[str] = []


class Client(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that sends a request or makes one, or a decorator of a method that sends one without a body of its own.

    Args:
        call: targets.
        name: globs on what is called, for code that a tool generated: it names no library that could be a target.
        file: globs on the files that the tool writes; for ``name`` alone, which needs them.
        uses: the tool, on which the package depends; likewise.
        decorator: targets of decorators of methods.
        within: targets of decorators or bases that the method's class has to have.
        url: where the address stands.
        methods: the HTTP methods, or where they stand; without it the target's last name begins with the method
            (``getForObject``).
        chained: a call in the same chain is called like the method (``client.post().uri("/users")``), and ``methods``
            stand for a chain without one.
        based: the call's receiver may have a base address that a ``[[client_base]]`` sets; one that is not found is
            not known then.
        matches: sources with their requests.
        ignores: sources that look alike, in which there is none.
    """

    call: list[str] = []
    name: list[str] = []
    file: list[str] = []
    uses: list[str] = []
    decorator: list[str] = []
    within: list[str] = []
    url: Argument = Argument(position=0)
    methods: list[str] | Argument = []
    chained: bool = False
    based: bool = False
    matches: list[ClientExample] = []
    ignores: list[str] = []


class ClientBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that makes a client for all that lies below an address, or a decorator of a class of such methods.

    Args:
        call: targets.
        decorator: targets.
        member: the member of a client that is given the address later (``defaults.baseURL``).
        whole: targets of what is a client by itself, for all of its package; for ``member``.
        url: where the address stands; without it requests have whole ones.
    """

    call: list[str] = []
    decorator: list[str] = []
    member: str = ""
    whole: list[str] = []
    url: Argument | None = None


class TopicExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Source that a topic rule matches, with what it finds.

    Args:
        code: one file, or several of them that begin with a comment ``file: <path>`` each.
        topics: the names of the topics.
    """

    code: str
    topics: list[str]


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that sends a message to a topic or queue, or a call or decorator of what receives them.

    Args:
        role: which end it is.
        call: targets.
        decorator: targets.
        name: where the topic's name stands; a list names several.
        made: targets of calls that make what the call is a member of; there the name stands: ``new Queue("mails")``.
        handler: the argument that receives the messages, for calls of consumers.
        system: what the names belong to (``kafka``), so that frameworks meet there; the framework itself without it.
        matches: sources with the topics in them.
        ignores: sources that look alike, in which there is none.
    """

    role: Literal["producer", "consumer"]
    name: Argument = Argument(position=0)
    call: list[str] = []
    decorator: list[str] = []
    made: list[str] = []
    handler: Argument | None = None
    system: str = ""
    matches: list[TopicExample] = []
    ignores: list[str] = []


def check_topics(topics: list[Topic]) -> None:
    """Raise ValueError for a rule that makes no sense."""
    for topic in topics:
        check_targets([*topic.call, *topic.decorator])
        check_targets(topic.made, whole=True)
        if bool(topic.call) == bool(topic.decorator):
            raise ValueError("a topic's end is found either by a call or by a decorator")
        check_argument("topic.name", topic.name)


def check_clients(clients: list[Client], bases: list[ClientBase]) -> None:
    """Raise ValueError for a rule that makes no sense."""
    for client in clients:
        check_targets([*client.call, *client.decorator, *client.within])
        if sum(map(bool, (client.call, client.decorator, client.name))) != 1:
            raise ValueError("a client is found either by a call, or by a decorator, or by a name")
        if not bool(client.name) == bool(client.file) == bool(client.uses):
            raise ValueError(
                "a name alone is no evidence: client.name needs client.file and client.uses, and they it"
            )
        if client.within and not client.decorator:
            raise ValueError("client.within is for decorators")
        check_argument("client.url", client.url)
        if isinstance(client.methods, Argument):
            check_argument("client.methods", client.methods)
    for base in bases:
        check_targets([*base.call, *base.decorator])
        check_targets(base.whole, whole=True)
        if not (base.call or base.decorator):
            raise ValueError("client_base needs a call or a decorator")
        if base.url is not None:
            check_argument("client_base.url", base.url)
