"""What the text of a signature says of its parameters."""

from __future__ import annotations

import re

_PIECES = re.compile(r"""[\w$]+|[=-]>|[()\[\]{}<>,]|"[^"]*"|'[^']*'""")
_DEPTH = {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}


def parameter_list(signature: str) -> str:
    """The text from the first parenthesis on, "" without one."""
    at = signature.find("(")
    return signature[at:] if at >= 0 else ""


def parameter_names(signature: str) -> list[str]:
    """The first name of each parameter: its own, in languages that write it before the type."""
    names: list[str] = []
    depth, expected = 0, True
    for piece in _PIECES.findall(parameter_list(signature)):
        depth += _DEPTH.get(piece, 0)
        if depth == 0:
            break
        if depth == 1 and piece == ",":
            expected = True
        elif expected and (piece[0].isalpha() or piece[0] in "_$"):
            names.append(piece)
            expected = False
    return names


def names_in_parameters(signature: str, name: str) -> bool:
    """Whether a name stands among the parameters or after them, as a word of its own."""
    return re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", parameter_list(signature)) is not None


def names_in_result(signature: str, name: str, function: str) -> bool:
    """Whether a name stands, as a word of its own, before a function's name or behind its parameters.

    Args:
        signature: the function's.
        name: what is looked for.
        function: the function's own name.
    """
    head = re.search(rf"(?<![\w$]){re.escape(function)}(?:\[[^()]*\]|<[^()]*>)?\s*\(", signature)
    if head is None:
        return False
    depth, at = 1, head.end()
    for found in re.finditer(r"[()]", signature[at:]):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            at += found.end()
            break
    before = re.sub(r"\([^()]*\)", "", signature[: head.start()])  # a receiver is no result
    return re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", f"{before} {signature[at:]}") is not None
