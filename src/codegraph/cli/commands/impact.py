"""``codegraph impact``: who is affected when something changes."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.options import Cursor, Json, Kinds, NoTests, Possible, Quiet, Root
from codegraph.cli.session import begin, from_here, note_cut, note_limit, note_namesakes, note_possible

if TYPE_CHECKING:
    from codegraph.cli.output import Output
    from codegraph.tools.impact_analysis import Impact

OVER_THE_LIMIT = 12
"""Exit code when a threshold of ``--fail-on`` is crossed."""

app = new_app(
    ("codegraph impact Cart.total", "what breaks when it changes, and which tests tell"),
    ("codegraph impact shop/cart.py --max-depth 1 --no-tests", "who depends on a file directly"),
    ("codegraph impact Cart --direction forward", "what it depends on itself"),
    ("codegraph impact Cart.total --paths", "the proof of each dependant, hop by hop"),
    ("codegraph impact Cart.total --tests", "what a test runner takes to run the tests reached"),
    (
        "codegraph impact --diff main...HEAD --markdown",
        "what a branch changes, as a comment for a pull request",
    ),
    (
        "codegraph impact --staged --fail-on untested",
        "what the next commit changes; 12 when no test reaches it",
    ),
)


@app.command(cls=Command)
def impact(
    target: Annotated[
        str | None,
        typer.Argument(metavar="TARGET", help="A symbol, file, package, or path:line.", show_default=False),
    ] = None,
    *,
    diff: Annotated[
        str | None,
        typer.Option(
            "--diff",
            metavar="REVISIONS",
            help="What changed instead: main...HEAD, A..B, one revision against the work tree; - reads a patch.",
            show_default=False,
        ),
    ] = None,
    staged: Annotated[bool, typer.Option("--staged", help="What is staged for the next commit.")] = False,
    patch: Annotated[
        str | None,
        typer.Option("--patch", metavar="FILE", help="A unified patch; - is stdin.", show_default=False),
    ] = None,
    direction: Annotated[
        str,
        typer.Option(
            "--direction", metavar="WAY", help="backward: who depends on it; forward: what it depends on."
        ),
    ] = "backward",
    max_depth: Annotated[
        int, typer.Option("--max-depth", "-d", metavar="N", min=1, help="Follow so many steps.")
    ] = 3,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most this many entries.")
    ] = 500,
    kinds: Kinds = None,
    no_tests: NoTests = False,
    possible: Possible = False,
    paths: Annotated[
        bool, typer.Option("--paths", help="Show the whole way from each to the target, hop by hop.")
    ] = False,
    tests: Annotated[
        bool, typer.Option("--tests", help="Print only what test runners take to run the tests reached.")
    ] = False,
    runner: Annotated[
        str,
        typer.Option(
            "--runner", metavar="NAME", help="With --tests: of one runner, such as pytest, go, jest."
        ),
    ] = "",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a comment for a pull request.")] = False,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on",
            metavar="LIMIT",
            help="Exit with 12 on more than N dependants (N or dependants=N), or on endpoints, untested, removed, ...",
            show_default=False,
        ),
    ] = None,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List who depends on a symbol, file or package, or on what a diff changes, directly and through others."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.impact(
        from_here(target) if target else "",
        diff=diff if diff and diff != "-" else "",
        staged=staged,
        patch=_patch_text("-" if diff == "-" else patch),
        direction=direction,
        max_depth=max_depth,
        max_nodes=limit,
        edge_kinds=kinds or (),
        include_possible=possible,
        include_tests=not no_tests,
        cursor=cursor,
        select_tests=tests or bool(runner),
        runner=runner,
        markdown=markdown,
        fail_on=fail_on or (),
    )
    if json or not (tests or runner or markdown):
        from codegraph.cli.impact_blocks import impact_blocks

        output.answer(answer, lambda: impact_blocks(answer, paths=paths))
    else:
        from codegraph.cli.output import show_text

        show_text(answer.markdown if markdown else _test_lines(answer, runner))
    _notes(output, answer, target or "", max_depth)
    for failure in answer.failures:
        output.note(f"over the limit: {failure}")
    if answer.failures:
        raise typer.Exit(OVER_THE_LIMIT)


def _patch_text(name: str | None) -> str:
    """The text of a patch from a file or stdin, bytes that are no UTF-8 as lone surrogates; "" without a name.

    Of an empty one, which ``git diff`` prints where nothing has changed, it is an empty line.

    Raises:
        UsageError: the file can't be read.
    """
    if name is None:
        return ""
    from codegraph.errors import UsageError

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"the patch {name} can't be read: {error.strerror}") from None
    return data.decode("utf-8", "surrogateescape") or "\n"


def _test_lines(answer: "Impact", runner: str) -> str:
    """What runners take, a line an argument; where several run tests, each under a comment with its name."""
    lines: list[str] = []
    for one in answer.selection:
        if not runner and len(answer.selection) > 1:
            lines.append(f"# {one.runner}")
        lines += one.arguments
    return "".join(f"{line}\n" for line in lines)


def _notes(output: "Output", answer: "Impact", target: str, max_depth: int) -> None:
    note_limit(output, max_depth, answer.max_depth)
    note_cut(output, len(answer.direct_impact) + len(answer.transitive_impact), answer.total)
    note_possible(output, answer.possible)
    note_namesakes(output, target, answer.namesakes)
    diff = answer.diff
    if diff is None:
        return
    if diff.index_is in ("other", "mixed"):
        from codegraph.cli.names import plural

        files = plural(len(diff.misfits), "file") if diff.misfits else "some files"
        fits = "neither side" if diff.misfits else "the older side"
        output.note(f"the index fits {fits} of {files}; run `codegraph index` to follow what is there now")
    elif diff.index_is == "old":
        output.note("the index was made before this change: what it adds is not followed")
    for note in diff.notes:
        output.note(note)
