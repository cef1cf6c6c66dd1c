"""Phase 4: applies rules to a resolved graph.

Rules are turned into tables of the targets that the graph really has, so the work is a look-up for each decorator and
one pass over the edges, and nothing at all for frameworks that nobody imports.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.fingerprint.applied import Applied
from codegraph.fingerprint.arguments import Reader, is_plain
from codegraph.fingerprint.clients import TAG, Clients, Request, edges_of
from codegraph.fingerprint.conditions import Conditions
from codegraph.fingerprint.decorators import carried, indirect
from codegraph.fingerprint.endpoints import Endpoints, Route
from codegraph.fingerprint.entries import entry_rows
from codegraph.fingerprint.fileroutes import route_of
from codegraph.fingerprint.given import Given
from codegraph.fingerprint.globs import fits
from codegraph.fingerprint.handlers import Handlers
from codegraph.fingerprint.injection import Injected
from codegraph.fingerprint.lines import Lines
from codegraph.fingerprint.loops import Loops
from codegraph.fingerprint.matching import Matcher, answers
from codegraph.fingerprint.origins import Sources
from codegraph.fingerprint.patterns import Externals
from codegraph.fingerprint.reexports import Reexports
from codegraph.fingerprint.routes import Declared, Routes
from codegraph.fingerprint.settings import Settings
from codegraph.fingerprint.signatures import names_in_parameters
from codegraph.fingerprint.standins import names_of, stand_ins
from codegraph.fingerprint.topics import Topics, links
from codegraph.fingerprint.trees import CodeOf, Expr, Trees, as_json
from codegraph.fingerprint.type_arguments import type_arguments
from codegraph.fingerprint.usage import Usage
from codegraph.fingerprint.variables import Variables
from codegraph.fingerprint.view import CALLS, Use, View
from codegraph.model import EdgeKind, Graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegraph.fingerprint.entries import Entries
    from codegraph.fingerprint.places import Argument
    from codegraph.fingerprint.registry import Rules
    from codegraph.fingerprint.schema import Framework, Rule
    from codegraph.fingerprint.usage import Declared as Dependencies
    from codegraph.languages.registry import Registry
    from codegraph.text import SourceOf

ENDPOINT, ENTRY_POINT, SERVERLESS = "http-endpoint", "entry-point", "serverless"
EVIDENCE = "evidence"
"""Attribute of every node with tags: what made rules match."""
VERBS = frozenset({"get", "post", "put", "delete", "patch", "options", "head", "trace"})
"""Methods that have a tag of their own, ``http-get`` and so on."""


_NAME = re.compile(r"[\w$.:]+")


class Fingerprints(NamedTuple):
    """What rules found.

    Args:
        tags: by row, sorted.
        attributes: by row: ``evidence`` (FQNs that made rules match), ``routes``, and what rules read.
        nodes: rows of new nodes: endpoints.
        edges: rows of new edges, ends as FQNs.
    """

    tags: dict[int, list[str]]
    attributes: dict[int, dict[str, Any]]
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


def fingerprint(
    graph: Graph,
    rules: Rules,
    *,
    registry: Registry,
    source_of: SourceOf,
    declared: Dependencies | None = None,
    code_of: CodeOf | None = None,
    entries: Entries | None = None,
) -> Fingerprints:
    """Find what the code is for.

    Args:
        graph: a resolved graph.
        rules: the rules.
        registry: the languages.
        source_of: gives the source of a file; read are those that declare routes or routers.
        declared: dependencies that manifests declare, by the folder of the package.
        code_of: blanks what is no code in a page (``parse.embedded``).
        entries: entry points that manifests name, likewise.
    """
    run = _Run(Trees(View(graph), registry, source_of, code_of), source_of, declared or {})
    run.reader.settings = Settings(run.sources, run.reader, run.externals, rules.frameworks)
    for framework in rules.frameworks:
        run.apply(framework)
    run.inject(rules)
    run.link(rules)
    run.enter(entries or {})
    return run.result()


def apply(graph: Graph, found: Fingerprints) -> Graph:
    """The graph with tags and attributes in its columns; new nodes and edges are not added here."""
    if not found.tags:
        return graph
    tags, attributes = list(graph.nodes["tags"]), list(graph.nodes["attributes"])
    for row, names in found.tags.items():
        tags[row] = sorted({*tags[row], *names}) if tags[row] else names
    known: dict[
        tuple[str, ...], str
    ] = {}  # most rows have evidence alone, and few have another than all the rest
    for row, values in found.attributes.items():
        if len(values) > 1:
            attributes[row] = as_json(values)
            continue
        evidence = tuple(values[EVIDENCE])
        if evidence not in known:
            known[evidence] = as_json(values)
        attributes[row] = known[evidence]
    return Graph({**graph.nodes, "tags": tags, "attributes": attributes}, graph.edges, graph.unresolved)


class _Run:
    """One graph and what is found in it, framework by framework."""

    def __init__(self, trees: Trees, source_of: SourceOf, declared: Dependencies) -> None:
        self.view = trees.view
        self.externals = Externals(self.view.fqns)
        self.variables = Variables(self.view)
        self.conditions = Conditions(self.view, self.externals, Usage(self.view, declared))
        self.reexports = Reexports(trees, self.conditions, source_of)
        self.sources = Sources(self.view, trees)
        self.reader = Reader(self.sources.given, self.sources.names_called)
        self.reader.applied = Applied(self.sources, self.reader)
        self.loops = Loops(self.sources, self.reader)
        self.sources.in_round = self.loops.given
        self.handlers = Handlers(self.sources, self.reader)
        self.given = Given(self.sources, self.reader, self.handlers)
        self.indirect = indirect(self.view)
        self.source_of = source_of
        self.lines = Lines(source_of)
        self.tags: dict[int, set[str]] = {}
        self.evidence: dict[int, set[str]] = {}
        self.routes: dict[int, list[str]] = {}
        self._conditional: dict[int, bool] = {}
        self.attributes: dict[int, dict[str, Any]] = {}
        self.endpoints = Endpoints(self.view)

    def result(self) -> Fingerprints:
        attributes = {
            row: {**self.attributes.get(row, {}), EVIDENCE: sorted(evidence)}
            for row, evidence in sorted(self.evidence.items())
        }
        for row, names in self.routes.items():
            attributes[row]["routes"] = names
        tags = {row: sorted(names) for row, names in sorted(self.tags.items())}
        self.endpoints.mark_tests(tags)
        return Fingerprints(tags, attributes, self.endpoints.nodes, self.endpoints.edges)

    def enter(self, entries: Entries) -> None:
        """Tag the entry points that manifests name; not a file in which a rule has found the very function."""
        known = {self.view.module(row) for row, tags in self.tags.items() if ENTRY_POINT in tags}
        for row, kind, name in entry_rows(self.view, entries):
            if row not in known:
                self.tags.setdefault(row, set()).update(
                    {ENTRY_POINT} | ({SERVERLESS} if kind == "function" else set())
                )
                self.evidence.setdefault(row, set()).add(f"manifest {kind} {name}")

    def inject(self, rules: Rules) -> None:
        """Lead from what asks for something to what containers give it; all tags are known by now."""
        injected = Injected(self.sources, self.reader, self.handlers, self.externals, self.tags)
        known: set[tuple[str, str]] = set()
        for framework in rules.frameworks:
            for edge in injected.edges(framework):
                if (edge["src"], edge["dst"]) not in known:
                    known.add((edge["src"], edge["dst"]))
                    self.endpoints.edges.append(edge)

    def link(self, rules: Rules) -> None:
        """Find the requests that are sent, and what answers them; all endpoints are known by now."""
        view = self.view
        places = {node["path"] for node in self.endpoints.nodes}
        rows = {path: view.package(view.module_at(path)) for path in places}
        packages = {path: view.fqns[row] for path, row in rows.items() if row >= 0}
        matcher = Matcher(answers(self.endpoints.nodes, packages))
        requests: list[Request] = []
        names: dict[int, list[str]] = {}
        for site, request in Clients(self.sources, self.reader, self.externals, self.conditions, matcher).of(
            rules.frameworks
        ):
            requests.append(request)
            names.setdefault(request.row, []).extend(request.names)
            self.tags.setdefault(request.row, set()).update((site.framework, TAG))
            self.evidence.setdefault(request.row, set()).add(site.target)
        for row, sent in names.items():
            self.attributes.setdefault(row, {})["requests"] = list(dict.fromkeys(sent))
        self.endpoints.edges += edges_of(requests, view.fqns)
        ends = Topics(self.sources, self.reader, self.externals).of(rules.frameworks)
        for end in ends:
            self.tags.setdefault(end.row, set()).update((end.framework, f"message-{end.topic.role}"))
            self.evidence.setdefault(end.row, set()).add(end.evidence)
            topics = self.attributes.setdefault(end.row, {}).setdefault("topics", [])
            if end.name not in topics:
                topics.append(end.name)
        self.endpoints.edges += links(ends, self.sources)

    def apply(self, framework: Framework) -> None:
        """Apply all rules of a framework."""
        by_decorator = self._table(framework, [(rule.when.decorator, rule) for rule in framework.rule])
        by_call = self._table(framework, [(rule.when.call, rule) for rule in framework.rule])
        declared: list[Declared] = []
        given: list[tuple[Rule, Argument, int, Use]] = []
        for target, rules in by_decorator.items():
            for use in self.view.into(target, {EdgeKind.DECORATES}):
                for rule in rules:
                    declared += self._places(rule, target, use)
                    if rule.endpoint is None and self._tag(framework, rule, use.row, self.view.fqns[target]):
                        self._read(rule, use.row, use.sites)
        for target, rules in by_call.items():
            for use in self.view.into(target, CALLS):
                for rule in rules:
                    declared += self._places(rule, target, use)
                    given += [(rule, rule.given, target, use)] if rule.given is not None else []
        stands = self._stand_ins(framework)
        for rule in framework.rule if stands else ():
            rows = [row for name in sorted(names_of(rule.when.call)) for row in stands.get(name, ())]
            for target in rows if rule.endpoint is not None else ():
                for use in self.view.into(target, CALLS):
                    declared += self._places(rule, target, use)
        self._indirect(framework, by_decorator)
        declared += self._carried(framework, by_decorator)
        self._references(framework)
        self._bases(framework)
        self._callers(framework, by_call)
        self._variables(framework)
        self._by_names(framework)
        prefix = framework.prefix
        if declared or given or prefix.resource or prefix.actions or prefix.pages:
            routes = Routes(
                self.sources,
                self.reader,
                self.handlers,
                self.externals,
                framework,
                self.source_of,
                stands,
                self.loops,
            )
            self._declare(framework, declared, routes)
            for rule, wanted, target, use in given:
                for row in self.given.rows(use, wanted, routes.routers):
                    self._tag(framework, rule, row, self.view.fqns[target])

    def _stand_ins(self, framework: Framework) -> dict[str, list[int]]:
        """The methods of interfaces that stand for those of the framework's routers, where any of these is made."""
        makers = [target for router in framework.prefix.router for target in router.call]
        rows = self.externals.rows(framework.ecosystem, makers)
        is_used = any(self.view.into(row, CALLS) for row in rows)
        if not is_used or not self.sources.trees.is_structural(framework.language):
            return {}
        return stand_ins(self.view, framework)

    def _by_names(self, framework: Framework) -> None:
        """Tag what rules find that go by names, and add the routes that files have."""
        routes: list[Route] = []
        for rule in framework.rule:
            found = [] if rule.when.targets else self.conditions.rows(framework, rule.when)
            for row, evidence in found:
                if self._tag(framework, rule, row, evidence) and rule.endpoint is not None:
                    path = self.conditions.path(row)
                    route = route_of(framework, rule, self.view, row, path, evidence)
                    routes += [route] if route is not None else []
            if rule.endpoint is not None and rule.endpoint.file is not None:
                routes += self._exported(framework, rule)
        for route in sorted(routes, key=lambda r: (self.view.nodes["path"][r.place], r.line, r.column)):
            self._add(route)

    def _exported(self, framework: Framework, rule: Rule) -> Iterator[Route]:
        """The routes of files that only export what answers them; what that is gets the rule's tags."""
        for item in self.reexports.of(framework, rule.when):
            path = self.conditions.path(item.module)
            route = route_of(framework, rule, self.view, item.module, path, item.evidence, item)
            if route is not None and item.row >= 0:
                self.tags.setdefault(item.row, set()).update((framework.framework, *rule.tags))
                self.evidence.setdefault(item.row, set()).add(item.evidence)
            if route is not None:
                yield route

    def _table(self, framework: Framework, wanted: list[tuple[list[str], Rule]]) -> dict[int, list[Rule]]:
        """Rules by the rows of those targets that the graph has."""
        table: dict[int, list[Rule]] = {}
        for targets, rule in wanted:
            for row in self.externals.rows(framework.ecosystem, targets):
                table.setdefault(row, []).append(rule)
        return table

    def _places(self, rule: Rule, target: int, use: Use) -> list[Declared]:
        """The places where a rule has a route declared."""
        if rule.endpoint is None:
            return []
        return [Declared(rule, use.row, target, use.confidence, line, column) for line, column in use.sites]

    # --- tags ---

    def _tag(self, framework: Framework, rule: Rule, row: int, evidence: str) -> bool:
        """Tag a node that a rule found, if it fits the rule's conditions too; whether it does."""
        if self._has_conditions(rule) and not self.conditions.allow(framework, rule.when, row):
            return False
        names = (framework.framework, *rule.tags)
        for tagged in self.conditions.tagged(rule.when, row):
            if tagged in self.tags:
                self.tags[tagged].update(names)
            else:
                self.tags[tagged] = set(names)
            if tagged in self.evidence:
                self.evidence[tagged].add(evidence)
            else:
                self.evidence[tagged] = {evidence}
        return True

    def _has_conditions(self, rule: Rule) -> bool:
        known = self._conditional.get(id(rule))
        if known is None:
            known = self._conditional[id(rule)] = rule.when.has_conditions
        return known

    def _indirect(self, framework: Framework, by_decorator: dict[int, list[Rule]]) -> None:
        """Tag what is decorated at one remove."""
        for target, rules in by_decorator.items():
            for row, composed in self.indirect.get(target, ()):
                for rule in rules:
                    if rule.endpoint is None and (framework.composed or not composed):
                        self._tag(framework, rule, row, self.view.fqns[target])

    def _carried(self, framework: Framework, by_decorator: dict[int, list[Rule]]) -> list[Declared]:
        """The places where a decorator of the project that carries one of a rule's declares a route."""
        return [
            Declared(rule, item.row, target, item.confidence, *item.place)
            for target, rules in by_decorator.items()
            for rule in rules
            if framework.composed and rule.endpoint is not None
            for item in carried(self.view, target)
            if self.view.is_callable(item.row)
        ]

    def _may_say(self, rule: Rule, row: int) -> bool:
        """Whether what a node's decorators are written like may have a value that a rule reads: files are not parsed
        for fixtures without a name.
        """
        texts = self.view.nodes["decorators"][row]
        seen = sum(len(use.sites) for use in self.view.out(row, EdgeKind.DECORATES)) if rule.read else 0
        if not rule.read or seen > len(texts):  # those of parameters are not written down
            return bool(rule.read)
        return any(
            argument.default is not None
            or any(name in text for text in texts for name in argument.names)
            or (argument.position is not None and not all(map(_NAME.fullmatch, texts)))
            for argument in rule.read.values()
        )

    def _read(self, rule: Rule, row: int, sites: list[tuple[int, int]]) -> None:
        """Read attributes from the arguments of a decorator."""
        for _, call in self.sources.trees.calls(row, sites) if self._may_say(rule, row) else ():
            arguments = self.reader.arguments(call)
            for name, argument in rule.read.items():
                given = self.reader.find(arguments, argument)
                value = argument.default if given is None else None
                if isinstance(given, Expr):
                    value = self.reader.value(given)
                if is_plain(value):
                    self.attributes.setdefault(row, {}).setdefault(name, value)

    def _references(self, framework: Framework) -> None:
        for target, rules in self._table(
            framework, [(rule.when.reference, rule) for rule in framework.rule]
        ).items():
            for use in self.view.into(target, {EdgeKind.REFERENCES}):
                path = self.view.nodes["path"][use.row]
                lines = {line for line, _ in use.sites}
                for rule in rules:
                    if not rule.when.line or any(
                        fits(rule.when.line, self.lines.bare(path, line)) for line in lines
                    ):
                        self._tag(framework, rule, use.row, self.view.fqns[target])

    def _bases(self, framework: Framework) -> None:
        for rule in framework.rule:
            for base in self.externals.rows(framework.ecosystem, rule.when.base):
                for row in self.view.descendants(base):
                    self._tag(framework, rule, row, self.view.fqns[base])

    def _variables(self, framework: Framework) -> None:
        """Tag variables by the calls that make their values, what is declared with a type, and type arguments."""
        by_value = self._table(framework, [(rule.when.value, rule) for rule in framework.rule])
        by_type = self._table(framework, [(rule.when.type, rule) for rule in framework.rule])
        made = self.variables.made(list(by_value))
        typed = self.variables.typed(list(by_type))
        by_argument = self._table(framework, [(rule.when.type_argument, rule) for rule in framework.rule])
        given = type_arguments(self.view, list(by_argument), self.source_of)
        for table, found in ((by_value, made), (by_type, typed), (by_argument, given)):
            for row, target in found:
                for rule in table[target]:
                    self._tag(framework, rule, row, self.view.fqns[target])

    def _callers(self, framework: Framework, by_call: dict[int, list[Rule]]) -> None:
        """Tag the functions that call a target, or have a parameter with a variable in whose value it is called."""
        rules = {
            target: [r for r in found if not (r.endpoint or r.given)] for target, found in by_call.items()
        }
        aliases: dict[int, list[tuple[Rule, str]]] = {}
        signatures = self.view.nodes["signature"]
        for target, uses in sorted(self.view.uses([row for row in rules if rules[row]], CALLS).items()):
            evidence = self.view.fqns[target]
            for use in uses:
                for rule in rules[target]:
                    if self.view.is_callable(use.row) or self.view.nodes["kind"][use.row] in rule.when.kind:
                        self._tag(framework, rule, use.row, evidence)
                        continue
                    variables = {self.view.variable_at(use.row, line) for line, _ in use.sites} - {-1}
                    for variable in variables:
                        aliases.setdefault(variable, []).append((rule, evidence))
        for variable, uses in self.view.uses(aliases, {EdgeKind.REFERENCES}).items():
            name = self.view.nodes["name"][variable]
            for use in uses:
                if self.view.is_callable(use.row) and names_in_parameters(signatures[use.row], name):
                    for rule, evidence in aliases[variable]:
                        self._tag(framework, rule, use.row, evidence)

    def _declare(self, framework: Framework, declared: list[Declared], routes: Routes) -> None:
        """Add the routes that a framework's rules have found, in order of files and positions."""
        paths = self.view.nodes["path"]
        for place in sorted(declared, key=lambda d: (paths[d.node], d.line, d.column, d.target)):
            for route in routes.of(place):
                if not route.prefixes:
                    continue
                if route.handler < 0 or self._tag(framework, place.rule, route.handler, route.evidence):
                    if route.handler == place.node:
                        self._read(place.rule, place.node, [(place.line, place.column)])
                    self._add(route)
        for route in (*routes.resources(), *routes.conventional()):
            if not route.prefixes:
                continue
            if route.handler >= 0:
                self.tags.setdefault(route.handler, set()).update((framework.framework, ENDPOINT))
                self.evidence.setdefault(route.handler, set()).add(route.evidence)
            self._add(route)

    def _add(self, route: Route) -> None:
        """Add a route's endpoints, and say it of their handler."""
        names = self.endpoints.add(route)
        if route.handler >= 0 and names:
            methods = [f"http-{method.lower()}" for method in route.methods or () if method.lower() in VERBS]
            self.tags[route.handler].update(methods)
            self.routes.setdefault(route.handler, []).extend(names)
