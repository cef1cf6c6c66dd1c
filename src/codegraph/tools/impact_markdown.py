"""An answer about impact as a comment on a pull request: GitHub's Markdown, every name escaped, of limited length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.tools.answers import Symbol
    from codegraph.tools.impact_answers import (
        ChangedSymbol,
        Dependant,
        DiffSummary,
        Impact,
        Reaching,
        RunnerTests,
    )

MAX_LENGTH = 65_000
"""Characters; GitHub takes 65,536 in a comment."""
_ROWS = 100
_MARKED = re.compile(r"([\\`*_{}\[\]()#+!|~$])")
_BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_FENCE = re.compile(r"^(`{3,})(?:text)?\Z", re.MULTILINE)
_NAME = 200


class Section:
    """A part of the comment that may be left out: its title, and its lines."""

    def __init__(self, title: str, lines: Iterable[str]) -> None:
        self.title = title
        self.lines = list(lines)

    def text(self) -> str:
        """The part, folded away under its title."""
        body = "\n".join(self.lines)
        return f"\n<details>\n<summary>{self.title}</summary>\n\n{body}\n\n</details>\n"


def to_markdown(answer: Impact) -> str:
    """The comment; what does not fit into ``MAX_LENGTH`` characters is left out from the end on, and said to be."""
    head = "\n".join(_head(answer))
    cut: list[str] = []
    for section in _sections(answer):
        text = section.text()
        if len(head) + len(text) + 500 > MAX_LENGTH:
            cut.append(section.title)
            room = MAX_LENGTH - len(head) - 800
            kept = fitting(section, room)
            if kept is None:
                continue
            text = kept.text()
        head += text
    if cut:
        head += f"\nCut to fit a comment: {'; '.join(cut)}.\n"
    return head[:MAX_LENGTH]


def fitting(section: Section, room: int) -> Section | None:
    """As many lines of a section as there is room for, its code closed; None where that is too few to be of use."""
    kept: list[str] = []
    fence = ""
    for line in section.lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
        mark = _FENCE.search(line)
        if mark is not None and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
    kept += [fence] if fence else []  # what is open would take in the rest of the comment
    return Section(f"{section.title}, cut", kept) if len(kept) > 5 else None


def _head(answer: Impact) -> Iterator[str]:
    yield "### Impact"
    yield ""
    yield _sentence(answer)
    for failure in answer.failures:
        yield f"\n> **Over the limit:** {_escaped(failure)}"
    diff = answer.diff
    if diff is None:
        return
    if diff.index_is == "other":
        files = _count(len(diff.misfits), "file")
        yield f"\n> The index fits neither side of {files}; run `codegraph index` for exact results."
    if diff.total:
        yield ""
        yield from _changes(diff)


def _sentence(answer: Impact) -> str:
    words = []
    if answer.diff is not None:
        changed = f"**{_count(answer.diff.total, 'symbol')}** changed"
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in answer.diff.by_change.items())
        words.append(f"{changed} ({kinds})" if kinds else changed)
    elif answer.target is not None:
        words.append(f"{_code(answer.target.fqn)} changes")
    depend = "depends" if answer.total == 1 else "depend"
    words.append(f"**{answer.total:,}** {depend} on that within {_count(answer.max_depth, 'step')}")
    words.append(
        f"**{_count(answer.endpoints.total, 'endpoint')}** and **{_count(answer.tests.total, 'test')}** reached"
    )
    return " · ".join(words)


def _changes(diff: DiffSummary) -> Iterator[str]:
    yield "| Change | Symbol | Place | Direct dependants | Tests |"
    yield "| --- | --- | --- | ---: | ---: |"
    for one in diff.changes[:_ROWS]:
        yield _change(one)
    if diff.total > _ROWS:
        yield f"| | and {diff.total - _ROWS:,} more | | | |"


def _change(one: ChangedSymbol) -> str:
    was = f" (was {_code(one.old_fqn)})" if one.old_fqn else ""
    tests = "" if one.is_test else f"{one.tests:,}"
    numbers = f"{one.direct:,} | {tests}" if one.indexed else "? | ?"
    return f"| {', '.join(one.changes)} | {_code(_short(one))}{was} | {_place(one)} | {numbers} |"


def _sections(answer: Impact) -> Iterator[Section]:
    if answer.endpoints.total:
        yield Section(f"Endpoints reached ({answer.endpoints.total:,})", _reached(answer.endpoints))
    if answer.tests.total:
        yield Section(f"Tests reached ({answer.tests.total:,})", _reached(answer.tests))
    diff = answer.diff
    if diff is not None and diff.untested:
        yield Section(
            f"Changed functions that no test reaches ({len(diff.untested):,})",
            (f"- {_code(fqn)}" for fqn in diff.untested),
        )
    if diff is not None and diff.remaining_total:
        yield Section(
            f"References to what is gone ({diff.remaining_total:,})",
            (
                f"- {_code(use.text)} in {_code(use.fqn)}, {_code(f'{use.path}:{use.line}')}"
                + ("" if use.likely else " (may mean something else)")
                for use in diff.remaining_uses
            ),
        )
    entries = [*answer.direct_impact, *answer.transitive_impact]
    for depth, group in groupby(entries, key=lambda entry: entry.depth):
        total = answer.by_depth[depth - 1]
        yield Section(f"Dependants at depth {depth} ({total:,})", _dependants(list(group), total))
    if answer.selection:
        yield Section("Tests to run", _commands(answer.selection))
    if diff is not None:
        yield from _files(diff)


def _files(diff: DiffSummary) -> Iterator[Section]:
    if diff.moved_files:
        moved = (f"- {_code(one.old_path)} → {_code(one.path)}" for one in diff.moved_files)
        yield Section(f"Files moved ({len(diff.moved_files):,})", moved)
    if diff.formatting:
        yield Section(
            f"Only layout or comments changed ({len(diff.formatting):,})",
            (f"- {_code(path)}" for path in diff.formatting),
        )
    if diff.unread:
        unread = (f"- {_code(one.path)}: {_escaped(one.reason)}" for one in diff.unread)
        yield Section(f"Not compared ({len(diff.unread):,})", unread)


def _reached(found: Reaching) -> Iterator[str]:
    for entry in found.entries:
        name = entry.name if entry.kind == "endpoint" else _short(entry)
        steps, through = _count(entry.depth, "step"), _code(_tail(entry.through))
        yield f"- {_code(name)} · {_place(entry)} · {steps}, through {through}"
    if found.truncated:
        yield f"- and {found.total - len(found.entries):,} more"


def _dependants(entries: Sequence[Dependant], total: int) -> Iterator[str]:
    for entry in entries:
        way = " → ".join(_code(_tail(hop.fqn)) for hop in entry.steps)
        site = entry.sites[0] if entry.sites else None
        place = _code(f"{site.path}:{site.line}") if site is not None else _place(entry)
        yield f"- {_code(_short(entry))} {entry.edge_kind} {way} · {place}"
    if total > len(entries):
        yield f"- and {total - len(entries):,} more"


def _commands(selection: Sequence[RunnerTests]) -> Iterator[str]:
    for one in selection:
        fence = "`" * (3 + max((len(run) for run in re.findall("`+", "".join(one.arguments))), default=0))
        yield f"{_escaped(one.runner)} ({_count(one.tests, 'test')}):\n\n{fence}text"
        yield from (_BREAKS.sub(" ", argument) for argument in one.arguments)
        yield fence


def _short(symbol: Symbol) -> str:
    """The name within its module; of a module its path."""
    return symbol.path if symbol.kind == "module" and symbol.path else _tail(symbol.fqn)


def _tail(fqn: str) -> str:
    segments = fqn.split("::")
    return ".".join(segments[2:]) or fqn


def _place(symbol: Symbol) -> str:
    return _code(f"{symbol.path}:{symbol.line}" if symbol.line else symbol.path)


def _code(text: str) -> str:
    """A code span that no name can break out of, also inside of a table."""
    flat = _BREAKS.sub(" ", text)
    flat = flat if len(flat) <= _NAME else f"{flat[: _NAME - 1]}…"
    escaped = flat.replace("|", "\\|")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", escaped)), default=0))
    pad = " " if escaped[:1] in ("`", " ", "") or escaped[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{escaped}{pad}{fence}"


def _escaped(text: str) -> str:
    """Text in which nothing is markup, neither Markdown nor HTML nor a mention."""
    flat = _BREAKS.sub(" ", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKED.sub(r"\\\1", flat).replace("@", "&#64;")


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
