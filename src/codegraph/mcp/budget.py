"""Answers that fit a budget of tokens: shorter pages first, and what still is too long is cut and named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from codegraph.embed.tokens import count_tokens
from codegraph.tools.paging import LIMITS

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_TRIES = 6
_SAFETY = 0.85
_PICTURES = (("include_mermaid", "mermaid_flowchart"), ("include_dot", "dot"))
"""Parameters that ask for pictures, and the fields of answers that hold them."""
_SHORTEST_TEXT = 400
_ROUNDS = 60


class Fitted(NamedTuple):
    """An answer as JSON: its value, its text, and the parts that were cut out of it."""

    value: dict[str, Any]
    text: str
    cut: list[str]


def fit(ask: Callable[[Any], Any], request: Any, budget: int, chosen: frozenset[str]) -> Fitted:
    """The answer to a request, with lists as long as the budget allows; its cursor goes on behind them.

    Args:
        ask: answers a request.
        request: its limits are lowered until the answer fits.
        budget: in tokens.
        chosen: names of the fields that were asked for, pictures among which are kept.
    """
    answer = ask(request)
    for _ in range(_TRIES):
        value = harmless_value(msgspec.to_builtins(answer))
        text = _encode(value)
        size = tokens(text, budget)
        if size > budget and (unasked := [field for word, field in _PICTURES if word not in chosen]):
            value |= {field: None for field in unasked if field in value}
            text = _encode(value)
            size = tokens(text, budget)
        if size <= budget:
            return Fitted(value, text, [])
        shorter = _shorter(request, answer, budget / size * _SAFETY, chosen)
        if shorter == request:
            break
        request = shorter
        answer = ask(request)
    return cut_down(harmless_value(msgspec.to_builtins(answer)), budget)


def harmless_value(value: Any) -> Any:
    """A value with the control characters of its texts replaced: names and docs of a repository are data.

    Tabs and line breaks stay; what is no valid Unicode is replaced as well.
    """
    if isinstance(value, str):
        return _CONTROL.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_CONTROL.sub("\ufffd", key): harmless_value(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [harmless_value(part) for part in value]
    return value


def tokens(text: str, budget: int) -> int:
    """How many tokens a text has; one that can't have more than the budget is not looked at."""
    return len(text) if len(text) <= budget else count_tokens(text)


def cut_down(value: dict[str, Any], budget: int) -> Fitted:
    """An answer with its longest lists and texts halved until it fits, and the names of those that were."""
    cut: list[str] = []
    text = _encode(value)
    for _ in range(_ROUNDS):
        if tokens(text, budget) <= budget:
            break
        longest = max(_pieces(value), key=lambda piece: piece.size, default=None)
        if longest is None:
            break
        longest.halve()
        if longest.name not in cut:
            cut.append(longest.name)
        text = _encode(value)
    if cut and "truncated" in value:
        value["truncated"] = True
        text = _encode(value)
    return Fitted(value, text, cut)


class _Piece(NamedTuple):
    """A list or text inside an answer, with where it stands."""

    name: str
    holder: Any
    key: Any
    size: int

    def halve(self) -> None:
        value = self.holder[self.key]
        half = len(value) // 2
        self.holder[self.key] = f"{value[:half]} …" if isinstance(value, str) else value[:half]


def _pieces(value: dict[str, Any]) -> Iterator[_Piece]:
    waiting: list[tuple[str, Any, Any]] = [(key, value, key) for key in value]
    while waiting:
        name, holder, key = waiting.pop()
        part = holder[key]
        if isinstance(part, str):
            if len(part) >= _SHORTEST_TEXT:
                yield _Piece(name, holder, key, len(part))
        elif isinstance(part, list):
            if len(part) > 1:
                yield _Piece(name, holder, key, len(_encode(part)))
            elif part:
                waiting.append((name, part, 0))
        elif isinstance(part, dict):
            waiting.extend((f"{name}.{inner}", part, inner) for inner in part)


def _shorter(request: Any, answer: Any, share: float, chosen: frozenset[str]) -> Any:
    """The request with lower limits, and without pictures that nobody asked for."""
    shown = _longest(answer)
    lower: dict[str, Any] = {
        word: False for word, _ in _PICTURES if word not in chosen and hasattr(request, word)
    }
    for name in LIMITS & set(request.__struct_fields__):
        limit = getattr(request, name)
        now = shown if limit is None else min(limit, shown)
        lower[name] = max(1, int(now * share))
    return msgspec.structs.replace(request, **lower)


def _longest(answer: Any) -> int:
    """How many entries the longest list of an answer has, or how many lines its source."""
    lengths = [1]
    for name in answer.__struct_fields__:
        part = getattr(answer, name)
        if isinstance(part, list):
            lengths.append(len(part))
        elif isinstance(part, msgspec.Struct):
            lengths.append(_longest(part))
        elif name == "source" and isinstance(part, str):
            lengths.append(part.count("\n") + 1)
    return max(lengths)


def _encode(value: Any) -> str:
    return msgspec.json.encode(value).decode()
