"""The typer application: what commands there are, each imported when it is called."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from codegraph.cli.completion import is_asked, teach
from codegraph.cli.help import Example, help_blocks
from codegraph.cli.light import lighten

COMMANDS = {
    "init": "Write a commented codegraph.toml that fits the project.",
    "index": "Index a project, or bring its index up to date.",
    "watch": "Keep the index up to date as files change, until Ctrl-C.",
    "mark-dirty": "Tell that files were written, so that the next question looks at them.",
    "doctor": "Check the index: a line for each check, with what to do next.",
    "status": "Show what the index holds, how it was built, and which files have changed since.",
    "map": "Show packages, folders, modules and symbols with their sizes.",
    "context": "Tell an agent or a newcomer what there is, or what has to do with a task, in few tokens.",
    "package": "Show a package: its dependencies, declared and really imported, and what it offers.",
    "symbol": "Show what a symbol is: signature, doc, members, bases, callers and callees.",
    "source": "Print the source of a symbol or file, exactly as it stands.",
    "search": "Find symbols by name or by what they do, best first.",
    "duplicates": "List functions that stand in several places, nearly the same.",
    "summarize": "Sum up symbols, modules or packages with a language model that you have set up.",
    "endpoints": "List the endpoints: method, path, who answers, and what stands before that.",
    "impact": "List who depends on a symbol, file or package, or on what a diff changes, directly and through others.",
    "trace": "Show how the flow gets from one symbol to another, call by call.",
    "flow": "Show how control passes through a symbol: its statements in blocks, and the ways between.",
    "statements": "List the statements of symbols, and how values flow among them.",
    "complexity": "List the symbols that stand out by a metric, and how it is spread over all.",
    "graph": "Draw who depends on whom among packages, modules or symbols.",
    "subgraph": "Show what lies around symbols: all within some steps, and the edges between.",
    "mcp": "Serve the tools to agents by the Model Context Protocol.",
    "export": "Write the whole graph to files that other programs read.",
    "languages": "List the languages with their files and how far each is understood.",
    "model": "Show the embedding model, whether its files are whole, and what is embedded.",
}
"""In the order in which a newcomer meets them; each is ``codegraph.cli.commands.<name>`` with an ``app``.

The texts are the first lines of the commands' own help, so that a list of them needs no command imported.
"""

_HELP = """\
Turns a codebase into a graph that you question instead of grepping.

Start with `codegraph index` in your project, then ask: `codegraph impact NAME`, `codegraph search "what it does"`,
`codegraph map`.
"""

_EPILOG = """
A symbol is named by its FQN, by a unique tail of it (QuerySet.filter),
or by path:line. Every command takes --json: one object on stdout.
Notes and errors go to stderr.

Exit codes
   0  done
   1  any other error
   2  an argument, option or setting is wrong
   3  no such symbol or path
   4  the name fits several symbols
   5  nothing is indexed here yet
   6  the index is damaged or of another version
   7  another process is indexing
   8  a part is missing or damaged: the model, a package
   9  the index or an export can't be written
  10  a server that embeds can't be reached or refuses
  11  a store of vectors outside the index can't be reached
  12  impact is over a limit of --fail-on
  70  a bug in codegraph
 130  interrupted (by SIGTERM 143, by SIGHUP 129)

Variables
  CODEGRAPH_<SETTING>  any setting, for example CODEGRAPH_WORKERS=2
  CODEGRAPH_FRESHNESS__MODE=manual
                       the same as --no-refresh
  CODEGRAPH_DEBUG=1    tracebacks of errors
  CODEGRAPH_EMBEDDING_API_KEY
                       the key of a server that embeds
  NO_COLOR, FORCE_COLOR
  PAGER                what shows long answers; empty for none
"""


class Command(TyperCommand):
    """The class of every command."""

    examples: Sequence[Example] = ()

    def get_params(self, ctx: Any) -> list[Any]:
        """The options and arguments."""
        params = _plain(super().get_params(ctx))
        if is_asked():
            teach(self.name or "", params)
        return params

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 (click's interface)
        """Show the help page."""
        _show_help(self, ctx)


class Group(TyperGroup):
    """The class of everything that has commands below it."""

    examples: Sequence[Example] = ()

    def get_params(self, ctx: Any) -> list[Any]:
        """The options."""
        return _plain(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Show the help page."""
        _show_help(self, ctx)


class LazyGroup(Group):
    """Knows its commands by name and imports one when it is called; to list them it needs none of them."""

    _only_listed = False

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 (click's interface)
        """The names, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of this name; a misspelt name loads all, so that near ones can be suggested."""
        if self._only_listed:
            return TyperCommand(cmd_name, help=COMMANDS[cmd_name])
        for name in COMMANDS if cmd_name not in COMMANDS else (cmd_name,):
            if name not in self.commands:
                self.commands[name] = _load(name)
        return self.commands.get(cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help page with its list of commands."""
        self._only_listed = True
        super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """What a shell may complete: options, and the commands with their help."""
        self._only_listed = True
        return super().shell_complete(ctx, incomplete)


def _plain(params: list[Any]) -> list[Any]:
    """The options, read without pydantic; help pages show flags without a type."""
    for param in params:
        lighten(param)
        if getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
    return params


def _show_help(command: Any, context: Any) -> None:
    from codegraph.cli.output import show

    show(help_blocks(command, context))
    context.exit()


def _load(name: str) -> TyperCommand:
    app: App = import_module(f"codegraph.cli.commands.{name.replace('-', '_')}").app
    loaded: Any = get_command(app)
    loaded.name = name
    loaded.examples = app.examples
    for below, command in getattr(loaded, "commands", {}).items():
        begin = f"codegraph {name} {below}"
        command.examples = [example for example in app.examples if example.words.startswith(begin)]
    return loaded  # type: ignore[no-any-return]


class App(typer.Typer):
    """A command, or a group of them, with the examples that its help pages show."""

    examples: Sequence[Example] = ()


def new_app(*examples: tuple[str, str]) -> App:
    """A typer application as every command uses it: ``-h`` works, tracebacks are ours.

    Args:
        examples: whole command lines (``codegraph impact Cart.total``), each with what it is for, for the help
            page; those of a group that begin with a command of it are shown there as well. The names in them are
            those of the tests' small shop, where each example is run.
    """
    app = App(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.examples = [Example(*example) for example in examples]
    return app


def command() -> Any:
    """The whole program as a click command."""
    app = typer.Typer(
        cls=LazyGroup,
        help=_HELP,
        epilog=_EPILOG,
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
    no_pager: Annotated[
        bool, typer.Option("--no-pager", help="Show long answers without a pager; with any command.")
    ] = False,
    no_refresh: Annotated[
        bool,
        typer.Option("--no-refresh", help="Answer from the index as it is; with any command."),
    ] = False,
    refresh: Annotated[
        bool,
        typer.Option("--refresh", help="Wait for changed files however long it takes; with any command."),
    ] = False,
) -> None:
    """What these options say is heard before anything is parsed, so that they may stand anywhere."""
