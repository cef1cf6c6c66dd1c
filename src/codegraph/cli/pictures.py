"""Writes a graph in the format that was asked for: to stdout, or to the file or folder that was named."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from codegraph.cli.output import Output, json_object, show_text, write_text
from codegraph.errors import StorageError, UsageError
from codegraph.tools.vocabulary import choice

FORMATS = ("mermaid", "dot", "svg", "graphml", "json", "cypher", "csv")
SUFFIXES = {
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
    ".md": "mermaid",
    ".dot": "dot",
    ".gv": "dot",
    ".svg": "svg",
    ".graphml": "graphml",
    ".json": "json",
    ".cypher": "cypher",
    ".cql": "cypher",
    ".csv": "csv",
}


class Drawable(Protocol):
    """An answer with nodes and edges that can be drawn; its flowchart is there already."""

    mermaid_flowchart: str | None

    def to_dot(self) -> str: ...
    def to_svg(self) -> str: ...
    def to_graphml(self) -> str: ...
    def to_cypher(self) -> str: ...
    def to_csv(self) -> dict[str, str]: ...


def format_of(form: str, file: Path | None, *, as_json: bool) -> str:
    """The format that is meant: the one that is named, else that of the file's suffix, else Mermaid.

    Raises:
        UsageError: there is no such format, the suffix tells none, or tables have no place to go to.
    """
    if form:
        known = choice("format", form, FORMATS)
    elif as_json or file is None:
        known = "json" if as_json else "mermaid"
    else:
        known = SUFFIXES.get(file.suffix.lower(), "")
        if not known:
            raise UsageError(
                f"the name {file.name} does not tell the format; add --format, or end it with one of "
                f"{', '.join(SUFFIXES)}"
            )
    if known == "csv" and file is None:
        raise UsageError("csv is two tables, nodes.csv and edges.csv; say where to with --output DIR")
    return known


def write_picture(output: Output, answer: Drawable, form: str, file: Path | None) -> None:
    """Draw the answer and write it; what was written is noted on stderr.

    Raises:
        StorageError: the file can't be written.
        MissingPartError, CodegraphError: Graphviz is missing or failed.
    """
    if form == "csv" and file is not None:
        _write_tables(output, answer.to_csv(), file)
        return
    text = _text(answer, form)
    if file is None and form == "json":
        write_text(text)
    elif file is None:
        show_text(text if text.endswith("\n") else text + "\n")
    else:
        fenced = file.suffix.lower() == ".md" and form == "mermaid"
        _write(output, {file: f"```mermaid\n{text}```\n" if fenced else text})


def _text(answer: Drawable, form: str) -> str:
    if form == "mermaid":
        return answer.mermaid_flowchart or ""
    if form == "json":
        return json_object(answer).decode("utf-8", "replace")
    drawn: Any = getattr(answer, f"to_{form}")()
    return str(drawn)


def _write_tables(output: Output, tables: dict[str, str], place: Path) -> None:
    """``graph.csv`` becomes ``graph-nodes.csv`` and ``graph-edges.csv``; any other name is a folder."""
    if place.suffix.lower() == ".csv":
        _write(output, {place.with_name(f"{place.stem}-{name}"): text for name, text in tables.items()})
    else:
        _write(output, {place / name: text for name, text in tables.items()})


def _write(output: Output, texts: dict[Path, str]) -> None:
    for file, text in texts.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8", "replace"))
        except OSError as error:
            raise StorageError(f"{file} can't be written: {error.strerror or error}") from None
        output.note(f"wrote {file}")
