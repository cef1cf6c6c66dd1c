"""Help pages: usage, what a command does, examples, arguments and options, as blocks that fit any width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line


class Example(NamedTuple):
    """A whole command line, as one would type it, and what it is for."""

    words: str
    says: str


def help_blocks(command: Any, context: Any) -> Iterator[Block]:
    """The page of a command or a group of commands."""
    pieces = (piece.replace("{", "").replace("}", "") for piece in command.collect_usage_pieces(context))
    usage = " ".join([context.command_path, *pieces])
    yield line(Cell("Usage: ", "dim"), Cell(usage, "title"))
    for paragraph in _paragraphs(command.help or ""):
        yield Line()
        yield line(paragraph)
    yield from _examples(command.examples)
    params = [param for param in command.get_params(context) if not getattr(param, "hidden", False)]
    arguments = [p for p in params if p.param_type_name == "argument" and p.help]
    yield from _section("Arguments", [_argument(p, context) for p in arguments])
    options = [p for p in params if p.param_type_name == "option"]
    if hasattr(command, "list_commands"):
        yield from _section("Commands", _commands(command, context))
    yield from _section("Options", [_option(p, context) for p in options])
    for text in (command.epilog or "").splitlines():
        heading = text[:1].isupper() and not text.endswith((".", ","))
        yield line(Cell(text, "title" if heading else ""))


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each as one line."""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def _examples(examples: Sequence[Example]) -> Iterator[Block]:
    if not examples:
        return
    yield Line()
    yield line(Cell("Examples", "title"))
    for number, example in enumerate(examples):
        if number:
            yield Line()
        yield line(Cell(f"# {example.says}", "dim"), indent=2)
        yield line(Cell(example.words, "symbol"), indent=2)


def _section(title: str, rows: Sequence[tuple[str, str, str]]) -> Iterator[Block]:
    """Names with their help and, dim, what else is to be known of them."""
    if not rows:
        return
    yield Line()
    yield line(Cell(title, "title"))
    cells = [[Cell(name, "kind"), Cell(f"{text} {more}".strip())] for name, text, more in rows]
    yield Table([Column("", fit="wrap"), Column("", fit="wrap")], cells, indent=2)


def _commands(group: Any, context: Any) -> list[tuple[str, str, str]]:
    rows = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and not command.hidden:
            first = next(iter(_paragraphs(command.help or "")), "")
            rows.append((name, first, ""))
    return rows


def _argument(param: Any, context: Any) -> tuple[str, str, str]:
    return _metavar(param), param.help, _default(param, context)


def _option(param: Any, context: Any) -> tuple[str, str, str]:
    names = sorted(param.opts, key=len)
    shown = ", ".join(names) if len(names[0]) == 2 else f"    {names[0]}"
    if param.secondary_opts:
        shown += f" / {param.secondary_opts[0]}"
    metavar = "" if param.is_flag else f" {_metavar(param)}"
    return f"{shown}{metavar}", param.help or "", _default(param, context)


def _metavar(param: Any) -> str:
    return str(param.metavar or param.name.upper().replace("_", "-"))


def _default(param: Any, context: Any) -> str:
    if param.required:
        return "(required)"
    value = param.get_default(context, call=False)
    silent = getattr(param, "is_flag", False) or not param.show_default or callable(value)
    if silent or value is None or str(value) in ("", ".", "()", "[]"):
        return ""
    return f"[default: {value}]"
