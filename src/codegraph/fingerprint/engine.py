"""Phase 4: applies rules to a resolved graph.

Rules are turned into tables of the targets that the graph really has, so the work is a look-up for each decorator and
one pass over the edges, and nothing at all for frameworks that nobody imports.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from codegraph.fingerprint.arguments import find, is_plain, literal, strings
from codegraph.fingerprint.conditions import Conditions
from codegraph.fingerprint.decorators import indirect
from codegraph.fingerprint.endpoints import Endpoints, Route, as_json
from codegraph.fingerprint.literals import Arguments, Value
from codegraph.fingerprint.patterns import Externals
from codegraph.fingerprint.routers import Called, Prefix, Routers
from codegraph.fingerprint.schema import Argument
from codegraph.fingerprint.signatures import names_in_parameters
from codegraph.fingerprint.sites import Site, Sites
from codegraph.fingerprint.usage import Usage
from codegraph.fingerprint.variables import Variables
from codegraph.fingerprint.view import CALLS, View
from codegraph.model import SEPARATOR, Confidence, EdgeKind, Graph

if TYPE_CHECKING:
    from codegraph.fingerprint.registry import Rules
    from codegraph.fingerprint.schema import Endpoint, Framework, Rule
    from codegraph.fingerprint.usage import Declared
    from codegraph.text import SourceOf

VERBS = frozenset({"get", "post", "put", "delete", "patch", "options", "head", "trace"})
"""Methods that have a tag of their own, ``http-get`` and so on."""


class Decorated(Called, Protocol):
    """A decorator as the resolver gives it; ``node`` is the decorated node, ``text`` the decorator as written."""

    @property
    def text(self) -> str: ...


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
    decorations: Iterable[Decorated],
    rules: Rules,
    *,
    calls: Iterable[Called],
    source_of: SourceOf,
    declared: Declared | None = None,
) -> Fingerprints:
    """Find what the code is for.

    Args:
        graph: a resolved graph.
        decorations: its decorators.
        rules: the rules.
        calls: its calls of members that ``rules.call_names`` names.
        source_of: gives the source of a file; read are those that declare routes or routers.
        declared: dependencies that manifests declare, by the folder of the package.
    """
    run = _Run(graph, list(decorations), list(calls), Sites(source_of), declared or {})
    for framework in rules.frameworks:
        run.apply(framework)
    return run.result()


def apply(graph: Graph, found: Fingerprints) -> Graph:
    """The graph with tags and attributes in its columns; new nodes and edges are not added here."""
    if not found.tags:
        return graph
    tags, attributes = list(graph.nodes["tags"]), list(graph.nodes["attributes"])
    for row, names in found.tags.items():
        tags[row] = sorted({*tags[row], *names})
    for row, values in found.attributes.items():
        attributes[row] = as_json(values)
    return Graph({**graph.nodes, "tags": tags, "attributes": attributes}, graph.edges, graph.unresolved)


class _Run:
    """One graph and what is found in it, framework by framework."""

    def __init__(
        self,
        graph: Graph,
        decorations: list[Decorated],
        calls: list[Called],
        sites: Sites,
        declared: Declared,
    ) -> None:
        self.view = View(graph)
        self.externals = Externals(self.view.fqns)
        self.variables = Variables(self.view)
        self.conditions = Conditions(self.view, self.externals, Usage(self.view, declared))
        self.decorations = decorations
        self.calls = calls
        self.sites = sites
        self.indirect = indirect(self.view, decorations)
        self.tags: dict[int, set[str]] = {}
        self.evidence: dict[int, set[str]] = {}
        self.routes: dict[int, list[str]] = {}
        self.attributes: dict[int, dict[str, Any]] = {}
        self.endpoints = Endpoints(self.view)

    def result(self) -> Fingerprints:
        attributes = {
            row: {**self.attributes.get(row, {}), "evidence": sorted(evidence)}
            for row, evidence in sorted(self.evidence.items())
        }
        for row, names in self.routes.items():
            attributes[row]["routes"] = names
        tags = {row: sorted(names) for row, names in sorted(self.tags.items())}
        return Fingerprints(tags, attributes, self.endpoints.nodes, self.endpoints.edges)

    def apply(self, framework: Framework) -> None:
        """Apply all rules of a framework."""
        by_decorator = self._table(framework, [(rule.when.decorator, rule) for rule in framework.rule])
        by_call = self._table(framework, [(rule.when.call, rule) for rule in framework.rule])
        declared: list[tuple[Called, str, Rule]] = []
        for decoration in self.decorations if by_decorator else ():
            for rule in by_decorator.get(decoration.target, ()):
                if not self._tag(framework, rule, decoration.node, decoration.target):
                    continue
                self._read(rule, decoration)
                if rule.endpoint is not None:
                    declared.append((decoration, decoration.text, rule))
        for call in self.calls if by_call else ():
            declared += [
                (call, "", rule) for rule in by_call.get(call.target, ()) if rule.endpoint is not None
            ]
        self._indirect(framework, by_decorator)
        self._bases(framework)
        self._callers(framework, by_call)
        self._variables(framework)
        for rule in framework.rule:
            if not rule.when.targets:
                for row, evidence in self.conditions.rows(framework, rule.when):
                    self._tag(framework, rule, row, evidence)
        if declared:
            self._declare(framework, declared)

    def _table(self, framework: Framework, wanted: Sequence[tuple[list[str], Rule]]) -> dict[str, list[Rule]]:
        """Rules by the FQNs of those targets that the graph has."""
        table: dict[str, list[Rule]] = {}
        for targets, rule in wanted:
            for row in self.externals.rows(framework.ecosystem, targets):
                table.setdefault(self.view.fqns[row], []).append(rule)
        return table

    # --- tags ---

    def _tag(self, framework: Framework, rule: Rule, row: int, evidence: str) -> bool:
        """Tag a node that a rule found, if it fits the rule's conditions too; whether it does."""
        if rule.when.has_conditions and not self.conditions.allow(framework, rule.when, row):
            return False
        for tagged in self.conditions.tagged(rule.when, row):
            self.tags.setdefault(tagged, set()).update((framework.framework, *rule.tags))
            self.evidence.setdefault(tagged, set()).add(evidence)
        return True

    def _indirect(self, framework: Framework, by_decorator: dict[str, list[Rule]]) -> None:
        """Tag what is decorated at one remove; such a decorator declares no route."""
        for fqn, rules in by_decorator.items():
            for row, composed in self.indirect.get(fqn, ()):
                for rule in rules:
                    if rule.endpoint is None and (framework.composed or not composed):
                        self._tag(framework, rule, row, fqn)

    def _read(self, rule: Rule, decoration: Decorated) -> None:
        if not rule.read:
            return
        site = self._site(decoration, decoration.text)
        for name, argument in rule.read.items():
            value = literal(_arguments(site), argument)
            if is_plain(value):
                self.attributes.setdefault(decoration.node, {}).setdefault(name, value)

    def _site(self, called: Called, text: str = "") -> Site | None:
        """What stands where a call does, or a decorator of which the text is known; None if the file has changed."""
        site = self.sites.at(self.view.nodes["path"][called.node], called.line, called.column)
        return site if site is not None and (not text or text.endswith(site.shown)) else None

    def _bases(self, framework: Framework) -> None:
        for rule in framework.rule:
            for base in self.externals.rows(framework.ecosystem, rule.when.base):
                for row in self.view.descendants(base):
                    self._tag(framework, rule, row, self.view.fqns[base])

    def _variables(self, framework: Framework) -> None:
        """Tag variables by the calls that make their values, and what is declared with a type."""
        by_value = self._table(framework, [(rule.when.value, rule) for rule in framework.rule])
        by_type = self._table(framework, [(rule.when.type, rule) for rule in framework.rule])
        made = self.variables.made([self.view.row(fqn) for fqn in by_value])
        typed = self.variables.typed([self.view.row(fqn) for fqn in by_type])
        for table, found in ((by_value, made), (by_type, typed)):
            for row, target in found:
                evidence = self.view.fqns[target]
                for rule in table[evidence]:
                    self._tag(framework, rule, row, evidence)

    def _callers(self, framework: Framework, by_call: dict[str, list[Rule]]) -> None:
        """Tag the functions that call a target, or have a parameter with a variable in whose value it is called."""
        rules = {
            self.view.row(fqn): [r for r in found if r.endpoint is None] for fqn, found in by_call.items()
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

    # --- routes ---

    def _declare(self, framework: Framework, declared: Sequence[tuple[Called, str, Rule]]) -> None:
        routers = Routers(self.view, self.externals, self.sites, framework, self.calls)
        classes = self._class_prefixes(framework)
        for called, text, rule in declared:
            endpoint = rule.endpoint
            if endpoint is None:
                continue
            site = self._site(called, text)
            handler, confidence = self._handler(called, endpoint, site, routers)
            if handler is None:
                continue
            methods = _methods(endpoint, called.target, site, known=handler >= 0)
            if handler >= 0 and self._tag(framework, rule, handler, called.target):
                self.tags[handler].update(f"http-{m.lower()}" for m in methods or () if m.lower() in VERBS)
            inner = self._of_class(classes, handler) if framework.prefix.classes else [()]
            route = Route(
                framework=framework.framework,
                evidence=called.target,
                place=called.node,
                line=called.line,
                column=called.column,
                site=site,
                handler=handler,
                confidence=confidence,
                methods=methods,
                paths=strings(literal(_arguments(site), endpoint.path)),
                prefixes=[(*a, *b) for a in routers.prefixes(called.receiver, called.target) for b in inner],
                trailing_slash=framework.prefix.trailing_slash,
            )
            names = self.endpoints.add(route)
            if handler >= 0 and names:
                self.routes.setdefault(handler, []).extend(names)

    def _handler(
        self, called: Called, endpoint: Endpoint, site: Site | None, routers: Routers
    ) -> tuple[int | None, str]:
        """The row of the handler, -1 if it is no definition, None if none is given, and how sure that is."""
        target = self.view.row(called.target)
        if endpoint.handler is None:
            for use in self.view.out(called.node, EdgeKind.DECORATES):
                if use.row == target:
                    return called.node, use.confidence
            return called.node, Confidence.CERTAIN
        given = find(site.arguments, endpoint.handler) if site is not None else None
        if given is None or site is None:
            return None, ""
        key = routers.variable(called.node, site, given) if isinstance(given, Value) else ""
        row = self.view.row(key)
        known = row >= 0 and (self.view.is_callable(row) or self.view.is_type(row))
        return (row if known else -1), Confidence.INFERRED

    def _class_prefixes(self, framework: Framework) -> dict[int, list[Prefix]]:
        """What stands before the methods of each class that a decorator gives a prefix."""
        wanted = {
            self.view.fqns[row]: item.path
            for item in framework.prefix.classes
            for row in self.externals.rows(framework.ecosystem, item.decorator)
        }
        found: dict[int, list[Prefix]] = {}
        for decoration in self.decorations if wanted else ():
            if decoration.target in wanted:
                site = self._site(decoration)
                paths = strings(
                    literal(site.arguments if site is not None else None, wanted[decoration.target])
                )
                prefixes: list[Prefix] = [(path,) for path in paths] if paths is not None else [(None,)]
                found.setdefault(decoration.node, []).extend(prefixes)
        return found

    def _of_class(self, classes: dict[int, list[Prefix]], handler: int) -> list[Prefix]:
        """The prefixes of the handler's class and of all classes that inherit the handler; none, no route."""
        owner = self.view.nodes["parent"][handler]
        if handler < 0 or owner < 0 or not self.view.is_type(owner):
            return []
        heirs = self.view.descendants(owner, without=self.view.nodes["name"][handler])
        return [prefix for row in (owner, *heirs) for prefix in classes.get(row, ())]


def _arguments(site: Site | None) -> Arguments | None:
    return None if site is None else site.arguments


def _methods(endpoint: Endpoint, target: str, site: Site | None, *, known: bool) -> list[str] | None:
    """The methods of a route, None if they are not known: without its handler, a default would be a guess."""
    wanted = endpoint.methods
    if isinstance(wanted, Argument):
        wanted = wanted if known else msgspec.structs.replace(wanted, default=None)
        return strings(literal(_arguments(site), wanted))
    return wanted or [target.rpartition(SEPARATOR)[2].upper()]
