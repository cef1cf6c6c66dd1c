"""How a language writes what framework rules read: calls with their arguments, strings, lists, functions."""

from __future__ import annotations

from typing import Literal

import msgspec


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a syntax node is to a reader of arguments.

    A *part* is written as the name of a field, ``#0`` for a named child (``#-1`` for the last one), or ``<type>`` for
    the first child of a node type; ``a/b`` is the part ``b`` of the part ``a``. Comments are never children.

    Args:
        op: what the node is. ``call`` and ``new`` have arguments, ``member`` and ``name`` denote something, ``string``
            is text with holes, ``symbol`` a word that stands for itself, ``concat`` joins ``left`` and ``right``,
            ``joined`` its children, ``list`` has elements, ``object`` has entries of the op ``pair`` (and is a list
            where it has none), ``keyword`` is an argument with a name, ``argument`` one that may have a name,
            ``group`` holds arguments, ``tokens`` holds them unparsed, ``inner`` stands for its ``value``, ``spread``
            for any number of elements, ``function`` is a function, lambda or block, ``class`` names a class as a
            value, ``assign`` gives ``name`` its ``value``, ``return`` gives back its ``value``, ``word`` is a literal
            (``value``), ``number`` a number, ``type`` the body of a class, ``export`` says what the module is,
            ``choice`` is one of several ``choices``, ``block`` gives back what it ends with, ``index`` is the element
            ``key`` of ``object``, ``exported`` is a ``name`` that the module exports without defining it there, as
            ``value`` if that is there, ``loop`` runs its ``body`` for each element of its ``value``, which ``name``
            stands for then, and ``key`` for its number or key, ``switch`` chooses by its ``value`` one ``case``, the
            values of which it has.
        callee: part of a call that is called. Without it the call itself holds ``object`` and ``name``.
        object: part that something is a member or element of; of a function what it is called on.
        name: part with the name.
        arguments: part that holds the arguments.
        block: part with a further argument, a block.
        key: part with a pair's key.
        value: part with a value; for ``word`` the literal itself, as JSON has it.
        left: part on the left.
        right: part on the right.
        operators: what joins strings, where other operators have the same node type.
        defaults: likewise, what takes the left side or else the right one (``||``).
        templates: likewise, what fills the holes of a string on the left with what stands on the right.
        parameters: part with a function's parameters.
        body: part with its body; where that is no block of statements, the function gives it back.
        words: names of the member that make a name of a class a value (``class``); of what is assigned where that is
            the whole module (``module.exports``).
        choices: parts with what a choice may be.
        type: part with the type that what stands for its ``value`` is an object of.
    """

    op: Literal[
        "call",
        "new",
        "member",
        "name",
        "string",
        "symbol",
        "concat",
        "joined",
        "list",
        "object",
        "pair",
        "keyword",
        "argument",
        "group",
        "tokens",
        "inner",
        "spread",
        "function",
        "class",
        "assign",
        "return",
        "word",
        "number",
        "type",
        "export",
        "exported",
        "choice",
        "block",
        "index",
        "loop",
        "switch",
        "case",
    ]
    callee: str = ""
    object: str = ""
    name: str = ""
    arguments: str = ""
    block: str = ""
    key: str = ""
    value: str = ""
    left: str = "left"
    right: str = "right"
    operators: list[str] = []
    defaults: list[str] = []
    templates: list[str] = []
    parameters: str = ""
    body: str = ""
    words: list[str] = []
    choices: list[str] = []
    type: str = ""


Text = Literal[
    "percent", "braces", "path", "joined", "first", "second", "receiver", "receiver-percent", "receiver-braces",
    "receiver-path", "receiver-joined",
]  # fmt: skip
"""What a function does to make a string of its arguments: fill the holes of the first one, join them with slashes or as
they are, give one of them back; ``receiver`` stands for the object that it is called on, which comes first then."""
