"""The program's entry: runs a command and turns every error into one line and an exit code, in one place."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from codegraph.errors import (
    INTERNAL,
    INTERRUPTED,
    NO_MEMORY,
    AmbiguousError,
    CodegraphError,
    NotFoundError,
    UsageError,
    error_object,
)

if TYPE_CHECKING:
    import typer


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``codegraph`` with the arguments (those of the process by default); the exit code comes back.

    Errors are told on stderr in one line that begins with ``error:``; with ``--json`` an object
    ``{"error": {"code", "message", ...}}`` goes to stdout as well. ``CODEGRAPH_DEBUG=1`` adds the traceback.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    import typer

    try:
        return _run(given)
    except CodegraphError as error:
        return _tell(error, given)
    except typer.TyperException as error:
        return _tell(_usage_error(error), given)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except MemoryError:
        return _tell(CodegraphError(NO_MEMORY), given)
    except Exception as error:
        return _bug(error, given)


def process() -> int:
    """Be the whole process of a command: ``main`` without the garbage collector.

    A command ends before cycles of garbage could matter, while each collection walks through all that was imported
    and built, a last time as the interpreter ends. What is frozen it passes over.
    """
    from codegraph.cli.ending import end_as_interrupted

    gc.disable()
    end_as_interrupted()
    try:
        return main()
    finally:
        gc.freeze()


def _run(arguments: list[str]) -> int:
    from codegraph.cli.app import command
    from codegraph.cli.completion import is_asked, use_own_bash
    from codegraph.cli.pager import allow_paging
    from codegraph.cli.refreshing import choose_refresh

    arguments, anywhere = _without_options_for_all(arguments)
    allow_paging("--no-pager" not in anywhere)
    choose_refresh(anywhere)
    if not arguments and not is_asked():
        from codegraph.cli.welcome import welcome

        return welcome()
    program = command()
    if is_asked():
        use_own_bash()
    result = program.main(args=arguments, prog_name="codegraph", standalone_mode=False)
    code = result if isinstance(result, int) else 0
    return _interrupted() if code == INTERRUPTED else code


def _without_options_for_all(arguments: list[str]) -> tuple[list[str], set[str]]:
    """The words without the options that every command takes, wherever these stand before ``--``, and those."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    named = next((word for word in arguments[:end] if not word.startswith("-")), "")
    taken = {"--no-pager", "--no-refresh", "--refresh"} - ({"--refresh"} if named == "summarize" else set())
    options = [word for word in arguments[:end] if word not in taken]
    return options + arguments[end:], taken.intersection(arguments[:end])


def _usage_error(error: typer.TyperException) -> UsageError:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "codegraph"
    message = error.format_message().strip().rstrip(".").replace("\n\t", " ").replace("\n", " ")
    return UsageError(f"{message[:1].lower()}{message[1:]} (see {command} --help)")


def _tell(error: CodegraphError, given: Sequence[str]) -> int:
    if os.environ.get("CODEGRAPH_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    details = _details(error)
    _print_error(error.message)
    for suggestion in details.get("suggestions", ()):
        if suggestion not in error.message:
            _print_more(f"or {suggestion}?")
    for candidate in details.get("candidates", ()):
        _print_more(candidate)
    if _wants_json(given):
        _print_object({**error_object(error), **details})
    return error.exit_code


def _details(error: CodegraphError) -> dict[str, Any]:
    if isinstance(error, NotFoundError):
        return {"suggestions": list(error.suggestions)}
    if isinstance(error, AmbiguousError):
        return {"candidates": list(error.candidates)}
    return {}


def _interrupted() -> int:
    from codegraph.cli.ending import ending_code

    print(
        "interrupted; the index holds what was last published, and codegraph index goes on from there",
        file=sys.stderr,
    )
    return ending_code() or INTERRUPTED


def _bug(error: Exception, given: Sequence[str]) -> int:
    from codegraph.version import __version__

    if os.environ.get("CODEGRAPH_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    message = f"{type(error).__name__}: {error}".replace("\n", " ")
    _print_error(f"a bug in codegraph {__version__}: {message}")
    _print_more("please report it with what you ran and the traceback that CODEGRAPH_DEBUG=1 shows")
    if _wants_json(given):
        _print_object({"code": "internal", "message": message})
    return INTERNAL


def _wants_json(given: Sequence[str]) -> bool:
    options = given[: given.index("--")] if "--" in given else given
    return "--json" in options


def _print_error(message: str) -> None:
    colored = bool(os.environ.get("FORCE_COLOR")) or (
        sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
    label = "\x1b[1;31merror:\x1b[0m" if colored else "error:"
    from codegraph.cli.plain import harmless

    print(f"{label} {harmless(message)}", file=sys.stderr)


def _print_more(text: str) -> None:
    from codegraph.cli.plain import harmless

    print(f"  {harmless(text)}", file=sys.stderr)


def _print_object(error: dict[str, Any]) -> None:
    from codegraph.cli.output import json_object, write_bytes

    write_bytes(json_object({"error": error}))
