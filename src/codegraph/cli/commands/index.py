"""``codegraph index``: build the index of a project, or bring it up to date."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Line, line
from codegraph.cli.names import plural
from codegraph.cli.options import Json, Quiet
from codegraph.cli.output import Output
from codegraph.cli.progress import duration, shown_progress
from codegraph.cli.report import report_blocks
from codegraph.errors import UsageError
from codegraph.tools.vocabulary import listed

if TYPE_CHECKING:
    from codegraph.tools.incremental_reindex import IncrementallyReindexed
    from codegraph.tools.index_codebase import IndexedCodebase

app = new_app(
    ("codegraph index", "the project in this folder; again after changes, which is quick"),
    ("codegraph index --no-embeddings", "the graph and search by words, without the vectors"),
    ("codegraph index --languages python --exclude 'tests/'", "only a part of it"),
)


@app.command(cls=Command)
def index(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The project's root.")] = Path(),
    *,
    no_embeddings: Annotated[
        bool, typer.Option("--no-embeddings", help="Skip the vectors; a later run without this adds them.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Parse every file again.")] = False,
    languages: Annotated[
        list[str] | None,
        typer.Option("--languages", metavar="NAME", help="Only these (repeat or separate by commas)."),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option("--exclude", metavar="PATTERN", help="Leave these out, too, as in .gitignore (repeat)."),
    ] = None,
    statements: Annotated[
        bool | None, typer.Option("--statements/--no-statements", help="Index statements, too, or no more.")
    ] = None,
    max_file_bytes: Annotated[
        int | None, typer.Option("--max-file-bytes", metavar="N", min=1, help="Skip larger files.")
    ] = None,
    parse_timeout: Annotated[
        float | None,
        typer.Option("--parse-timeout", metavar="SECONDS", help="Give up on a file after so long."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=0, help="Processes that parse; 0: one a core.")
    ] = None,
    reset_options: Annotated[
        bool, typer.Option("--reset-options", help="Forget the options of earlier runs.")
    ] = False,
    changed: Annotated[
        list[str] | None,
        typer.Option("--changed", metavar="PATH", help="Say whether this file was changed (repeat)."),
    ] = None,
    from_commit: Annotated[
        str,
        typer.Option("--from-commit", metavar="REV", help="Likewise of all files that differ since."),
    ] = "",
    to_commit: Annotated[
        str, typer.Option("--to-commit", metavar="REV", help="Compare with this commit, not with the files.")
    ] = "",
    llm: Annotated[
        bool,
        typer.Option("--enrich-with-llm", help="Have packages and modules summed up, see [summarizer]."),
    ] = False,
    wait: Annotated[
        float,
        typer.Option(
            "--wait",
            metavar="SECONDS",
            help="Wait so long for another process that indexes it (a refresh: 10).",
        ),
    ] = 0.0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Index a project, or bring its index up to date.

    Only changed files are parsed and only changed texts embedded. The graph
    can be questioned as soon as it is built; the embeddings, for search by
    meaning, follow. Interrupting loses nothing that was finished. Options
    that say what is indexed hold for later runs, too, until others are given.
    """
    from codegraph import api
    from codegraph.store.lean_import import lean_imports

    output = Output(as_json=json, quiet=quiet)
    if changed or from_commit or to_commit:
        _refuse_besides_changes(
            {
                "--full": full,
                "--exclude": exclude,
                "--statements": statements is not None,
                "--reset-options": reset_options,
                "--max-file-bytes": max_file_bytes,
                "--parse-timeout": parse_timeout,
                "--workers": workers is not None,
            }
        )
        with lean_imports(), shown_progress(quiet=quiet) as progress:
            news = api.reindex(
                path,
                changed_files=changed or (),
                from_commit=from_commit,
                to_commit=to_commit,
                languages=languages,
                enrich_with_llm=llm,
                embeddings=not no_embeddings,
                wait=wait,
                progress=progress,
            )
        output.answer(news, lambda: _news(news))
        return
    with lean_imports(), shown_progress(quiet=quiet) as progress:
        graph = api.index(
            path,
            embeddings=not no_embeddings,
            full=full,
            reset_options=reset_options,
            enrich_with_llm=llm,
            wait=wait,
            progress=progress,
            languages=listed(languages) if languages else None,
            exclude=list(exclude) if exclude else None,
            include_statements=statements,
            max_file_bytes=max_file_bytes,
            parse_timeout=parse_timeout,
            workers=workers,
        )
    done = graph.indexed
    for warning in graph.warnings:
        output.note(f"warning: {warning}")
    if json or not quiet:
        output.answer(done, lambda: _blocks(done))
    for note in done.report.notes:
        output.note(f"warning: {note}")
    if not done.file_count:
        output.note(_nothing(done))


def _refuse_besides_changes(options: dict[str, object]) -> None:
    """Raise where an option was given that a run which tells of changes does not take."""
    given = [name for name, value in options.items() if value]
    if given:
        raise UsageError(
            f"{given[0]} does not go with --changed, --from-commit and --to-commit; run codegraph index without these"
        )


def _news(news: "IncrementallyReindexed") -> Iterator[Block]:
    yield line(Cell(news.root, "title"), Cell(f" in {duration(news.elapsed)}", "dim"))
    yield from _remembered(news)
    yield line(Cell(plural(news.total, "changed file"), "count"))
    for path in news.changed_files:
        yield line(Cell(path, "path"), indent=2)
    if news.unchanged_files:
        yield line(Cell("as they were"))
    for path in news.unchanged_files:
        yield line(Cell(path, "path"), indent=2)


def _remembered(done: "IndexedCodebase") -> Iterator[Block]:
    if done.remembered:
        options = ", ".join(f"{name} = {_value(done.options[name])}" for name in done.remembered)
        yield line(Cell(f"as in earlier runs: {options} (--reset-options forgets it)", "dim"))


def _value(value: object) -> str:
    """A setting's value as a settings file has it."""
    return msgspec.json.encode(value).decode()


def _nothing(done: "IndexedCodebase") -> str:
    if done.report.skipped:
        return "nothing is indexed: every file was skipped"
    return "nothing to index: no file of a known language (`codegraph languages` lists them)"


def _blocks(done: "IndexedCodebase") -> Iterator[Block]:
    report = done.report
    did = "indexed" if report.changed else "embedded" if "embed" in report.seconds else "up to date:"
    yield line(Cell(f"{did} "), Cell(done.root, "title"), Cell(f" in {duration(done.elapsed)}", "dim"))
    parsed = f"{report.files_parsed:,} files parsed, {report.files_cached:,} from the cache"
    if report.changed:
        parsed += f", {report.files_resolved:,} resolved"
    yield line(Cell(f"generation {report.generation}, {parsed}", "dim"))
    if report.redone:
        yield line(Cell("; ".join(report.redone), "warn"))
    yield from _remembered(done)
    yield Line()
    yield from report_blocks(msgspec.to_builtins(report))
