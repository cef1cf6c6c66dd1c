"""Go: what a go.mod requires, replaces and runs as tools."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from codegraph.discovery.dependencies.reading import Context, Reading, text_of
from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems.go import TOKEN, unquoted
from codegraph.discovery.paths import inside, parent
from codegraph.model import Dependency, Group

ECOSYSTEM = "go"


class _Directive(NamedTuple):
    verb: str
    words: list[str]
    comment: str
    line: int


def go_mod(context: Context, path: str) -> Reading | None:
    """The requirements of a module; ``indirect`` where a comment says so, ``mentioned`` where one is a tool."""
    text = context.documents.load(path, parse_text)
    if text is None:
        return None
    found = list(_directives(text))
    folder = parent(path)
    replaced: dict[str, list[str]] = {}
    for directive in found:
        if directive.verb == "replace" and "=>" in directive.words[1:]:
            at = directive.words.index("=>")
            replaced[directive.words[0]] = directive.words[at + 1 :]
    tools = [directive.words[0] for directive in found if directive.verb == "tool" and directive.words]
    return Reading(
        [
            _required(directive, replaced.get(directive.words[0], []), tools, folder, path)
            for directive in found
            if directive.verb == "require" and directive.words
        ]
    )


def _required(
    directive: _Directive, instead: list[str], tools: list[str], folder: str, path: str
) -> Dependency:
    name = text_of(directive.words[0])
    version = directive.words[1] if len(directive.words) > 1 else ""
    taken = instead[0] if instead else ""
    return Dependency(
        name,
        text_of(f"{version} => {' '.join(instead)}" if instead else version),
        Group.RUNTIME,
        ECOSYSTEM,
        path,
        directive.line,
        place=inside(folder, taken) if taken.startswith(".") else None,
        indirect=directive.comment.removeprefix("//").strip().startswith("indirect"),
        mentioned=any(tool == name or tool.startswith(f"{name}/") for tool in tools),
    )


def _directives(text: str) -> Iterator[_Directive]:
    """The directives with their comments: a verb and words in a line, or a verb and lines in parentheses."""
    block = ""
    for number, line in enumerate(text.splitlines(), 1):
        tokens = TOKEN.findall(line)
        comment = tokens.pop() if tokens and tokens[-1].startswith("//") else ""
        words = [unquoted(token) for token in tokens]
        if not words:
            continue
        if block and words[0] == ")":
            block = ""
        elif block:
            yield _Directive(block, words, comment, number)
        elif words[1:] == ["("]:
            block = words[0]
        elif len(words) > 1:
            yield _Directive(words[0], words[1:], comment, number)
