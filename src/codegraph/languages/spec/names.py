"""Which names there are and who sees them: members, units, scopes, paths, visibility."""

from __future__ import annotations

from typing import Literal

import msgspec


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


class Creation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a language calls by itself when classes are made, and instances of them.

    Args:
        heirs: members that a class calls when another derives from it (``__init_subclass__``).
        fields: members of a class that are called when an instance of it becomes a field of a class (``__set_name__``).
        metaclasses: FQNs of external classes from which those derive that make classes (``type``).
        made: members of such a class that are called when it makes a class.
        instances: members of such a class that are called when a class that it made makes an instance.
    """

    heirs: list[str] = []
    fields: list[str] = []
    metaclasses: list[str] = []
    made: list[str] = []
    instances: list[str] = []


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
        creation: what the language calls by itself when classes are made.
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
    creation: Creation = Creation()
    static_decorators: list[str] = []
    class_decorators: list[str] = []
    property_decorators: list[str] = []
    overload_decorators: list[str] = []


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
        included: whether a file sees the variables of the scope in which another one includes it.
        rebound: whether a function without a name that takes its receiver from around it may be run on another one.
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
    included: bool = False
    rebound: bool = False
    receivers: bool = False
    implicit_receiver: bool = False


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
