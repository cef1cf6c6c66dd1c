"""What is done to a source before or beside its syntax tree: macros, conditions, code inside of pages."""

from __future__ import annotations

import msgspec


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
