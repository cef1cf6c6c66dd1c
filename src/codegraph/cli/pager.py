"""Long texts on a terminal go through a pager, unless somebody said otherwise."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

_USUAL = (["less"], ["more"])
# What git sets for less: quit when the text fits, keep colours, leave the screen as it is.
_LESS = "FRX"
_STATE = {"on": True}


def allow_paging(allowed: bool) -> None:
    """Say for this run whether anything may be paged (``--no-pager``)."""
    _STATE["on"] = allowed


def would_page(lines: int) -> bool:
    """Whether so many lines are more than the terminal shows at once, and a pager may be used.

    Never when stdin or stdout is no terminal, for ``TERM=dumb``, or when ``PAGER`` is empty or ``cat``.
    """
    if not (_STATE["on"] and sys.stdout.isatty() and sys.stdin.isatty()):
        return False
    if os.environ.get("TERM") == "dumb" or not pager_command():
        return False
    return lines >= shutil.get_terminal_size().lines


def pager_command() -> list[str]:
    """The words of ``$PAGER`` or, where it is not set, less or more; nothing when there is to be none."""
    named = os.environ.get("PAGER")
    if named is None:
        return next((words for words in _USUAL if shutil.which(words[0])), [])
    try:
        words = shlex.split(named)
    except ValueError:
        return []
    return words if words and words != ["cat"] else []


def page(data: bytes) -> bool:
    """Show bytes in the pager and wait until it is left; False when it can't be started."""
    environment = {**os.environ, "LESS": os.environ.get("LESS", _LESS)}
    try:
        shown = subprocess.Popen(pager_command(), stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    try:
        shown.communicate(data)
    except BrokenPipeError:
        shown.wait()
    except KeyboardInterrupt:
        # The key went to the pager as well, which decides for itself when it ends.
        shown.wait()
    return True
