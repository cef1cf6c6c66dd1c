"""The rules of one framework as data: what a file in ``fingerprints/`` may say, checked when it is read.

A *target* says what a name denotes, never how it is spelled: ``fastapi::FastAPI::get`` is the method ``get`` of
``FastAPI`` in the package ``fastapi`` of the file's ecosystem, whatever the variable is called and wherever it
comes from. ``{a,b}`` stands for either, ``*`` for any part of one segment after the package. A target of another
ecosystem is written as a whole FQN: ``ext::js::globals::describe``.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import msgspec

from codegraph.errors import AdapterError
from codegraph.fingerprint.library import LibraryTable
from codegraph.fingerprint.when import When, check_targets, check_when

_AT_RULE = re.compile(r"\$\.rule\[(\d+)\]")
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")


class Argument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a literal stands among the arguments of a decorator or call.

    Args:
        position: number of the positional argument, from 0; -1 for none.
        keyword: name of the argument, or of a key in an object literal among the arguments.
        default: what stands for an argument that is not there. Without one its value is unknown then.
    """

    position: int = -1
    keyword: str = ""
    default: str | list[str] | None = None


class Endpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The route that a decorator or call declares.

    Args:
        path: the route's own path; a list of strings makes as many endpoints.
        methods: HTTP methods, or where they are read; without it the target's last name is the method. ``ANY``
            stands for all of them.
        handler: for calls, the argument that handles requests; a decorator's node is the handler itself.
    """

    path: Argument
    methods: list[str] | Argument = []
    handler: Argument | None = None


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Source that a rule matches, with the endpoints that it gives, as ``METHOD /path``.

    Args:
        code: one file, or several of them that begin with a comment ``file: <path>`` each.
        endpoints: all that are found in it.
        nodes: names of all nodes that get the rule's tags, where it matters which they are.
    """

    code: str
    endpoints: list[str] = []
    nodes: list[str] = []


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: what it looks for and what follows.

    Args:
        tags: roles of the node; the framework's own tag comes with them.
        when: what to look for.
        endpoint: the route, for decorators.
        read: attributes of the node by name, and where its decorator's arguments give their values.
        matches: sources in which the rule gives all its tags to some node.
        ignores: sources that look alike, in which it gives nothing.
        convention: the language itself gives the name its meaning, so that there is no other evidence.
    """

    tags: list[str]
    when: When
    endpoint: Endpoint | None = None
    read: dict[str, Argument] = {}
    matches: list[str | Example] = []
    ignores: list[str] = []
    convention: bool = False


class ClassPrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decorator of a class whose argument stands before the paths of the methods, inherited ones included."""

    decorator: list[str]
    path: Argument


class RouterPrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that makes a router, whose argument stands before the paths of the routes declared through it."""

    call: list[str]
    path: Argument


class IncludePrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call through one router that takes in another, and what it sets before that one's paths.

    Args:
        router: the argument that is the router taken in.
        path: the prefix.
        replaces: whether a prefix given here stands in place of the router's own, not before it.
    """

    call: list[str]
    router: Argument
    path: Argument
    replaces: bool = False


class Prefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"classes": "class"}):
    """How full paths are composed; these three operators are all there are.

    Args:
        classes: a class stands before its methods.
        router: a router stands before its routes.
        include: a router is taken in by another one, across files.
        trailing_slash: whether a slash at a path's end is kept.
    """

    classes: list[ClassPrefix] = []
    router: list[RouterPrefix] = []
    include: list[IncludePrefix] = []
    trailing_slash: bool = True


class Framework(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of one file in ``fingerprints/``.

    Args:
        framework: the framework's tag.
        title: the name that people read.
        language: the adapter whose language the examples are in, unless they say otherwise.
        ecosystem: the registry that the packages in its targets come from (``pypi``, ``npm``).
        prefix: how paths are composed.
        rule: the rules; each one that matches adds its tags.
        composed: whether what has a decorator of the project has those too that stand on the decorator itself.
        library: what the framework's functions and fields give.
    """

    framework: str
    language: str
    ecosystem: str
    rule: list[Rule] = []
    title: str = ""
    prefix: Prefix = Prefix()
    composed: bool = False
    library: LibraryTable = LibraryTable()


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
        _check_prefix(found.prefix)
    except ValueError as error:
        raise AdapterError(f"{where}: prefix: {error}") from error
    try:
        found.library.check()
    except ValueError as error:
        raise AdapterError(f"{where}: library: {error}") from error
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
        _check_argument(f"read.{name}", argument)
    if rule.endpoint is not None:
        _check_endpoint(rule.endpoint, when)


def _check_endpoint(endpoint: Endpoint, when: When) -> None:
    if when.base or when.member or bool(when.call) == bool(when.decorator):
        raise ValueError("an endpoint is declared either by a decorator or by a call")
    if bool(when.call) != bool(endpoint.handler):
        raise ValueError("endpoint.handler belongs to rules that look for calls, and only to them")
    _check_argument("endpoint.path", endpoint.path)
    for name in ("methods", "handler"):
        argument = getattr(endpoint, name)
        if isinstance(argument, Argument):
            _check_argument(f"endpoint.{name}", argument)


def _check_prefix(prefix: Prefix) -> None:
    for before_class in prefix.classes:
        check_targets(before_class.decorator)
        _check_argument("class.path", before_class.path)
    for router in prefix.router:
        check_targets(router.call)
        _check_argument("router.path", router.path)
    for include in prefix.include:
        check_targets(include.call)
        _check_argument("include.path", include.path)
        _check_argument("include.router", include.router)


def _check_argument(name: str, argument: Argument) -> None:
    if argument.position < 0 and not argument.keyword:
        raise ValueError(f"{name} needs a position or a keyword")
