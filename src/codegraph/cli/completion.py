"""What a shell is offered for a half-typed word: names from the index, and the words that an option takes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

VARIABLE = "_CODEGRAPH_COMPLETE"
"""What the shell's script sets when it asks."""

Complete: TypeAlias = Callable[[Any, Any, str], list[str]]

NAMES = {
    "impact": ("target",),
    "symbol": ("name",),
    "source": ("name",),
    "trace": ("source", "target"),
    "search": ("like",),
    "graph": ("scope", "around"),
    "map": ("scope",),
    "package": ("name",),
    "duplicates": ("scope",),
    "summarize": ("names",),
    "subgraph": ("seeds",),
    "statements": ("names",),
    "complexity": ("name",),
    "flow": ("name",),
}
"""The parameters that take a name of the index, by command."""

_LEVELS = ("package", "module", "symbol")
_KINDS = (
    "calls", "decorates", "extends", "handles", "implements", "imports", "instantiates", "overrides", "references",
    "requests", "all",
)  # fmt: skip
WORDS: dict[str, dict[str, Sequence[str]]] = {
    "*": {"kinds": _KINDS},
    "map": {"level": _LEVELS},
    "graph": {
        "level": _LEVELS,
        "form": ("mermaid", "dot", "svg", "graphml", "json", "cypher", "csv"),
    },
    "subgraph": {"direction": ("forward", "backward", "both"), "form": ("text", "mermaid", "dot")},
    "impact": {"direction": ("backward", "forward")},
    "trace": {"direction": ("forward", "backward")},
    "search": {"mode": ("hybrid", "lexical", "vector")},
    "source": {"mode": ("full-span", "signature-and-body", "signature-and-doc", "signature-only")},
    "statements": {"kinds": ()},  # those of statements, of which there are many
    "complexity": {"kinds": ()},
    "context": {"form": ("markdown", "compact", "json")},
}
"""The words that options take, by command; ``*`` stands for every command."""


def is_asked() -> bool:
    """Whether a shell asks for completions."""
    return VARIABLE in os.environ


def teach(command: str, params: Sequence[Any]) -> None:
    """Tell the parameters of a command how their values are completed."""
    words = WORDS["*"] | WORDS.get(command, {})
    for param in params:
        if param.name in NAMES.get(command, ()):
            param._custom_shell_complete = _names
        elif param.name in words:
            param._custom_shell_complete = _one_of(words[param.name])


def use_own_bash() -> None:
    """Let bash complete names with ``::`` in them, which it takes apart at each colon; after the program is made."""
    from typer._click.shell_completion import add_completion_class
    from typer._completion_classes import BashComplete, completion_init

    class Bash(BashComplete):
        """Puts words together again, and answers with what comes after the last colon."""

        def get_completion_args(self) -> tuple[list[str], str]:
            words = os.environ["COMP_WORDS"].split("\n")
            count = int(os.environ["COMP_CWORD"]) + 1
            joined = join_colons(words[:count])
            self.before = joined[-1].rpartition(":")[0] if ":" in joined[-1] else ""
            return joined[1:-1], joined[-1]

        def format_completion(self, item: Any) -> str:
            value = str(item.value)
            return value[len(self.before) + 1 :] if self.before else value

    completion_init()
    add_completion_class(Bash, "bash")


def join_colons(words: Sequence[str]) -> list[str]:
    """Words as they were typed, of words that were taken apart at colons.

    >>> join_colons(["codegraph", "symbol", "shop", "::", "shop/ca"])
    ['codegraph', 'symbol', 'shop::shop/ca']
    """
    joined: list[str] = []
    glue = False
    for word in words:
        only_colons = bool(word) and not word.strip(":")
        if joined and (glue or only_colons) and len(joined) > 1:
            joined[-1] += word
        else:
            joined.append(word)
        glue = only_colons
    return joined


def _one_of(words: Sequence[str]) -> Complete:
    return lambda _context, _param, begin: [word for word in words if word.startswith(begin)]


def _names(context: Any, param: Any, begin: str) -> list[str]:  # noqa: ARG001 (click's interface)
    """Names from the nearest index; nothing where there is none, or where it can't be read."""
    from codegraph.errors import CodegraphError
    from codegraph.graph.completion import completions
    from codegraph.tools.index import Index, find_root

    try:
        index = Index.open(Path(context.params.get("root") or find_root(Path.cwd())))
        found = completions(index.view, begin)
    except CodegraphError:
        return []
    # A shell takes control characters for more than they are.
    return [name for name in found if name.isprintable() and " " not in name]
