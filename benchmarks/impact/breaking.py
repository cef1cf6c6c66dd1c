"""Breaks functions on purpose: what fails at their first statement, whatever they are called with."""

from __future__ import annotations

import ast
import re

_PYTHON = 'raise RuntimeError("broken on purpose")'
_GO = 'panic("broken on purpose")'


def break_function(text: str, name: str, ending: str) -> str | None:
    """The text with a function broken; None where there is no such function, or it can't be broken."""
    return _break_go(text, name) if ending == ".go" else _break_python(text, name)


def _break_python(text: str, name: str) -> str | None:
    found: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    waiting: list[tuple[str, ast.AST]] = [("", ast.parse(text))]
    while waiting:
        prefix, node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                if f"{prefix}{child.name}" == name and not isinstance(child, ast.ClassDef):
                    found.append(child)
                waiting.append((f"{prefix}{child.name}.", child))
            else:
                waiting.append((prefix, child))
    if not found:
        return None
    lines = text.splitlines(keepends=True)
    broken = 0
    for function in sorted(found, key=lambda one: -one.lineno):
        has_doc = ast.get_docstring(function, clean=False) is not None and len(function.body) > 1
        first = function.body[1 if has_doc else 0]
        decorators = getattr(first, "decorator_list", ())
        line = min([first.lineno, *(one.lineno for one in decorators)])
        if lines[line - 1][: first.col_offset].strip() and not decorators:
            continue  # it has no line of its own, as in an overload
        broken += 1
        indent = re.match(r"\s*", lines[line - 1])
        lines.insert(line - 1, f"{indent[0] if indent else ''}{_PYTHON}\n")
    return "".join(lines) if broken else None


def _break_go(text: str, name: str) -> str | None:
    receiver, _, method = name.rpartition(".")
    of = rf" \((?:\w+ )?\*?{re.escape(receiver)}(?:\[[^\]]*\])?\)" if receiver else ""
    match = re.search(rf"(?m)^func{of} {re.escape(method)}\b.*\{{$", text)
    return f"{text[: match.end()]}\n\t{_GO}{text[match.end() :]}" if match else None
