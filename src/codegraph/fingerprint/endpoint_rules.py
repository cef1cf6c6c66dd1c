"""What rules say of the routes that decorators and calls declare."""

from __future__ import annotations

import msgspec

from codegraph.fingerprint.fileroutes import FileRoute  # noqa: TC001 (msgspec reads annotations)
from codegraph.fingerprint.places import Argument


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
