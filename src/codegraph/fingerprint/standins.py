"""Interfaces of the project that a framework's router fits without saying so, in languages where it need not say so.

``type Router interface { Handle(path string, h Handler) }``: a call of such a method declares a route if what is
handed over as that interface is a router of the framework.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.fingerprint.patterns import expand
from codegraph.model import SEPARATOR, NodeKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from codegraph.fingerprint.schema import Framework
    from codegraph.fingerprint.view import View


def names_of(targets: Iterable[str]) -> set[str]:
    """The last names of targets."""
    found = {name.rpartition(SEPARATOR)[2] for target in targets for name in expand(target)}
    return {name for name in found if "*" not in name}


def stand_ins(view: View, framework: Framework) -> dict[str, list[int]]:
    """Rows of methods, by name, of those interfaces that have only methods of the framework's routers."""
    prefix = framework.prefix
    called = [
        *(i.call for i in prefix.group),
        *(i.call for i in prefix.include),
        *(i.call for i in prefix.use),
    ]
    targets = [target for calls in called for target in calls]
    targets += [target for rule in framework.rule if rule.endpoint for target in rule.when.call]
    known = names_of(targets)
    found: dict[str, list[int]] = {}
    kinds, language, names = view.nodes["kind"], view.nodes["language"], view.nodes["name"]
    for row, kind in enumerate(kinds):
        if kind != NodeKind.INTERFACE or language[row] != framework.language:
            continue
        methods = [child for child in view.children(row) if view.is_callable(child)]
        if methods and all(names[method] in known for method in methods):
            for method in methods:
                found.setdefault(names[method], []).append(method)
    return found
