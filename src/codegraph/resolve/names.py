"""Fully qualified names: of packages, modules and definitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.model import EXTERNAL_ROOT, REPOSITORY_MARK, SEPARATOR

if TYPE_CHECKING:
    from codegraph.resolve.project import Module, PackageInput, Project


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


def definition_fqns(project: Project, fqns: Sequence[str]) -> list[str]:
    """The FQN of each definition of a project, "" for those without a node.

    Further definitions of one name in one scope are ``name@2``, ``name@3`` in order of position.

    Args:
        project: the project.
        fqns: the FQN of each module.
    """
    definitions = project.definitions
    nodes, parents, owners = definitions.node, definitions.parent.tolist(), definitions.owner.tolist()
    names = definitions.columns["name"].tolist()
    around, held = definitions.columns["parent"].tolist(), project.held()
    result = [""] * len(nodes)
    seen: dict[str, int] = {}
    for number in definitions.order.tolist():
        if nodes[number] != number:
            continue
        parent, module = parents[number], owners[number]
        above = fqns[module] if parent < 0 else result[parent]
        if held and around[number] >= 0:
            holder = held.get(project.modules[module].base + around[number], "")
            above = f"{above}{SEPARATOR}{holder}" if holder else above
        name = project.modules[module].strings[names[number]].replace(SEPARATOR, ".").replace("#", "")
        fqn = f"{above}{SEPARATOR}{name or '_'}"
        times = seen[fqn] = seen.get(fqn, 0) + 1
        result[number] = fqn if times == 1 else f"{fqn}@{times}"
    return result


def external_parent(fqn: str) -> str:
    """The FQN of what an external belongs to: its package for a symbol, "" for a package."""
    parts = fqn.split(SEPARATOR)
    return SEPARATOR.join(parts[:3]) if len(parts) > 3 and parts[0] == EXTERNAL_ROOT else ""
