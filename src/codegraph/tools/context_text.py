"""The facts of a repository as Markdown, as one line of keys, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.tools.citations import without_false_places

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.tools.context import Facts, Standout


def write_context(view: GraphView, name: str, facts: Facts, form: str) -> str:
    """The text; "" for an index without files, unless it is JSON. Places that the index does not have are left out."""
    if form == "json":
        return _json(facts)
    if not facts.files and not facts.documents:
        return ""
    if form == "compact":
        return _compact(facts) + "\n"
    return without_false_places(view, "\n".join(_markdown(name, facts)) + "\n")


def _markdown(name: str, facts: Facts) -> Iterator[str]:
    languages = ", ".join(f"{one.language} {one.share:.0%}" for one in facts.files_by_language)
    sizes = [
        _count(facts.packages, "package"),
        f"{_count(facts.files, 'file')} ({languages})" if languages else _count(facts.files, "file"),
        _count(facts.symbols, "symbol"),
        _count(facts.lines, "line"),
        f"{facts.test_share:.0%} of files are tests",
    ]
    yield f"# {name}"
    yield " · ".join(sizes)
    if len(facts.largest_packages) > 1:
        packages = (
            f"{one.name} ({one.files:,} files, {one.lines:,} lines)" for one in facts.largest_packages
        )
        yield f"- Packages: {_listed(packages, facts.packages)}"
    yield from _standouts("Most complex", facts.top_complexity)
    yield from _standouts("Most called", facts.top_coupling)
    if facts.frameworks:
        yield f"- Frameworks: {', '.join(f'{name} {count:,}' for name, count in facts.frameworks.items())}"
    if facts.endpoints:
        yield f"- Endpoints: {facts.endpoints:,}"
    if facts.entry_points:
        entries = (f"{one.name} ({_place(one)})" for one in facts.entry_points)
        yield f"- Entry points: {_listed(entries, facts.entry_point_count)}"
    if facts.cycles:
        example = " → ".join([*facts.cycle_example, facts.cycle_example[0]])
        size = _count(facts.largest_cycle, "module")
        yield f"- Import cycles: {facts.cycles:,}, the largest of {size}; e.g. {example}"


def _standouts(title: str, found: Sequence[Standout]) -> Iterator[str]:
    if found:
        yield f"- {title}: {', '.join(f'{one.name} {one.value:,}' for one in found)}"


def _place(one: Standout) -> str:
    return f"{one.path}:{one.line}" if one.line else one.path


def _listed(parts: Iterable[str], total: int) -> str:
    shown = list(parts)
    return ", ".join(shown) + (f", … {total - len(shown):,} more" if total > len(shown) else "")


def _count(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _compact(facts: Facts) -> str:
    """``codebase=1p/2932f/51234s/300000l lang=python:96% cx=... cpl=... fw=... ep=... in=... cyc=... tests=62%``."""
    parts = [f"codebase={facts.packages}p/{facts.files}f/{facts.symbols}s/{facts.lines}l"]
    keyed: dict[str, Iterable[str]] = {
        "lang": (f"{one.language}:{one.share:.0%}" for one in facts.files_by_language[:3]),
        "pkg": (f"{one.name}:{one.files}f" for one in facts.largest_packages if facts.packages > 1),
        "cx": (f"{one.name}:{one.value}" for one in facts.top_complexity),
        "cpl": (f"{one.name}:{one.value}" for one in facts.top_coupling),
        "fw": (f"{name}:{count}" for name, count in facts.frameworks.items()),
        "in": (one.name for one in facts.entry_points[:3]),
    }
    for key, values in keyed.items():
        text = ",".join(values)
        if text:
            parts.append(f"{key}={text}")
    return " ".join([*parts, f"ep={facts.endpoints}", f"cyc={facts.cycles}", f"tests={facts.test_share:.0%}"])


def _json(facts: Facts) -> str:
    """The facts as one object, with names and values; where these stand ``codegraph symbol NAME`` tells."""
    body: dict[str, Any] = msgspec.to_builtins(facts)
    for key in ("top_complexity", "top_coupling"):
        body[key] = {one["name"]: one["value"] for one in body[key]}
    body["entry_points"] = [one["name"] for one in body["entry_points"]]
    body["files_by_language"] = {one["language"]: one["share"] for one in body["files_by_language"]}
    return msgspec.json.encode(body).decode() + "\n"
