"""``codegraph context``: the project in few tokens, for an agent's prompt or a newcomer."""

from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import show_text
from codegraph.cli.plain import harmless
from codegraph.cli.session import begin

app = new_app(
    ("codegraph context", "the whole project in about 300 tokens of Markdown"),
    ("codegraph context --format compact", "in one line of about 150 tokens"),
    (
        'codegraph context --for "taxes in the total of a cart" --budget 500',
        "the symbols that a task is about, with who calls them, in at most 500 tokens",
    ),
)


@app.command(cls=Command)
def context(
    *,
    task: Annotated[
        str, typer.Option("--for", metavar="TASK", help="What you want to do: pack what has to do with it.")
    ] = "",
    form: Annotated[
        str, typer.Option("--format", "-f", metavar="FORMAT", help="markdown, compact or json.")
    ] = "markdown",
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            "-b",
            metavar="N",
            min=1,
            help="Never more tokens than this, as the bundled tokenizer counts; 1000 with --for.",
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            "--top", "-n", metavar="N", min=1, help="Name so many of each sort; else up to 5 that find room."
        ),
    ] = None,
    patterns: Annotated[
        bool, typer.Option("--patterns/--no-patterns", help="Name the frameworks.", show_default=False)
    ] = True,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell an agent or a newcomer what there is, or what has to do with a task, in few tokens.

    Names are as short as they can be and still mean one thing: every other
    command takes them.
    """
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.context(task, format=form, top_n=top, include_patterns=patterns, token_budget=budget)
    if json:
        output.answer(answer, list)
    else:
        show_text("".join(f"{harmless(line)}\n" for line in answer.text.splitlines()))
    for note in answer.notes:
        output.note(note)
    if task:
        limit = answer.token_budget or answer.tokens
        output.note(
            f"{answer.tokens:,} of {limit:,} tokens; {len(answer.named):,} of {answer.total:,} symbols"
        )
