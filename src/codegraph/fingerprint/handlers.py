"""Finds what handles a request: the function, method or class that an argument stands for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.trees import Expr
from codegraph.model import SEPARATOR, Confidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from codegraph.fingerprint.arguments import Arguments, Reader
    from codegraph.fingerprint.endpoint_rules import Words
    from codegraph.fingerprint.origins import Sources

MAX_DEPTH = 8
_PATH = re.compile(r"[/\\.]|::")


class Handler(NamedTuple):
    """What handles a request.

    Args:
        row: the function or class, -1 for a function without a node of its own.
        confidence: how sure that is.
        inline: the function without a node.
        passes: what it is wrapped in.
        call: the call that makes a handler of a class.
    """

    row: int
    confidence: str = Confidence.INFERRED
    inline: Expr | None = None
    passes: tuple[Expr, ...] = ()
    call: Expr | None = None


class Handlers:
    """Answers for the arguments of a graph's calls."""

    def __init__(self, sources: Sources, reader: Reader) -> None:
        self.sources = sources
        self.reader = reader
        self.view = sources.view

    def of(
        self, expr: Expr, words: Words | None = None, names: tuple[str, ...] = (), depth: int = 0
    ) -> list[Handler]:
        """The handlers that an argument may be.

        Args:
            expr: the argument.
            words: how strings name handlers.
            names: what stands before the classes that strings name.
        """
        expr = Expr(expr.file, expr.file.inner(expr.node))
        file, node = expr
        if depth > MAX_DEPTH:
            return []
        class_name = file.names_class(node)
        if class_name is not None:
            return [Handler(row) for row in self._rows(Expr(file, class_name)) if self.view.is_type(row)]
        op = file.op(node)
        if op == "function":
            row = self.sources.function_row(expr)
            return [Handler(row)] if row >= 0 else [Handler(-1, inline=expr)]
        if op in ("name", "member"):
            return self._named(expr, words, names, depth)
        if op in ("call", "new"):
            return self._made(expr, words, names, depth)
        pair = self._pair(expr)
        if pair is not None:
            return pair
        text = self.reader.value(expr) if words is not None else None
        if isinstance(text, str) and words is not None:
            return [Handler(row) for row in self.worded(text, words, names)]
        if op == "concat" and words is not None:
            return self._joined(expr, words)
        return [h for choice in self.sources.choices(expr) for h in self.of(choice, words, names, depth + 1)]

    def _rows(self, expr: Expr) -> Iterator[int]:
        for row in self.sources.targets(expr):
            if not self.sources.is_external(row):
                yield row

    def _named(self, expr: Expr, words: Words | None, names: tuple[str, ...], depth: int) -> list[Handler]:
        here = self.sources.in_round(expr)
        if here is not None:
            return self.of(here, words, names, depth + 1)
        found: list[Handler] = []
        for row in self._rows(expr):
            if self.view.is_callable(row) or self.view.is_type(row):
                found.append(Handler(row))
            else:
                for value in self.sources.values(row):
                    # A variable with a function that is wrapped stands for that function, which has no other name.
                    made = self.of(value, words, names, depth + 1)
                    found += [h._replace(row=row) if h.row < 0 else h for h in made]
        if not found:
            for value in self.sources.given(expr):
                found += self.of(value, words, names, depth + 1)
        return found

    def _made(self, expr: Expr, words: Words | None, names: tuple[str, ...], depth: int) -> list[Handler]:
        """The handler that a call makes: of one among its arguments, by itself, or of what it is called on."""
        arguments = self.reader.arguments(expr)
        inline: list[Handler] = []
        own = self.makers(expr)
        given_on = self._given_on(own, arguments)
        for given in given_on:
            found = self.of(given, None, (), depth + 1)
            known = [h._replace(passes=(expr, *h.passes)) for h in found if h.row >= 0]
            if known:
                return known
            inline += [h._replace(passes=(expr, *h.passes)) for h in found]
        holder = self.sources.receiver(expr)
        if not own and holder is not None:
            own = [h._replace(call=expr) for h in self.of(holder, words, names, depth + 1)]
        if not own:
            own = [Handler(row) for row in self.sources.called(expr) if self.view.is_type(row)]
        return inline or own

    def makers(self, expr: Expr) -> list[Handler]:
        """The functions of the project that make what a call gives."""
        rows = self.sources.called(expr) if expr.file.op(expr.node) == "call" else []
        return [
            Handler(row) for row in rows if self.view.is_callable(row) and not self.sources.is_external(row)
        ]

    def passed(self, expr: Expr) -> list[Handler]:
        """What requests pass where an argument says so; what a call makes of a call's result is neither of these."""
        expr = Expr(expr.file, expr.file.inner(expr.node))
        if expr.file.op(expr.node) != "call":
            return self.of(expr)
        names = [a for a in self.reader.arguments(expr).positional if a.file.op(a.node) in ("name", "member")]
        return self.makers(expr) or [handler for name in names for handler in self.of(name)]

    def _given_on(self, makers: list[Handler], arguments: Arguments) -> list[Expr]:
        """The arguments of a call that may be wrapped in what it gives: not those that a function only works with."""
        used = [self.sources.passed_on(maker.row) for maker in makers]
        positional = [
            given
            for position, given in enumerate(arguments.positional)
            if not used or any(one is None or position in one for one in used)
        ]
        return [*positional, *arguments.keywords.values()]

    def _pair(self, expr: Expr) -> list[Handler] | None:
        """The method that a list of a class and a name means; None for any other list."""
        elements = self.reader.elements(expr)
        if elements is None or len(elements) != 2:
            return None
        name = self.reader.value(elements[1])
        if not isinstance(name, str):
            return None
        owners = self.of(elements[0])
        rows = [self.view.member(h.row, name) for h in owners if h.row >= 0 and self.view.is_type(h.row)]
        return [Handler(row) for row in rows if row >= 0]

    def _joined(self, expr: Expr, words: Words) -> list[Handler]:
        """The method that a class and a string behind it name: ``Users::class . ':show'``."""
        left, right = (expr.file.part(expr.node, where) for where in ("left", "right"))
        name = expr.file.names_class(left) if left is not None else None
        text = self.reader.value(Expr(expr.file, right)) if right is not None else None
        if name is None or not isinstance(text, str):
            return []
        for separator in words.separators:
            if separator and text.startswith(separator):
                method = text.removeprefix(separator)
                rows = [self.view.member(row, method) for row in self._rows(Expr(expr.file, name))]
                return [Handler(row) for row in rows if row >= 0]
        return []

    # --- strings ---

    def worded(self, text: str, words: Words, names: tuple[str, ...]) -> list[int]:
        """The rows that a string means: a method of a class, or a class."""
        for separator in words.separators:
            owner, mark, method = text.rpartition(separator) if separator else (text, "", "")
            if separator and not mark:
                continue
            rows = self.classes(owner, words, names)
            if not method:
                return rows
            return [row for row in (self.view.member(owner_row, method) for owner_row in rows) if row >= 0]
        return []

    def classes(self, text: str, words: Words, names: tuple[str, ...] = ()) -> list[int]:
        """The classes that a word means in a convention's spelling, those in the right namespace before all others."""
        parts = [*(part for name in names for part in _PATH.split(name)), *_PATH.split(text)]
        parts = [_camel(part) if words.camel else part for part in parts if part]
        if not parts:
            return []
        parts[-1] += "" if parts[-1].endswith(words.suffix) else words.suffix
        rows = self.view.types.get(parts[-1], [])
        scored = [(_agreement(self.view.fqns[row], parts), row) for row in rows]
        best = max((score for score, _ in scored), default=0)
        if words.camel and best < len(parts):
            return []
        found = [row for score, row in scored if score == best]
        lengths = [_pieces(self.view.fqns[row]) for row in found]  # the one that is in no namespace besides
        return [row for row, length in zip(found, lengths, strict=True) if length == min(lengths)]

    def function_in(self, row: int, names: Iterable[str]) -> int:
        """The first of some methods that a class has, -1 for none."""
        return next((found for name in names if (found := self.view.member(row, name)) >= 0), -1)


def _camel(word: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def _pieces(fqn: str) -> int:
    return sum(len(_PATH.split(segment)) for segment in fqn.split(SEPARATOR))


def _agreement(fqn: str, parts: list[str]) -> int:
    """How many parts of a class's name agree with the end of an FQN, from the last one on."""
    segments = [piece for segment in fqn.split(SEPARATOR) for piece in _PATH.split(segment)]
    at, count = len(segments) - 1, 0
    for part in reversed(parts):
        while at >= 0 and segments[at].lower().replace("_", "") != part.lower():
            at -= 1
        if at < 0:
            break
        count, at = count + 1, at - 1
    return count
