"""The facts of all files side by side, and how files, packages and imports find each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from codegraph.languages.facts import TABLES, Bind, FileFacts, ImportFlag, ScopeKind, column, columns, joined
from codegraph.languages.known import NOTHING_KNOWN
from codegraph.model import EXTERNAL_ROOT, SEPARATOR, NodeKind
from codegraph.resolve.definitions import Definitions, References

if TYPE_CHECKING:
    from codegraph.languages.known import KnownLibraries
    from codegraph.languages.spec import AdapterSpec
    from codegraph.resolve.values import Answer

BIND_DEFINITION = int(Bind.DEFINITION)
CLASS_SCOPE = int(ScopeKind.CLASS)
GLOBAL = int(ImportFlag.GLOBAL)
DECORATOR_TEXT = TABLES["decorators"].index("text")
HOLDERS = list(TABLES).index("holders")
NAMESPACE_KIND = tuple(NodeKind).index(NodeKind.NAMESPACE)
LISTED = frozenset(
    {
        "scopes",
        "variables",
        "bindings",
        "expressions",
        "arguments",
        "imports",
        "exports",
        "decorators",
        "yields",
        "type_parameters",
        "parameters",
        "contexts",
        "holders",
        "expansions",
        "blocks",
        "statements",
    }
)
NO_ROWS: dict[int, list[tuple[int, ...]]] = {}  # of every module without such rows
NO_VARIABLES: frozenset[int] = frozenset()
NO_NAMES: dict[str, int] = {}  # of every scope whose names only its own file sees


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
    """One package: the name that is unique in the project, its folder, its manifest and ecosystem, and whether it
    is the root of a workspace."""

    name: str
    path: str
    manifest: str
    ecosystem: str
    is_workspace_root: bool = False


class ImportRules(Protocol):
    """What an adapter's ``resolve.py`` offers."""

    def candidates(self, specifier: str, importer: str, context: Any) -> Iterable[str]:
        """Paths of files that a module specifier may mean, the best first; only existing ones count."""

    def external(self, specifier: str) -> str:
        """The FQN of a module outside of the project; "" where the specifier can only mean a file in it."""

    def unit(self, path: str, context: Any) -> str:
        """The unit that a file is part of, where an adapter says that this is computed."""


class Module:
    """One file: its facts as lists, and what is remembered of their evaluation by number of row.

    The lists are made when one of them is asked for: of most files nothing is, where only a few are resolved again.
    """

    __deletable__ = (  # what ``forget`` lets go of, for the compiler
        "a", "b", "bind_kind", "bind_target", "blocks", "contexts", "defined", "denotes", "expansions",
        "holders", "import_answers", "names", "op", "parameters", "scope_parent", "type_parameters",
        "types", "values", "variable_denotes", "variable_of", "variable_values", "yields",
    )  # fmt: skip
    __slots__ = (
        "a",
        "arguments",
        "b",
        "base",
        "bases",
        "bind_kind",
        "bind_target",
        "blocks",
        "contexts",
        "decorators",
        "defined",
        "denotes",
        "doc",
        "expansions",
        "exports",
        "facts",
        "folder",
        "globals",
        "has_holders",
        "hash",
        "holders",
        "import_alias",
        "import_answers",
        "import_kind",
        "import_module",
        "import_name",
        "imports",
        "index",
        "language",
        "lines",
        "member_scopes",
        "names",
        "op",
        "package",
        "parameters",
        "path",
        "scope_definition",
        "scope_kind",
        "scope_parent",
        "size",
        "spec",
        "statements",
        "status",
        "strings",
        "type_parameters",
        "types",
        "values",
        "var_count",
        "var_first",
        "var_name",
        "var_scope",
        "variable_denotes",
        "variable_of",
        "variable_values",
        "yields",
    )  # fmt: skip

    def __init__(
        self,
        index: int,
        file: FileInput,
        spec: AdapterSpec,
        names: frozenset[str],
        facts: FileFacts,
        base: int,
    ) -> None:
        self.index = index
        self.path = file.path
        self.folder = file.path.rpartition("/")[0]
        self.language = file.language
        self.package = file.package
        self.spec = spec
        self.globals = names
        self.base = base
        self.strings = facts.strings
        self.lines, self.size, self.doc, self.hash = facts.lines, facts.size, facts.doc, facts.hash
        self.status = facts.status
        self.has_holders = facts.counts[HOLDERS] > 0
        self.facts: FileFacts | None = facts  # until there are lists of them
        self.bases: dict[int, list[tuple[int, int]]] = {}  # of each class: kind and expression of its bases

    if not TYPE_CHECKING:  # for a type checker every attribute is there

        def __getattr__(self, name: str) -> Any:
            """A list that was not made yet: now all are."""
            if name not in Module.__slots__ or self.facts is None:
                raise AttributeError(name)
            self._list()
            return getattr(self, name)

    def _list(self) -> None:
        """Make the lists."""
        facts, self.facts = self.facts, None
        if facts is None:
            raise ValueError("the facts of a module are listed once")
        spec = self.spec
        tables = columns(facts, LISTED)
        self.scope_kind, self.scope_parent, self.scope_definition = tables["scopes"]
        self.var_scope, self.var_name, self.var_first, self.var_count = tables["variables"]
        self.bind_kind, self.bind_target, _ = tables["bindings"]
        self.op, self.a, self.b = tables["expressions"]
        self.arguments = tables["arguments"]
        self.imports = tables["imports"]
        self.import_kind, self.import_module, self.import_name, self.import_alias = self.imports[:4]
        self.exports = tables["exports"]
        self.holders = tables["holders"]
        self.expansions = _grouped(tables["expansions"], 1)
        self.decorators = tables["decorators"]
        self.statements = tables["statements"]
        self.yields: dict[int, list[int]] = {}
        for owner, expression in zip(*tables["yields"], strict=True):
            self.yields.setdefault(owner, []).append(expression)
        # of each definition: bound, default and variable of its type parameters; position, type and flags of its
        # parameters; what it is given to, as expression and position
        self.type_parameters = _grouped(tables["type_parameters"], 2)
        self.parameters = _grouped(tables["parameters"], 1)
        self.contexts = _grouped(tables["contexts"], 1)
        self.blocks = _grouped(tables["blocks"], 1)
        self.names = self._names()
        self.variable_of = self._variable_of()
        self.defined = frozenset(self.variable_of.values()) if spec.units.kind != "none" else NO_VARIABLES
        self.member_scopes = self._member_scopes()
        self.forget_answers()

    def forget_answers(self) -> None:
        """Forget all that was found out by evaluation."""
        if self.facts is not None:
            return
        self.values: list[Answer | None] = [None] * len(self.op)
        self.denotes: list[Answer | None] = [None] * len(self.op)
        self.types: list[Answer | None] = [None] * len(self.op)
        self.variable_values: list[Answer | None] = [None] * len(self.var_name)
        self.variable_denotes: list[Answer | None] = [None] * len(self.var_name)
        self.import_answers: list[Answer | None] = [None] * len(self.import_kind)

    def _names(self) -> list[dict[str, int]]:
        """The variables of each scope by name, where others can ask for them: of modules and classes."""
        names: list[dict[str, int]] = [{} if kind <= CLASS_SCOPE else NO_NAMES for kind in self.scope_kind]
        strings = self.strings
        for variable, (scope, name) in enumerate(zip(self.var_scope, self.var_name, strict=True)):
            found = names[scope]
            if found is not NO_NAMES:
                found[strings[name]] = variable
        return names

    def _member_scopes(self) -> dict[int, int]:
        """The scope of the members that are assigned to each function (``F.prototype.m = ...``)."""
        if not self.spec.members.prototype:
            return {}
        return {
            definition: scope
            for scope, (kind, definition) in enumerate(
                zip(self.scope_kind, self.scope_definition, strict=True)
            )
            if kind == CLASS_SCOPE
        }

    def _variable_of(self) -> dict[int, int]:
        """The variable that each definition is bound to."""
        found: dict[int, int] = {}
        kinds, targets = self.bind_kind, self.bind_target
        for variable, (first, count) in enumerate(zip(self.var_first, self.var_count, strict=True)):
            for binding in (first,) if count == 1 else range(first, first + count):
                if kinds[binding] == BIND_DEFINITION:
                    found[targets[binding]] = variable
        return found

    def forget(self) -> None:
        """Let go of what only evaluation asks for."""
        if self.facts is not None:
            return
        del self.a, self.b, self.bind_kind, self.bind_target, self.blocks, self.contexts
        del self.defined, self.denotes, self.expansions, self.holders, self.import_answers, self.names
        del self.op, self.parameters, self.scope_parent, self.type_parameters, self.types, self.values
        del self.variable_denotes, self.variable_of, self.variable_values, self.yields

    @property
    def decorator_texts(self) -> list[str]:
        """The decorators of the file as they are written."""
        facts = self.facts
        texts = self.decorators[DECORATOR_TEXT] if facts is None else column(facts, "decorators", "text")
        return [self.strings[text] for text in texts]

    def bindings(self, variable: int) -> range:
        """The rows of the bindings of a variable."""
        first = self.var_first[variable]
        return range(first, first + self.var_count[variable])

    def listed(self, pair: int) -> list[int]:
        """The expressions of a chain of PAIRs: arguments, subscripts; none for -1."""
        found = []
        while pair >= 0:
            found.append(self.a[pair])
            pair = self.b[pair]
        return found

    def text(self, string: int) -> str:
        """A string of the file's table, "" for none."""
        return "" if string < 0 else self.strings[string]


def _grouped(columns: Sequence[Sequence[int]], first: int) -> dict[int, list[tuple[int, ...]]]:
    """The rows of a table by their definition, without the columns before the one at ``first``."""
    if not columns[0]:
        return NO_ROWS
    found: dict[int, list[tuple[int, ...]]] = {}
    for definition, *row in zip(columns[0], *columns[first:], strict=True):
        found.setdefault(definition, []).append(tuple(row))
    return found


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

    def unit(self, path: str, context: ImportContext) -> str:  # noqa: ARG002
        """The folder of a file."""
        return path.rpartition("/")[0]


class ImportContext:
    """What import rules may ask about the project.

    Args:
        paths: all indexed files, and files that are known but not indexed.
        configs: discovery's module settings (``codegraph.discovery.ModuleConfig``).

    Attributes:
        configs: the same.
        memo: where rules keep what they found out.
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
        self.configs = configs
        self.memo: dict[tuple[str, str], Any] = {}
        self._governing: dict[tuple[int, str], Any] = {}

    def exists(self, path: str) -> bool:
        """Whether a file of the project has this path."""
        return path in self.files

    def is_folder(self, path: str) -> bool:
        """Whether an indexed file lies below this folder."""
        return path in self.folders

    def files_in(self, folder: str) -> list[str]:
        """The paths of the files directly in a folder, sorted; "" is the root."""
        return self._by_folder.get(folder, [])

    @cached_property
    def _by_folder(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.files):
            found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    def nearest(self, table: Mapping[str, Any], path: str) -> Any:
        """What governs a file: the value of the deepest folder at or above it in a table of the settings by
        folder, None if there is none."""
        folder = path.rpartition("/")[0]
        key = (id(table), folder)
        if key not in self._governing:
            above = folder
            while above and above not in table:
                above = above.rpartition("/")[0]
            self._governing[key] = table.get(above)
        return self._governing[key]


def _sharing(files: Sequence[FileFacts]) -> list[int]:
    """The files with an import that holds in others as well."""
    import numpy as np

    imports, counts = joined(files, "imports")
    shared = (imports["flags"] & GLOBAL) != 0
    return sorted(set(np.repeat(np.arange(len(files)), counts)[shared].tolist()))


class Project:
    """All modules of a project, and how an import finds one of them.

    Attributes:
        modules: the modules, in the order of their paths.
        sharing: those with an import that holds in others as well.
        definitions, references: those of all modules.
        by_path: the modules by path.
        owners: the module of each definition.
    """

    def __init__(
        self,
        files: Iterable[FileInput],
        specs: dict[str, AdapterSpec],
        rules: Callable[[str], ImportRules | None],
        context: ImportContext,
        known: KnownLibraries = NOTHING_KNOWN,
    ) -> None:
        self.context = context
        self.known = known
        self._rules: dict[str, ImportRules] = {}
        found = [(file, file.facts) for file in files if file.facts is not None]
        built_in: dict[str, frozenset[str]] = {}
        for language in {file.language for file, _ in found}:
            self._rules[language] = rules(language) or PathRules(specs[language])
            built_in[language] = frozenset(specs[language].globals)
        facts = [facts for _, facts in found]
        self.definitions = Definitions(facts)
        self.references = References(facts, self.definitions)
        self.modules = [
            Module(index, file, specs[file.language], built_in[file.language], facts, base)
            for index, ((file, facts), base) in enumerate(zip(found, self.definitions.bases, strict=False))
        ]
        self.sharing = [self.modules[index] for index in _sharing(facts)]
        self.definitions.join(self._reopened(), self.references)
        for module, owner, kind, expression in self.references.bases_of_classes():
            self.modules[module].bases.setdefault(owner, []).append((kind, expression))
        self.by_path = {module.path: module for module in self.modules}
        self.owners = [self.modules[index] for index in self.definitions.owner.tolist()]
        self._found: dict[tuple[str, str, str], Module | None] = {}
        self._tests: dict[int, bool] = {}
        self._names: dict[tuple[str, str], Sequence[str]] = {}
        used = [specs[language] for language in sorted(self._rules)]
        self._opaque = [
            (f"{EXTERNAL_ROOT}{SEPARATOR}{spec.ecosystem}{SEPARATOR}", spec.builtins + SEPARATOR)
            for spec in used
            if spec.opaque
        ]
        # where what is outside lies in which a capital does not tell classes from functions
        self.capital_functions = tuple(
            root
            for spec in used
            if spec.naming.capitals == "all"
            for root in (
                f"{EXTERNAL_ROOT}{SEPARATOR}{spec.ecosystem}{SEPARATOR}",
                SEPARATOR.join([*spec.builtins.split(SEPARATOR)[:2], ""]),
            )
        )

    def _reopened(self) -> dict[int, int]:
        """Namespaces that a file opens once more, and where it opens each of them first."""
        definitions = self.definitions
        names, parents = definitions.columns["name"], definitions.columns["parent"]
        found: dict[int, int] = {}
        for module, end in zip(self.modules, definitions.bases[1:], strict=False):
            if module.spec.units.kind == "none":
                continue
            first: dict[tuple[int, str], int] = {}
            for number in range(module.base, end):
                if definitions.kind[number] != NAMESPACE_KIND or definitions.node[number] != number:
                    continue
                around = int(parents[number])
                outer = found.get(module.base + around, module.base + around) if around >= 0 else -1
                known = first.setdefault((outer, module.strings[names[number]]), number)
                if known != number:
                    found[number] = known
        return found

    def held(self) -> dict[int, str]:
        """The types that files add members to as they write them, by the definition that stands for each."""
        names = self.definitions.columns["name"]
        owners = self.owners
        return {number: owners[number].strings[names[number]] for number in self.references.held}

    def rules(self, language: str) -> ImportRules:
        """The import rules of a language."""
        return self._rules[language]

    def is_opaque(self, fqn: str) -> bool:
        """Whether all that comes out of something external is external: by the rules of the language it belongs to."""
        return any(fqn.startswith(root) and not fqn.startswith(own) for root, own in self._opaque)

    def forget(self) -> None:
        """Let go of what only evaluation asks for."""
        self._found.clear()
        for module in self.modules:
            module.forget()

    def forget_answers(self) -> None:
        """Forget all that was found out by evaluation: another evaluator is going to know more."""
        for module in self.modules:
            module.forget_answers()

    def find(self, specifier: str, importer: Module) -> Module | None:
        """The module that a specifier means in a file, None if it is not in the project."""
        key = (importer.language, specifier, importer.folder)
        if key in self._found:
            return self._found[key]
        found = self._found[key] = self.search(specifier, importer)
        return found

    def search(self, specifier: str, importer: Module) -> Module | None:
        """As ``find``, where the answer depends on the importer itself, not only on its folder."""
        for path in self.rules(importer.language).candidates(specifier, importer.path, self.context):
            module = self.by_path.get(path)
            if module is not None:
                return module
        return None

    def names_of(self, module: Module, specifier: str) -> Sequence[str]:
        """The names by which a file calls a package outside of the project that it imports without an alias."""
        asked = (module.language, specifier)
        known = self._names.get(asked)
        if known is None:
            names: Callable[[str], Iterable[str]] | None = getattr(self.rules(module.language), "names", None)
            found = names(specifier) if names is not None else (specifier.rpartition("/")[2],)
            known = self._names[asked] = tuple(found)
        return known

    def is_test(self, module: Module) -> bool:
        """Whether a module holds tests by its path."""
        known = self._tests.get(module.index)
        if known is None:
            known = self._tests[module.index] = self._is_test(module)
        return known

    @staticmethod
    def _is_test(module: Module) -> bool:
        name = module.path.rpartition("/")[2]
        for pattern in module.spec.tests.paths:
            if pattern.endswith("/**"):
                if pattern[:-3] in module.path.split("/")[:-1]:
                    return True
            elif fnmatchcase(name, pattern):
                return True
        return False
