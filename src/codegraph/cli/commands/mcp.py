"""``codegraph mcp``: serve the tools to agents, and tell their programs about it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codegraph.cli.app import Command, Group, new_app
from codegraph.cli.blocks import Block, Cell, Line, line
from codegraph.cli.options import Json, Quiet
from codegraph.cli.output import Output
from codegraph.errors import MissingPartError, UsageError

if TYPE_CHECKING:
    from codegraph.mcp.install import Installation

app = new_app(
    ("codegraph mcp", "serve the project in this folder on stdin and stdout"),
    ("codegraph mcp --root .", "serve a project, wherever the server is started"),
    ("codegraph mcp install", "which clients are here, and what they need to be told"),
    ("codegraph mcp install --client cursor", "what is to be written, and where"),
    ("codegraph mcp install --client claude-code --yes", "write it, with a backup beside the old file"),
)


@app.callback(cls=Group, invoke_without_command=True)
def mcp(
    context: typer.Context,
    *,
    root: Annotated[
        list[Path] | None,
        typer.Option(
            "--root",
            "-C",
            metavar="DIR",
            help="Serve this project (repeat); else the client's roots, or this folder.",
            show_default=False,
        ),
    ] = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP instead of stdin and stdout.")
    ] = False,
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="Listen there.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", min=0, max=65535, help="Listen at this port; 0 takes a free one."
        ),
    ] = 8365,
    token_env: Annotated[
        str,
        typer.Option(
            "--token-env",
            metavar="NAME",
            help="Variable with the token that clients must send.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Serve the tools to agents by the Model Context Protocol.

    On stdin and stdout, as agents start it, or with --http for several of
    them. Needs pip install 'codegraph[mcp]'.
    """
    if context.invoked_subcommand:
        return
    from codegraph.mcp.stdio import private_wire, serve_stdio

    if http:
        _serve_http(_folders(root), host=host, port=port, token=_token(token_env))
        return
    with private_wire() as wire:
        folders = _folders(root)
        _check_installed()
        serve_stdio(wire, folders, ask_client=not root)


@app.command("install", cls=Command)
def install(
    *,
    clients: Annotated[
        list[str] | None,
        typer.Option(
            "--client",
            metavar="NAME",
            help="claude-code, claude-desktop, codex, cursor, gemini, vscode, windsurf or zed (repeat).",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write it; else it is only shown.")] = False,
    project: Annotated[
        Path, typer.Option("--project", metavar="DIR", help="The project that the client is set up for.")
    ] = Path(),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what a client's settings need so that it starts the server, or write it.

    Without --client it is shown for the clients that seem to be in use. What
    the settings hold besides stays; a file that can't be understood is not
    touched.
    """
    from codegraph.mcp.clients import CLIENTS, client, server_command, this_machine
    from codegraph.mcp.install import Installation, plan, write

    output = Output(as_json=json, quiet=quiet)
    place = this_machine(project)
    chosen = [client(name) for name in clients or ()] or [one for one in CLIENTS if one.is_there(place)]
    if yes and not clients:
        raise UsageError("say for which client: --client NAME")
    planned: list[Installation] = []
    for one in chosen:
        try:
            planned.append(plan(one, place, server_command()))
        except UsageError as error:
            if clients:
                raise
            output.note(error.message)
    done = [write(one) for one in planned] if yes else planned
    output.answer({"installations": done}, lambda: _installations(done))
    if not chosen:
        names = ", ".join(one.name for one in CLIENTS)
        output.note(f"no client's settings were found; --client takes {names}")
    elif not yes and any(one.state != "done" for one in done):
        output.note("nothing was written; --client NAME --yes writes it")


def _installations(done: list["Installation"]) -> Iterator[Block]:
    for number, one in enumerate(done):
        if number:
            yield Line()
        yield line(Cell(one.client, "title"), Cell(f"  {one.path}", "path"))
        if one.state == "done" or one.written:
            yield line(Cell("written" if one.written else "is set up already"))
        if one.backup:
            yield line(Cell(f"what was there before is in {one.backup}", "dim"))
        if one.state == "other" and not one.written:
            yield line(Cell("names the server in another way; this replaces it", "warn"))
        if one.state != "done" and not one.written:
            yield from (line(text, indent=2) for text in one.text.rstrip().splitlines())


def _folders(given: list[Path] | None) -> list[Path]:
    from codegraph.mcp.roots import default_folders

    for folder in given or ():
        if not folder.is_dir():
            raise UsageError(f"there is no folder {folder}; give the path of a project's root")
    return default_folders(given or (), Path.cwd(), Path.home())


def _serve_http(folders: list[Path], *, host: str, port: int, token: str) -> None:
    _check_installed()
    from codegraph.mcp.http import serve_http

    serve_http(folders, host=host, port=port, token=token)


def _token(variable: str) -> str:
    if not variable:
        return ""
    token = os.environ.get(variable, "")
    if not token.strip():
        raise UsageError(f"the variable {variable} is empty; put the token in it")
    return token.strip()


def _check_installed() -> None:
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        raise MissingPartError("the MCP server needs the package mcp: pip install 'codegraph[mcp]'")
