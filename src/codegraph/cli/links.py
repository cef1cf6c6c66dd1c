"""Places on a terminal as hyperlinks (OSC 8), where the terminal is known to understand them."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

_PLACE = re.compile(r"(?P<path>.+?)(?::(?P<line>\d+))?(?: \(\+\d+\))?", re.DOTALL)
_TERMS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm")
_PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio")
_FIRST_VTE = 5001  # GNOME's terminals; 0.50.0 had it, and crashed


def wants_links(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether places are to be links: ``FORCE_HYPERLINK`` decides (0 for no), else what the terminal is.

    No links for ``NO_COLOR``, ``TERM=dumb``, within screen or tmux (older ones show the codes), and where stdout is
    no terminal.
    """
    forced = environ.get("FORCE_HYPERLINK")
    if forced:
        return forced != "0"
    if not sys.stdout.isatty() or environ.get("NO_COLOR"):
        return False
    term = environ.get("TERM", "")
    if term == "dumb" or term.startswith(("screen", "tmux")) or environ.get("CI"):
        return False
    vte = environ.get("VTE_VERSION", "")
    return (
        (vte.isdigit() and int(vte) >= _FIRST_VTE)
        or term.startswith(_TERMS)
        or environ.get("TERM_PROGRAM", "") in _PROGRAMS
        or any(environ.get(name) for name in ("WT_SESSION", "KONSOLE_VERSION", "DOMTERM"))
    )


class Links:
    """Makes addresses of the places in a project.

    Args:
        root: the folder that paths are relative to.
        editor: whether the terminal is Visual Studio Code's, which opens a line of a file by an address of its own.
    """

    def __init__(self, root: Path, *, editor: bool = False) -> None:
        self._root = root
        self._editor = editor
        self._known: dict[str, bool] = {}

    def address(self, place: str) -> str:
        """The address of ``path``, ``path:line`` or ``path:line (+3)``; "" for what is not there."""
        found = _PLACE.fullmatch(place)
        if not found:
            return ""
        path = self._root / found["path"]
        if found["path"] not in self._known:
            self._known[found["path"]] = path.exists()
        if not self._known[found["path"]]:
            return ""
        text = quote(path.as_posix(), safe="/:~-._", errors="surrogateescape")
        text = text if text.startswith("/") else f"/{text}"
        if self._editor:
            return f"vscode://file{text}" + (f":{found['line']}" if found["line"] else "")
        # A reader elsewhere (through ssh) is told whose file it is; terminals that know of lines take the fragment.
        line = f"#{found['line']}" if found["line"] else ""
        return f"file://{quote(socket.gethostname())}{text}{line}"


def links_for(root: Path | None) -> Links | None:
    """Links to the places of a project, or None where there are to be none."""
    if root is None or not wants_links():
        return None
    return Links(root, editor=os.environ.get("TERM_PROGRAM") == "vscode")
