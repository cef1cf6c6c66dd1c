"""Types in comments that stand behind declarations: finds them and gives them to what stands before.

The types are expressions of the language itself. As with types in documentation comments (``doctypes``) they are parsed
as statements behind the file's text, with the rows and columns of the comments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph.parse.doctypes import Note, Notes, parsed

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MAX_TYPE = 4000


class Behind(NamedTuple):
    """A type in a comment: its text as a line, where it and the comment begin, and what it stands behind."""

    text: bytes
    place: tuple[int, int]
    comment: tuple[int, int]
    subject: int


def typed_behind(source: bytes, root: Node, pattern: re.Pattern[bytes]) -> list[Behind]:
    """The types in the comments of a file that stand in the line in which something ends.

    Args:
        source: the file's text.
        root: its tree.
        pattern: of such a comment, with the type as its first group.
    """
    found = []
    for match in pattern.finditer(source):
        text = match[1].strip() + b"\n"
        node = root.descendant_for_byte_range(match.start(), match.start() + 1)
        if node is None or not node.is_extra or node.start_byte != match.start() or len(text) > MAX_TYPE:
            continue  # in a string, or in another comment
        if text.count(b"[") != text.count(b"]"):
            continue  # its statement would not end with its line
        before = node.prev_named_sibling
        if before is not None and not before.is_extra and before.end_point[0] == node.start_point[0]:
            row, column = node.start_point
            place = (row, column + match.start(1) - match.start())
            found.append(Behind(text, place, node.byte_range, before.start_byte))
    return found


def notes_behind(source: bytes, behind: list[Behind], parser: Parser) -> Notes:
    """What comments say of the types of what stands before them.

    Args:
        source: the file's text.
        behind: the types in its comments.
        parser: of the language that they are written in.
    """
    whole, starts, root = parsed(source, [one.text for one in behind], [one.place for one in behind], parser)
    types = {node.start_byte: node for node in root.named_children if not node.has_error}
    notes = {
        one.subject: Note([], None, types[start], None, None, None, "")
        for one, start in zip(behind, starts, strict=True)
        if start in types
    }
    comments = [(start, one.comment) for start, one in zip(starts, behind, strict=True)]
    return Notes(whole, len(source), root, notes, [], comments)
