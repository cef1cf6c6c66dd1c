"""Where documentation stands in each language of the sets: node types of its grammar, and marks of doc comments."""

from __future__ import annotations

from typing import NamedTuple


class Grammar(NamedTuple):
    """What a language's definitions look like in its tree-sitter grammar.

    Attributes:
        suffixes: of its files, with the grammar's name for each.
        callables: node types of functions and methods.
        types: node types of classes and the like.
        marks: how a doc comment begins; none where documentation is a string inside the definition.
        one: whether a single comment is the documentation, not a run of them.
        wrappers: node types around a definition that begin before it.
        attributes: node types that may stand between a comment and its definition.
        assigned: node types that name the function which is their value.
        scopes: further node types that give members a scope, with the field that names it.
    """

    suffixes: dict[str, str]
    callables: frozenset[str]
    types: frozenset[str]
    marks: tuple[str, ...] = ()
    one: bool = False
    wrappers: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    assigned: frozenset[str] = frozenset()
    scopes: tuple[tuple[str, str], ...] = ()


GRAMMARS = {
    "python": Grammar(
        {".py": "python"},
        frozenset({"function_definition"}),
        frozenset({"class_definition"}),
    ),
    "typescript": Grammar(
        {".ts": "typescript", ".tsx": "tsx"},
        frozenset({
            "function_declaration", "function_signature", "generator_function_declaration", "method_definition",
            "method_signature", "abstract_method_signature",
        }),
        frozenset({
            "class_declaration", "abstract_class_declaration", "interface_declaration", "enum_declaration",
            "type_alias_declaration",
        }),
        marks=("/**",),
        one=True,
        wrappers=frozenset({
            "export_statement", "ambient_declaration", "lexical_declaration", "variable_declaration",
            "variable_declarator",
        }),
        attributes=frozenset({"decorator"}),
        assigned=frozenset({"variable_declarator", "public_field_definition"}),
    ),
    "go": Grammar(
        {".go": "go"},
        frozenset({"function_declaration", "method_declaration"}),
        frozenset({"type_spec"}),
        marks=("//", "/*"),
        wrappers=frozenset({"type_declaration"}),
    ),
    "java": Grammar(
        {".java": "java"},
        frozenset({"method_declaration", "constructor_declaration"}),
        frozenset({
            "class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
            "annotation_type_declaration",
        }),
        marks=("/**",),
        one=True,
    ),
    "rust": Grammar(
        {".rs": "rust"},
        frozenset({"function_item", "function_signature_item"}),
        frozenset({"struct_item", "enum_item", "trait_item", "union_item"}),
        marks=("///", "/**"),
        attributes=frozenset({"attribute_item"}),
        scopes=(("impl_item", "type"),),
    ),
}  # fmt: skip
FUNCTION_VALUES = frozenset({"arrow_function", "function_expression"})
