"""What the text of a macro calls: those who use the macro call it as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.parse.sweep import Sweep

CALLED = re.compile(rb"(?<![\w.#>])((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)[ \t]*\(")
MUTE = re.compile(rb"\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'|//[^\n]*+")
NAMES = re.compile(rb"\w+")
WORDS = frozenset((
    b"if", b"while", b"for", b"switch", b"return", b"sizeof", b"defined", b"do", b"else", b"case", b"alignof",
    b"typeof", b"__typeof__", b"__attribute__", b"__extension__", b"decltype", b"static_cast", b"catch", b"and",
    b"or", b"not",
))  # fmt: skip
MAX_CALLS = 12
"""A macro that calls more things is a program of its own."""


def expansions(sweep: Sweep) -> list[tuple[int, int]]:
    """The rows of what macros call: the definition of each macro, and an expression."""
    return [(number, expression) for number, expression in _rows(sweep)]


def _rows(sweep: Sweep) -> Iterator[tuple[int, int]]:
    module = sweep.module
    for number, text, parameters in sweep.macro_texts:
        known = set(NAMES.findall(sweep.source, *parameters)) if parameters is not None else set()
        source = MUTE.sub(b"", sweep.source[text[0] : text[1]])
        called = [
            name for name in dict.fromkeys(CALLED.findall(source)) if name not in WORDS and name not in known
        ]
        for name in called[:MAX_CALLS]:
            first, *rest = name.decode().split("::")
            yield number, sweep.expressions.dotted(first, ".".join(rest).encode(), module)
