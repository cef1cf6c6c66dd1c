"""Scores what was found against a gold set, by the rules that docs/accuracy.md explains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

import msgspec

from benchmarks.accuracy.found import Found, FoundDefinition, FoundEdge
from benchmarks.accuracy.gold import CALL_KINDS, JUDGED_KINDS, TYPE_KINDS, GoldEdge, GoldSet
from benchmarks.accuracy.matching import Pair, Verdict, Wanting, match
from benchmarks.accuracy.places import Place, Places, bare, place_of

NOT_JUDGED = "to a file that is not judged"
NO_DEFINITION = "to no definition"
OTHER_SOURCE = "from another definition"
OPEN = "the reference leaves a call on that line open"
OTHER_TARGET = "the reference sees another target"
NO_CALL = "the reference sees no call into the project"


def score(gold: GoldSet, found: Found) -> dict[str, Verdict]:
    """A verdict for each kind of edge and for the definitions; ``inherits`` is extends and implements as one."""
    judge = _Judge(gold)
    return {
        "calls": judge.calls(found.edges),
        "imports": judge.imports(found.edges),
        "extends": judge.types(found.edges, {"extends"}),
        "implements": judge.types(found.edges, {"implements"}),
        "inherits": judge.types(found.edges, {"extends", "implements"}),
        "defines": judge.defines(found.definitions),
    }


class _Judge:
    def __init__(self, gold: GoldSet) -> None:
        self.gold = gold
        self.places = Places(gold.definitions)
        self.files = frozenset(gold.meta.files)
        self.conditional = frozenset(place_of(one) for one in gold.definitions if one.conditional)

    # --- calls -----------------------------------------------------------------------------------------

    def calls(self, edges: Iterable[FoundEdge]) -> Verdict:
        wanting = Wanting()
        unknown: dict[Place, set[str]] = defaultdict(set)
        on_line: dict[tuple[str, int], list[GoldEdge]] = defaultdict(list)
        for edge in self.gold.edges:
            if edge.kind == "calls":
                on_line[edge.src_file, edge.src_line].append(edge)
                sources = self._sources(edge)
                if not edge.status:
                    wanting.add(sources, self._targets(edge), edge)
                    continue
                for source in sources:
                    unknown[source].add(bare(edge.name))
        right_in_file = {(pair[0].file, pair[1]) for pair in wanting.accepted()}

        def unjudged(pair: Pair, edge: FoundEdge) -> bool:
            names = unknown.get(pair[0], ())
            return bare(edge.dst_name) in names or bare(pair[1].name) in names or pair[0] in self.conditional

        def sort(pair: Pair, edge: FoundEdge) -> str:
            if pair[1].file not in self.files:
                return NOT_JUDGED
            if not pair[1].name:
                return NO_DEFINITION
            if (pair[0].file, pair[1]) in right_in_file:
                return OTHER_SOURCE
            there = on_line[edge.src_file, edge.src_line]
            if left_open := sorted({one.shape for one in there if one.status}):
                return f"{OPEN} ({', '.join(left_open)})"
            return OTHER_TARGET if there else NO_CALL

        candidates, left_out = self._call_pairs(edges)
        verdict = match(wanting, candidates, sort, unjudged)
        figures = verdict.figures
        return verdict._replace(figures=figures._replace(unjudged=figures.unjudged + left_out))

    def _sources(self, edge: GoldEdge) -> list[Place]:
        sources = [self.places.source(edge.src_file, edge.src_def_line, edge.src_def)]
        if edge.src_alt_line:
            sources.append(self.places.source(edge.src_file, edge.src_alt_line))
        inside = self.places.at(edge.src_file, edge.src_def_line, edge.src_def) if edge.src_def_line else None
        if inside and inside.kind in TYPE_KINDS:
            sources.append(Place(edge.src_file))
        return sources

    def _targets(self, edge: GoldEdge) -> list[Place]:
        return [
            self.places.target(edge.dst_file, edge.dst_line, edge.dst_name),
            *(self.places.target(file, line) for file, line in edge.alt),
        ]

    def _call_pairs(self, edges: Iterable[FoundEdge]) -> tuple[dict[Pair, FoundEdge], int]:
        """The calls by their ends, and how many come from code that the reference did not compile."""
        pairs: dict[Pair, FoundEdge] = {}
        left_out = 0
        for edge in edges:
            if edge.kind != "calls" or edge.src_file not in self.files:
                continue
            if self.gold.meta.conditional_code and edge.src_def_line and not self._compiled(edge):
                left_out += 1
                continue
            source = self.places.source(edge.src_file, edge.src_def_line, edge.src_def, edge.src_line)
            pairs.setdefault((source, self.places.target(edge.dst_file, edge.dst_line, edge.dst_name)), edge)
        return pairs, left_out

    def _compiled(self, edge: FoundEdge) -> bool:
        line = edge.src_def_line or 0
        return bool(self.places.at(edge.src_file, line) or self.places.around(edge.src_file, line))

    # --- imports ---------------------------------------------------------------------------------------

    def imports(self, edges: Iterable[FoundEdge]) -> Verdict:
        wanting = Wanting()
        for wanted in self.gold.of_kind("imports"):
            if wanted.src_file != wanted.dst_file:
                targets = [Place(wanted.dst_file), *(Place(file) for file, _ in wanted.alt)]
                wanting.add([Place(wanted.src_file)], targets, wanted)
        accepted = wanting.accepted()
        candidates: dict[Pair, FoundEdge] = {}
        for edge in edges:
            if edge.kind == "imports" and edge.src_file in self.files and edge.src_file != edge.dst_file:
                source, file = Place(edge.src_file), edge.dst_file
                # where the reference names a folder, any file of it will do
                names = (file, f"{file.rpartition('/')[0]}/", f"{file.rstrip('/')}/")
                name = next((name for name in names if (source, Place(name)) in accepted), file)
                candidates.setdefault((source, Place(name)), edge)
        return match(wanting, candidates, lambda pair, edge: edge.rule)  # noqa: ARG005

    # --- types -----------------------------------------------------------------------------------------

    def types(self, edges: Iterable[FoundEdge], kinds: Collection[str]) -> Verdict:
        wanting = Wanting()
        for wanted in self.gold.of_kind(*kinds):
            source = self.places.target(wanted.src_file, wanted.src_def_line, wanted.src_def)
            wanting.add([source], self._targets(wanted), wanted)
        candidates: dict[Pair, FoundEdge] = {}
        for edge in edges:
            if edge.kind in kinds and edge.src_file in self.files:
                source = self.places.target(edge.src_file, edge.src_def_line or 0, edge.src_def)
                target = self.places.target(edge.dst_file, edge.dst_line, edge.dst_name)
                candidates.setdefault((source, target), edge)
        return match(wanting, candidates, lambda pair, edge: edge.rule)  # noqa: ARG005

    # --- definitions -----------------------------------------------------------------------------------

    def defines(self, definitions: Iterable[FoundDefinition]) -> Verdict:
        wanting = Wanting()
        for one in self.gold.definitions:
            edge = GoldEdge("defines", one.file, one.line, shape=one.kind)
            judged = one.file in self.files and one.kind in JUDGED_KINDS and not one.opt
            if not judged or any(outer.kind in CALL_KINDS for outer in self.places.above(one)):
                edge = msgspec.structs.replace(edge, opt=True)
            wanting.add([Place(one.file)], [place_of(one)], edge)
        candidates: dict[Pair, FoundEdge] = {}
        for found in definitions:
            if found.file in self.files and found.kind.lower() in JUDGED_KINDS:
                target = self.places.target(found.file, found.line, found.name)
                if bare(target.name) != bare(found.name):
                    target = Place(found.file, target.line, found.name)
                place = (found.file, found.line, found.name)
                candidates.setdefault(
                    (Place(found.file), target), FoundEdge("defines", *place, 0, *place, rule=found.kind)
                )
        return match(wanting, candidates, lambda pair, edge: edge.rule)  # noqa: ARG005
