"""Python: what the call of ``setup`` in a setup.py declares where it says it literally; the file is never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping

from codegraph.discovery.dependencies.python import requirement
from codegraph.discovery.dependencies.reading import Context, Reading, group_of, text_of, topics_of
from codegraph.discovery.documents import parse_text
from codegraph.discovery.paths import base_name, join, parent
from codegraph.model import Dependency, EntryPoint, Group

_MAX_LENGTH = 200_000
_MAX_DEPTH = 10
_LISTS = {
    "install_requires": Group.RUNTIME,
    "setup_requires": Group.BUILD,
    "tests_require": Group.TEST,
}


def setup_py(context: Context, path: str) -> Reading | None:
    """The literal requirements of a setup.py; incomplete where some are computed.

    Lists may be put into a variable first, and added to one another.
    """
    if join(parent(path), "__init__.py") in context.files or base_name(path) != "setup.py":
        return None
    text = context.documents.load(path, parse_text)
    if text is None or len(text) > _MAX_LENGTH:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    call = next((node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_setup(node)), None)
    return None if call is None else _Setup(path, _values(tree)).read(call)


def _is_setup(call: ast.Call) -> bool:
    function = call.func
    return (function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")) == "setup"


def _values(tree: ast.Module) -> dict[str, ast.expr]:
    """The values of the module's variables that are given one once."""
    found: dict[str, ast.expr] = {}
    twice: set[str] = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(node, ast.Assign):
                twice |= {target.id} & found.keys()
                found[target.id] = node.value
    return {name: value for name, value in found.items() if name not in twice}


class _Setup:
    def __init__(self, path: str, values: Mapping[str, ast.expr]) -> None:
        self.path = path
        self.values = values
        self.is_complete = True

    def read(self, call: ast.Call) -> Reading:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        self.is_complete = None not in given
        dependencies: list[Dependency] = []
        for key, group in _LISTS.items():
            dependencies += self._each(given.get(key), group)
        extras = self._resolved(given.get("extras_require"))
        for name, value in (
            zip(extras.keys, extras.values, strict=True) if isinstance(extras, ast.Dict) else ()
        ):
            label = text_of(getattr(name, "value", ""))
            dependencies += self._each(value, group_of(label), label)
        return Reading(
            dependencies,
            self._text(given.get("version")),
            self._text(given.get("description")),
            tuple(self._scripts(given.get("entry_points"))),
            is_complete=self.is_complete,
            topics=topics_of(*([text] for text, _ in self._texts(given.get("classifiers"))))
            or topics_of(self._text(given.get("keywords"))),
        )

    def _resolved(self, node: ast.expr | None) -> ast.expr | None:
        return self.values.get(node.id) if isinstance(node, ast.Name) else node

    def _text(self, node: ast.expr | None) -> str:
        found = self._resolved(node)
        return text_of(found.value) if isinstance(found, ast.Constant) else ""

    def _texts(self, node: ast.expr | None, depth: int = 0) -> Iterator[tuple[str, int]]:
        """The texts of a literal list with their lines; what is not literal is noted."""
        found = self._resolved(node)
        if isinstance(found, (ast.List, ast.Tuple)):
            for item in found.elts:
                if isinstance(item, ast.Constant) and isinstance(item.value, str):
                    yield item.value, item.lineno
                else:
                    self.is_complete = False
        elif isinstance(found, ast.BinOp) and isinstance(found.op, ast.Add) and depth < _MAX_DEPTH:
            yield from self._texts(found.left, depth + 1)
            yield from self._texts(found.right, depth + 1)
        elif isinstance(found, ast.Constant) and isinstance(found.value, str):
            yield from ((line, found.lineno) for line in found.value.splitlines())
        elif node is not None:
            self.is_complete = False

    def _each(self, node: ast.expr | None, group: Group, label: str = "") -> Iterator[Dependency]:
        for text, line in self._texts(node):
            if found := requirement(text, group, self.path, line, label):
                yield found

    def _scripts(self, node: ast.expr | None) -> Iterator[EntryPoint]:
        found = self._resolved(node)
        for key, value in zip(found.keys, found.values, strict=True) if isinstance(found, ast.Dict) else ():
            if getattr(key, "value", "") == "console_scripts":
                for text, _ in self._texts(value):
                    name, _, target = text.partition("=")
                    yield EntryPoint("bin", text_of(name.strip()), text_of(target.strip()))
