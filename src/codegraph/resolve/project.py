"""The facts of all files side by side, and how files, packages and imports find each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from codegraph.languages.facts import FileFacts, Flag, Ref, columns

if TYPE_CHECKING:
    from codegraph.languages.adapter import AdapterSpec

EXTENDS, IMPLEMENTS = int(Ref.EXTENDS), int(Ref.IMPLEMENTS)
ANONYMOUS = int(Flag.ANONYMOUS)
HOT_TABLES = frozenset({"scopes", "variables", "bindings", "expressions"})  # asked for again and again


class FileInput(NamedTuple):
    """One file as the resolver gets it.

    Args:
        path: relative to the root, with ``/``.
        language: the adapter's name.
        package: number of its package.
        facts: what parse found; None for a file without facts (it is still a module if ``failed``).
    """

    path: str
    language: str
    package: int
    facts: FileFacts | None


class PackageInput(NamedTuple):
    """One package: the name that is unique in the project, its folder, its manifest and ecosystem."""

    name: str
    path: str
    manifest: str
    ecosystem: str


class ImportRules(Protocol):
    """What an adapter's ``resolve.py`` offers."""

    def candidates(self, specifier: str, importer: str, context: Any) -> list[str]:
        """Paths of files that a module specifier may mean, the best first; only existing ones count."""

    def external(self, specifier: str) -> str:
        """The FQN of a module outside of the project; "" where the specifier can only mean a file in it."""


class Module:
    """One file: its facts as lists, and what is remembered of their evaluation."""

    def __init__(self, index: int, file: FileInput, spec: AdapterSpec, facts: FileFacts, base: int) -> None:
        self.index = index
        self.path = file.path
        self.language = file.language
        self.package = file.package
        self.spec = spec
        self.facts = facts
        self.strings = facts.strings
        self.globals = global_names(spec)
        self.base = base
        tables = columns(facts, lists=HOT_TABLES)
        (
            self.def_kind,
            self.def_name,
            self.def_parent,
            self.def_scope,
            self.def_line,
            self.def_column,
            self.def_start_line,
            self.def_end_line,
            self.def_start,
            self.def_end,
            self.def_signature,
            self.def_doc,
            self.def_flags,
            self.def_modifiers,
            self.def_visibility,
            self.def_parameters,
            self.def_cyclomatic,
            self.def_cognitive,
            self.def_nesting,
            self.def_returns,
            self.def_hash,
        ) = tables["definitions"]
        self.scope_kind, self.scope_parent, self.scope_definition = tables["scopes"]
        self.var_scope, self.var_name, self.var_first, self.var_count = tables["variables"]
        self.bind_kind, self.bind_target, self.bind_line = tables["bindings"]
        self.op, self.a, self.b = tables["expressions"]
        self.references = tables["references"]
        self.imports = tables["imports"]
        self.import_kind, self.import_module, self.import_name, self.import_alias, self.import_flags = tables[
            "imports"
        ][:5]
        self.exports = tables["exports"]
        self.decorators = tables["decorators"]
        self.statements = tables["statements"]
        self.names: dict[int, dict[str, int]] = {}
        for variable, (scope, name) in enumerate(zip(self.var_scope, self.var_name, strict=True)):
            if self.scope_kind[scope] <= 1:
                self.names.setdefault(scope, {})[self.strings[name]] = variable
        self.yields: dict[int, list[int]] = {}
        for owner, expression in zip(*tables["yields"], strict=True):
            self.yields.setdefault(owner, []).append(expression)
        self.bases: dict[int, list[tuple[int, int]]] = {}
        kinds, expressions, owners = self.references[:3]
        for number, kind in enumerate(kinds):
            if kind >= EXTENDS:
                self.bases.setdefault(owners[number], []).append((kind, expressions[number]))
        self.variable_of: dict[int, int] = {}
        for variable, (first, count) in enumerate(zip(self.var_first, self.var_count, strict=True)):
            for binding in range(first, first + count):
                if self.bind_kind[binding] == 0:
                    self.variable_of[self.bind_target[binding]] = variable
        self.values: dict[int, Any] = {}
        self.denotes: dict[int, Any] = {}
        self.types: dict[int, Any] = {}
        self.variable_values: dict[int, Any] = {}
        self.variable_denotes: dict[int, Any] = {}
        self.export_table: dict[str, Any] | None = None

    def text(self, string: int) -> str:
        """A string of the file's table, "" for none."""
        return "" if string < 0 else self.strings[string]

    def named(self, definition: int) -> int:
        """The definition itself or the nearest one around it that has a node; -1 for the module."""
        while definition >= 0 and self.def_flags[definition] & ANONYMOUS:
            definition = self.def_parent[definition]
        return definition


@lru_cache(maxsize=64)
def _frozen(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(names)


def global_names(spec: AdapterSpec) -> frozenset[str]:
    """The names that a language has without any import."""
    return _frozen(tuple(spec.globals))


class PathRules:
    """Import rules for an adapter without code: a specifier is a path below the importer's folder or the root."""

    def __init__(self, spec: AdapterSpec) -> None:
        self.spec = spec

    def candidates(self, specifier: str, importer: str, context: ImportContext) -> list[str]:
        """The specifier as a path, with separators as slashes, with each of the language's extensions."""
        folder = importer.rpartition("/")[0]
        names = [specifier, specifier.replace(self.spec.separator, "/").strip("/")]
        found: list[str] = []
        for base in (f"{folder}/" if folder else "", ""):
            for name in names:
                path = normpath(base + name)
                options = [path, *(path + extension for extension in self.spec.extensions)]
                found.extend(option for option in options if context.exists(option))
        return found

    def external(self, specifier: str) -> str:
        """The specifier as an external of the language's ecosystem; "" for a path."""
        if specifier.startswith("."):
            return ""
        return "::".join(
            ["ext", self.spec.ecosystem or self.spec.name, *specifier.split(self.spec.separator)]
        )


class ImportContext:
    """What import rules may ask about the project.

    Args:
        paths: all indexed files, and files that are known but not indexed.
        configs: discovery's module settings (``tsconfigs``, ``node_packages``, ``node_folders``,
            ``python_roots``).
    """

    def __init__(self, paths: Sequence[str], configs: Any) -> None:
        self.files = frozenset(paths)
        folders = set()
        for path in paths:
            folder = path.rpartition("/")[0]
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        self.folders = frozenset(folders)
        self.tsconfigs = configs.tsconfigs
        self.node_packages = configs.node_packages
        self.node_folders = configs.node_folders
        self.python_roots = configs.python_roots

    def exists(self, path: str) -> bool:
        """Whether a file of the project has this path."""
        return path in self.files

    def is_folder(self, path: str) -> bool:
        """Whether an indexed file lies below this folder."""
        return path in self.folders


class Project:
    """All modules of a project, and how an import finds one of them."""

    def __init__(
        self,
        files: Sequence[FileInput],
        specs: dict[str, AdapterSpec],
        rules: Callable[[str], ImportRules | None],
        context: ImportContext,
    ) -> None:
        self.context = context
        self._rules: dict[str, ImportRules] = {}
        for language in {file.language for file in files}:
            self._rules[language] = rules(language) or PathRules(specs[language])
        self.modules: list[Module] = []
        self.by_path: dict[str, Module] = {}
        self.owners: list[Module] = []  # of each definition, by its number in the project
        for file in files:
            if file.facts is None:
                continue
            module = Module(len(self.modules), file, specs[file.language], file.facts, len(self.owners))
            self.modules.append(module)
            self.by_path[file.path] = module
            self.owners.extend([module] * len(module.def_kind))
        self._found: dict[tuple[str, str, str], Module | None] = {}

    def rules(self, language: str) -> ImportRules:
        """The import rules of a language."""
        return self._rules[language]

    def release(self) -> None:
        """Let go of all facts: builders run without garbage collection, which alone would find the cycles."""
        self.modules.clear()
        self.owners.clear()
        self.by_path.clear()
        self._found.clear()

    def find(self, specifier: str, importer: Module) -> Module | None:
        """The module that a specifier means in a file, None if it is not in the project."""
        folder = importer.path.rpartition("/")[0]
        key = (importer.language, specifier, folder)
        if key not in self._found:
            self._found[key] = self._search(specifier, importer)
        return self._found[key]

    def _search(self, specifier: str, importer: Module) -> Module | None:
        for path in self.rules(importer.language).candidates(specifier, importer.path, self.context):
            module = self.by_path.get(path)
            if module is not None:
                return module
        return None

    def is_test(self, module: Module) -> bool:
        """Whether a module holds tests by its path."""
        name = module.path.rpartition("/")[2]
        for pattern in module.spec.tests.paths:
            if pattern.endswith("/**"):
                if pattern[:-3] in module.path.split("/")[:-1]:
                    return True
            elif fnmatchcase(name, pattern):
                return True
        return False
