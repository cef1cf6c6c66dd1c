"""What rules say of all that stands before routes: classes, routers, groups, and what they pass on."""

from __future__ import annotations

from typing import Literal

import msgspec

from codegraph.fingerprint.package_rules import FilePrefix, Hyphens, Version, Whole  # noqa: TC001 (msgspec)
from codegraph.fingerprint.places import Argument
from codegraph.fingerprint.resource_rules import Actions, Pages, Resource  # noqa: TC001 (msgspec)


class ClassPrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a class one whose methods have routes, and what stands before these, inherited ones included.

    If one of several has no path, only classes with such a one have routes; a path is then theirs, or comes from the
    nearest class that they derive from.

    Args:
        decorator: targets of decorators of the class.
        base: targets of classes that it derives from.
        path: the decorator's argument with the prefix; without it there is none, unless another decorator has one.
        unless: targets of decorators of classes that are not meant.
        locates: whether on a method without a route it stands before the routes of the class that the method gives.
    """

    decorator: list[str] = []
    base: list[str] = []
    path: Argument | None = None
    unless: list[str] = []
    locates: bool = False


class Passing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decorator of a handler or its class that requests pass.

    Args:
        decorator: targets.
        handlers: its arguments that are passed; without it the decorator itself is.
    """

    decorator: list[str]
    handlers: Argument | None = None


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call in a class that says what requests pass before the class's methods: ``before_action :log_in``.

    Args:
        call: targets.
        handlers: what is passed, methods of the class by their names or functions.
        only: the methods that it is said for, if not for all.
        leave: the methods that it is not said for.
        after: calls on what the call gives that say the same: ``only`` or ``leave``, by target.
        skips: whether they are no longer passed.
        first: whether they are passed before those that are said earlier.
    """

    call: list[str]
    handlers: Argument
    only: Argument | None = None
    leave: Argument | None = None
    after: dict[str, Literal["only", "leave"]] = {}
    skips: bool = False
    first: bool = False


class RouterPrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that makes a router, whose argument stands before the paths of the routes declared through it.

    Args:
        call: targets.
        path: the prefix; without it there is none.
        middleware: what requests to its routes pass.
    """

    call: list[str]
    path: Argument | None = None
    middleware: Argument | None = None


class GroupPrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call through a router that gives another one below it, or hands one to a function among its arguments.

    Args:
        call: targets.
        path: the prefix; without it there is none.
        middleware: what requests to the group's routes pass.
        names: what stands before the classes that strings name in the group (``module``, ``namespace``).
        owner: the class of the handlers of which the group's routes name only the method.
        item: for groups in blocks of resources, whether they are below one item (``one``) or below ``all``.
        root: whether nothing stands before the group, whatever it is a group of.
        methods: the HTTP methods of the group's routes, where these say none.
    """

    call: list[str]
    path: Argument | None = None
    methods: Argument | None = None
    middleware: Argument | None = None
    names: Argument | None = None
    owner: Argument | None = None
    item: Literal["", "one", "all"] = ""
    root: bool = False


class IncludePrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call through one router that takes in another, and what it sets before that one's paths.

    Args:
        router: the argument that is the router taken in, or a function that declares routes; with ``rest`` all of
            these; where there is a path as well, those that are no routers are middleware.
        path: the prefix; where ``router`` begins at its position or behind it, an argument that is a router or a
            function is no path.
        replaces: whether a prefix given here stands in place of the router's own, not before it.
        variable: the variable of a module that is meant where the router is a module or the name of one.
    """

    call: list[str]
    router: Argument
    path: Argument | None = None
    replaces: bool = False
    variable: str = ""


class FolderPrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that takes in what the files of a folder are, each below the names of the folders on the way to it.

    A folder with a file of the name ``index`` has no others that count.

    Args:
        call: targets.
        loader: the argument that has to be one of ``loaders``, by their targets.
        folder: the folder; what its path begins with that is not known is the folder of the file with the call.
        options: an object with further arguments, for ``path``.
        path: what stands before all.
        index: that name.
        plain: the argument that is false where the names of folders are no part of paths.
        marked: the argument that is true where names that begin with ``mark`` stand for parameters.
        own: a variable of a file that says what stands before its routes, in the place of folders.
    """

    call: list[str]
    loader: Argument
    loaders: list[str]
    folder: Argument
    options: Argument
    path: Argument
    index: str
    plain: Argument
    marked: Argument
    mark: str
    own: str


class Through(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that only passes on a router that it is given: ``include(router.urls)``.

    Args:
        call: targets.
        router: the argument, with ``rest`` all of these.
        path: what stands before the routes of what is passed on.
        variable: the variable of a module that is meant where the router is a module or the name of one.
        holder: whether the router is the class that the call is made on: ``Shop::Engine.routes``.
    """

    call: list[str]
    router: Argument = Argument()
    holder: bool = False
    path: Argument | None = None
    variable: str = ""


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that gives its block a name, by which routers take in the routes that it declares (``concern``).

    Args:
        call: targets.
        name: the name.
    """

    call: list[str]
    name: Argument


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call through a router that adds middleware to its routes.

    Args:
        handlers: what is passed.
        routes: to which: those that are declared later, earlier, or all.
        last_first: whether what is added last is passed first.
        stack: targets of calls that put several into one: ``Stack::new().layer(first).layer(second)``.
    """

    call: list[str]
    handlers: Argument
    routes: Literal["later", "earlier", "all"] = "later"
    last_first: bool = False
    stack: list[str] = []


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Methods of classes that the framework calls with a router before which nothing stands.

    Args:
        base: targets of the classes.
        member: names of the methods.
    """

    base: list[str]
    member: list[str]


class Prefix(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"classes": "class", "files": "file", "everywhere": "global", "folders": "folder"},
):
    """How full paths are composed; these operators are all there are.

    Args:
        classes: a class stands before its methods.
        router: a router stands before its routes.
        group: a router gives one below it.
        include: a router is taken in by another one, across files.
        folders: a call takes in the files of a folder.
        through: a call passes a router on.
        named: a call gives a block with routes a name.
        use: a router gets middleware.
        resource: a call declares the routes of a class's actions.
        everywhere: a prefix of all routes.
        version: a version of the API before a package's routes.
        files: a prefix of a file's routes.
        passing: decorators that requests pass.
        filter: calls in classes that say what requests pass.
        entry: methods that the framework gives a router.
        any_class: whether classes that nothing marks have routes too, if their methods declare some.
        actions: methods that have routes without a decorator that says which.
        pages: classes whose path is the place of their file.
        hyphens: calls that change what stands for tokens.
        overriding: whether a method that overrides one with a route, and has none of its own, handles it.
        tokens: words in paths that stand for the name of the handler's ``class`` or ``method``.
        suffix: what a class's name loses where it stands in a path.
        absolute: what a method's path begins with that stands without what is before its class's; where there are
            tokens.
        trailing_slash: whether a slash at a path's end is kept.
        application: types whose objects are never taken in by others: nothing stands before their routes.
        query: with what a path ends, behind which stand names of a query.
        slash: whether parts of a path meet with exactly one slash; otherwise they are joined as they are.
        patterns: whether paths may be regular expressions: what these have at their ends, and escapes, is no path.
    """

    classes: list[ClassPrefix] = []
    passing: list[Passing] = []
    filter: list[Filter] = []
    router: list[RouterPrefix] = []
    group: list[GroupPrefix] = []
    include: list[IncludePrefix] = []
    folders: list[FolderPrefix] = []
    through: list[Through] = []
    named: list[Named] = []
    use: list[Use] = []
    resource: list[Resource] = []
    everywhere: list[Whole] = []
    version: Version | None = None
    files: list[FilePrefix] = []
    entry: list[Entry] = []
    any_class: bool = False
    actions: Actions | None = None
    pages: Pages | None = None
    hyphens: Hyphens | None = None
    overriding: bool = False
    tokens: dict[str, Literal["class", "method"]] = {}
    suffix: str = ""
    absolute: list[str] = []
    application: list[str] = []
    trailing_slash: bool = True
    slash: bool = True
    query: str = ""
    patterns: bool = False
