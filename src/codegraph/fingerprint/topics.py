"""Links what sends messages to what receives them, where both ends name the same topic or queue by a constant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.fingerprint.bindings import Bindings
from codegraph.fingerprint.client_rules import Topic
from codegraph.fingerprint.view import CALLS
from codegraph.model import Confidence, EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.schema import Framework
    from codegraph.fingerprint.trees import Expr


class End(NamedTuple):
    """One end of a topic.

    Args:
        framework: the framework's tag.
        topic: its rule.
        name: of the topic.
        row: who sends or receives.
        place: line and column.
        evidence: FQN of what says so.
    """

    framework: str
    topic: Topic
    name: str
    row: int
    place: tuple[int, int]
    evidence: str


class Topics:
    """The ends of topics in one graph.

    Args:
        sources: where values come from.
        reader: reads arguments.
        externals: the graph's external nodes.
    """

    def __init__(self, sources: Sources, reader: Reader, externals: Externals) -> None:
        self._sources = sources
        self._reader = reader
        self._externals = externals
        self._bindings = Bindings(sources, reader)

    def of(self, frameworks: Iterable[Framework]) -> list[End]:
        """All ends whose topics are constants."""
        found: list[End] = []
        for framework in frameworks:
            for topic in framework.topic:
                made = frozenset(self._externals.rows(framework.ecosystem, topic.made))
                for row in self._externals.rows(framework.ecosystem, [*topic.call, *topic.decorator]):
                    found += self._ends(framework.framework, topic, row, made)
        return found

    def _ends(self, framework: str, topic: Topic, target: int, made: frozenset[int]) -> Iterator[End]:
        view, trees = self._sources.view, self._sources.trees
        for use in view.into(target, {EdgeKind.DECORATES} if topic.decorator else CALLS):
            for place, site in trees.calls(use.row, use.sites):
                row = self._receiver(topic, site, use.row)
                named = self._maker(site, made) if topic.made else site
                for name in self._names(topic, named) if named is not None else ():
                    yield End(framework, topic, name, row, place, str(view.fqns[target]))

    def _maker(self, site: Expr, made: frozenset[int]) -> Expr | None:
        """The call that makes what a call is a member of, where that is one of some."""
        receiver = self._sources.receiver(site)
        maker = self._bindings.origin(receiver) if receiver is not None else None
        if maker is None or maker.file.op(maker.node) not in ("call", "new"):
            return None
        return maker if made.intersection(self._sources.called(maker)) else None

    def _names(self, topic: Topic, site: Expr) -> list[str]:
        given, _ = self._bindings.find(site, topic.name)
        if given is None:
            return []
        listed = self._reader.elements(self._bindings.origin(given))
        names = []
        for item in [given] if listed is None else listed:
            pieces = self._bindings.pieces(item)
            texts = [piece for piece in pieces if isinstance(piece, str)]
            if len(texts) == len(pieces) and "".join(texts):
                names.append("".join(texts))
        return names

    def _receiver(self, topic: Topic, site: Expr, around: int) -> int:
        """The function that receives: what a call is given for it, or the one around."""
        given = None if topic.handler is None else self._bindings.find(site, topic.handler)[0]
        rows = [] if given is None else self._sources.targets(given)
        return next((row for row in rows if self._sources.view.is_callable(row)), around)


def links(ends: Iterable[End], sources: Sources) -> list[dict[str, Any]]:
    """The edges from those that send to those that receive the same topic of the same system."""
    view = sources.view
    consumers: dict[tuple[str, str], list[End]] = {}
    producers: list[End] = []
    for end in ends:
        if end.topic.role == "consumer":
            consumers.setdefault((end.topic.system or end.framework, end.name), []).append(end)
        else:
            producers.append(end)
    merged: dict[tuple[int, int], set[tuple[int, int]]] = {}
    is_test = view.nodes["is_test"]
    for end in producers:
        for other in consumers.get((end.topic.system or end.framework, end.name), ()):
            if end.row != other.row and (is_test[end.row] or not is_test[other.row]):
                merged.setdefault((end.row, other.row), set()).add(end.place)
    return [
        {
            "src": view.fqns[src],
            "dst": view.fqns[dst],
            "kind": EdgeKind.REQUESTS,
            "confidence": Confidence.INFERRED,
            "rule": "topic",
            "sites": [number for place in sorted(places) for number in place],
        }
        for (src, dst), places in sorted(merged.items())
    ]
