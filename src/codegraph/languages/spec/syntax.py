"""How syntax nodes are read: expressions, patterns, parameters, parts of definitions, documentation."""

from __future__ import annotations

from typing import Literal

import msgspec


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
