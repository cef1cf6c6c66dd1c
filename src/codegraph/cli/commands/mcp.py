"""``codegraph mcp``: serve the tools to agents, and tell their programs about it."""

import os
from pathlib import Path
from typing import Annotated

import typer

from codegraph.cli.app import Group, new_app
from codegraph.errors import MissingPartError, UsageError

app = new_app(
    ("codegraph mcp", "serve the project in this folder on stdin and stdout"),
    ("codegraph mcp --root .", "serve a project, wherever the server is started"),
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
    from codegraph.mcp.stdio import private_stdout, serve_stdio

    if http:
        _serve_http(_folders(root), host=host, port=port, token=_token(token_env))
        return
    with private_stdout() as out:
        folders = _folders(root)
        _check_installed()
        serve_stdio(out, folders, ask_client=not root)


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
