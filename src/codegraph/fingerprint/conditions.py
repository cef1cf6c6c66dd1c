"""Conditions of rules that are about the node itself: its file, name, kind and parameters, what its file imports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from codegraph.fingerprint.globs import fits, matcher
from codegraph.fingerprint.signatures import names_in_parameters, names_in_result, parameter_names
from codegraph.fingerprint.view import CALLS, DERIVES
from codegraph.model import EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.schema import Framework
    from codegraph.fingerprint.usage import Usage
    from codegraph.fingerprint.view import View
    from codegraph.fingerprint.when import When

_WORD = re.compile(r"\w+")
_PATH = re.compile(r"\w+(?:::\w+)*")

CONVENTION = "convention"
"""Stands as evidence where the language itself gives a name its meaning."""


class Conditions:
    """Answers for one graph.

    Args:
        view: the graph.
        externals: its external nodes.
        usage: what its files and packages use.
    """

    def __init__(self, view: View, externals: Externals, usage: Usage) -> None:
        self._view = view
        self._externals = externals
        self._usage = usage
        self._taking: dict[int, frozenset[int]] = {}
        self._giving: dict[int, frozenset[int]] = {}
        self._bases: dict[int, list[str]] | None = None
        self._of_kind: dict[tuple[str, str], dict[int, list[int]]] = {}
        self._kinds: dict[str, list[int]] = {}

    def rows(self, framework: Framework, when: When) -> Iterator[tuple[int, str]]:
        """The nodes that fit a rule which looks for no decorator, base or call, each with its evidence."""
        for row, evidence in self._candidates(framework, when):
            if self.allow(framework, when, row):
                yield row, evidence

    def files(self, framework: Framework, when: When) -> Iterator[tuple[int, str]]:
        """The files of a rule that goes by names, whatever is in them, each with its evidence."""
        found = self._files(framework, when)
        for language in when.language or [framework.language] if found is None or found else ():
            for module in self._rows(language, NodeKind.MODULE):
                evidence = CONVENTION if found is None else found.get(module, "")
                if evidence and fits(when.file, self.path(module)):
                    yield module, evidence

    def allow(self, framework: Framework, when: When, row: int) -> bool:
        """Whether a node fits all conditions of a rule."""
        nodes = self._view.nodes
        return (
            (not when.kind or nodes["kind"][row] in when.kind)
            and (not when.language or nodes["language"][row] in when.language)
            and (not when.name or fits(when.name, nodes["name"][row]))
            and (when.exported is None or nodes["exported"][row] is when.exported)
            and (not when.modifiers or set(when.modifiers).issubset(nodes["modifiers"][row]))
            and (not when.written or any(fits(when.written, text) for text in nodes["decorators"][row]))
            and (not when.doc or _says(nodes["doc"][row], when.doc))
            and (not when.file or fits(when.file, self.path(row)))
            and (when.runs is None or self._runs(row) is when.runs)
            and (not when.has or self._has(when, row))
            and (not when.takes or self._takes(when, row))
            and (not when.parameter or any(row in rows for _, rows in self._with(framework, when.parameter)))
            and (not when.returns or any(row in rows for _, rows in self._that_give(framework, when.returns)))
            and (not when.named or self._named(framework, when.named, row))
            and (not when.inherits or any(fits(when.inherits, name) for name in self._base_names(row)))
            and (not when.imports or self._usage.imported(row, framework.ecosystem, when.imports) != "")
            and (not when.uses or self._usage.used(row, framework.ecosystem, when.uses) != "")
        )

    def tagged(self, when: When, row: int) -> Iterator[int]:
        """The nodes that get the tags of a rule which a node fits: itself and its heirs, or members of these."""
        holders = (row, *self._view.descendants(row)) if when.heirs else (row,)
        if not when.member:
            yield from holders
            return
        fitting, names = matcher(when.member), self._view.nodes["name"]
        for holder in holders:
            for child in self._view.children(holder):
                if self._view.is_callable(child) and fitting(names[child]):
                    yield child

    def _candidates(self, framework: Framework, when: When) -> Iterator[tuple[int, str]]:
        if when.parameter or when.returns:
            typed = (
                self._with(framework, when.parameter)
                if when.parameter
                else self._that_give(framework, when.returns)
            )
            for target, rows in typed:
                yield from ((row, self._view.fqns[target]) for row in sorted(rows))
            return
        files = self._files(framework, when)
        for language in when.language or [framework.language] if files is None or files else ():
            for kind in when.kind or [kind for kind in NodeKind if kind not in _NO_SYMBOLS]:
                for module, inside in self._rows(language, kind).items():
                    evidence = CONVENTION if files is None else files.get(module, "")
                    if evidence and (not when.file or fits(when.file, self.path(module))):
                        yield from ((row, evidence) for row in inside)

    def _files(self, framework: Framework, when: When) -> Mapping[int, str] | None:
        """The files in which a rule goes by names, each with the evidence that lets it; None for all files."""
        if when.imports:
            return self._usage.importing(framework.ecosystem, when.imports)
        if not when.uses:
            return None
        packages = self._usage.using(framework.ecosystem, when.uses)
        modules = self._view.files if packages else ()
        return {row: packages[package] for row in modules if (package := self._view.package(row)) in packages}

    def _rows(self, language: str, kind: str) -> dict[int, list[int]]:
        """The symbols and modules of a language and kind, by the module that they lie in."""
        known = self._of_kind.get((language, kind))
        if known is None:
            known = self._of_kind[language, kind] = {}
            languages, module = self._view.nodes["language"], self._view.module
            for row in self._rows_of_kind(kind):
                if languages[row] == language:
                    known.setdefault(module(row), []).append(row)
        return known

    def _rows_of_kind(self, kind: str) -> list[int]:
        """The symbols and modules of a kind."""
        import numpy as np

        if kind not in self._kinds:
            levels = np.asarray(self._view.nodes["level"], np.int8)
            inside = (levels >= Level.MODULE) & (levels <= Level.SYMBOL)
            self._kinds[kind] = np.flatnonzero(self._view.nodes_of({kind}) & inside).tolist()
        return self._kinds[kind]

    def path(self, row: int) -> str:
        """The path of a node's file in its package."""
        return self._view.below_package(str(self._view.nodes["path"][row]))

    def _has(self, when: When, row: int) -> bool:
        names = [self._view.nodes["name"][child] for child in self._view.children(row)]
        return all(any(fits((glob,), name) for name in names) for glob in when.has)

    def _runs(self, row: int) -> bool:
        return any(self._view.edges["kind"][edge] in CALLS for edge in self._view.numbers(row))

    def _takes(self, when: When, row: int) -> bool:
        names = parameter_names(self._view.nodes["signature"][row])
        return len(names) >= len(when.takes) and all(
            fits((glob,), name) for glob, name in zip(when.takes, names, strict=False)
        )

    def _with(self, framework: Framework, types: list[str]) -> Iterator[tuple[int, frozenset[int]]]:
        """Each external type that a parameter may have, with the functions that have such a one."""
        nodes = self._view.nodes
        for target in self._externals.rows(framework.ecosystem, types):
            if target not in self._taking:
                name = nodes["name"][target]
                self._taking[target] = frozenset(
                    row
                    for row in self._that_name(target)
                    if names_in_parameters(nodes["signature"][row], name)
                )
            yield target, self._taking[target]

    def _that_give(self, framework: Framework, types: list[str]) -> Iterator[tuple[int, frozenset[int]]]:
        """Each external type that functions may give, with those that are declared to."""
        nodes = self._view.nodes
        for target in self._externals.rows(framework.ecosystem, types):
            if target not in self._giving:
                name = nodes["name"][target]
                self._giving[target] = frozenset(
                    row
                    for row in self._that_name(target)
                    if names_in_result(nodes["signature"][row], name, nodes["name"][row])
                )
            yield target, self._giving[target]

    def _that_name(self, target: int) -> Iterator[int]:
        for use in self._view.uses([target], {EdgeKind.REFERENCES}).get(target, ()):
            if self._view.is_callable(use.row):
                yield use.row

    def _named(self, framework: Framework, targets: list[str], row: int) -> bool:
        """Whether the arguments of a node's decorators name a target."""
        for text in self._view.nodes["decorators"][row]:
            for path in _PATH.findall(text.partition("(")[2]):
                if self._usage.denotes(row, framework.ecosystem, path, targets):
                    return True
        return False

    def _base_names(self, row: int) -> list[str]:
        """The last parts of the names of a class's bases, found or not."""
        if self._bases is None:
            found: dict[int, list[str]] = {}
            self._bases = found
            view, missing = self._view, self._view.unresolved
            for src, kind, text in zip(missing["src"], missing["kind"], missing["text"], strict=True):
                if kind in DERIVES:
                    found.setdefault(src, []).extend(_WORD.findall(text.partition("<")[0])[-1:])
            src_of, dst_of = view.edges["src"], view.edges["dst"]
            for edge in view.edges_of(DERIVES).tolist():
                found.setdefault(src_of[edge], []).append(view.nodes["name"][dst_of[edge]])
        return self._bases.get(row, [])


def _says(doc: str, words: list[str]) -> bool:
    """Whether any of some words stands in a text, as a whole."""
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", doc) for word in words)


_NO_SYMBOLS = frozenset({NodeKind.MODULE, NodeKind.EXTERNAL, NodeKind.ENDPOINT, NodeKind.STATEMENT})
