"""Reads a setup.py as a syntax tree; it is never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping

from codegraph.discovery.documents import MalformedError
from codegraph.discovery.python_project import PythonProject

_MAX_LENGTH = 200_000
_BUILD_LIBRARIES = frozenset({"setuptools", "distutils", "skbuild", "cx_Freeze", "py2exe", "pbr"})


def parse_setup(text: str) -> PythonProject:
    """What the call of ``setup`` says where it says it literally.

    Raises:
        MalformedError: the text is no Python that this interpreter parses, or too long.
    """
    if len(text) > _MAX_LENGTH:
        raise MalformedError(f"larger than {_MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an old setup.py may hold "\d"
            tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError):
        raise MalformedError("not valid Python 3") from None
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    nodes = list(ast.walk(tree))
    if not any(_builds_packages(node) for node in nodes):
        return PythonProject("", [], is_package=False)
    for node in nodes:
        if isinstance(node, ast.Call) and _called_name(node) == "setup":
            return _from_setup_call(node, constants)
    return PythonProject("", [], is_package=True)


def _builds_packages(node: ast.AST) -> bool:
    """Whether a statement imports a library that a real setup.py needs; other modules have that name too."""
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        modules = [node.module or ""]
    else:
        return False
    return any(part in _BUILD_LIBRARIES for module in modules for part in module.split("."))


def _from_setup_call(call: ast.Call, constants: Mapping[str, object]) -> PythonProject:
    name = ""
    roots: list[str] = []
    for keyword in call.keywords:
        value = keyword.value
        if keyword.arg == "name":
            name = _literal_text(value, constants)
        elif keyword.arg == "package_dir" and isinstance(value, ast.Dict):
            pairs = zip(value.keys, value.values, strict=True)
            roots += [
                _literal_text(v, constants) for k, v in pairs if isinstance(k, ast.Constant) and k.value == ""
            ]
        elif keyword.arg == "packages" and isinstance(value, ast.Call):
            where = [k.value for k in value.keywords if k.arg == "where"] or value.args[:1]
            roots += [_literal_text(place, constants) for place in where]
    return PythonProject(name, [root for root in roots if root], is_package=True)


def _called_name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _literal_text(node: ast.expr, constants: Mapping[str, object]) -> str:
    value = node.value if isinstance(node, ast.Constant) else constants.get(getattr(node, "id", ""))
    return value if isinstance(value, str) else ""
