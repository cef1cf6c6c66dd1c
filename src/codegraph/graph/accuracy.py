"""What references without a target look like: their shapes, counted, with an example of each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

RECEIVERS = frozenset({"self", "cls", "this", "super()", "super"})
_STEP = re.compile(r"[^.()\[\]]*((?:\(\)|\[\])*)")
_MAX_STEPS = 4


class Shape(NamedTuple):
    """References of one shape; ``text``, ``path`` and ``line`` are those of the first of them.

    ``number`` is how many there are, ``form`` the text with its names left out, as ``name.attr()`` for
    ``order.customer()``.
    """

    language: str
    kind: str
    reason: str
    form: str
    number: int
    text: str
    path: str
    line: int


def shapes(view: GraphView) -> list[Shape]:
    """The shapes of all references without a target, the commonest first."""
    found: dict[tuple[str, str, str, str], list[int]] = {}
    forms: dict[str, str] = {}
    languages: dict[int, str] = {}
    table = view.unresolved
    for number in range(len(table)):
        text, row = table.text(number), table.src(number)
        form = forms.get(text)
        if form is None:
            form = forms[text] = form_of(text)
        language = languages.get(row)
        if language is None:
            language = languages[row] = view.language(row)
        group = found.setdefault((language, table.kind(number), table.reason(number), form), [0, number])
        group[0] += 1
    made = [
        Shape(*key, count, table.text(first), table.path(first), table.line(first))
        for key, (count, first) in found.items()
    ]
    return sorted(made, key=lambda shape: (-shape.number, shape[:4]))


def form_of(text: str) -> str:
    """A reference's text with its names left out; receivers stay, as they say what is known.

    >>> form_of("self.orders[].customer().name")
    'self.attr[].attr().attr'
    """
    steps = text.split(".")
    first = steps[0]
    head = (
        first if first in RECEIVERS else f"name{_suffix(first)}" if first[:1] not in ("(", "…", "") else "…"
    )
    rest = [f"attr{_suffix(step)}" for step in steps[1:_MAX_STEPS]]
    return ".".join([head, *rest, *(["…"] if len(steps) > _MAX_STEPS else [])])


def _suffix(step: str) -> str:
    found = _STEP.match(step)
    return found[1] if found else ""
