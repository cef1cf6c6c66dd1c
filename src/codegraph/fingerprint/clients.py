"""Finds the requests that code sends, and links them to the endpoints of the same graph that answer them.

A call of a client whose address is a parameter of the function around is no request yet: the calls of that function
are, with what they give for it, through a few such functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.fingerprint.addresses import HOLE, Address, address_of, joined
from codegraph.fingerprint.bindings import FREE, Bindings, Bound
from codegraph.fingerprint.client_rules import Client
from codegraph.fingerprint.defaults import Defaults
from codegraph.fingerprint.endpoints import UNKNOWN_PART
from codegraph.fingerprint.globs import fits
from codegraph.fingerprint.matching import Asker, Found, Matcher
from codegraph.fingerprint.methods import method_names, method_of
from codegraph.fingerprint.places import Argument
from codegraph.fingerprint.trees import MAX_CLIMB, Expr, chain
from codegraph.fingerprint.view import CALLS
from codegraph.fingerprint.when import When
from codegraph.model import SEPARATOR, Confidence, EdgeKind, Level

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.client_rules import ClientBase
    from codegraph.fingerprint.conditions import Conditions
    from codegraph.fingerprint.origins import Parameter, Sources
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.schema import Framework

TAG = "http-client"
MAX_WRAPPERS = 3  # functions around functions around a client
MAX_CALLS = 3000  # of one such function
_LOCAL = frozenset({"localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal", "testserver"})  # noqa: S104


class Site(NamedTuple):
    """A call of a client.

    Args:
        framework: the framework's tag.
        client: the rule.
        target: FQN of what is called, or its name.
        call: the call.
        row: of the node that it stands in.
    """

    framework: str
    client: Client
    target: str
    call: Expr
    row: int


class Request(NamedTuple):
    """A request that a function sends.

    Args:
        row: of the function, or of the module.
        place: line and column of the call.
        methods: none where they are not known.
        address: where it goes.
        rule: the edge's rule.
        found: the endpoints that answer it, for each method.
    """

    row: int
    place: tuple[int, int]
    methods: tuple[str, ...]
    address: Address
    rule: str
    found: tuple[Found, ...]

    @property
    def names(self) -> list[str]:
        """``GET /users/{}`` for each method."""
        return [f"{method or UNKNOWN_PART} {self.address}" for method in self.methods or ("",)]


class Clients:
    """The requests of one graph.

    Args:
        sources: where values come from.
        reader: reads arguments.
        externals: the graph's external nodes.
        conditions: about files.
        matcher: its endpoints.
    """

    def __init__(
        self,
        sources: Sources,
        reader: Reader,
        externals: Externals,
        conditions: Conditions,
        matcher: Matcher,
    ) -> None:
        self._conditions = conditions
        self._sources = sources
        self._reader = reader
        self._externals = externals
        self._matcher = matcher
        self._bindings = Bindings(sources, reader)
        self._bases: dict[int, ClientBase] = {}
        self._defaults = Defaults(sources, self._bindings, externals)
        self._hosts: frozenset[str] | None = None

    def of(self, frameworks: Iterable[Framework]) -> Iterator[tuple[Site, Request]]:
        """The requests by all rules, in order of files and positions."""
        sites: list[Site] = []
        for framework in frameworks:
            for base in framework.client_base:
                for row in self._externals.rows(framework.ecosystem, [*base.call, *base.decorator]):
                    self._bases[row] = base
                if base.member:
                    self._defaults.add(framework.framework, framework.ecosystem, base)
            for client in framework.client:
                within = set(self._externals.rows(framework.ecosystem, client.within))
                for row in self._externals.rows(framework.ecosystem, [*client.call, *client.decorator]):
                    sites += self._sites(framework.framework, client, row, within)
                sites += self._generated(framework, client)
        for site in sorted(
            sites, key=lambda s: (s.call.file.path, s.call.node.end_byte, s.framework, s.target)
        ):
            for request in self._requests(site, site.row, site.call, FREE, 0):
                yield site, request

    def _sites(self, framework: str, client: Client, target: int, within: set[int]) -> Iterator[Site]:
        view, trees = self._sources.view, self._sources.trees
        for use in view.into(target, CALLS if client.call else {EdgeKind.DECORATES}):
            holder = int(view.nodes["parent"][use.row])
            if client.within and not within.intersection([*view.bases(holder), *self._decorators(holder)]):
                continue
            for _, call in trees.calls(use.row, use.sites):
                yield Site(framework, client, view.fqns[target], call, use.row)

    def _generated(self, framework: Framework, client: Client) -> Iterator[Site]:
        """The calls by name in files that a tool wrote."""
        sources = self._sources
        when = When(file=client.file, uses=client.uses, language=[framework.language])
        for row in self._sources.view.files if client.name else ():
            if not self._conditions.allow(framework, when, row):
                continue
            file = sources.trees.file(row)
            for node in file.inside(file.root, "call", "new", deep=True) if file is not None else ():
                name = file.callee(node)[1] if file is not None else None
                if file is None or name is None or not fits(tuple(client.name), file.text(name)):
                    continue
                rows = [sources.function_row(Expr(file, scope)) for scope in file.around(node, "function")]
                around = next((found for found in rows if found >= 0), row)
                yield Site(framework.framework, client, file.text(name), Expr(file, node), around)

    def _decorators(self, row: int) -> list[int]:
        return [use.row for use in self._sources.view.out(row, EdgeKind.DECORATES)]

    # --- one call ---

    def _requests(self, site: Site, row: int, call: Expr, bound: Bound, depth: int) -> list[Request]:
        """The requests that a call sends: one, or those of the functions that call the one around it."""
        url, opened = self._bindings.find(site.call, site.client.url, bound)
        pieces = [] if url is None else self._bindings.pieces(url, bound)
        methods, method_open = self._methods(site, bound)
        unknown = [item for item in pieces if isinstance(item, Expr)]
        free = self._free([*opened, *method_open, *unknown], bound)
        address = None
        if any(isinstance(item, str) and item for item in pieces) or (pieces and not unknown):
            parts = [item if isinstance(item, str) else None for item in pieces]
            address = address_of(joined(self._base(site, bound), parts))
        request = self._request(row, call, methods, address, depth)
        settled = request is not None and any(
            found.confidence == Confidence.INFERRED for found in request.found
        )
        if free is not None and depth < MAX_WRAPPERS and not (settled and (methods or not method_open)):
            known = _known(request)
            wrapped = [found for found in self._wrapped(site, free, bound, depth) if _known(found) > known]
            if wrapped:
                return wrapped
        return [] if request is None else [request]

    def _request(
        self,
        row: int,
        call: Expr,
        methods: tuple[str, ...],
        address: Address | None,
        depth: int,
    ) -> Request | None:
        if address is None or not address.says_something:
            return None
        found: dict[str, Found] = {}
        if self._is_own(address):
            asker = self._asker(row)
            for method in methods or ("",):
                for item in self._matcher.find(method, address, asker):
                    found[item.fqn] = item
        name = call.file.callee(call.node)[1] or call.node
        start = call.file.last_name(name).start_point
        rule = "client-wrapper" if depth else "client"
        return Request(row, (start[0] + 1, start[1]), methods, address, rule, tuple(found.values()))

    def _free(self, names: list[Expr], bound: Bound) -> Parameter | None:
        """The innermost of the parameters that decide on a request."""
        found = [parameter for name in names if (parameter := self._bindings.free(name, bound)) is not None]
        return max(found, key=lambda p: p.function.node.start_byte, default=None)

    def _wrapped(self, site: Site, free: Parameter, bound: Bound, depth: int) -> Iterator[Request]:
        """The requests of those who call the function around a client's call."""
        row = self._sources.function_row(free.function)
        if row < 0:
            return
        for caller, call in self._sources.calls(row, MAX_CALLS):
            inner: Mapping[tuple[str, int, int], Expr] = {**bound, free.function.key: call}
            yield from self._requests(site, caller, call, inner, depth + 1)

    # --- its parts ---

    def _methods(self, site: Site, bound: Bound) -> tuple[tuple[str, ...], list[Expr]]:
        """The methods of a request, none where they are not known; and the names on which they depend then."""
        wanted = site.client.methods
        if not isinstance(wanted, Argument):
            name = site.target.rpartition(SEPARATOR)[2]
            method = self._chained(site) or ("" if wanted else method_of(name))
            known = [method] if method else wanted
            return tuple(known), []
        given, opened = self._bindings.find(site.call, wanted, bound)
        if given is None:
            default = [wanted.default] if isinstance(wanted.default, str) else wanted.default or []
            return (() if opened else tuple(default)), opened
        found = method_names(self._reader, self._bindings.origin(given, bound))
        return tuple(found or ()), [] if found else [given]

    def _chained(self, site: Site) -> str:
        """The method that another call of the same chain is called like."""
        calls = list(chain(site.call)) if site.client.chained else []
        inner: Expr | None = self._sources.receiver(site.call) if site.client.chained else None
        while inner is not None and inner.file.op(inner.node) in ("call", "new") and len(calls) < MAX_CLIMB:
            calls.append(inner)
            inner = self._sources.receiver(inner)
        for call in calls:
            name = call.file.callee(call.node)[1]
            method = method_of(call.file.text(name)) if name is not None else ""
            if method:
                return method
        return ""

    def _base(self, site: Site, bound: Bound) -> list[str | None]:
        """What stands before a client's addresses."""
        if not site.client.based:
            package = self._sources.view.package(site.call.file.module)
            return self._shown(self._defaults.packages.get((site.framework, package)), bound)
        for made, rows in self._makers(site, bound):
            if made.key in self._defaults.made:
                return self._shown(self._defaults.made[made.key], bound)
            base = next((self._bases[row] for row in rows if row in self._bases), None)
            if base is not None:
                given, opened = (None, []) if base.url is None else self._bindings.find(made, base.url, bound)
                if given is None:
                    return [None] if opened else []
                return self._shown(given, bound)
        return [None]

    def _shown(self, given: Expr | None, bound: Bound) -> list[str | None]:
        """The parts of an address, None for each that is not known; none at all where nothing is given."""
        pieces = self._bindings.pieces(given, bound) if given is not None else []
        return [item if isinstance(item, str) else None for item in pieces]

    def _makers(self, site: Site, bound: Bound) -> Iterator[tuple[Expr, list[int]]]:
        """The calls that make the client of a request, the nearest first, or decorators; with what they denote."""
        if site.client.decorator:
            holder = int(self._sources.view.nodes["parent"][site.row])
            for use in self._sources.view.out(holder, EdgeKind.DECORATES):
                for line, column in use.sites:
                    call = site.call.file.call_at(line, column)
                    if call is not None:
                        yield Expr(site.call.file, call), [use.row]
            return
        found = self._sources.receiver(site.call)
        for _ in range(MAX_CLIMB):
            if found is None:
                return
            made = self._bindings.origin(found, bound)
            if made.file.op(made.node) not in ("call", "new"):
                return
            yield made, self._sources.called(made)
            found = self._sources.receiver(made)

    # --- who asks whom ---

    def _asker(self, row: int) -> Asker:
        view, nodes = self._sources.view, self._sources.view.nodes
        package = view.package(row)
        return Asker(
            nodes["path"][row],
            view.fqns[package] if package >= 0 else "",
            nodes["start_line"][row],
            nodes["end_line"][row],
            bool(nodes["is_test"][row]),
        )

    def _is_own(self, address: Address) -> bool:
        """Whether the host may be a service of the project: it is not known, this machine, or a name without a dot."""
        return (
            "." not in address.host.removesuffix(".local")
            or address.host in _LOCAL
            or self._is_named(address.host)
        )

    def _is_named(self, host: str) -> bool:
        if self._hosts is None:
            nodes = self._sources.view.nodes
            rows = [row for row, level in enumerate(nodes["level"]) if level == Level.PACKAGE]
            names = {
                part for row in rows for part in (nodes["name"][row], nodes["path"][row].rpartition("/")[2])
            }
            self._hosts = frozenset(_plain(name) for name in names) - {""}
        return _plain(host.partition(".")[0]) in self._hosts


def _known(request: Request | None) -> tuple[int, int]:
    """How much is known of where a request goes."""
    if request is None:
        return 0, 0
    return sum(len(part.replace(HOLE, "")) for part in request.address.segments), len(request.methods)


def _plain(name: str) -> str:
    """A name without what different spellings of it differ in."""
    return "".join(char for char in name.lower() if char.isalnum())


def edges_of(requests: Iterable[Request], fqns: Sequence[str]) -> list[dict[str, Any]]:
    """The edges ``requests`` of some requests, one for each pair of ends and rule, with all its places."""
    merged: dict[tuple[str, str, str], tuple[str, list[tuple[int, int]]]] = {}
    for request in requests:
        for found in request.found:
            key = (fqns[request.row], found.fqn, request.rule)
            confidence, places = merged.setdefault(key, (found.confidence, []))
            if found.confidence == Confidence.INFERRED and confidence != found.confidence:
                merged[key] = (found.confidence, places)
            places.append(request.place)
    return [
        {
            "src": src,
            "dst": dst,
            "kind": EdgeKind.REQUESTS,
            "confidence": confidence,
            "rule": rule,
            "sites": [number for place in sorted(set(places)) for number in place],
        }
        for (src, dst, rule), (confidence, places) in sorted(merged.items())
    ]
