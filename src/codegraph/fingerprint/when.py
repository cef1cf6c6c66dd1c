"""What a rule looks for, and whether that is evidence or mere spelling."""

from __future__ import annotations

import re

import msgspec

from codegraph.fingerprint.patterns import expand
from codegraph.model import NodeKind


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rule looks for; in each list any entry will do.

    ``decorator``, ``base``, ``call``, ``reference``, ``value``, ``type`` and ``type_argument`` are alternatives: the
    node has one of them. All other conditions must hold as well. Globs: ``*`` stays within a folder, ``**`` does not,
    ``{a,b}`` is either.

    Args:
        decorator: the node or one of its parameters has a decorator that denotes it, or, unless the rule has an
            endpoint, one of the project that derives from it.
        base: the class derives from it or implements it, through classes of the project too.
        call: the function calls it in its body or parameters, or has a parameter with a variable of the project in
            whose value it is called. With ``kind = ["module"]`` it is the file whose code outside of functions calls
            it. With an endpoint it is the call that declares the route, and the handler gets the tags.
        reference: the code of the node itself names it; of a file, its code outside of functions.
        value: the variable's or field's value is made by a call of it, or begins with one.
        type: the variable, field or function is declared with it as its type, behind the name and a colon.
        type_argument: the class of the project is its first type argument somewhere: ``Table<Order>``.
        parameter: a parameter of the function is of this external type.
        returns: the function is declared to give this external type.
        named: the arguments of the node's decorators name one of these, by a path or what the file imports:
            ``#[derive(Parser)]``. For decorators of which the arguments are no expressions.
        inherits: globs on the last part of the names of bases, wherever these come from: for classes that are
            generated, and so may not be there. As ``name``, it is no evidence.
        imports: the file imports this package, or this symbol of it (targets, ``::`` not needed).
        uses: the package of the file depends on this one: its manifest or one in a folder above declares it, or any
            of its files imports it.
        file: globs on the path of the file in its package; one without a slash is for the file's name.
        name: globs on the name of the definition.
        kind: kinds of nodes (``function``, ``method``, ``class``, ``module``, ...). Rules without a decorator, base or
            call look at symbols of every kind unless they name some.
        takes: globs on the names of the first parameters, in languages that write a name before its type.
        written: globs on the decorators of the definition as they are written, for those that take a word as argument.
        doc: words in the comment that documents the definition (``@test``).
        line: globs on the line where the reference stands, white space and quotes left out.
        runs: whether it calls anything itself; of a file, whether its code outside of functions does.
        modifiers: words before the definition, all of which it has (``static``).
        exported: whether it is exported.
        language: adapters whose nodes are looked at, those of the framework's language by default; only for rules
            without a decorator, base, call or parameter.
        has: globs; the class has a member of each of these names itself.
        member: globs; the tags go not to the class that fits but to its functions of these names.
        heirs: the tags go to the class that fits and to all that derive from it.
    """

    decorator: list[str] = []
    base: list[str] = []
    call: list[str] = []
    reference: list[str] = []
    value: list[str] = []
    type: list[str] = []
    type_argument: list[str] = []
    parameter: list[str] = []
    returns: list[str] = []
    named: list[str] = []
    inherits: list[str] = []
    imports: list[str] = []
    uses: list[str] = []
    file: list[str] = []
    name: list[str] = []
    kind: list[str] = []
    takes: list[str] = []
    written: list[str] = []
    doc: list[str] = []
    line: list[str] = []
    runs: bool | None = None
    modifiers: list[str] = []
    exported: bool | None = None
    language: list[str] = []
    has: list[str] = []
    member: list[str] = []
    heirs: bool = False

    @property
    def targets(self) -> list[str]:
        """All that the node can have one of."""
        return [
            *self.decorator,
            *self.base,
            *self.call,
            *self.reference,
            *self.value,
            *self.type,
            *self.type_argument,
        ]

    @property
    def goes_by_names(self) -> bool:
        """Whether no target says which nodes are meant."""
        return not self.targets and not self.parameter and not self.returns

    @property
    def has_conditions(self) -> bool:
        """Whether anything but targets is to be looked at."""
        return self != When(
            self.decorator,
            self.base,
            self.call,
            self.reference,
            self.value,
            self.type,
            self.type_argument,
        )


def check_when(when: When, *, convention: bool) -> None:
    """Raise ValueError for what makes no sense, and for rules that go by spelling alone.

    A name in a file is no evidence. What makes it one is that the file imports the package that gives the name its
    meaning, or that the package depends on it. Only a language's own names need neither, and their rule has to say so.
    """
    check_targets([*when.targets, *when.parameter, *when.returns, *when.named])
    for name in (
        "imports",
        "uses",
        "file",
        "name",
        "takes",
        "written",
        "doc",
        "line",
        "has",
        "member",
        "inherits",
    ):
        for glob in getattr(when, name):
            if not glob or not all(expand(glob)):
                raise ValueError(f"when.{name} has an empty entry")
    if when.line and not when.reference:
        raise ValueError("when.line is for rules that look for references")
    unknown = sorted(set(when.kind) - set(NodeKind))
    if unknown:
        raise ValueError(f"when.kind: {unknown[0]!r} is no kind of node")
    named = bool(when.name or when.file or when.takes or when.member or when.inherits)
    if when.goes_by_names:
        if not (named or when.imports or when.uses):
            raise ValueError(
                "when needs a decorator, base, call or parameter to look for, or names and evidence"
            )
        if not named:
            raise ValueError(
                "when.imports and when.uses say nothing about a node: name a file, name or takes too"
            )
        if not (when.imports or when.uses or convention):
            raise ValueError(
                "a file or name alone is no evidence: add when.imports or when.uses, or say convention = true where "
                "the language itself gives the name its meaning"
            )
    elif when.language:
        raise ValueError("when.language is for rules without a decorator, base, call or parameter")
    if convention and not (when.goes_by_names and when.name and not (when.imports or when.uses)):
        raise ValueError("convention is for rules that have a name and no evidence")


def check_targets(targets: list[str], *, whole: bool = False) -> None:
    """Raise ValueError for a target without a package or a symbol, or that says next to nothing of them.

    Args:
        targets: what is written.
        whole: whether a package may be meant by itself, as where it is a function.
    """
    for target in targets:
        for written in expand(target):
            package, _, symbol = written.partition("::")
            said = [part for part in written.split("::") if part.strip("*")]
            if whole and re.fullmatch(r"[\w@./-]+", written):
                continue
            if not package or not symbol or len(said) < min(2, 1 + package.count("*")):
                raise ValueError(f"target {target!r} must name a package and a symbol, as package::Name")
