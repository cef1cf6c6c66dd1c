"""Reads small sources into facts and shows them as text that a test can compare."""

from __future__ import annotations

from functools import cache
from textwrap import dedent
from typing import NamedTuple

from codegraph.languages.facts import (
    TABLES,
    Bind,
    Export,
    FileFacts,
    Flag,
    Import,
    Op,
    Ref,
    ScopeKind,
    columns,
    unpack,
)
from codegraph.languages.registry import Registry, load_registry
from codegraph.model import STATEMENT_KINDS, NodeKind, Visibility
from codegraph.parse.checks import check_facts
from codegraph.parse.extract import Grammar, extract, load_grammar

KINDS = [kind.value for kind in NodeKind]
VISIBILITIES = [kind.value for kind in Visibility]


@cache
def registry() -> Registry:
    """All adapters of the checkout."""
    return load_registry()


@cache
def grammar(path: str, statements: bool) -> Grammar:
    """The grammar of a file name."""
    language = registry().table.language_of(path, lambda: b"")
    assert language is not None
    name = registry().grammar_for(language, path)
    return load_grammar(registry().adapters[language], name, statements=statements)


def read(source: str | bytes, path: str = "a.py", *, statements: bool = False) -> Shown:
    """The facts of a source, checked, in a form that shows them."""
    data = dedent(source).lstrip("\n").encode() if isinstance(source, str) else source
    facts = unpack(extract(data, grammar(path, statements)))
    check_facts(facts)
    return Shown(facts)


class Definition(NamedTuple):
    """One definition, its numbers as names."""

    name: str
    kind: str
    parent: str
    line: int
    column: int
    start_line: int
    end_line: int
    signature: str
    doc: str
    flags: set[str]
    modifiers: str
    visibility: str
    parameters: int
    cyclomatic: int
    cognitive: int
    nesting: int
    returns: str


class Shown:
    """The facts of one file with names in place of numbers."""

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.rows = {
            table: [dict(zip(TABLES[table], row, strict=True)) for row in zip(*found, strict=True)]
            for table, found in columns(facts).items()
        }

    def text(self, number: int) -> str:
        """A string of the table, "" for none."""
        return self.facts.strings[number] if number >= 0 else ""

    def name(self, definition: int) -> str:
        """The path of a definition (``C.f``), "" for the module; ``<3>`` is a nameless one in line 3."""
        if definition < 0:
            return ""
        row = self.rows["definitions"][definition]
        own = self.text(row["name"]) or f"<{row['line']}>"
        outer = self.name(row["parent"])
        return f"{outer}.{own}" if outer else own

    @property
    def definitions(self) -> dict[str, Definition]:
        """Every definition by its path; ``f@2`` is the second one of a path."""
        found: dict[str, Definition] = {}
        for number, row in enumerate(self.rows["definitions"]):
            path = self.name(number)
            same = sum(key == path or key.startswith(f"{path}@") for key in found)
            found[f"{path}@{same + 1}" if same else path] = Definition(
                self.text(row["name"]),
                KINDS[row["kind"]],
                self.name(row["parent"]),
                row["line"],
                row["column"],
                row["start_line"],
                row["end_line"],
                self.text(row["signature"]),
                self.text(row["doc"]),
                {flag.name.lower() for flag in Flag if row["flags"] & flag},
                self.text(row["modifiers"]),
                VISIBILITIES[row["visibility"]],
                row["parameters"],
                row["cyclomatic"],
                row["cognitive"],
                row["nesting"],
                self.expression(row["returns"]) if row["returns"] >= 0 else "",
            )
        return found

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each definition, by path."""
        return {path: found.kind for path, found in self.definitions.items()}

    def expression(self, number: int) -> str:
        """An expression as text: ``x`` a variable of the file, ``?x`` a name that the file does not bind."""
        row = self.rows["expressions"][number]
        op, a, b = Op(row["op"]), row["a"], row["b"]
        if op is Op.UNKNOWN:
            return "*"
        if op is Op.NAME:
            return self.text(self.rows["variables"][a]["name"])
        if op is Op.FREE:
            return f"?{self.text(a)}"
        if op is Op.LITERAL:
            return f"<{self.text(a)} {self.text(b)}>" if b >= 0 else f"<{self.text(a)}>"
        if op in (Op.SELF, Op.SUPER, Op.DEFINITION):
            word = ("class" if b else "self") if op is Op.SELF else op.name.lower()
            return f"{word}:{self.name(a)}"
        if op is Op.IMPORT:
            return f"import:{self.text(self.rows['imports'][a]['module'])}"
        if op is Op.DISPLAY:
            return f"<{self.text(b)}: {', '.join(self.listed(a))}>" if a >= 0 else f"<{self.text(b)}>"
        if op is Op.BUILT_IN:
            return f"{self.text(a)}[{', '.join(self.listed(b))}]"
        if op is Op.PARAMETER:
            return f"{self.name(a)}({'this' if b < 0 else b})"
        inner = self.expression(a)
        if op is Op.APPLY:
            return f"{inner}<{', '.join(self.listed(b))}>"
        if op is Op.ENTRY:
            return f"{self.text(b) or '*'}={inner}"
        if op is Op.SLICE:
            return f"{inner}[{b}:]"
        if op is Op.MEMBER:
            return f"{inner}.{self.text(b)}"
        if op in (Op.CALL, Op.NEW):
            return f"{'new ' if op is Op.NEW else ''}{inner}({', '.join(self.listed(b))})"
        if op is Op.INDEX:
            return f"{inner}[{', '.join(self.listed(b))}]"
        if op in (Op.NARROW, Op.EXCLUDE):
            return f"{op.name.lower()}({inner}, {self.expression(b)})"
        if op is Op.UNION:
            return f"({inner} | {self.expression(b)})"
        if op is Op.UNPACK:
            return f"{inner}#{b}"
        return f"{op.name.lower()}({inner})"

    @property
    def arguments(self) -> list[str]:
        """Each argument that may matter as ``callee(position=value)`` or ``callee(keyword=value)``."""
        return [
            f"{self.expression(row['callee'])}({self.text(row['keyword']) or row['position']}"
            f"={self.expression(row['value'])})"
            for row in self.rows["arguments"]
        ]

    def listed(self, pair: int) -> list[str]:
        """The expressions of a chain of pairs."""
        found = []
        while pair >= 0:
            row = self.rows["expressions"][pair]
            found.append(self.expression(row["a"]))
            pair = row["b"]
        return found

    @property
    def references(self) -> list[str]:
        """Each reference as ``line:column source kind expression``, the module as ``-``."""
        return [
            f"{row['line']}:{row['column']} {self.name(row['definition']) or '-'} "
            f"{Ref(row['kind']).name.lower()} {self.expression(row['expression'])}"
            for row in self.rows["references"]
        ]

    def uses(self, *kinds: str) -> list[str]:
        """The references without their place and source: ``kind expression``, of some kinds or of all."""
        found = [line.split(" ", 2)[2] for line in self.references]
        return [line for line in found if not kinds or line.split(" ")[0] in kinds]

    @property
    def bindings(self) -> dict[str, list[str]]:
        """What each variable is bound to; the key is its scope and name (``f.x``, ``x``)."""
        found: dict[str, list[str]] = {}
        for row in self.rows["variables"]:
            scope = self.rows["scopes"][row["scope"]]
            owner = self.name(scope["definition"])
            path = f"{owner}.{self.text(row['name'])}" if owner else self.text(row["name"])
            first = row["first_binding"]
            rows = self.rows["bindings"][first : first + row["bindings"]]
            found[path] = [self._binding(Bind(item["kind"]), item["target"]) for item in rows]
        return found

    def _binding(self, kind: Bind, target: int) -> str:
        word = kind.name.lower()
        if kind is Bind.DEFINITION:
            return f"{word} {self.name(target)}"
        if kind in (Bind.RECEIVER, Bind.CLASS_RECEIVER):
            return f"{word} {self.name(target)}"
        if kind in (Bind.IMPORT, Bind.STAR):
            return f"{word} {self.imported(target)}"
        if kind is Bind.ARGUMENT:
            return f"{word} {target}"
        return f"{word} {self.expression(target)}" if target >= 0 else word

    def imported(self, number: int) -> str:
        """An import as ``form module name as alias``, with its flags."""
        row = self.rows["imports"][number]
        parts = [Import(row["kind"]).name.lower(), self.text(row["module"]), self.text(row["name"])]
        if row["alias"] >= 0:
            parts.append(f"as {self.text(row['alias'])}")
        words = {1: "type", 2: "dynamic", 4: "local", 8: "optional"}
        parts += [f"({word})" for bit, word in words.items() if row["flags"] & bit]
        return " ".join(part for part in parts if part)

    @property
    def imports(self) -> list[str]:
        """All imports, in order."""
        return [self.imported(number) for number in range(len(self.rows["imports"]))]

    @property
    def exports(self) -> list[str]:
        """All exports, in order."""
        found = []
        for row in self.rows["exports"]:
            parts = [Export(row["kind"]).name.lower(), self.text(row["name"])]
            if row["value"] >= 0:
                parts.append(self.expression(row["value"]))
            if row["import"] >= 0:
                parts.append(f"from {self.imported(row['import'])}")
            found.append(" ".join(part for part in parts if part))
        return found

    @property
    def scopes(self) -> list[str]:
        """Each scope as ``kind of definition``, indented below the scope around it."""
        found = []
        for row in self.rows["scopes"]:
            depth, parent = 0, row["parent"]
            while parent >= 0:
                depth, parent = depth + 1, self.rows["scopes"][parent]["parent"]
            found.append(
                f"{'  ' * depth}{ScopeKind(row['kind']).name.lower()} {self.name(row['definition'])}".rstrip()
            )
        return found

    @property
    def decorators(self) -> list[str]:
        """Each decorator as ``definition @expression``."""
        return [
            f"{self.name(row['definition'])} @{self.expression(row['expression'])}"
            for row in self.rows["decorators"]
        ]

    @property
    def yields(self) -> list[str]:
        """What each callable gives back: ``definition expression``."""
        return [
            f"{self.name(row['definition'])} {self.expression(row['expression'])}"
            for row in self.rows["yields"]
        ]

    @property
    def statements(self) -> list[str]:
        """Each statement as ``kind first-last``."""
        return [
            f"{STATEMENT_KINDS[row['kind']]} {row['start_line']}-{row['end_line']}"
            for row in self.rows["statements"]
        ]
