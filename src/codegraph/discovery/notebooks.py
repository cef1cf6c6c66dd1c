"""Notebooks as the text of their cells: on the lines of the file, where each line of code has one of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

OTHER_LANGUAGE = re.compile(r"%%(?!time\b|timeit\b|capture\b|prun\b)\w")
MAGIC = re.compile(r"(\s*)((?:[%!?]|[\w, ]+=\s*[%!]\S|[\w.]+\?{1,2}\s*$).*)")
MARKDOWN_TITLE = "# %% [markdown]"
SOURCE = re.compile(r'\s*"source":\s*\[\s*$')


class Cell(NamedTuple):
    """A cell: whether it is code or prose (in Markdown), its lines, and whether the file has them as a list."""

    code: bool
    lines: list[str]
    listed: bool
    prose: bool = False


class NotebookError(ValueError):
    """A file that is called a notebook has no code of ours; the message says why."""


def text_of(data: bytes) -> bytes:
    """The code of a notebook as one Python text, each cell below a comment ``# %% cell 1``.

    Cells of Markdown are comments below ``# %% [markdown]``.

    Commands to the notebook itself (``%matplotlib inline``, ``!ls``) become comments.

    Raises:
        NotebookError: it is no notebook, or its language is another one than Python.
    """
    try:
        notebook = json.loads(data)
    except (ValueError, RecursionError):
        raise NotebookError("is not JSON, as a notebook is") from None
    cells = _cells(notebook)
    language = _language(notebook)
    if language not in ("", "python", "ipython"):
        raise NotebookError(f"a notebook in {language}, of which only the Python ones are read")
    laid_out = _laid_out(data.decode("utf-8", "replace").split("\n"), cells)
    return "\n".join(laid_out if laid_out is not None else _one_after_the_other(cells)).encode()


def _cells(notebook: Any) -> list[Cell]:
    found = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(found, list):
        raise NotebookError("has no list of cells, as a notebook of version 4 has")
    cells = []
    for cell in found:
        source = cell.get("source", "") if isinstance(cell, dict) else ""
        listed = isinstance(source, list)
        lines = [str(line) for line in source] if listed else str(source).split("\n")
        kind = cell.get("cell_type") if isinstance(cell, dict) else ""
        cells.append(Cell(kind == "code", lines, listed, kind == "markdown"))
    return cells


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    for key, name in (("kernelspec", "language"), ("language_info", "name")):
        part = metadata.get(key)
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return str(part[name]).lower()
    return ""


def _laid_out(raw: list[str], cells: list[Cell]) -> list[str] | None:
    """The code on the lines of the file; None if it does not have each line of code on a line of its own."""
    out = [""] * len(raw)
    at = number = 0
    for cell in cells:
        number += cell.code
        if not cell.listed or not cell.lines:
            if (cell.code or cell.prose) and any(line.strip() for line in cell.lines):
                return None
            continue
        at = next((line for line in range(at, len(raw)) if SOURCE.match(raw[line])), len(raw)) + 1
        if at + len(cell.lines) > len(raw):
            return None
        for line, text in enumerate(cell.lines, at):
            if "\n" in text[:-1] or _decoded(raw[line]) != text:
                return None
        if cell.code:
            out[at - 1] = _title(number)
            out[at : at + len(cell.lines)] = _plain([text.rstrip("\n") for text in cell.lines])
        elif cell.prose:
            out[at - 1] = MARKDOWN_TITLE
            out[at : at + len(cell.lines)] = _comments([text.rstrip("\n") for text in cell.lines])
        at += len(cell.lines)
    return out


def _decoded(line: str) -> Any:
    try:
        return json.loads(line.strip().removesuffix(","))
    except ValueError:
        return None


def _one_after_the_other(cells: list[Cell]) -> list[str]:
    out: list[str] = []
    number = 0
    for cell in cells:
        if cell.code:
            number += 1
            lines = "".join(cell.lines).split("\n") if cell.listed else cell.lines
            out += [_title(number), *_plain(lines)]
        elif cell.prose:
            lines = "".join(cell.lines).split("\n") if cell.listed else cell.lines
            out += [MARKDOWN_TITLE, *_comments(lines)]
    return [*out, ""]


def _title(number: int) -> str:
    return f"# %% cell {number}"


def _comments(lines: Sequence[str]) -> list[str]:
    """Lines of Markdown as comments, none of which looks like the title of a cell."""
    plain = (" ".join(line.splitlines()) for line in lines)
    return [f"{'#  ' if line.startswith('%%') else '# '}{line}".rstrip() for line in plain]


def _plain(lines: Sequence[str]) -> list[str]:
    """The lines of a cell, with comments for what is no Python."""
    first = next((line for line in lines if line.strip()), "")
    if OTHER_LANGUAGE.match(first):
        return [f"# {line}" for line in lines]
    found = []
    for line in lines:
        magic = MAGIC.fullmatch(line)
        found.append(line if magic is None else f"{magic[1]}pass  # {magic[2]}" if magic[1] else f"# {line}")
    return found
