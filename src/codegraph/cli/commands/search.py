"""``codegraph search``: find symbols by name or by what they do."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Line, line
from codegraph.cli.names import kind_cell, place_cell, symbol_cell
from codegraph.cli.options import Cursor, Json, Quiet, Root
from codegraph.cli.plain import joined
from codegraph.cli.session import begin, from_here, note_limit
from codegraph.errors import UsageError
from codegraph.search.textual import TEXT
from codegraph.tools.codebase_search import SearchAnswer, SearchHit

app = new_app(
    ('codegraph search "sum up a price"', "by words and, once embedded, by meaning"),
    ("codegraph search total --kind method --no-tests", "a name, among methods that are no tests"),
    ("codegraph search --regex 'Price\\(\\d+\\)'", "lines of the sources"),
    ("codegraph search --like Cart.total", "what has code like that one's"),
)


@app.command(cls=Command)
def search(
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="QUERY",
            help='A name, or words that say what it does; a "phrase" must stand in the source.',
        ),
    ] = None,
    *,
    like: Annotated[
        str,
        typer.Option("--like", metavar="SYMBOL", help="In place of QUERY: what has code like this symbol's."),
    ] = "",
    hops: Annotated[
        int,
        typer.Option(
            "--hops", metavar="N", min=0, help="Also what is N calls or other edges away from the best hits."
        ),
    ] = 0,
    top_k: Annotated[
        int | None,
        typer.Option(
            "--top-k", "-k", metavar="N", min=1, help="At most this many hits; else as in the settings."
        ),
    ] = None,
    mode: Annotated[
        str,
        typer.Option("--mode", metavar="MODE", help="hybrid, lexical or vector; else as in the settings."),
    ] = "",
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="Nodes of this kind only (class, method, ...)."),
    ] = None,
    package: Annotated[
        list[str] | None, typer.Option("--package", metavar="NAME", help="In this package only.")
    ] = None,
    language: Annotated[
        list[str] | None, typer.Option("--language", metavar="NAME", help="In this language only.")
    ] = None,
    path: Annotated[
        list[str] | None,
        typer.Option("--path", metavar="PATH", help="In this file, folder or glob (src/**/*.ts) only."),
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option(
            "--tag", metavar="TAG", help="With this tag only (http-endpoint, service, nestjs, ...)."
        ),
    ] = None,
    tests: Annotated[
        bool | None, typer.Option("--tests/--no-tests", help="Only tests, or none.", show_default=False)
    ] = None,
    regex: Annotated[
        bool,
        typer.Option("--regex", "-e", help="QUERY is a regular expression for lines of the sources."),
    ] = False,
    ignore_case: Annotated[
        bool, typer.Option("--ignore-case", "-i", help="With --regex: in upper or lower case.")
    ] = False,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find symbols by name or by what they do, best first."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    if query is None and not like:
        raise UsageError("say what to search for: a query, or --like SYMBOL")
    answer = graph.search(
        query or "",
        like=from_here(like),
        hops=hops,
        top_k=top_k,
        mode=mode,
        filter_kinds=kind or (),
        filter_packages=package or (),
        filter_languages=language or (),
        filter_paths=path or (),
        filter_tags=tag or (),
        tests=tests,
        regex=regex,
        ignore_case=ignore_case,
        cursor=cursor,
    )
    output.answer(answer, lambda: _blocks(answer))
    for note in answer.notes:
        output.note(note)
    if regex and answer.truncated:
        output.note(f"{len(answer.hits)} of {answer.total} lines; --top-k shows more")
    note_limit(output, top_k, answer.limit)


def _blocks(answer: SearchAnswer) -> Iterator[Block]:
    if not answer.hits:
        yield line("nothing found")
        return
    for number, hit in enumerate(answer.hits):
        if number:
            yield Line()
        yield from _hit(hit)


def _hit(hit: SearchHit) -> Iterator[Block]:
    found = "" if hit.match_origin == TEXT else f"{hit.match_origin} {hit.score:.3f}"
    yield Line(joined([symbol_cell(hit), kind_cell(hit), *([Cell(found, "dim")] if found else [])], "  "))
    about = hit.snippet.strip() if hit.match_origin == TEXT else hit.summary_short or hit.signature
    yield Line(joined([place_cell(hit), *([Cell(about, "dim")] if about else [])], "  "), indent=2)
