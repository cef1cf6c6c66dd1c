"""Fully qualified names: of packages, modules and definitions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag, Op
from codegraph.model import EXTERNAL_ROOT, REPOSITORY_MARK, SEPARATOR
from codegraph.resolve.values import CALLABLE_KINDS

DECLARED = int(Flag.DECLARED)

if TYPE_CHECKING:
    from codegraph.resolve.project import Module, PackageInput, Project

ARRAY, FREE, INDEX, LITERAL, MEMBER, NAME = (
    int(op) for op in (Op.ARRAY, Op.FREE, Op.INDEX, Op.LITERAL, Op.MEMBER, Op.NAME)
)
WRAPPED = frozenset((ARRAY, INDEX))


def repository_fqn(name: str) -> str:
    """The FQN of the repository itself; no package's name begins with its mark."""
    return REPOSITORY_MARK + name


def module_fqns(modules: Sequence[Module], packages: Sequence[PackageInput]) -> list[str]:
    """The FQN of each module.

    A module's name is its path below the package's folder, without the extension where its language says so. A
    file that would get another one's name (a stub beside its module) keeps its extension.
    """
    taken: set[str] = set()
    names = [""] * len(modules)
    order = sorted(range(len(modules)), key=lambda i: (modules[i].path.endswith("i"), modules[i].path))
    for index in order:
        module = modules[index]
        package = packages[module.package]
        path = module.path.removeprefix(package.path + "/") if package.path else module.path
        name = path
        if module.spec.module_name == "stem":
            folder, slash, file = path.rpartition("/")
            name = folder + slash + file.partition(".")[0] if file.partition(".")[0] else path
        name = name.replace(SEPARATOR, "_")
        fqn = f"{package.name}{SEPARATOR}{name}"
        if fqn in taken:
            fqn = f"{package.name}{SEPARATOR}{path.replace(SEPARATOR, '_')}"
        taken.add(fqn)
        names[index] = fqn
    return names


def definition_fqns(project: Project, fqns: Sequence[str], modules: Collection[int]) -> list[str]:
    """The FQN of each definition of some modules, "" for those without a node and those of other modules.

    Further definitions of one name in one scope are ``name@2``, ``name@3`` in order of position.

    Args:
        project: the project.
        fqns: the FQN of each module.
        modules: the numbers of the modules.
    """
    definitions = project.definitions
    nodes, parents, owners = definitions.node, definitions.parent.tolist(), definitions.owner.tolist()
    names = definitions.columns["name"].tolist()
    around, held = definitions.columns["parent"].tolist(), project.held()
    shared = _shared_names(project, modules)
    result = [""] * len(nodes)
    seen: dict[str, int] = {}
    bases = definitions.bases
    order = [
        number
        for index in sorted(modules)
        for number in definitions.order[bases[index] : bases[index + 1]].tolist()
    ]
    declared = [number for number in order if definitions.flags[number] & DECLARED]
    if declared:  # the definition of what is only declared here may come later, and has the plain name then
        order = [number for number in order if not definitions.flags[number] & DECLARED] + declared
    for number in order:
        if nodes[number] != number:
            continue
        parent, module = parents[number], owners[number]
        above = fqns[module] if parent < 0 else result[parent]
        if held and around[number] >= 0:
            holder = held.get(project.modules[module].base + around[number], "")
            above = f"{above}{SEPARATOR}{holder}" if holder else above
        name = project.modules[module].strings[names[number]].replace(SEPARATOR, ".").replace("#", "")
        fqn = f"{above}{SEPARATOR}{name or '_'}"
        if number in shared:
            fqn += parameter_types(project.modules[module], number)
        times = seen[fqn] = seen.get(fqn, 0) + 1
        result[number] = fqn if times == 1 else f"{fqn}@{times}"
    return result


def _shared_names(project: Project, modules: Collection[int]) -> set[int]:
    """The callables of some modules that share a name with others beside them, where a language tells these apart."""
    definitions = project.definitions
    names, parents = definitions.columns["name"].tolist(), definitions.parent.tolist()
    groups: dict[tuple[int, int, str], list[int]] = {}
    for index in modules:
        module = project.modules[index]
        if not module.spec.members.overloads:
            continue
        for number in range(definitions.bases[index], definitions.bases[index + 1]):
            if definitions.node[number] == number and definitions.kind[number] in CALLABLE_KINDS:
                key = (module.index, parents[number], module.strings[names[number]])
                groups.setdefault(key, []).append(number)
    return {
        number
        for group in groups.values()
        if len(group) > 1 and _told_apart(project, group)
        for number in group
    }


def _told_apart(project: Project, group: list[int]) -> bool:
    """Whether callables of one name are more than one and its declarations."""
    flags = project.definitions.flags
    if not any(flags[number] & DECLARED for number in group):
        return True
    return len({parameter_types(project.owners[number], number) for number in group}) > 1


def parameter_types(module: Module, number: int) -> str:
    """The types of the parameters of a callable as they are written, without type arguments: ``(int,String)``."""
    rows = sorted(module.parameters.get(number - module.base, ()))
    return "(" + ",".join(_type_text(module, value) for position, value, _ in rows if position >= 0) + ")"


def _type_text(module: Module, expression: int) -> str:
    suffix = ""
    while module.op[expression] in WRAPPED:
        suffix += "[]" if module.op[expression] == ARRAY else ""
        expression = module.a[expression]
    op, a = module.op[expression], module.a[expression]
    if op == NAME:
        return module.strings[module.var_name[a]] + suffix
    if op in (FREE, LITERAL):
        return module.strings[a] + suffix
    return (module.strings[module.b[expression]] if op == MEMBER else "?") + suffix


def external_parent(fqn: str) -> str:
    """The FQN of what an external belongs to: its package for a symbol, "" for a package."""
    parts = fqn.split(SEPARATOR)
    return SEPARATOR.join(parts[:3]) if len(parts) > 3 and parts[0] == EXTERNAL_ROOT else ""
