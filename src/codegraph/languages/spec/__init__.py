"""A language as data: what `adapter.toml` may say."""

from __future__ import annotations

from typing import Literal

import msgspec

from codegraph.languages.spec.flow import FlowRules
from codegraph.languages.spec.names import Members, Naming, Paths, Scopes, Units
from codegraph.languages.spec.notation import Shape, Text  # noqa: TC001  msgspec reads the annotation
from codegraph.languages.spec.sources import Blank, Embedded, Macros, Preprocessor
from codegraph.languages.spec.syntax import Docs, ExpressionRule, ParameterRule, Parts, PatternRule
from codegraph.languages.spec.types import ContainerRule, Conversions, Everywhere, NarrowingRules


class Tests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which files hold tests: globs against the path below the root."""

    paths: list[str] = []


class AdapterSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of an `adapter.toml`.

    Args:
        name: the language's name in the graph; also the folder's.
        title: the name that people read.
        grammar: the tree-sitter grammar.
        grammars: other grammars by extension.
        extends: another adapter whose tables and queries come first.
        shared_extensions: extensions of the language that this one extends, which files of this one may have as well.
        separator: what joins a member to its object in source text.
        separators: all that does so, if a plain dot does not (``->``, ``::``).
        dots: marks in names that mean the same as a dot does (``->``).
        module_name: ``stem`` (modules lose their extension in FQNs) or ``file``.
        package_modules: stems of files that stand for their folder.
        identifier: regular expression of a plain name, ASCII or wider.
        receivers: words that mean the receiver (``this``).
        class_words: words behind the name of a class, each with the built-in type of the value (``A.class``); with ""
            they mean the instance of that class that is around (``A.this``).
        class_receivers: words that mean its class (``self``, ``static``).
        supers: words that mean the base classes, bound to the receiver (``super``).
        super_calls: functions whose call means the same (``super()``).
        import_calls: functions whose call with a string literal imports (``require``).
        words: other words that are values, with the name of their type (``null``).
        type_words: words that are built-in types, in type positions alone, with the type's name (``string``), "" if it
            says nothing (``any``).
        pointers: whether a value of a class may also be a pointer to one or an array of them: subscripts give one then.
        cast_calls: functions with type arguments that make a value one of that type (``static_cast``).
        rest_mark: what stands at the end of a list of parameters that takes further arguments (``...``).
        no_parameters: types that say in a list of parameters that it has none (``void``).
        transparent_functions: node types of functions without a receiver of their own (arrow functions).
        kinds: node kind by the kind that queries capture, where they differ (``ambient_module`` -> ``namespace``).
        literals: how the members of an object literal are read, by node type.
        misread: regular expressions of places where the grammar does not take a word for the name that it is; the
            group is that word.
        ignored: node types that say nothing among type arguments, type parameters and bounds.
        transparent_types: types that stand for their first argument (``Box``).
        unlikely: regular expression of what stands in the decorators of definitions that only an unusual build has;
            where one name has several definitions, the others count.
        homes: where names that no scope binds live, below ``builtins``, if not just there.
        alias_values: whether a type's name is a value too, so that an alias has the static members of its class.
        variants: constructors of external types, and which type argument of these they hold (``Some``).
        function_signs: what functions without a name are found by, among arguments.
        blanks: other places that the grammar can't read, filled with a character that it can.
        conditions: whether a file may hold conditions (``#if``) that its grammar can't read everywhere: where it has
            errors, it is read without them, if that leaves fewer.
        preprocessor: where sources go through C's preprocessor: conditions that cut through statements are blanked,
            and words that can only be macros for attributes.
        argument_lists: node types that only wrap the arguments of an ``index`` expression, or of a call.
        type_lists: those of them that hold types.
        contextual: whether parameters of functions without a name have types by what the function is given to.
        callbacks: methods of external types that call the function they are given with what they hold, and the
            positions at which it gets that (``forEach``).
        opaque: whether all that comes out of something external is external as well, whatever it is: where types are
            declared, a library gives nothing that it does not know.
        passes: external functions that give back what they are given (``Object.freeze``).
        keyword_arguments: node types of arguments that are given by name.
        annotation_strings: whether a string in an annotation is itself a type.
        callable_types: types that say of a parameter no more than that it can be called (``Callable``), so that what
            calls give to it is of interest.
        value_types: generic types whose arguments are values, so that a string among them is no type (``Literal``).
        builtins: where names live that no scope binds (``ext::python::builtins``).
        ecosystem: the registry that packages of this language come from (``pypi``, ``npm``).
        family: languages that call each other's code by plain names share one (``javascript``).
        first_value: whether a variable without an annotation has the type of the value that it is declared with, so
            that later ones add nothing.
        submodules: whether a module below another can be reached as its member (Python packages).
        root_class: the class that every class derives from (``ext::python::builtins::object``).
        root_members: regular expression of the members that the root class has; "" for none.
        library_methods: the methods of types of the library, by FQN.
        containers: the library's containers.
        results: what functions of the library give, by FQN, as in the rules of containers; ``*::name`` for a method
            that gives the same whatever it is called on.
        values: what fields and constants of the library are, by FQN, likewise.
        everywhere: functions of the built-in package that take functions, by name.
        standard_library: module names that come with the language.
        globals: names that no file has to bind.
        library: names that modules outside of the project are known to have, by module, for star imports and for names
            written in full.
        notation: how arguments of calls are read by framework rules, by node type.
        texts: functions that make strings, by FQN, or ``name!`` for macros, for framework rules.
        text_method: the method by which a type says how its values are written in a text.
        function_types: generic types of the library that are functions of their type arguments, and the FQN of the type
            that calling them gives: ``last`` for the last type argument, "" for nothing. What holds one (an expression
            tree) has ``held``.
    """

    name: str
    grammar: str
    title: str = ""
    extensions: list[str] = []
    filenames: list[str] = []
    shared_extensions: list[str] = []
    shebangs: list[str] = []
    grammars: dict[str, str] = {}
    extends: str = ""
    separator: str = "."
    separators: list[str] = []
    dots: list[str] = []
    module_name: Literal["stem", "file"] = "stem"
    package_modules: list[str] = []
    identifier: str = r"[^\W\d]\w*"
    receivers: list[str] = []
    class_words: dict[str, str] = {}
    class_receivers: list[str] = []
    supers: list[str] = []
    super_calls: list[str] = []
    import_calls: list[str] = []
    words: dict[str, str] = {}
    type_words: dict[str, str] = {}
    pointers: bool = False
    cast_calls: list[str] = []
    rest_mark: str = ""
    no_parameters: list[str] = []
    transparent_functions: list[str] = []
    kinds: dict[str, str] = {}
    misread: list[str] = []
    ignored: list[str] = []
    transparent_types: list[str] = []
    unlikely: str = ""
    homes: dict[str, str] = {}
    alias_values: bool = False
    variants: dict[str, int] = {}
    function_signs: tuple[str, ...] = ("=>", "function", "{")
    blanks: list[Blank] = []
    conditions: bool = False
    preprocessor: Preprocessor | None = None
    argument_lists: list[str] = []
    type_lists: list[str] = []
    contextual: bool = False
    callbacks: dict[str, list[int]] = {}
    opaque: bool = False
    passes: list[str] = []
    keyword_arguments: list[str] = []
    annotation_strings: bool = False
    callable_types: list[str] = []
    value_types: list[str] = []
    builtins: str = ""
    ecosystem: str = ""
    expressions: dict[str, ExpressionRule] = {}
    patterns: dict[str, PatternRule] = {}
    literals: dict[str, PatternRule] = {}
    parameters: dict[str, ParameterRule] = {}
    members: Members = Members()
    parts: Parts = Parts()
    conversions: Conversions = Conversions()
    scopes: Scopes = Scopes()
    units: Units = Units()
    embedded: Embedded = Embedded()
    macros: Macros = Macros()
    paths: Paths = Paths()
    narrowing: NarrowingRules = NarrowingRules()
    flow: FlowRules = FlowRules()
    containers: list[ContainerRule] = []
    results: dict[str, str] = {}
    values: dict[str, str] = {}
    everywhere: dict[str, Everywhere] = {}
    library_methods: dict[str, list[str]] = {}
    naming: Naming = Naming()
    docs: Docs = Docs()
    tests: Tests = Tests()
    family: str = ""
    first_value: bool = False
    submodules: bool = False
    root_class: str = ""
    root_members: str = ""
    standard_library: list[str] = []
    globals: list[str] = []
    library: dict[str, list[str]] = {}
    function_types: dict[str, str] = {}
    notation: dict[str, Shape] = {}
    texts: dict[str, Text] = {}
    text_method: str = ""

    def home(self, name: str) -> str:
        """The FQN of a name that no scope binds."""
        return f"{self.builtins}::{self.homes.get(name, name)}"

    def calls_with_arguments(self) -> dict[bytes, bool]:
        """The names of library functions that give what hangs on their arguments: whether these are types."""
        found: dict[bytes, bool] = {}
        for results in (self.results, *(rule.results for rule in self.containers)):
            for name, text in results.items():
                if "@" in text or "all" in text or any(letter.isdigit() for letter in text):
                    found[name.rpartition("::")[2].encode()] = "@" in text
        return found
