"""A commented settings file with every key and its default."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

import msgspec

from codegraph.config.keys import KEYS
from codegraph.config.settings import DEFAULT_EXCLUDE

_HEAD = """\
# Settings of codegraph for this project. Every key is here with its default; remove the # to change one.
# Environment variables (CODEGRAPH_EMBEDDING__PROVIDER=none) and command line options win over this file.
"""


_OWN = "# (counts in your own config.toml, as a variable or option; a project can't set it)"


def render_settings(excludes: Mapping[str, Sequence[str]] | None = None) -> str:
    """The text of a codegraph.toml: each key as a comment with its default, and ``exclude`` filled in.

    Args:
        excludes: patterns to leave out, under a heading (an ecosystem's name) each.
    """
    lines = [_HEAD]
    section = ""
    for key in KEYS.values():
        here, _, name = key.name.rpartition(".")
        if here != section:
            lines += [f"[{here}]", ""]
            section = here
        lines.append(f"# {key.description}")
        if key.project_may == ():
            lines.append(_OWN)
        if key.name == "exclude":
            lines += _exclude_lines(excludes or {})
        else:
            lines.append(f"# {name} = {_literal(key.default)}")
        lines.append("")
    return "\n".join(lines)


def _exclude_lines(excludes: Mapping[str, Sequence[str]]) -> list[str]:
    defaults = "Left out by default: " + " ".join(DEFAULT_EXCLUDE)
    lines = [f"# {line}" for line in textwrap.wrap(defaults, 100, break_on_hyphens=False)]
    if not excludes:
        return [*lines, "# exclude = []"]
    lines.append("exclude = [")
    for heading, patterns in excludes.items():
        lines.append(f"    # {heading}")
        lines += [f"    {_literal(pattern)}," for pattern in patterns]
    return [*lines, "]"]


def _literal(value: object) -> str:
    """A value as TOML; JSON writes texts, numbers, truth values and lists of texts the same way."""
    return msgspec.json.encode(value).decode()
