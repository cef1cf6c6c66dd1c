"""``symbol_source``: the exact text of a definition, or of a whole file."""

import hashlib
import re

import msgspec

from codegraph.errors import NotFoundError, UsageError
from codegraph.graph.view import GraphView
from codegraph.languages.statements import statement_owner
from codegraph.model import Level, NodeKind
from codegraph.tools.answers import SymbolAnswer, symbol_fields
from codegraph.tools.freshness import has_changed, known_files
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import choice

MODES = ("signature_only", "signature_and_doc", "signature_and_body", "full_span", "statement_span")


class SymbolSourceRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``mode`` is one of ``MODES``; ``max_lines`` None shows all lines.

    ``statement_id`` is the statement that ``StatementSpan`` shows, as ``statement_query`` gives it, or its end
    (``$if@2``); with it no mode need be given. The id of a statement may also stand in the place of ``fqn``.
    """

    fqn: str
    mode: str = "signature_and_body"
    max_lines: int | None = 40
    statement_id: str = ""
    cursor: str = ""


class SymbolSource(SymbolAnswer, kw_only=True):
    """``start_line`` and ``end_line`` are those of the text shown; ``sha256`` is the hash of that text.

    ``stable`` says that the file has not changed since it was indexed; otherwise the lines may be off.
    """

    virtual_file_path: str
    source: str
    sha256: str
    short_sha: str
    stable: bool
    truncated: bool
    limit: int | None
    total: int
    cursor: str = ""
    markdown_ready_block: str


class _Span:
    """The lines of a file that a request means, and where they begin."""

    def __init__(self, text: bytes, start_line: int) -> None:
        self.lines = text.decode("utf-8", errors="replace").split("\n")
        self.start_line = start_line
        if len(self.lines) > 1 and not self.lines[-1]:
            self.lines.pop()


def run(index: Index, request: SymbolSourceRequest) -> SymbolSource:
    """The text of the symbol, cut after ``max_lines`` lines; ``total`` is how many there were.

    Raises:
        NotFoundError, AmbiguousError: the name fits nothing or several nodes, or its file is gone.
        UsageError: the node has no text (a package, something outside the index), the mode is unknown, or it asks for
            a statement without one being named.
    """
    owner = statement_owner(request.fqn)
    statement_id = request.statement_id or (request.fqn if owner else "")
    view, row = index.view, index.row(owner or request.fqn)
    mode = "statement_span" if statement_id else choice("mode", request.mode, MODES)
    if view.kind(row) == NodeKind.EXTERNAL or view.level(row) < Level.MODULE:
        raise UsageError(f"{view.fqn(row)} has no source of its own; name a module or something in it")
    data = _read(index, view, row)
    span = _statement(index, row, statement_id) if mode == "statement_span" else _span(view, row, data, mode)
    pages = Pages(request, view.generation)
    limit = len(span.lines) if request.max_lines is None else request.max_lines
    shown = pages.cut("lines", span.lines, limit)
    text = "\n".join(shown)
    digest = hashlib.sha256(text.encode()).hexdigest()
    first = span.start_line + (pages.begin("lines") or 0)
    lines = {"start_line": first, "end_line": first + max(len(shown), 1) - 1}
    return SymbolSource(
        **(symbol_fields(view, row) | lines),
        virtual_file_path=view.path(row),
        source=text,
        sha256=digest,
        short_sha=digest[:8],
        stable=_is_stable(index, view.path(row)),
        truncated=len(shown) < len(span.lines),
        limit=request.max_lines,
        total=len(span.lines),
        cursor=pages.cursor,
        markdown_ready_block=_markdown(view, row, lines, digest, text),
    )


def _read(index: Index, view: GraphView, row: int) -> bytes:
    path = view.path(row)
    try:
        return index.source_of(path)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise NotFoundError(
            f"{path} can't be read ({why}); run `codegraph index` to bring the index up to date"
        ) from error


def _statement(index: Index, row: int, identifier: str) -> _Span:
    """The lines of a statement, the first from where it begins."""
    if not identifier:
        raise UsageError("name the statement in statement_id, as statement_query gives it")
    from codegraph.tools.statements import StatementReader

    view, reader = index.view, StatementReader(index)
    wanted = (
        identifier if statement_owner(identifier) else f"{view.fqn(row)}::{identifier.removeprefix('::')}"
    )
    found = reader.tree_of(view.path(row))
    if found is None:
        why = reader.notes[-1] if reader.notes else f"{view.path(row)} has changed since it was indexed"
        raise NotFoundError(f"there is no statement {identifier}: {why}; run `codegraph index`")
    for item in found.placed:
        if item.id == wanted:
            begin, raw = item.raw.start, item.raw
            indent = found.source.rfind(b"\n", 0, begin) + 1
            begin = indent if not found.source[indent:begin].strip() else begin
            return _Span(found.source[begin : raw.end], raw.start_line)
    near = [
        item.id
        for item in found.placed
        if found.owner_row(item) == row and item.id.startswith(wanted.split("@")[0])
    ]
    raise NotFoundError(f"{view.fqn(row)} has no statement {identifier}", near[:3])


def _span(view: GraphView, row: int, data: bytes, mode: str) -> _Span:
    if view.level(row) == Level.MODULE:
        return _Span(data, 1)
    if mode.startswith("signature") and mode != "signature_and_body":
        doc = view.doc(row) if mode == "signature_and_doc" else ""
        return _Span("\n".join(filter(None, (view.signature(row), doc))).encode(), view.line(row))
    begin, end, line = view.start_byte(row), view.end_byte(row), view.start_line(row)
    if mode == "signature_and_body" and view.decorators(row) and view.line(row) > line:
        for _ in range(view.line(row) - line):
            begin = data.find(b"\n", begin) + 1
        line = view.line(row)
    indent = data.rfind(b"\n", 0, begin) + 1
    # A definition that begins its line is shown with its indentation; one in the middle is not.
    if not data[indent:begin].strip():
        begin = indent
    return _Span(data[begin:end], line)


def _is_stable(index: Index, path: str) -> bool:
    known = next((state for state in known_files(index) if state.path == path), None)
    return known is not None and not has_changed(index, known)


def _markdown(view: GraphView, row: int, lines: dict[str, int], digest: str, text: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    place = f"{view.path(row)}:{lines['start_line']}-{lines['end_line']}"
    head = f"{view.fqn(row)}\n{place} sha256:{digest[:8]}"
    return f"{head}\n{fence}{view.language(row)}\n{text}\n{fence}\n"
