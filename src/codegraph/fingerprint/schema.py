"""The rules of one framework as data: what a file in ``fingerprints/`` may say, checked when it is read.

A *target* says what a name denotes, never how it is spelled: ``fastapi::FastAPI::get`` is the method ``get`` of
``FastAPI`` in the package ``fastapi`` of the file's ecosystem, whatever the variable is called and wherever it
comes from. ``{a,b}`` stands for either, ``*`` for any part of one segment. A target of another
ecosystem is written as a whole FQN: ``ext::js::globals::describe``.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Literal

import msgspec

from codegraph.errors import AdapterError
from codegraph.fingerprint.client_rules import Client, ClientBase, Topic, check_clients, check_topics
from codegraph.fingerprint.fileroutes import FileRoute  # noqa: TC001 (msgspec reads annotations)
from codegraph.fingerprint.injection import Injection  # noqa: TC001 (msgspec reads the annotation)
from codegraph.fingerprint.library import LibraryTable
from codegraph.fingerprint.places import Argument, check_argument
from codegraph.fingerprint.settings import Setting  # noqa: TC001 (msgspec reads the annotation)
from codegraph.fingerprint.when import When, check_targets, check_when

_AT_RULE = re.compile(r"\$\.rule\[(\d+)\]")
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")


class After(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Calls on what declares a route, ``route(...).only("GET")``; each list holds targets.

    Args:
        methods: their arguments are the route's methods.
        middleware: their arguments are what requests pass before the handler; one without arguments stands for itself.
    """

    methods: list[str] = []
    middleware: list[str] = []


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a string names a handler: ``users#show``, ``App\\Users:show``.

    Args:
        separators: what stands between the class and its method; without one the string names a class.
        suffix: what the class's name ends with beside what is written (``Controller``).
        camel: whether the class is written in lower case with underscores, folders before it (``admin/user_posts``).
    """

    separators: list[str]
    suffix: str = ""
    camel: bool = False


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a route in a resource's block is below one item or below all.

    Args:
        at: the argument that says it.
        one: words for one item, under its own name (``/posts/:id``, not ``/posts/:post_id``).
        all: words for all items (``/posts``).
    """

    at: Argument
    one: list[str] = []
    all: list[str] = []


class Endpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The route that a decorator or call declares.

    Args:
        path: the route's own path; a list of strings makes as many endpoints.
        methods: HTTP methods, or where they are read; without it the target's last name is the method. ``ANY``
            stands for all of them.
        path_at: targets of another decorator of the handler, at which the path stands if it does not at this one.
        beside: what that name has before or behind the method (``HttpGet``, ``PostMapping``).
        handler: for calls, the argument that handles requests; a decorator's node is the handler itself.
        middleware: the arguments that requests pass before the handler, in their order.
        in_path: the path may begin with the method, ``GET /users``.
        verbs: targets of calls in the handler's place, chained, whose names are methods: ``get(list).post(make)``.
        takes: targets of calls in that chain that take the handler, ``get().to(list)``.
        after: calls on what the declaration gives.
        words: how strings name handlers.
        invokes: methods of a class that is the handler by itself, the first that it has.
        taken: whether a decorated function has a router only where one takes it in (``include``): one that none does
            answers at a path that is not known.
        optional: whether one that no router takes in answers nothing at all.
        owner: the argument that names the class of the handler, whose method ``action``, a word in the handler's place
            or the path names.
        action: the argument that names that method.
        implied: without a handler, the path names it: as an action of the resource around (``preview``), or with the
            class before it (``photos/show``).
        file: the path of the file is that of the route; for rules that go by names.
        item: for routes in blocks of resources, whether they are below one item.
    """

    path: Argument = Argument()
    methods: list[str] | Argument = []
    path_at: list[str] = []
    beside: list[str] = []
    handler: Argument | None = None
    middleware: Argument | None = None
    in_path: bool = False
    verbs: list[str] = []
    takes: list[str] = []
    after: After = After()
    words: Words | None = None
    invokes: list[str] = []
    taken: bool = False
    optional: bool = False
    owner: Argument | None = None
    action: Argument | None = None
    implied: bool = False
    file: FileRoute | None = None
    item: Item | None = None


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


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call or decorator that sets a prefix before all routes of the package that it stands in.

    Args:
        path: the prefix.
        call: targets of calls.
        decorator: targets of decorators.
        leave: paths that a call's prefix does not stand before: strings, or object literals with a ``path``.
    """

    path: Argument
    call: list[str] = []
    decorator: list[str] = []
    leave: Argument | None = None


class Version(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that puts the version of an API before the paths of its package's routes, behind the prefix of all.

    Args:
        call: targets.
        kind: the argument that says where versions stand; one that is not given says the path.
        inside: targets of what it is where they stand in the path.
        mark: what stands before a version (``v``).
        default: the version of routes that say none.
        decorator: targets of decorators of methods that say their versions, ``at`` an argument.
        own: the argument of the decorator of a class (``prefix.class``) with the versions of its methods.
        neutral: targets of what stands for no version.
    """

    call: list[str]
    kind: Argument
    inside: list[str]
    mark: Argument
    default: Argument
    decorator: list[str]
    own: Argument
    neutral: list[str]
    at: Argument = Argument(position=0)


class FilePrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands before the routes of files by the framework's convention.

    Args:
        file: globs on the path below the package.
        path: the prefix.
    """

    file: list[str]
    path: str


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


class Hyphens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that makes what stands for tokens ``two-words`` in its package, not ``TwoWords``.

    Args:
        call: targets.
        argument: a class of the project that does it.
        mark: what stands in the source of a class that does it so, and not in another way.
    """

    call: list[str]
    argument: Argument
    mark: str


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
