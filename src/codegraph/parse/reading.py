"""What an adapter says of expressions, prepared once per grammar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.parse.expressions import Expressions
from codegraph.parse.macros import use_pattern

if TYPE_CHECKING:
    from codegraph.languages.spec import AdapterSpec
    from codegraph.languages.spec.syntax import ExpressionRule
    from codegraph.parse.names import Parts
    from codegraph.parse.walking import Walker


class Reading:
    """What an adapter says of expressions, prepared once per grammar."""

    def __init__(self, spec: AdapterSpec) -> None:
        self.spec = spec
        self.receivers = frozenset(spec.receivers)
        self.supers = frozenset(spec.supers)
        self.class_receivers = frozenset(spec.class_receivers)
        self.separators = tuple(mark.encode() for mark in spec.separators or ["."])
        self.only_dots = self.separators == (b".",) and not spec.dots
        self.globals = frozenset(name.encode() for name in spec.globals)
        self.super_calls = frozenset(name.encode() for name in spec.super_calls)
        self.import_calls = frozenset(name.encode() for name in spec.import_calls)
        self.words = self.receivers | self.supers | self.class_receivers | frozenset(spec.words)
        self.type_words = {word.encode(): name for word, name in spec.type_words.items()}
        names = b"|".join(re.escape(name) for name in sorted(self.import_calls))
        self.import_value = (
            re.compile(rb"\(*(?:await\s+)?(?:%s)\([^()]*\)\)*(?:\.\w+)*" % names) if names else None
        )
        types = b"|".join(re.escape(name.encode()) for name in spec.callable_types)
        self.callable_type = re.compile(rb"\b(?:%s)\b" % types) if types else None
        self.value_types = tuple(name.encode() for name in spec.value_types)
        self.misread = [re.compile(pattern.encode()) for pattern in spec.misread]
        preprocessor = spec.preprocessor
        self.rare = re.compile(preprocessor.rare.encode()) if preprocessor and preprocessor.rare else None
        self.blanks = [
            (rule.word.encode(), re.compile(rule.pattern.encode(), re.MULTILINE), rule.fill.encode())
            for rule in spec.blanks
        ]
        self.argument_calls = spec.calls_with_arguments()
        self.dots = [mark.encode() for mark in spec.dots]
        self.joints = (*self.separators, *self.dots)
        self.types_apart = spec.scopes.types_apart
        self.guards = re.compile(spec.narrowing.guards.encode())
        self.first_parameter = spec.members.receiver == "first-parameter"
        self.macro_uses = use_pattern(spec.macros) if spec.macros.mark else None
        self.marked = frozenset(kind for kind, rule in spec.expressions.items() if rule.op == "marked")
        self.no_types = frozenset((*self.type_words, *(word.encode() for word in spec.class_receivers)))
        self.ignored = frozenset(spec.ignored)
        self.function_signs = [sign.encode() for sign in spec.function_signs]
        self.apart = self.function_signs if spec.members.overloads else []
        self.own_names = frozenset(spec.parts.own_names)
        self.modifiers = {word.encode(): word for word in spec.parts.modifiers}
        self.beside_modifiers = frozenset(word.encode() for word in spec.parts.words)
        self.notes_values = spec.contextual and spec.members.overloads
        self.doc_prefix = spec.docs.prefix.encode()
        self.contexts = spec.scopes.implicit_members or spec.units.kind != "none"
        self.parts: dict[bytes, Parts] = {}
        self.plain_parameters: dict[bytes, tuple[str, ...] | None] = {}  # the text of a list -> its names
        self.awaits = frozenset(kind for kind, rule in spec.expressions.items() if rule.op == "await")
        self.name_types = frozenset(kind for kind, rule in spec.expressions.items() if rule.op == "name")
        self.shared_types = any(rule.many for rule in spec.parameters.values())
        self.plain_lists = not spec.parameters or not self.name_types.isdisjoint(spec.parameters)
        self.walkers: dict[str, tuple[Walker, ExpressionRule]] = {
            kind: (getattr(Expressions, f"_{rule.op}"), rule)
            for kind, rule in spec.expressions.items()
            if rule.op != "unknown" and (rule.op != "slice" or rule.type)
        }
