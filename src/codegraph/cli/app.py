"""The typer application: what commands there are, each imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from codegraph.cli.light import lighten

COMMANDS = (
    "init",
    "index",
    "status",
    "map",
    "symbol",
    "source",
    "search",
    "impact",
    "trace",
    "graph",
    "export",
    "languages",
    "model",
)
"""In the order in which a newcomer meets them; each is ``codegraph.cli.commands.<name>`` with an ``app``."""

_HELP = """\
Turns a codebase into a graph that you question instead of grepping.

Start with [bold]codegraph index[/bold] in your project, then ask: [bold]codegraph impact NAME[/bold],
[bold]codegraph search "what it does"[/bold], [bold]codegraph map[/bold].
"""

_EPILOG = """\
A symbol is named by its FQN, by any tail of it that is unique (QuerySet.filter), or by path:line.

Every command takes --json: one object on stdout. Notes and errors go to stderr.

Exit codes: 0 done, 1 other error, 2 wrong argument, option or setting, 3 no such symbol or path,
4 name fits several symbols, 5 not indexed yet, 6 index damaged or of another version, 7 another process
is indexing, 8 a part (model, package) is missing or damaged, 9 index can't be written, 70 a bug in
codegraph, 130 interrupted.

Variables: CODEGRAPH_* (settings), CODEGRAPH_DEBUG=1 (tracebacks), NO_COLOR, FORCE_COLOR.
"""


class Command(TyperCommand):
    """The class of every command."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options and arguments."""
        return _plain(super().get_params(ctx))


class Group(TyperGroup):
    """The class of everything that has commands below it."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options."""
        return _plain(super().get_params(ctx))


class LazyGroup(Group):
    """Knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 (click's interface)
        """The names, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of this name; a misspelt name loads all, so that near ones can be suggested."""
        for name in COMMANDS if cmd_name not in COMMANDS else (cmd_name,):
            if name not in self.commands:
                self.commands[name] = _load(name)
        return self.commands.get(cmd_name)


def _plain(params: list[Any]) -> list[Any]:
    """The options, read without pydantic; help pages show flags without a type."""
    for param in params:
        lighten(param)
        if getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
    return params


def _load(name: str) -> TyperCommand:
    loaded: Any = get_command(import_module(f"codegraph.cli.commands.{name}").app)
    loaded.name = name
    return loaded  # type: ignore[no-any-return]


def new_app() -> typer.Typer:
    """A typer application as every command uses it: ``-h`` works, tracebacks are ours."""
    return typer.Typer(
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def command() -> Any:
    """The whole program as a click command."""
    app = typer.Typer(
        cls=LazyGroup,
        help=_HELP,
        epilog=_EPILOG,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    return get_command(app)


def _show_version(value: bool) -> None:
    if value:
        from codegraph.version import __version__

        typer.echo(f"codegraph {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", "-V", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    pass
