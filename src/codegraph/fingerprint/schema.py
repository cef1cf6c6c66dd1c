"""The rules of one framework as data: what a file in ``fingerprints/`` may say, checked when it is read.

A *target* says what a name denotes, never how it is spelled: ``fastapi::FastAPI::get`` is the method ``get`` of
``FastAPI`` in the package ``fastapi`` of the file's ecosystem, whatever the variable is called and wherever it
comes from. ``{a,b}`` stands for either, ``*`` for any part of one segment. A target of another
ecosystem is written as a whole FQN: ``ext::js::globals::describe``.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import msgspec

from codegraph.errors import AdapterError
from codegraph.fingerprint.client_rules import Client, ClientBase, Topic, check_clients, check_topics
from codegraph.fingerprint.endpoint_rules import Endpoint  # noqa: TC001 (msgspec reads the annotation)
from codegraph.fingerprint.injection import Injection  # noqa: TC001 (msgspec reads the annotation)
from codegraph.fingerprint.library import LibraryTable
from codegraph.fingerprint.places import Argument, check_argument
from codegraph.fingerprint.prefix_rules import Prefix
from codegraph.fingerprint.settings import Setting  # noqa: TC001 (msgspec reads the annotation)
from codegraph.fingerprint.when import When, check_targets, check_when

_AT_RULE = re.compile(r"\$\.rule\[(\d+)\]")
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Source that a rule matches, with the endpoints that it gives, as ``METHOD /path``.

    Args:
        code: one file, or several of them that begin with a comment ``file: <path>`` each.
        endpoints: all that are found in it.
        nodes: names of all nodes that get the rule's tags, where it matters which they are.
        edges: all edges that are added, as ``GET /path -> handler (route)``; rules with a route have to say them once.
        declares: dependencies that the manifest of its package declares.
    """

    code: str
    endpoints: list[str] = []
    nodes: list[str] = []
    edges: list[str] = []
    declares: list[str] = []


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: what it looks for and what follows.

    Args:
        tags: roles of the node; the framework's own tag comes with them.
        when: what to look for.
        endpoint: the route, for decorators.
        read: attributes of the node by name, and where its decorator's arguments give their values.
        given: the tags go not to who makes the call but to the function or class that this argument is; to all in it
            where it is a list or an object literal.
        matches: sources in which the rule gives all its tags to some node.
        ignores: sources that look alike, in which it gives nothing.
        convention: the language itself gives the name its meaning, so that there is no other evidence.
    """

    tags: list[str]
    when: When
    endpoint: Endpoint | None = None
    read: dict[str, Argument] = {}
    given: Argument | None = None
    matches: list[str | Example] = []
    ignores: list[str] = []
    convention: bool = False


class Narrowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decorator of a function that says which methods it answers.

    Args:
        decorator: targets.
        methods: the methods, or where they stand.
    """

    decorator: list[str]
    methods: list[str] | Argument


class Views(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Classes that handle requests by a method for each HTTP method.

    Args:
        members: the HTTP method by the name of a class's own method: ``get`` -> ``GET``.
        bases: HTTP methods that a class has from a base of the framework's, by the base's target; behind each, with
            blanks between, the names of methods that the base calls, of which the first that the class has handles it.
        narrowed: decorators of functions that answer some methods only.
        allowed: the name of a class's field with the methods that it answers at all, in any case.
        made: names of the call that makes a handler of a class, whose object literal may say which of the class's
            methods answers which HTTP method (``as_view({"get": "list"})``).
    """

    members: dict[str, str] = {}
    bases: dict[str, list[str]] = {}
    narrowed: list[Narrowed] = []
    allowed: str = ""
    made: list[str] = []


class Mocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tests replace what they do not exercise; all are lists of targets.

    Args:
        names: calls; what is named in their arguments is replaced.
        types: calls that give something which stands in for a type named in their arguments.
        fields: decorators of fields, parameters and variables whose value stands in for their type.
        modules: calls; all of the module is replaced that the first argument gives the path of.
        actual: calls that give the real module, so that in their file none counts as replaced.
    """

    names: list[str] = []
    types: list[str] = []
    fields: list[str] = []
    modules: list[str] = []
    actual: list[str] = []


class Framework(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of one file in ``fingerprints/``.

    Args:
        framework: the framework's tag.
        title: the name that people read.
        language: the adapter whose language the examples are in, unless they say otherwise.
        ecosystem: the registry that the packages in its targets come from (``pypi``, ``npm``).
        prefix: how paths are composed.
        views: classes with a method for each HTTP method.
        injection: what its container makes.
        mock: how tests replace what they do not exercise.
        rule: the rules; each one that matches adds its tags.
        client: calls that send requests; the function around has the tag ``http-client``.
        client_base: calls that make clients with a base address.
        topic: what sends and receives messages by the name of a topic.
        setting: calls that ask for settings by their names.
        composed: whether what has a decorator of the project has those too that stand on the decorator itself.
        library: what the framework's functions and fields give.
    """

    framework: str
    language: str
    ecosystem: str
    rule: list[Rule] = []
    client: list[Client] = []
    client_base: list[ClientBase] = []
    topic: list[Topic] = []
    setting: list[Setting] = []
    title: str = ""
    prefix: Prefix = Prefix()
    composed: bool = False
    mock: Mocks = Mocks()
    library: LibraryTable = LibraryTable()
    views: Views = Views()
    injection: Injection | None = None


def read_framework(text: str, where: str) -> Framework:
    """Read and check the rules of one framework.

    Args:
        text: the file's content.
        where: its name, for messages.

    Raises:
        AdapterError: it is no TOML, names an unknown key, or a rule makes no sense.
    """
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise AdapterError(f"{where}: not valid TOML: {error}") from error
    try:
        found = msgspec.convert(raw, Framework)
    except msgspec.ValidationError as error:
        raise AdapterError(f"{where}: {_placed(str(error), raw)}") from error
    if not _NAME.fullmatch(found.framework):
        raise AdapterError(f"{where}: framework {found.framework!r} is no tag: use a-z, 0-9, '.' and '-'")
    try:
        _check_prefix(found.prefix, found.views)
    except ValueError as error:
        raise AdapterError(f"{where}: prefix: {error}") from error
    try:
        check_targets(
            [target for field in found.mock.__struct_fields__ for target in getattr(found.mock, field)]
        )
    except ValueError as error:
        raise AdapterError(f"{where}: mock: {error}") from error
    try:
        if found.injection is not None:
            found.injection.check()
    except ValueError as error:
        raise AdapterError(f"{where}: injection: {error}") from error
    try:
        found.library.check()
    except ValueError as error:
        raise AdapterError(f"{where}: library: {error}") from error
    try:
        check_clients(found.client, found.client_base)
        check_topics(found.topic)
    except ValueError as error:
        raise AdapterError(f"{where}: {error}") from error
    for number, rule in enumerate(found.rule, 1):
        try:
            _check_rule(rule)
        except ValueError as error:
            raise AdapterError(f"{where}: rule {number} ({', '.join(rule.tags)}): {error}") from error
    return found


def _placed(message: str, raw: dict[str, Any]) -> str:
    """A message of msgspec with the rule's number and tags in place of a path into the data."""
    found = _AT_RULE.search(message)
    if found is None:
        return message
    number = int(found.group(1))
    tags = raw["rule"][number].get("tags") if isinstance(raw["rule"][number], dict) else None
    name = f" ({', '.join(map(str, tags))})" if isinstance(tags, list) else ""
    return f"rule {number + 1}{name}: {message.replace(found.group(), '$')}"


def _check_rule(rule: Rule) -> None:
    if not rule.tags or not all(_NAME.fullmatch(tag) for tag in rule.tags):
        raise ValueError("tags must be a list of words in a-z, 0-9, '.' and '-'")
    when = rule.when
    check_when(when, convention=rule.convention)
    if rule.read and not when.decorator:
        raise ValueError("read is for rules that look for decorators")
    for name, argument in rule.read.items():
        check_argument(f"read.{name}", argument)
    if rule.given is not None:
        if when.targets != when.call or rule.endpoint is not None:
            raise ValueError("given is for rules that look for calls alone")
        check_argument("given", rule.given)
    if rule.endpoint is not None:
        _check_endpoint(rule.endpoint, when)


def _check_endpoint(endpoint: Endpoint, when: When) -> None:
    if endpoint.file is not None:
        if not when.goes_by_names or isinstance(endpoint.methods, Argument):
            raise ValueError("endpoint.file is for rules that go by names, and its methods are a list")
        return
    if when.base or when.member or bool(when.call) == bool(when.decorator):
        raise ValueError("an endpoint is declared either by a decorator or by a call")
    if bool(when.call) != bool(endpoint.handler):
        raise ValueError("endpoint.handler belongs to rules that look for calls, and only to them")
    check_targets([*endpoint.verbs, *endpoint.takes, *endpoint.after.methods, *endpoint.after.middleware])
    check_argument("endpoint.path", endpoint.path)
    for name in ("methods", "handler", "middleware"):
        argument = getattr(endpoint, name)
        if isinstance(argument, Argument):
            check_argument(f"endpoint.{name}", argument)


def _check_prefix(prefix: Prefix, views: Views) -> None:
    items: list[tuple[str, Any]] = [("class", item) for item in prefix.classes]
    for name in ("passing", "filter", "router", "group", "include", "through", "named", "use", "resource"):
        items += [(name, item) for item in getattr(prefix, name)]
    items += [("global", item) for item in prefix.everywhere]
    items += [("folder", item) for item in prefix.folders]
    check_targets([target for item in prefix.folders for target in item.loaders], whole=True)
    for narrowed in views.narrowed:
        check_targets(narrowed.decorator)
        if isinstance(narrowed.methods, Argument):
            check_argument("narrowed.methods", narrowed.methods)
    for name, item in items:
        targets = [t for field in ("decorator", "base", "call", "stack") for t in getattr(item, field, [])]
        check_targets(targets, whole=name in ("router", "through"))
        for field in (
            "path",
            "methods",
            "router",
            "middleware",
            "handlers",
            "names",
            "name",
            "only",
            "leave",
        ):
            argument = getattr(item, field, None)
            if argument is not None and not getattr(item, "holder", False):
                check_argument(f"{name}.{field}", argument)
