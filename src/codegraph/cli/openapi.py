"""What ``codegraph endpoints --openapi`` shows: documents, and what they and the code do not agree about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import place_cell, plural, short_fqn, short_name
from codegraph.cli.plain import joined
from codegraph.cli.report import counts
from codegraph.graph.endpoints import UNKNOWN_PART

if TYPE_CHECKING:
    from codegraph.tools.endpoint_entries import EndpointEntry
    from codegraph.tools.openapi_comparison import DeclaredOperation, OpenApiComparison, OpenApiDocument


def comparison_blocks(compared: OpenApiComparison) -> Iterator[Block]:
    """Each document with what is not handled, then what no document declares, then what could not be read."""
    if not compared.documents:
        yield line("no OpenAPI document (OpenAPI 3, Swagger 2; YAML or JSON) found that is not ignored")
    for number, document in enumerate(compared.documents):
        if number:
            yield Line()
        yield from _document(document)
    if compared.not_declared:
        yield Line()
        yield from _title("handled but not declared", len(compared.not_declared), compared.not_declared_total)
        yield _undeclared(compared.not_declared)
    if compared.documents and compared.without_document:
        yield Line()
        yield line(Cell("endpoints of packages that no document was compared with: ", "dim"))
        yield line(Cell(counts(compared.without_document), "dim"), indent=2)
    if compared.problems:
        yield Line()
    for problem in compared.problems:
        yield line(Cell(problem.path, "path"), Cell(f"  not used: {problem.reason}", "warn"))


def _document(document: OpenApiDocument) -> Iterator[Block]:
    about = f"{'Swagger' if document.version.startswith('2') else 'OpenAPI'} {document.version}"
    first = [Cell(document.path, "path"), Cell(about, "kind")]
    if document.title:
        first.append(Cell(document.title, "title"))
    yield Line(joined(first, "  "))
    yield line(Cell(_summary(document), "count"))
    # of a document that is about something else it is enough to say so
    if document.not_handled and (document.handled or any(o.perhaps for o in document.not_handled)):
        yield Line()
        yield from _title("declared but not handled", len(document.not_handled), document.not_handled_total)
        yield _not_handled(document.not_handled)


def _summary(document: OpenApiDocument) -> str:
    words = [plural(document.operations, "operation"), f"{document.handled:,} handled"]
    if document.packages:
        words.append(f"compared with {', '.join(document.packages)}")
    prefixes = [prefix for prefix in document.prefixes if prefix]
    if prefixes:
        words.append(f"below {', '.join(prefixes)}")
    return " · ".join(words)


def _title(title: str, shown: int, total: int) -> Iterator[Block]:
    count = f"{total:,}" if shown == total else f"{shown:,} of {total:,}"
    yield line(Cell(title, "title"), Cell(f" ({count})", "dim"))


def _not_handled(operations: list[DeclaredOperation]) -> Table:
    rows = [
        [
            Cell(operation.method, "kind"),
            Cell(operation.route, "title"),
            Cell(operation.operation_id),
            Cell(f"{operation.path}:{operation.line}", "path"),
            Cell(f"perhaps by {short_fqn(operation.perhaps)}" if operation.perhaps else "", "warn"),
        ]
        for operation in operations
    ]
    columns = [Column(""), Column("", fit="wrap"), Column("", fit="drop"), Column(""), Column("", fit="cut")]
    return Table(columns, rows, indent=2)


def _undeclared(entries: list[EndpointEntry]) -> Table:
    rows = [
        [
            Cell(entry.method or UNKNOWN_PART, "kind"),
            Cell(entry.shown_route, "title"),
            handler_cell(entry),
            place_cell(entry),
        ]
        for entry in entries
    ]
    return Table([Column(""), Column("", fit="wrap"), Column("", fit="cut"), Column("")], rows, indent=2)


def handler_cell(entry: EndpointEntry) -> Cell:
    """Who answers an endpoint; its own package is not told again."""
    handler = entry.handler
    if handler is None:
        return Cell("(inline)" if entry.is_inline else UNKNOWN_PART, "dim")
    return Cell(handler.fqn.removeprefix(f"{entry.package}::"), "symbol", short_name(handler))
