"""Where a command's words go: data to stdout, all else to stderr, JSON past every formatter."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.cli.plain import harmless, render_plain
from codegraph.tools.freshness import words as words_of

if TYPE_CHECKING:
    from codegraph.cli.blocks import Block
    from codegraph.tools.freshness import Freshness

SCHEMA_VERSION = 1
"""Version of every ``--json`` object; it grows when a field changes its meaning or goes away."""


class Output:
    """A command's two channels.

    Args:
        as_json: print answers as one JSON object instead of text.
        quiet: keep notes to oneself.
        root: the folder that the paths of answers are relative to, for links on a terminal.
    """

    def __init__(self, *, as_json: bool = False, quiet: bool = False, root: Path | None = None) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.root = root
        self.freshness: Callable[[], Freshness] | None = None

    def answer(self, response: Any, blocks: Callable[[], Iterable[Block]]) -> None:
        """Print an answer: the response itself as JSON, or the blocks made of it for people."""
        if self.as_json:
            write_bytes(json_object(response))
        else:
            show(blocks(), self.root)
        if self.freshness is not None and (words := words_of(self.freshness())):
            self.note(words)

    def note(self, message: str) -> None:
        """Tell something beside the answer, on stderr."""
        if not self.quiet:
            print(harmless(message), file=sys.stderr)


def json_object(response: Any) -> bytes:
    """The response (a struct or a dict) as one JSON object that begins with ``schema_version``.

    Indented for a terminal, on one line elsewhere.
    """
    body = _encode(response)
    head = b'{"schema_version":%d' % SCHEMA_VERSION
    text = head + (b"," if body != b"{}" else b"") + body[1:]
    return (msgspec.json.format(text, indent=2) if sys.stdout.isatty() else text) + b"\n"


# DEL, the controls of C1 and marks of direction may stand in JSON as they are, in strings alone; a terminal obeys them.
_STEERING = re.compile(rb"\x7f|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


def _escaped(found: re.Match[bytes]) -> bytes:
    return b"\\u%04x" % ord(found[0].decode())


def _encode(value: Any) -> bytes:
    try:
        return _STEERING.sub(_escaped, msgspec.json.encode(value))
    except UnicodeEncodeError:
        # A folder whose name is not valid UTF-8 comes as lone surrogates; they are written as \\udcNN.
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode()


def is_rich_terminal() -> bool:
    """Whether stdout shows colours and has a width: a terminal, or FORCE_COLOR says so."""
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def write_bytes(data: bytes) -> None:
    """Write bytes to stdout. A reader that went away (``| head``) ends the program without a word."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # What is still buffered would be flushed, and fail again, when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def show(blocks: Iterable[Block], root: Path | None = None) -> None:
    """Print blocks as they suit stdout: coloured and fitted on a terminal, plain elsewhere.

    Places below ``root`` become links where the terminal has them, but not in a pager: many show the codes.
    """
    if is_rich_terminal():
        from codegraph.cli.links import links_for
        from codegraph.cli.pretty import render_pretty, without_links

        text = render_pretty(blocks, links_for(root))
        show_text(text, without_links(text))
    else:
        show_text(render_plain(blocks))


def show_text(text: str, paged: str | None = None) -> None:
    """Write text to stdout, through the pager where it is longer than the terminal; there it is ``paged``, if given."""
    if sys.stdout.isatty():
        from codegraph.cli.pager import page, would_page

        if would_page(text.count("\n")) and page(_encoded(text if paged is None else paged)):
            return
    write_text(text)


def write_text(text: str) -> None:
    """Write text to stdout in its own encoding; what that can't express is replaced."""
    write_bytes(_encoded(text))


def _encoded(text: str) -> bytes:
    return text.encode(sys.stdout.encoding or "utf-8", errors="replace")
