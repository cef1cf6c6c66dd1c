"""How many tokens of a text the model reads: more of prose than of code, as measured."""

from __future__ import annotations

from codegraph.model import DOCUMENT_LANGUAGES, Columns, Level, NodeKind

CODE_TOKENS = 128
PROSE_TOKENS = 256


def token_limit(level: int, kind: str, language: str = "") -> int:
    """How many tokens of a node's texts are embedded: 256 of prose, 128 of code.

    Prose are sections, documents, and what packages and repositories say of themselves.

    Args:
        level: the node's level.
        kind: its kind.
        language: its language, which tells a document from a module of code.
    """
    is_prose = kind == NodeKind.SECTION or level < Level.MODULE
    is_document = level == Level.MODULE and language in DOCUMENT_LANGUAGES
    return PROSE_TOKENS if is_prose or is_document else CODE_TOKENS


def limit_of(nodes: Columns, row: int) -> int:
    """``token_limit`` of one node of a table."""
    return token_limit(nodes["level"][row], nodes["kind"][row], nodes["language"][row])
