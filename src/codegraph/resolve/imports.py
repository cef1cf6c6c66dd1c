"""What imports bind, and what names mean that no scope of their file binds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Import
from codegraph.resolve.values import (
    CERTAIN,
    EXTERNAL,
    MISSING,
    MODULE,
    NAMESPACE,
    Answer,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
IMPORT_DEFAULT = int(Import.DEFAULT)
IMPORT_MODULE = int(Import.MODULE)
IMPORT_NAMED = int(Import.NAMED)


class Imports:
    """Questions about imports and free names."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def denote(self, module: Module, number: int) -> Answer:
        """What an import binds."""
        known = module.import_answers[number]
        if known is not None:
            return known
        kind = module.import_kind[number]
        specifier = module.strings[module.import_module[number]]
        if kind == IMPORT_MODULE and module.import_alias[number] < 0:
            return self._root_module(module, specifier)
        found = self.module(module, specifier)
        if kind in (IMPORT_NAMED, IMPORT_DEFAULT):
            name = "default" if kind == IMPORT_DEFAULT else module.strings[module.import_name[number]]
            return self.name(found, name, specifier, module)
        if found.found:
            return found
        return MISSING

    def _root_module(self, module: Module, specifier: str) -> Answer:
        first = specifier.partition(module.spec.separator)[0]
        found = self.evaluator.project.find(first, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "import")
        if self.evaluator.project.find(specifier, module) is not None:
            return Answer(((NAMESPACE, first, module.index),), CERTAIN, "import")
        return self._external(module, first)

    def module(self, module: Module, specifier: str) -> Answer:
        """The module that a specifier means, or its external name."""
        found = self.evaluator.project.find(specifier, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "import")
        return self._external(module, specifier)

    def _external(self, module: Module, specifier: str) -> Answer:
        external = self.evaluator.project.rules(module.language).external(specifier)
        return Answer(((EXTERNAL, external),), CERTAIN, "import") if external else MISSING

    def name(self, source: Answer, name: str, specifier: str, module: Module) -> Answer:
        """A name that is imported from a module: what it exports, or a module below it."""
        if source.found and source.found[0][0] == MODULE:
            answer = self.evaluator.exports.name(self.evaluator.project.modules[source.found[0][1]], name)
            if answer.found:
                return answer.by("import") if answer.rule == "scope" else answer
        below = self._submodule(specifier, name, module)
        if below is not None:
            return Answer(((MODULE, below.index),), CERTAIN, "import")
        if source.found and source.found[0][0] == EXTERNAL:
            base = source.found[0][1]
            return Answer(((EXTERNAL, base if name == "default" else f"{base}::{name}"),), CERTAIN, "import")
        return MISSING

    def _submodule(self, specifier: str, name: str, module: Module) -> Module | None:
        if not module.spec.submodules:
            return None
        joined = specifier + name if specifier.endswith(".") else f"{specifier}.{name}"
        return self.evaluator.project.find(joined, module)

    def free(self, module: Module, name: str) -> Answer:
        """A name that no scope of the file binds: from a star import, or built in."""
        star = module.names[0].get("*")
        if star is not None:
            answer = self.evaluator.exports.from_stars(module, star, name)
            if answer.found:
                return answer
        if name in module.globals:
            return Answer(((EXTERNAL, f"{module.spec.builtins}::{name}"),), CERTAIN, "builtin")
        return MISSING
