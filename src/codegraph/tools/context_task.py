"""What has to do with a task, packed into a number of tokens: hits of a search and what lies around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import msgspec

from codegraph.graph.reach import FLOW, ROUTES, USES
from codegraph.model import Confidence, EdgeKind, Level, NodeKind
from codegraph.tools.answers import first_sentence
from codegraph.tools.citations import without_false_places
from codegraph.tools.codebase_search import CodebaseSearchRequest
from codegraph.tools.codebase_search import run as search
from codegraph.tools.context import Context
from codegraph.tools.names import short_name

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.tools.index import Index

_SEEDS = 20
_STEPS = 2
_DECAY = 0.5
"""What is left of a score one step away; it is shared by the square root of the number of neighbours, so that a symbol
which everybody uses gives little to each."""
_TESTS = 0.5
"""Tests count half, unless the task speaks of tests."""
_AROUND = 4
_LONG = 240
_GIVE_UP = 12
"""So many symbols in a row that don't fit are enough to stop."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\s]+")
_KINDS = frozenset(USES | ROUTES | {EdgeKind.OVERRIDES, EdgeKind.DOCUMENTS})


class Packed(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A symbol as it is told of: the place of its definition, and who calls it and is called, each with a place."""

    name: str
    kind: str
    at: str
    signature: str = ""
    doc: str = ""
    calls: list[str] = []
    called_by: list[str] = []


def pack(index: Index, task: str, form: str, budget: int) -> Context:
    """The most relevant symbols with signature, docs and call neighbourhood, in at most ``budget`` tokens.

    Seeds are the hits of a search; what is one or two edges away gets a share of their scores. A symbol that does
    not fit in full is told of in one line, or left out.

    Raises:
        MissingPartError: the tokenizer that counts is missing or damaged.
    """
    from codegraph.embed.tokens import count_tokens

    view = index.view
    found = search(index, CodebaseSearchRequest(query=task, top_k=_SEEDS))
    scores = _scores(view, {hit.fqn: hit.score for hit in found.hits}, about_tests="test" in task.lower())
    ranked = sorted(scores, key=lambda row: (-scores[row], row))
    packer = _Packer(view, scores, form, budget, count_tokens)
    named = packer.fill(ranked)
    text = without_false_places(view, packer.text())
    return Context(
        format=form,
        text=text,
        tokens=count_tokens(text),
        task=task,
        token_budget=budget,
        total=len(ranked),
        named=[view.fqn(row) for row in named],
        truncated=len(named) < len(ranked),
        notes=found.notes,
    )


def _scores(view: GraphView, seeds: dict[str, float], *, about_tests: bool) -> dict[int, float]:
    """Each row that has to do with the seeds, and how much; the best seed has 1."""
    rows = {row: score for fqn, score in seeds.items() if (row := view.row_of(fqn)) is not None}
    highest = max(rows.values(), default=0.0) or 1.0
    frontier = {row: score / highest for row, score in rows.items()}
    accepted = view.accept(_KINDS, Confidence.INFERRED)
    scores = dict(frontier)
    for _ in range(_STEPS):
        entered: dict[int, float] = {}
        for row, score in frontier.items():
            near = {*view.successors(row, accepted), *view.predecessors(row, accepted)} - {row}
            for other in sorted(near):
                entered[other] = entered.get(other, 0.0) + score * _DECAY / sqrt(len(near))
        for row, score in entered.items():
            scores[row] = scores.get(row, 0.0) + score
        frontier = entered
    return {
        row: score * (_TESTS if view.is_test(row) and not about_tests else 1.0)
        for row, score in scores.items()
        if view.path(row) and view.kind(row) != NodeKind.EXTERNAL
    }


class _Packer:
    """Writes symbols until there are no tokens left."""

    def __init__(
        self, view: GraphView, scores: dict[int, float], form: str, budget: int, count: Callable[[str], int]
    ) -> None:
        self._view, self._scores, self._form, self._count = view, scores, form, count
        self._left = budget - (2 if form == "json" else 0)  # its brackets
        self._blocks: list[str] = []
        self._flow = view.accept(FLOW | ROUTES, Confidence.INFERRED)

    def fill(self, ranked: Sequence[int]) -> list[int]:
        """Take in rows, the most relevant first; gives those that found room."""
        named: list[int] = []
        missed = 0
        for row in ranked:
            if missed == _GIVE_UP:
                break
            if any(self._take(block) for block in self._versions(row)):
                named.append(row)
                missed = 0
            else:
                missed += 1
        return named

    def text(self) -> str:
        """All that found room."""
        if self._form == "json":
            return f"[{','.join(self._blocks)}]\n" if self._left >= 0 else ""
        return "".join(self._blocks)

    def _take(self, block: str) -> bool:
        cost = self._count(block) + (1 if self._form == "json" else 0)  # its comma
        if cost > self._left:
            return False
        self._left -= cost
        self._blocks.append(block)
        return True

    def _versions(self, row: int) -> Iterator[str]:
        """A symbol in full, and in short."""
        whole = self._packed(row)
        yield self._written(whole)
        yield self._written(Packed(name=whole.name, kind=whole.kind, at=whole.at))

    def _packed(self, row: int) -> Packed:
        view = self._view
        return Packed(
            name=_tidy(short_name(view, row)),
            kind=view.kind(row),
            at=_place(view, row),
            signature=_tidy(view.signature(row))[:_LONG],
            doc=_tidy(first_sentence(view.doc(row)))[:_LONG],
            calls=self._near(row, view.successors(row, self._flow)),
            called_by=self._near(row, view.predecessors(row, self._flow)),
        )

    def _near(self, row: int, rows: Sequence[int]) -> list[str]:
        """The most relevant of some neighbours with their places."""
        view, scores = self._view, self._scores
        inside = {other for other in rows if other != row and view.path(other)}
        best = sorted(inside, key=lambda other: (-scores.get(other, 0.0), other))[:_AROUND]
        return [f"{_tidy(short_name(view, other))} ({_place(view, other)})" for other in best]

    def _written(self, one: Packed) -> str:
        if self._form == "json":
            return msgspec.json.encode(one).decode()
        if self._form == "compact":
            return " ".join(part for part in (one.at, one.kind, one.name, one.signature) if part) + "\n"
        lines = [f"## {one.name} — {one.kind}, {one.at}"]
        lines += [f"`{one.signature}`"] if one.signature else []
        lines += [one.doc] if one.doc else []
        lines += [f"calls {', '.join(one.calls)}"] if one.calls else []
        lines += [f"called by {', '.join(one.called_by)}"] if one.called_by else []
        return "\n".join(lines) + "\n"


def _place(view: GraphView, row: int) -> str:
    line = view.line(row) or view.start_line(row)
    if view.level(row) <= Level.MODULE or not line:
        return view.path(row)
    return f"{view.path(row)}:{line}"


def _tidy(text: str) -> str:
    """A text of the repository's on one line, without what steers a terminal."""
    return _CONTROL.sub(" ", text).strip()
