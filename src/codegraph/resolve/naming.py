"""What definitions are called and said to be, file by file: of files that did not change it is as it was."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from codegraph.languages.facts import Flag, ScopeKind
from codegraph.model import Visibility, node_id
from codegraph.resolve.exports import Exports
from codegraph.resolve.names import definition_fqns

if TYPE_CHECKING:
    from codegraph.resolve.project import Project

CLASS_SCOPE, EXPORTED = int(ScopeKind.CLASS), int(Flag.EXPORTED)
PUBLIC = tuple(Visibility).index(Visibility.PUBLIC)


class Named(msgspec.Struct, array_like=True):
    """What there is to say of each definition of a project, by its number.

    Args:
        fqns: its FQN, "" for one without a node.
        ids: the ids of these, 0 for none.
        exported: a byte for each, 1 where others can be meant to use it.
        decorators: those with decorators, each with these as they are written.
    """

    fqns: list[str]
    ids: list[int]
    exported: bytes
    decorators: list[tuple[int, list[str]]]


class Same(NamedTuple):
    """Files that did not change since something was said of their definitions.

    Args:
        named: what was said.
        definitions: the number that the first definition of each module had, and of all.
        modules: whether each module is the same now.
    """

    named: Named
    definitions: Sequence[int]
    modules: Sequence[bool]


def name_definitions(project: Project, fqns: Sequence[str], same: Same | None = None) -> Named:
    """What there is to say of each definition.

    Args:
        project: the project.
        fqns: the FQN of each module.
        same: what is known already.
    """
    modules = project.modules
    if same is None:
        changed: Collection[int] = range(len(modules))
    else:
        changed = {index for index, is_same in enumerate(same.modules) if not is_same}
    bases = project.definitions.bases
    names = definition_fqns(project, fqns, changed)
    ids, exported = [0] * len(names), bytearray(len(names))
    decorators: list[tuple[int, list[str]]] = []
    for index in sorted(changed):
        start, end = bases[index], bases[index + 1]
        ids[start:end] = [node_id(fqn) if fqn else 0 for fqn in names[start:end]]
        decorators += _decorators(project, index)
    _export(project, changed, exported)
    if same is not None:
        known = same.named
        for begin, end in _runs(same.modules):
            old = slice(same.definitions[begin], same.definitions[end])
            new = slice(bases[begin], bases[end])
            names[new], ids[new], exported[new] = known.fqns[old], known.ids[old], known.exported[old]
        decorators += _moved(known.decorators, same, bases)
        decorators.sort()
    return Named(names, ids, bytes(exported), decorators)


def _runs(same: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where modules that are the same begin and end."""
    begin = 0
    for index, is_same in enumerate(same):
        if not is_same:
            if begin < index:
                yield begin, index
            begin = index + 1
    if begin < len(same):
        yield begin, len(same)


def _moved(
    decorators: Sequence[tuple[int, list[str]]], same: Same, bases: Sequence[int]
) -> Iterator[tuple[int, list[str]]]:
    """The decorators in modules that are the same, by the numbers that their definitions have now."""
    runs = [(same.definitions[b], same.definitions[e], bases[b]) for b, e in _runs(same.modules)]
    at = 0
    for number, texts in decorators:
        while at < len(runs) and number >= runs[at][1]:
            at += 1
        if at == len(runs):
            return
        first, _, now = runs[at]
        if number >= first:
            yield number - first + now, texts


def _decorators(project: Project, index: int) -> list[tuple[int, list[str]]]:
    """The decorators of the definitions of a module as written."""
    module = project.modules[index]
    found: dict[int, list[str]] = {}
    for local, _, text in zip(*module.decorators, strict=True):
        found.setdefault(module.base + local, []).append(module.strings[text])
    return list(found.items())


def _export(project: Project, modules: Collection[int], found: bytearray) -> None:
    """Note of the definitions of some modules whether others can be meant to use them, by the language's own rule."""
    definitions = project.definitions
    names, visibilities = (definitions.columns[name] for name in ("name", "visibility"))
    for index in modules:
        module = project.modules[index]
        listed = Exports.listed(module)
        by_flag = module.spec.naming.exported == "listed"
        start, end = definitions.bases[index], definitions.bases[index + 1]
        public = (visibilities[start:end] == PUBLIC).tolist()
        own, parents = names[start:end].tolist(), definitions.parent[start:end].tolist()
        for number in definitions.order[start:end].tolist():
            if definitions.node[number] != number:
                continue
            at = number - start
            parent = parents[at]
            if parent >= 0:
                scope = definitions.scope[parent]
                inside = scope >= 0 and module.scope_kind[scope] == CLASS_SCOPE
                found[number] = inside and found[parent] and public[at]
            elif by_flag:
                found[number] = definitions.flags[number] & EXPORTED > 0
            else:
                found[number] = module.strings[own[at]] in listed if listed is not None else public[at]
