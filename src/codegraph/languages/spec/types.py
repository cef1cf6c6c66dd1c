"""What is known of types: tests that tell them, the library's containers, conversions."""

from __future__ import annotations

from typing import Literal

import msgspec


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
