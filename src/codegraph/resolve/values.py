"""Entities and values: the tuples that evaluation deals in, and answers made of them.

An *entity* is something with a place in the graph: a definition, a module, something external. A *value* is what
an expression has when the program runs: a class, a function, an instance of a class, a module. Both are tuples that
begin with a tag:

==================  ====================================================================
DEFINITION          number of the definition in the project
MODULE              number of the module
NAMESPACE           dotted name of a folder without a module, module that names it
EXTERNAL            FQN
CLASS, INSTANCE     number of the class, type arguments (each a tuple of values)
FUNCTION            number of the definition; where type parameters are known pairs of their key and values
EXTERNAL_INSTANCE   FQN of the class, type arguments
SUPER               number of the class whose bases are meant
DISPLAY             FQN of the class, number of the module, expression of a container as written (-1: of none),
                    how many of its first elements are left out, variable that items are put into (-1: none)
GENERIC             number of the module, variable of the type parameter: a type that users choose
UNIT                family of languages, name of the unit: a package or namespace of several files
==================  ====================================================================
"""

from __future__ import annotations

from typing import Any

import msgspec

from codegraph.model import NodeKind

(
    DEFINITION,
    MODULE,
    NAMESPACE,
    EXTERNAL,
    CLASS,
    FUNCTION,
    INSTANCE,
    EXTERNAL_INSTANCE,
    SUPER,
    DISPLAY,
    GENERIC,
    UNIT,
) = range(12)
CERTAIN, INFERRED, POSSIBLE = range(3)
MAX_DEPTH = 80
CHAIN_DEPTH = 20  # from here on chains of calls are answered from the inside out
MAX_UNION = 8
SMALL_UNION = 4  # larger unions are only possible, not inferred

KINDS = tuple(NodeKind)
CLASS_KINDS = frozenset(
    number
    for number, kind in enumerate(KINDS)
    if kind in ("class", "interface", "trait", "struct", "enum", "record", "namespace")
)
CALLABLE_KINDS = frozenset(
    number
    for number, kind in enumerate(KINDS)
    if kind in ("function", "method", "constructor", "destructor", "operator", "macro")
)
PROPERTY = KINDS.index(NodeKind.PROPERTY)
TYPE_ALIAS = KINDS.index(NodeKind.TYPE)
OPAQUE_CALL, OPAQUE_ELEMENT = "()", "[]"
"""What stands behind the FQN of something external for what calling it gives, and for what it holds."""

Entity = tuple[Any, ...]
Held = tuple[Entity, ...]
"""What a container holds, or a type parameter stands for."""
WRAPPERS = frozenset(
    {
        "Optional",
        "Union",
        "Annotated",
        "ClassVar",
        "Final",
        "Required",
        "NotRequired",
        "ReadOnly",
        "Awaitable",
    }
    | {"Promise", "PromiseLike", "Readonly", "Partial", "Coroutine", "NonNullable", "Awaited", "NoInfer"}
    | {"Pick", "Omit"}
)
SELF_TYPES = frozenset({"ext::python::typing::Self", "ext::pypi::typing_extensions::Self"})
BUILT_IN_CLASSES = frozenset(
    f"ext::python::builtins::{name}"
    for name in (
        "bool",
        "bytes",
        "dict",
        "float",
        "frozenset",
        "int",
        "list",
        "object",
        "set",
        "str",
        "tuple",
    )
)
TYPE_VARIABLES = frozenset({"ext::python::typing::TypeVar", "ext::pypi::typing_extensions::TypeVar"})
CLASS_WRAPPERS = frozenset({"Type", "type"})


class Answer(msgspec.Struct, frozen=True, gc=False):
    """Entities or values with how sure they are and the rule that gave them; if empty, why.

    Answers are made and asked by the hundred thousand: a struct is four times as quick as a named tuple.
    """

    found: tuple[Entity, ...]
    confidence: int
    rule: str

    def by(self, rule: str) -> Answer:
        """The same, by another rule."""
        return Answer(self.found, self.confidence, rule)

    def at_best(self, confidence: int, rule: str = "") -> Answer:
        """The same, no surer than given."""
        return Answer(self.found, max(self.confidence, confidence), rule or self.rule)


NOTHING = Answer((), CERTAIN, "dynamic")
MISSING = Answer((), CERTAIN, "missing")


def as_instance(value: Entity) -> Entity:
    """An instance of a class; what is no class stays as it is."""
    if value[0] == CLASS:
        return (INSTANCE, value[1], value[2])
    return (EXTERNAL_INSTANCE, value[1], ()) if value[0] == EXTERNAL else value


def as_class(value: Entity) -> Entity:
    """The class of an instance; what is no instance stays as it is."""
    if value[0] == INSTANCE:
        return (CLASS, value[1], value[2])
    return (EXTERNAL, value[1]) if value[0] == EXTERNAL_INSTANCE else value


def merge(answers: list[Answer], rule: str = "") -> Answer:
    """One answer from several: each member of a small union is inferred, of a large one possible."""
    found: dict[Entity, None] = {}
    confidence = CERTAIN
    first = ""
    reason = "dynamic"
    for answer in answers:
        if answer.found:
            first = first or answer.rule
            confidence = max(confidence, answer.confidence)
            for entity in answer.found:
                found.setdefault(entity)
        elif answer.rule == "missing":
            reason = "missing"
    if not found:
        return MISSING if reason == "missing" else NOTHING
    if len(found) > SMALL_UNION:
        confidence = POSSIBLE
    elif len(found) > 1:
        confidence = max(confidence, INFERRED)
    return Answer(tuple(found)[:MAX_UNION], confidence, rule or first)
