"""What rules say of calls and classes that have several routes at once."""

from __future__ import annotations

from typing import Literal

import msgspec

from codegraph.fingerprint.endpoint_rules import Words  # noqa: TC001 (msgspec reads annotations)
from codegraph.fingerprint.package_rules import Whole  # noqa: TC001 (msgspec reads annotations)
from codegraph.fingerprint.places import Argument  # noqa: TC001 (msgspec reads annotations)


class Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decorator of a method of a resource's class that declares one more route below the resource's.

    Args:
        decorator: targets.
        path: its own path, by default the method's name.
        methods: the HTTP methods.
        one: the argument that says whether it is below one item, not below all.
        end: what its path ends with.
        more: targets of members of what the decorator makes of the method, which decorate another one and are called
            like the HTTP method that this one answers on the same path.
    """

    decorator: list[str]
    path: Argument
    methods: Argument
    one: Argument
    end: str = ""
    more: list[str] = []


class Resource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that declares several routes at once, one for each action that its class has.

    Args:
        call: targets.
        name: the resource's name, which is its path unless ``path`` says otherwise; with ``rest`` there may be several.
        path: a path of its own.
        handler: the class; without it ``words`` finds one by the resource's name.
        words: how strings name classes and their methods.
        names: what stands before classes that strings name, for the resource and in its block.
        actions: for each action, which is a method of the class, its routes: ``show`` -> ``["GET /:id"]``.
        only: the actions that are wanted, if not all.
        leave: the actions that are not wanted.
        after: names of calls on what the call gives that say the same: ``only`` or ``leave``, by target.
        bases: the actions that a class has from a base of the framework's, by the base's target. If there are any,
            only actions that the class has count.
        one: the path of one item, below which stands what is declared in the call's block; ``{name}`` is the
            resource's name in the singular, ``{param}`` the name of the parameter, here and in ``actions``.
        param: that name.
        param_at: names of fields of the class that say it; the first that is a text.
        trailing: the argument of the call that makes the router; where it is false, paths have no slash at their end.
        plural: whether the class has the name of the resource in the plural.
        entry: the entry of ``handler``, an object, that names the class; without it there are no routes. ``only`` and
            ``leave`` list such entries then.
        words_at: the argument, an object, that says what stands for words in braces in the paths of ``actions``.
        extra: further routes by decorators.
    """

    call: list[str]
    name: Argument
    actions: dict[str, list[str]]
    path: Argument | None = None
    handler: Argument | None = None
    words: Words | None = None
    names: Argument | None = None
    only: Argument | None = None
    leave: Argument | None = None
    after: dict[str, Literal["only", "leave"]] = {}
    bases: dict[str, list[str]] = {}
    one: str = ""
    param: Argument | None = None
    param_at: list[str] = []
    trailing: Argument | None = None
    plural: bool = False
    entry: str = ""
    words_at: Argument | None = None
    extra: Extra | None = None


class Actions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Public methods of classes that have routes though no decorator of theirs says which.

    Their path is that of the class, if it has one, else a pattern that stands for the package.

    Args:
        base: targets of the classes.
        pattern: calls that give the pattern.
        parameters: which parameters of the pattern stand for the name of the ``class`` or ``method``.
        path_at: targets of decorators with the method's own path.
        leave: targets of decorators of methods that have no routes.
        method_suffix: what the name of a method loses.
    """

    base: list[str]
    pattern: list[Whole] = []
    parameters: dict[str, Literal["class", "method"]] = {}
    path_at: list[str] = []
    leave: list[str] = []
    method_suffix: str = ""


class Pages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Classes whose path is the place of their file.

    Args:
        base: targets of the classes.
        folder: the folder below which it counts; one may stand below ``areas`` and a name that is part of the path.
        suffix: what the file's name loses.
        index: the name of a file that stands for its folder.
        methods: the HTTP method by what the name of a class's method begins with: ``OnGet`` -> ``GET``.
        beside: the end of the name of a file beside it, in the place of ``suffix``, that may say more.
        says: a word there, behind which stands a path below the place, or, with a slash before it, in its stead.
    """

    base: list[str]
    folder: str
    suffix: str
    index: str
    methods: dict[str, str]
    areas: str = ""
    beside: str = ""
    says: str = ""
