"""A language as data: what `adapter.toml` may say, and loading it with its queries.

An adapter is a folder with `adapter.toml`, seven query files and, where data does not suffice, `resolve.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Literal

import msgspec

from codegraph.errors import AdapterError

QUERY_FILES = (
    "declaration",
    "import",
    "call",
    "inheritance",
    "doc_comment",
    "decorator",
    "statement",
)

TYPE_QUERIES = frozenset({"declaration", "import", "call"})
"""Those that say what stands in types."""


class ExpressionRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a syntax node becomes an expression.

    Args:
        op: what the node is; ``inner`` stands for its operand, ``name`` is a leaf, ``path`` names that the language's
            separator joins, one that begins with it from the outermost unit, ``send`` a call that is written like a
            member, of the receiver without an operand, ``field`` a member of the receiver, ``definition`` a nested
            definition (lambda, class expression, object literal), ``sequence`` and ``mapping`` are literals of
            containers, ``comprehension`` is a container made by a loop, ``slice`` a subscript that is a range,
            ``infix`` a method between what it is called on and its argument,
            ``guard`` what a type guard gives, ``apply`` a name with type arguments, ``within`` a member of a module,
            type or other name, which may begin with one of ``paths.roots``, ``through`` what calling the member
            ``member`` of the operand gives, ``tuple`` a type with one for each element, ``marked`` a name with
            ``member`` behind it, ``built_in`` a built-in generic type whose arguments are the named children,
            ``results`` a list of parameters as what a function gives, ``qualified`` a name in
            what stands before it, where that may have type arguments, ``variable`` the value of
            a variable where these have names apart from functions (``naming.sigil``), ``unknown`` is never looked into.
        operand: field of the operand; without it the first named child, ``*`` for the last one that is no field; for
            ``new`` it may be ``receiver``, the class around. For ``mapping`` that of an entry's value, for ``cast``
            that of the type, for ``union`` that of what is no part of it (a condition).
        scoped: the operand is read in the scope at its own place, as what a block ends with.
        last: the operand is the last named child.
        member: for ``member`` the field of the name (``*`` as for ``operand``), for ``mapping`` that of an entry's key,
            for ``comprehension`` that of an entry's value. For ``call`` the field of the name that is called, where the
            call itself holds it beside what it is a member of: the field ``operand``, which may be missing. For
            ``sequence`` the node type of elements that are a key and a value where they have two parts.
        outermost: for ``member``: without an operand it is a name of the outermost unit (``::A``).
        prefix: for ``member`` what stands before the name where members of another sort are bound (``$``).
        names: for ``member`` and ``call`` the node types of the names; any other is computed.
        arguments: for ``call``, ``new`` and ``index`` the field that holds the arguments or subscripts;
            without it, for ``index`` and ``union``, every named child after the operand.
        type: for ``literal``, ``sequence`` and ``mapping`` the name of the built-in type.
        keys: for ``index``: a literal subscript is a key or a position.
        types: for ``call`` and ``new`` the field of explicit type arguments.
        values: for ``call`` and ``new``: which arguments are kept, as types may be inferred from them; ``first`` is the
            first one if it is a name.
        strings: for ``literal`` in a type position: the text in the quotes is itself a type.
        skip: for ``union``: which of three children is a condition, -1 for none.
        results: for ``union``: the built-in type that other operators give.
        suffixes: for ``literal``: the name of the built-in type by the last letter of the text, where that tells.
        calls: for ``cast``: node types of what may be a function with type arguments instead of a type.
        operators: for ``union``: the operators that give one of their operands; without any all do. For ``iterate``
            those that take an element; any other one gives its operand.
    """

    op: Literal[
        "name",
        "member",
        "path",
        "send",
        "field",
        "call",
        "new",
        "index",
        "await",
        "iterate",
        "inner",
        "union",
        "literal",
        "receiver",
        "super",
        "definition",
        "array",
        "typeof",
        "cast",
        "sequence",
        "mapping",
        "slice",
        "guard",
        "comprehension",
        "infix",
        "apply",
        "within",
        "through",
        "tuple",
        "marked",
        "built_in",
        "results",
        "qualified",
        "variable",
        "unknown",
    ]
    operand: str = ""
    last: bool = False
    scoped: bool = False
    member: str = ""
    arguments: str = ""
    types: str = ""
    values: Literal["none", "first", "all"] = "none"
    type: str = ""
    strings: bool = False
    keys: bool = False
    skip: int = -1
    calls: list[str] = []
    operators: list[str] = []
    results: dict[str, str] = {}
    suffixes: dict[str, str] = {}
    outermost: bool = False
    prefix: str = ""
    names: list[str] = []


class PatternRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a binding target that is not a plain name is taken apart.

    Args:
        form: ``sequence`` binds each named child to the element at its position, ``members`` binds each to
            the member of that name, ``inner`` and ``rest`` go on with the operand, ``pair`` is one
            ``key: target`` of a ``members`` pattern, ``default`` a target with a default, ``name`` a
            shorthand member. ``variant`` takes apart what the constructor in the operand has made: the other
            children are members of that, by name or position.
        operand: field of the inner target.
        key: for ``pair`` the field of the member's name, for ``default`` that of the default.
    """

    form: Literal["sequence", "members", "inner", "rest", "pair", "default", "name", "variant"]
    operand: str = ""
    key: str = ""


class ParameterRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a parameter's node is read.

    Args:
        name: field of the name or pattern; "" for the node itself if it is a leaf, else its first named
            child.
        type: field of the annotation, ``.`` for a parameter that is no more than its type.
        value: field of the default; ``*`` for the last child that is no field.
        rest: takes the remaining arguments, so a type says nothing of the whole.
        type_beside: field of the list that holds the type of a parameter that takes the remaining arguments.
        each: takes the remaining arguments, and its type is that of each of them.
        many: several names may share one type, and a parameter may have a type alone.
        optional: calls may leave it out, even without a default.
    """

    name: str = ""
    type: str = ""
    value: str = ""
    rest: bool = False
    type_beside: str = ""
    each: bool = False
    many: bool = False
    optional: bool = False


class Blank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that the grammar can't read, and what it reads there instead.

    Args:
        word: only a source that holds this text is looked through.
        pattern: regular expression of the place; its group is replaced, as often as it is long.
        fill: one character; of two the first one comes first, the other one last, and blanks stand between.
    """

    word: str
    pattern: str
    fill: str = " "


class Preprocessor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to know of C's preprocessor.

    Args:
        rare: regular expression of what makes a condition a rare one, where it is not negated: other systems.
        folders: regular expression of what makes a path that of a rare file.
    """

    rare: str = ""
    folders: str = ""


class Generated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Members that stand nowhere.

    Args:
        decorators: those of a class or field that make them (``@Getter``); without any every class has them.
        methods: names of methods for each field; ``{}`` stands for its name, which begins with a capital behind a word.
        field: the name of a field that is made.
        type: FQN of its class, which is outside of the project.
    """

    decorators: list[str] = []
    methods: list[str] = []
    field: str = ""
    type: str = ""


class Members(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What definitions become inside a class.

    Args:
        kinds: kind in a class by kind elsewhere (``function`` -> ``method``).
        accessors: modifiers that make a method a property (``get``).
        prototype: the member of a function that holds the members of its instances (``prototype``).
        constructors: names of methods that construct; what is captured as a constructor, whatever it is called, is
            bound to the first of them.
        class_named: whether a function in a class that has its name is a constructor.
        modifier_kinds: kind of what has a modifier (``const`` -> ``constant``).
        names: the names that operators and the like are known by (``operator()`` -> ``__call__``).
        shared: kinds whose names are seen around their class as well; ``enumerator`` for the members of enums.
        setter_value: the name by which code of a property knows the value that it is set to.
        itself: names of members of a class that mean the class itself (``class``).
        class_mark: what stands before the names of members that a class itself has, where it may have other ones of
            the same names than its instances.
        class_root: regular expression of the members that every class itself has (``superclass``).
        class_mixin: name of a module in a module, what is in it is mixed into the classes that include that.
        class_of: the member that gives the class of an instance.
        instantiate: the member of a class that makes an instance.
        reads: whether naming a method is calling it.
        supers: whether the word for the base class means its ``same`` member as the one around.
        field_mark: what stands before the name of the field that an accessor without code gives.
        heirs: whether what is mixed in may use members without a declaration that those have who mix it in.
        of_all: built-in modules whose members every object has, beside the root class (``Kernel``).
        passes: members that everything has and that give back what they are called on.
        signatures: kinds that say what calling or instantiating a value gives, without a name of their own, and
            the name that the class binds them to.
        records: FQNs of classes whose subclasses are tuples of their fields.
        unbound: kinds whose names no scope binds.
        holders: what a definition's ``holder`` is: a value that it is assigned to a member of, or a type that it adds
            a member to, wherever that is declared.
        arities: whether types of one name with different numbers of type parameters are different types, and type
            arguments that a call leaves out are known by its other arguments alone.
        separate_interfaces: whether what an interface declares is no member of the classes that implement it.
        unwraps: members that are the value itself where its class has none of that name (``x.Value`` of a nullable x).
        void: whether a function without a name that has nothing to give back does not fit where something is asked for.
        decorator_suffix: what the names of decorators may leave out at their end (``Attribute``).
        interfaces: regular expression of the names of interfaces, where a list of bases does not say which of them are
            classes: a base that is captured as implemented is extended if it is none. It is for what is not in the
            project; "" where the queries tell.
        reopened: which classes of one name in one unit are parts of one class: those with the modifier ``partial``,
            or always; or just ``interfaces`` of one scope, or ``companions``: a class and the object of its name.
        parameter_fields: whether the parameters of a class are fields of it and nothing else.
        applied: the member that is called where a class itself, or an instance, is called like a function.
        overloads: whether definitions of one name in one class are told apart by the arguments of calls. References of
            calls then are to the whole call, constructors are not inherited, and what interfaces have that are not in
            the project, a class has.
        promotion: in which order members of embedded or base classes are found: by a linear order of all of them, or by
            how deep they are embedded (Go).
        structural: whether a class implements each interface whose methods it has.
        conversions: whether calling a class converts a value to it, rather than making a new one.
        receiver: whether the receiver is the first parameter or a word of the language.
        static_decorators: decorators that make a method static; the others likewise. ``*`` matches any text.
        generated: members that annotations, or the language itself, make of fields.
        companion: names of the class in a class whose members are as good as members of the outer one.
        properties: names of methods that other languages of the family reach as a property: ``get{}``.
        makers: functions of external classes that give an instance of them (``new``).
        reference_mark: what a type begins with that is a reference to another; members of the type itself come first.
        step: the method that gives the next one of the values that an instance gives one by one (``next``).
        stepper: the method that gives something with such a method (``into_iter``).
        stands_for: the member of a class that names the type which its instances stand for, where they lack a member
            themselves (``Target`` of ``Deref``).
        copies: methods that give what they are called on, where nothing else is known of them (``clone``).
    """

    kinds: dict[str, str] = {}
    accessors: list[str] = []
    prototype: str = ""
    constructors: list[str] = []
    constructor_name: str = ""
    itself: list[str] = []
    class_mark: str = ""
    class_root: str = ""
    class_mixin: str = ""
    class_of: str = ""
    instantiate: str = ""
    reads: Literal["value", "call"] = "value"
    supers: Literal["base", "same"] = "base"
    field_mark: str = ""
    heirs: bool = False
    of_all: list[str] = []
    passes: list[str] = []
    signatures: dict[str, str] = {}
    records: frozenset[str] = frozenset()
    unbound: list[str] = []
    holders: Literal["values", "types"] = "values"
    decorator_suffix: str = ""
    void: bool = False
    arities: bool = False
    separate_interfaces: bool = False
    unwraps: list[str] = []
    interfaces: str = ""
    reopened: Literal["never", "interfaces", "companions", "partial", "always"] = "never"
    applied: str = ""
    parameter_fields: bool = False
    modifier_kinds: dict[str, str] = {}
    class_named: bool = False
    setter_value: str = ""
    overloads: bool = False
    promotion: Literal["linear", "depth"] = "linear"
    structural: bool = False
    conversions: bool = False
    names: dict[str, str] = {}
    shared: list[str] = []
    receiver: Literal["first-parameter", "keyword"] = "keyword"
    generated: list[Generated] = []
    properties: list[str] = []
    companion: list[str] = []
    makers: frozenset[str] = frozenset()
    reference_mark: str = ""
    step: str = ""
    stepper: str = ""
    stands_for: str = ""
    copies: frozenset[str] = frozenset()
    static_decorators: list[str] = []
    class_decorators: list[str] = []
    property_decorators: list[str] = []
    overload_decorators: list[str] = []


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the parts of a definition are that its query does not capture: fields of its node, or of its value.

    Where a grammar has no field, a name in round brackets stands for the first child of that node type, or of one of
    several: ``(block|expression)``. The same goes for fields in expressions and parameters.

    Args:
        block: the node type of a body that is no expression; any other body is the result.
        repeat: whether a constant with neither type nor value has those of the one before it in its group.
        words: words before a name that are neither modifiers nor part of what comes before (``function``).
        modifiers: words before a name that are kept.
        modifier_nodes: node types of modifiers, for languages where other things may stand between them and the name:
            read from the definition's children instead.
        name: of a type parameter its name.
        implicit_parameter: the name of the one parameter of a function that declares none (``it``).
        beside: words beside a parameter in its list: what takes the remaining arguments, what begins a default.
        apart: a letter behind which a decorator belongs to something else than the definition that comes next.
        own_names: node types of functions whose name only they see themselves.
        positional: node types of bodies that list nothing but the types of fields, which their positions name.
    """

    body: list[str] = []
    block: str = ""
    parameters: list[str] = []
    returns: list[str] = []
    type_parameters: list[str] = []
    bound: list[str] = []
    default: list[str] = []
    type: list[str] = []
    value: list[str] = []
    repeat: bool = False
    words: list[str] = []
    modifiers: list[str] = []
    modifier_nodes: list[str] = []
    name: tuple[str, ...] = ("name",)
    implicit_parameter: str = ""
    beside: dict[str, Literal["rest", "default"]] = {}
    apart: str = ""
    own_names: list[str] = []
    positional: list[str] = []


class NarrowingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tests that tell what a value is, and how far what they tell reaches.

    Args:
        words: what tests are found by, and their form: ``call`` of a value and a type, ``operator`` between the two,
            ``case`` of a class.
        guards: regular expression of the name of a function that may be a type guard, where it is called.
        nodes: the part that a node around a test plays: ``operation`` looks at its operator, ``inner`` says nothing
            itself, ``choice`` is an expression with a condition before what it chooses from, ``choice_between`` one
            between, ``filter`` one in a comprehension, ``elif`` an ``if`` that hangs on another.
        operators: what operators do: ``and``, ``or``, ``not``.
        blocks: nodes that hold statements, the last of which decides how they are left.
        leaves: statements after which those that follow are not reached.
    """

    words: dict[str, Literal["call", "operator", "case"]] = {}
    guards: str = ""
    nodes: dict[
        str,
        Literal[
            "operation",
            "not",
            "inner",
            "choice",
            "choice_between",
            "filter",
            "if",
            "elif",
            "loop",
            "assert",
            "case",
        ],
    ] = {}
    operators: dict[str, Literal["and", "or", "not"]] = {}
    blocks: list[str] = []
    leaves: list[str] = []


class ContainerRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A container of the library, by what its type arguments mean. What something gives is written as a type.

    Args:
        classes: the FQNs of its classes.
        arguments: a name for each type argument.
        element: what loops give.
        item: what subscripts give.
        awaited: what awaiting it gives.
        results: what its methods give.
        callbacks: what its methods give to each parameter of the function that they are called with.
        members: what its other members are.
        outs: what its methods give to their last argument (``out``).
        through: what a member is looked for in that it does not have itself: what a pointer points to.
    """

    classes: list[str]
    arguments: list[str]
    element: str = ""
    item: str = ""
    awaited: str = ""
    results: dict[str, str] = {}
    callbacks: dict[str, list[str]] = {}
    members: dict[str, str] = {}
    through: str = ""
    outs: dict[str, str] = {}


class Everywhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A function of the library that takes a function, by what it gives to that; written as results are.

    Args:
        this: what the function is called on.
        it: what its first parameter is.
        member: whether it can be called on anything, as if all types had it.
    """

    this: str = ""
    it: str = ""
    member: bool = True


class Embedded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the code is in files that are pages with elements.

    Args:
        tags: elements whose content is code; without any the whole file is.
        opaque: elements whose content is neither code nor template (``style``).
        setup: attribute of a script that makes its names visible in the template; "" if they always are.
        brackets: what an expression stands in.
        attributes: regular expression of an attribute with an expression, up to the quote that opens its value.
        before, after: regular expressions of what may stand before and after the expression.
        component: whether a file is what a default import of it gives, where it exports nothing else.
    """

    tags: list[str] = []
    opaque: list[str] = []
    setup: str = ""
    brackets: tuple[str, str] = ("{", "}")
    attributes: str = ""
    before: str = ""
    after: str = ""
    component: bool = False


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units: sets of top-level names that several files share, as packages and namespaces are.

    Args:
        kind: ``none`` (each file is a module of its own), ``declared`` (files and blocks name the unit that they add
            to), ``folder`` (the folder and the declared name together are one), ``global`` (all files of the family
            share one), ``computed`` (``unit`` of resolve.py tells it of a file's path).
        separator: what stands between the names of an outer and an inner unit.
        nested: whether an inner unit sees the names of the outer ones.
        own: the word that stands for the own unit in names with separators (``namespace``).
        root: whether a name that a unit lacks may be one of the unit without a name, although units are not nested.
        visibility: ``all`` names of a unit are seen everywhere, or only those of the files that a file imports, and of
            those that these import: such imports bind nothing themselves.
        private: modifiers that keep a name of a file to this file (``local``).
        chained: whether further clauses of a file name a unit inside that of the clause before; units with a name do
            not see the one without.
        relative: whether the first part of a module's name may be a name of the file's own unit, or of one around.
    """

    kind: Literal["none", "declared", "folder", "global", "computed"] = "none"
    separator: str = "."
    nested: bool = False
    own: str = ""
    root: bool = False
    visibility: Literal["all", "imports"] = "all"
    private: list[str] = []
    chained: bool = False
    relative: bool = False


class Conversions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which arguments a parameter takes, where overloads are told apart by them.

    Built-in types are named as literals are; types of the library by their FQN.

    Args:
        widening: chains of primitive types: each is taken where a later one is asked for.
        boxes: the class of the values of a primitive type, taken where no overload fits without.
        supertypes: the direct supertypes of classes of the library; of what is not listed nothing is known.
        same: FQNs of types that are another one of this language (Java's ``String`` in Kotlin), with that.
        functions: interfaces of the library that a function without a name may stand for: ``0, int -> 1`` where the
            numbers are type arguments.
        constructors: whether a constructor with one parameter makes what it takes fit where its class is asked for.
        explicit: the modifier of constructors that do not.
    """

    widening: list[list[str]] = []
    boxes: dict[str, str] = {}
    supertypes: dict[str, list[str]] = {}
    same: dict[str, str] = {}
    functions: dict[str, str] = {}
    constructors: bool = False
    explicit: str = ""


class Scopes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which names an inner scope sees.

    Args:
        class_visible: whether functions in a class body see the names of that body.
        class_body: whether the class body itself sees them.
        hoist: whether a binding in a block belongs to the function around it.
        closed: whether a namespace inside of a file does not see what the file around it declares.
        constants: whether a capital tells a constant in a pattern from a name that the pattern binds.
        own_values: whether the value of a declaration sees the name that it declares; without it ``x := f(x)`` speaks
            of the ``x`` around.
        local_members: whether a member of a local value is a reference: where types are declared, it is known to what.
        types_apart: whether a type keeps its name where a value has the same one.
        implicit_receiver: whether a plain name with a small first letter that no local scope binds is sent to the
            receiver.
        implicit_members: whether a plain name may mean a member of the class around, an inherited one too.
        receivers: whether functions, those without a name as well, may have a receiver, whose members plain names
            may mean.
    """

    class_visible: bool = False
    class_body: bool = True
    hoist: bool = True
    closed: bool = False
    constants: bool = False
    own_values: bool = True
    local_members: bool = False
    types_apart: bool = False
    implicit_members: bool = False
    receivers: bool = False
    implicit_receiver: bool = False


class Macros(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Uses of macros that the grammar leaves as tokens: how what is in their brackets is read.

    Args:
        mark: the letter between a macro's name and the bracket; it belongs to the name. "" for no such macros.
        definition: the macro that defines others; what is in its brackets is left alone.
        functions: what the decorators of functions begin with that are macros.
        items: words that definitions begin with: where one stands first in the brackets, it is as if nothing were
            around them.
        first: macros of which only the first argument is an expression.
    """

    mark: str = ""
    definition: str = ""
    functions: str = ""
    items: list[str] = []
    first: list[str] = []


class Paths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Imports and names that are read name by name, from a module or whatever a name means, to what is in it.

    Args:
        roots: words that begin a path: the ``root`` of the modules around, the ``outer`` module or the ``own`` one.
        trees: how one statement that imports many names is taken apart, by node type: ``scoped`` has the fields
            ``path`` and ``list``, ``alias`` has ``path`` and ``alias``.
    """

    roots: dict[str, Literal["root", "outer", "own"]] = {}
    trees: dict[str, Literal["path", "list", "scoped", "alias", "star"]] = {}


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How names tell visibility and constants.

    Args:
        private: ``underscore`` (leading underscores), ``keyword`` (modifiers only), ``capital`` (what begins with a
            capital is public, all else is of its package).
        internal: modifiers that keep a name of a file to this file (``static``).
        default: the visibility of what has no modifier, by the kind of what it is a member of (``module`` for none,
            "" for any other); without it everything is public.
        capitals: what names begin with a capital: ``classes``, or ``all`` that others may use.
        constants: ``upper`` (all capitals) or ``keyword``.
        trim: what is cut off both ends of the titles of sections.
        visibilities: what modifiers say, where they are not the names of visibilities.
        separate: whether variables never get into the way of methods: a name that is called means a method.
        sigil: what stands before the names of variables where they are used, and keeps them apart from those of
            functions (``$``).
    """

    sigil: str = ""
    private: Literal["underscore", "keyword", "capital"] = "keyword"
    internal: list[str] = []
    default: dict[str, Literal["public", "protected", "private", "internal"]] = {}
    capitals: Literal["classes", "all"] = "classes"
    exported: Literal["always", "listed"] = "always"
    constants: Literal["upper", "keyword"] = "keyword"
    trim: str = ""
    visibilities: dict[str, Literal["public", "protected", "private", "internal"]] = {}
    separate: bool = False


class Docs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How documentation is written: ``string`` literals inside, or comments with a ``prefix`` before.

    Args:
        between: regular expression of the words that may stand between a comment and what it documents.
        markup: ``xml`` if documentation is written in elements, of which only the text is kept.
        lines: whether comments of one line each that follow one another are one text; it speaks of what follows in the
            next line.
        directives: regular expression of how lines of comments begin that speak to tools (``//go:build``).
        types: the adapter whose language the types in comments are written in, which extends this one; "" if
            comments say nothing of types.
        tags: what tags mean: ``parameter``, ``result``, ``type``, ``receiver``, ``base``, ``alias`` (a type with a
            name), ``callback`` (one of a function), ``member`` (of an alias), ``import``, ``type_parameter``,
            ``overload`` (the comment is about one signature of many).
        blank: types that say nothing.
        form: how tags hold types: in ``braces``, or ``plain``, right behind the tag. What follows is for these.
        opening: what a file of the language begins with, so that the types can be read as its expressions.
        words: how types are written as expressions, where they are no names (``static``).
        lists: types whose last argument is what they hold (``list<T>``, ``T[]``).
        holder: how the type of such a container is written.
        anything: how a type is written that says nothing.
        casts: node types that a comment with a type before them casts.
    """

    style: Literal["string", "block"] = "block"
    prefix: str = ""
    between: str = ""
    markup: Literal["", "xml"] = ""
    lines: bool = False
    directives: str = ""
    types: str = ""
    tags: dict[str, str] = {}
    blank: list[str] = []
    form: Literal["braces", "plain"] = "braces"
    opening: str = ""
    words: dict[str, str] = {}
    lists: list[str] = []
    holder: str = ""
    anything: str = ""
    casts: list[str] = []


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
        function_types: generic types of the library that are functions of their type arguments, and the built-in type
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


class Adapter(msgspec.Struct, frozen=True):
    """A loaded adapter.

    Args:
        spec: its data, with what it extends merged in.
        queries: for each of ``QUERY_FILES`` its text, what it extends first.
        folder: where it lies.
        trusted: False for adapters from the indexed project: their Python is never run.
        fingerprint: 16 hex digits over everything that decides the facts.
        types: the adapter that reads the types in comments, None without any.
    """

    spec: AdapterSpec
    queries: dict[str, str]
    folder: Traversable
    trusted: bool
    fingerprint: str
    types: Adapter | None = None


def read_manifest(folder: Traversable) -> dict[str, Any]:
    """The content of an adapter's `adapter.toml`, unchecked.

    Raises:
        AdapterError: it is missing or is no TOML.
    """
    import tomllib

    try:
        return tomllib.loads((folder / "adapter.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise AdapterError(f"adapter {folder.name}: can't read adapter.toml: {error}") from error


def read_adapter(
    folder: Traversable,
    others: Mapping[str, Adapter],
    *,
    trusted: bool,
    manifest: dict[str, Any] | None = None,
) -> Adapter:
    """Read an adapter's folder.

    Args:
        folder: the adapter's folder.
        others: adapters already read, for ``extends``.
        trusted: whether its Python may be imported.
        manifest: what ``read_manifest`` gave, when it was read already.

    Raises:
        AdapterError: a file is missing, is not valid, or names an unknown key.
    """
    where = f"adapter {folder.name}"
    raw = own = read_manifest(folder) if manifest is None else manifest
    base = others.get(str(raw.get("extends", "")))
    if raw.get("extends") and base is None:
        raise AdapterError(f"{where}: extends {raw['extends']!r}, which is no adapter")
    if base is not None:
        raw = _merge(msgspec.to_builtins(base.spec), raw)
    try:
        spec = msgspec.convert(raw, AdapterSpec)
    except msgspec.ValidationError as error:
        raise AdapterError(f"{where}: adapter.toml: {error}") from error
    # A section of the base ends with the base.
    inherited = {
        kind: f"{base.queries[kind]};; grammars: all\n" if base is not None else "" for kind in QUERY_FILES
    }
    queries = {
        kind: inherited[kind] + _query_text(folder, kind, base is not None, where) for kind in QUERY_FILES
    }
    # sets have another order in each process; of the tables the order may matter, which the manifest has
    parts = [spec, sorted(queries.items()), base.fingerprint if base is not None else ""]
    digest = hashlib.blake2b(msgspec.json.encode(parts, order="deterministic"), digest_size=8)
    digest.update(msgspec.json.encode(own))
    return Adapter(spec, queries, folder, trusted, digest.hexdigest())


def with_types(adapter: Adapter, others: Mapping[str, Adapter]) -> Adapter:
    """An adapter that can read the types in its comments, if its manifest names a language that extends its own.

    It takes over what that language knows of types. Of that language's queries only those remain that it has itself.
    """
    types = others.get(adapter.spec.docs.types)
    if types is None or not all(
        types.queries[kind].startswith(text) for kind, text in adapter.queries.items()
    ):
        return adapter
    spec, typed = adapter.spec, types.spec
    spec = msgspec.structs.replace(
        spec,
        expressions={**typed.expressions, **spec.expressions},
        parameters={**typed.parameters, **spec.parameters},
        type_words={**typed.type_words, **spec.type_words},
        argument_lists=list(dict.fromkeys([*spec.argument_lists, *typed.argument_lists])),
    )
    queries = {
        kind: types.queries[kind].removeprefix(text) if kind in TYPE_QUERIES else ""
        for kind, text in adapter.queries.items()
    }
    digest = hashlib.blake2b(f"{adapter.fingerprint} {types.fingerprint}".encode(), digest_size=8)
    return msgspec.structs.replace(
        adapter,
        spec=spec,
        fingerprint=digest.hexdigest(),
        types=msgspec.structs.replace(types, queries=queries),
    )


_OWN = (
    "shared_extensions",
    "name",
    "title",
    "extensions",
    "filenames",
    "shebangs",
    "grammar",
    "grammars",
    "extends",
)


def _merge(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = {key: value for key, value in base.items() if key not in _OWN}
    for key, value in own.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = {**merged[key], **value}
        else:
            merged[key] = value
    return merged


def _query_text(folder: Traversable, kind: str, optional: bool, where: str) -> str:
    try:
        return (folder / f"{kind}.scm").read_text(encoding="utf-8") + "\n"
    except FileNotFoundError:
        if optional:
            return ""
        raise AdapterError(f"{where}: {kind}.scm is missing") from None
    except (OSError, UnicodeDecodeError) as error:
        raise AdapterError(f"{where}: can't read {kind}.scm: {error}") from error
