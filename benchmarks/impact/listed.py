"""Changed symbols by other means than codegraph's: Python's own ``ast``, and the shape that gofmt gives to Go."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

Names = dict[str, str]
"""What stands for each symbol of a text, by its dotted name; equal values are equal symbols."""
_GO = re.compile(r"^(?:func(?: \(\w+ \*?(\w+)[^)]*\)| \(\*?(\w+)\))? (\w+)|type (\w+) )", re.MULTILINE)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SYMBOLS = (*_FUNCTIONS, ast.ClassDef)


def git(root: Path, *words: str) -> str:
    """What git prints."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def changed_symbols(root: Path, commit: str, ending: str) -> set[tuple[str, str]]:
    """Path and dotted name of each symbol that a commit changes, adds or removes; of a removed one its old path."""
    found = set()
    names = git(
        root, "diff", "--no-renames", "--name-only", f"{commit}^", commit, "--", f"*{ending}"
    ).splitlines()
    for path in names:
        old, new = (symbols(_text(root, side, path), ending) for side in (f"{commit}^", commit))
        found |= {(path, name) for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    return found


def _text(root: Path, revision: str, path: str) -> str:
    done = subprocess.run(["git", "show", f"{revision}:{path}"], cwd=root, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace").replace("\r\n", "\n") if not done.returncode else ""


def symbols(text: str, ending: str) -> Names:
    """The functions, classes and types of a text; what lies in one of them does not count for it."""
    if ending == ".go":
        return _go_symbols(text)
    found: Names = {}
    waiting: list[tuple[str, ast.AST]] = [("", ast.parse(text))]
    while waiting:
        prefix, node = waiting.pop()
        for child in _inner(node):
            name = f"{prefix}{child.name}"
            found[name] = found.get(name, "") + _own(child)
            waiting.append((f"{name}.", child))
    return found


def _inner(node: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The definitions right below a node, also those in branches of it."""
    found, waiting = [], list(ast.iter_child_nodes(node))
    while waiting:
        child = waiting.pop(0)
        if isinstance(child, _SYMBOLS):
            found.append(child)
        else:
            waiting += ast.iter_child_nodes(child)
    return found


def _own(node: ast.AST) -> str:
    """A definition without those below it, written out; of a class without its fields, which are symbols too."""
    copy = ast.parse(ast.unparse(node)).body[0]
    _Bare(isinstance(copy, ast.ClassDef)).visit(copy)
    return ast.dump(copy)


class _Bare(ast.NodeTransformer):
    def __init__(self, fields: bool) -> None:
        self.fields, self.depth = fields, 0

    def generic_visit(self, node: ast.AST) -> ast.AST:
        self.depth += 1
        result = super().generic_visit(node)
        self.depth -= 1
        return result

    def visit(self, node: ast.AST) -> ast.AST | None:
        if self.depth and isinstance(node, _SYMBOLS):
            return None
        if self.depth == 1 and self.fields and isinstance(node, (ast.Assign, ast.AnnAssign)):
            return None
        return self.generic_visit(node)


def _go_symbols(text: str) -> Names:
    """Functions, methods and types at the top level, each up to the line that closes it; no comments, no fields."""
    found: Names = {}
    for match in _GO.finditer(text):
        start = match.start()
        line = text[start : text.find("\n", start)]
        end = text.find("\n}", start) if line.rstrip().endswith(("{", "(")) else start + len(line)
        receiver = match[1] or match[2]
        name = match[4] or (f"{receiver}.{match[3]}" if receiver else match[3])
        body = re.sub(r"(?m)^\s*//.*$|\s//.*$", "", text[start : end if end >= 0 else len(text)])
        if match[4]:
            body = re.sub(r"(?m)^\t\w+ .*$", "", body)  # fields and methods are symbols of their own
        found[name] = "".join(body.split())
    return found
