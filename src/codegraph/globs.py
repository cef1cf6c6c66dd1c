"""Patterns of paths, as filters of searches take them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_GLOB = re.compile(r"[*?\[]")
_GLOB_PIECE = re.compile(
    r"(?P<deep>\*\*/?)|(?P<star>\*)|(?P<one>\?)|(?P<set>\[[^\]/]+\])|(?P<text>.)", re.DOTALL
)


def path_matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """A function that tells whether a path fits one of the patterns.

    A pattern is a file, a folder, or a glob over the whole path (``*`` stays in a folder, ``**`` does not).
    """
    globs: list[re.Pattern[str]] = []
    places: list[str] = []
    for pattern in patterns:
        tidy = pattern.replace("\\", "/").removeprefix("./")
        if _GLOB.search(tidy):
            globs.append(re.compile(_glob_regex(tidy), re.DOTALL))
        else:
            places.append(tidy.rstrip("/"))
    everywhere = any(place in ("", ".") for place in places)
    folders = tuple(f"{place}/" for place in places)

    def fits(path: str) -> bool:
        return (
            everywhere
            or path in places
            or path.startswith(folders)
            or any(glob.fullmatch(path) for glob in globs)
        )

    return fits


def _glob_regex(pattern: str) -> str:
    pieces = []
    for piece in _GLOB_PIECE.finditer(pattern):
        match piece.lastgroup:
            case "deep":
                pieces.append("(?:.*/)?" if piece[0].endswith("/") else ".*")
            case "star":
                pieces.append("[^/]*")
            case "one":
                pieces.append("[^/]")
            case "set":
                pieces.append(_set_regex(piece[0]))
            case _:
                pieces.append(re.escape(piece[0]))
    return "".join(pieces)


def _set_regex(text: str) -> str:
    """``[a-c]`` or ``[!a-c]`` as a regular expression; what is no set stands for itself."""
    negation = "^/" if text[1] == "!" else ""
    members = re.sub(r"([^a-zA-Z0-9-])", r"\\\1", text[1 + bool(negation) : -1])
    regex = f"[{negation}{members}]"
    try:
        re.compile(regex)
    except re.error:
        return re.escape(text)
    return regex
