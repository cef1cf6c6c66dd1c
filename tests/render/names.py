"""Two hundred names that break careless writers, made from the words and signs that formats treat in a special way."""

from __future__ import annotations

from itertools import cycle, islice

from .labels import NASTY

RESERVED = [
    "end",
    "subgraph",
    "graph",
    "digraph",
    "node",
    "edge",
    "strict",
    "class",
    "style",
    "click",
    "MATCH",
    "NULL",
]
FRAMES = [
    "{}", "{}()", "{}[]", "<{}>", "</{}>", '"{}"', "'{}'", "`{}`", "{{{}}}", "({})", "[{}]", "|{}|", "{};", "#{};",
    "{} --> {}", "{}:::x", "\\{}", "{}\\", "&{};", "%%{}", "$${}$$", "{},{}", "a\n{}", "\u202e{}\u202c", "\u200f{}",
    "\u2066{}\u2069", "\ufeff{}", "é{}", "名{}前", "🎉{}", "{}\u0301", "\u2067{}", "<b>{}</b>", "]]>{}", "<!--{}-->",
    "{}\r\n{}", "\t{}", "--{}", "//{}", "/*{}*/", "${{{}}}", "=HYPERLINK({})", "\\u0041{}", "{}''", '{}""',
]  # fmt: skip
CONTROL = ["\x00", "\x07a", "a\x1b[31mb", "\x7f", "a\x85b", "a\u2028b", "a\u2029b", "\x0bz", "\x0cz", "a\rb"]


def _made() -> list[str]:
    words = cycle(RESERVED)
    return [
        frame.replace("{}", word) for frame, word in islice(zip(cycle(FRAMES), words, strict=False), 2000)
    ]


NAMES = list(dict.fromkeys([*NASTY, *CONTROL, *_made()]))[:200]
"""All different; some hold control characters, some marks that turn the direction of writing."""
