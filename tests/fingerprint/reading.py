"""Runs small sources through the real parse and resolve and then through rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from textwrap import dedent
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.discovery import ModuleConfig
from codegraph.fingerprint import Fingerprints, Rules, apply, exercised, fingerprint, load_rules, with_tests
from codegraph.fingerprint.schema import Framework, read_framework
from codegraph.languages.facts import unpack
from codegraph.languages.known import NOTHING_KNOWN, KnownLibraries
from codegraph.languages.registry import Registry, load_registry
from codegraph.model import EdgeKind
from codegraph.parse.embedded import code_of
from codegraph.parse.extract import Grammar, extract, load_grammar
from codegraph.resolve import FileInput, ImportContext, PackageInput, Resolution, extend, resolve

if TYPE_CHECKING:
    from codegraph.model import Graph

FILE_MARK = re.compile(r"^(?:#|//) file: (\S+)\n", re.MULTILINE)


@cache
def registry() -> Registry:
    """All adapters of the checkout."""
    return load_registry()


@cache
def rules() -> Rules:
    """All rules of the checkout."""
    return load_rules()


@cache
def grammar(language: str, name: str) -> Grammar:
    """A grammar of a language with its queries."""
    return load_grammar(registry().adapters[language], name, statements=False)


def files_of(code: str, language: str) -> dict[str, str]:
    """The files of an example: one, or several that begin with a comment ``file: <path>`` each."""
    parts = FILE_MARK.split(dedent(code).lstrip("\n"))
    if len(parts) == 1:
        return {f"example{registry().adapters[language].spec.extensions[0]}": parts[0]}
    assert not parts[0].strip(), "something stands before the first file"
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def resolved(files: dict[str, str], library: KnownLibraries = NOTHING_KNOWN) -> Resolution:
    """A project of these files in one package ``p``."""
    inputs = []
    for path, text in sorted(files.items()):
        language = registry().table.language_of(path, lambda: b"")
        assert language is not None, path
        facts = extract(text.encode(), grammar(language, registry().grammar_for(language, path)))
        inputs.append(FileInput(path, language, 0, unpack(facts)))
    configs = ModuleConfig(python_roots=[""])
    return resolve(
        inputs,
        [PackageInput("p", "", "", "")],
        "repository",
        {name: adapter.spec for name, adapter in registry().adapters.items()},
        registry().adapter_module,
        ImportContext(sorted(files), configs),
        library=library,
    )


class Shown(NamedTuple):
    """A graph with what rules found in it."""

    graph: Graph
    found: Fingerprints

    @property
    def tags(self) -> dict[str, list[str]]:
        """Tags of each tagged node, by its FQN without the package."""
        return {
            self.graph.nodes["fqn"][row].removeprefix("p::"): tags for row, tags in self.found.tags.items()
        }

    @property
    def endpoints(self) -> list[str]:
        """Names of all endpoints, sorted."""
        return sorted(node["name"] for node in self.found.nodes)

    @property
    def edges(self) -> list[str]:
        """All edges that are added, ends by their last names: ``GET /users -> show (route)``."""
        names = [
            (edge["src"].rpartition("::")[2], edge["dst"].rpartition("::")[2]) for edge in self.found.edges
        ]
        rules = [edge["rule"] for edge in self.found.edges]
        return sorted(f"{src} -> {dst} ({rule})" for (src, dst), rule in zip(names, rules, strict=True))

    @property
    def requests(self) -> list[str]:
        """All requests that are sent, sorted."""
        return sorted(name for found in self.found.attributes.values() for name in found.get("requests", ()))

    @property
    def linked(self) -> list[str]:
        """The edges from requests to what answers them: source, endpoint, rule and confidence."""
        return [
            f"{edge['src'].removeprefix('p::')} -> {edge['dst'].rpartition('::')[2]} "
            f"({edge['rule']}, {edge['confidence']})"
            for edge in self.found.edges
            if edge["kind"] == EdgeKind.REQUESTS
        ]

    def attributes(self, fqn: str) -> dict[str, Any]:
        """The attributes that a node gets."""
        return self.found.attributes[self.graph.nodes["fqn"].index(f"p::{fqn}")]

    def whole(self) -> Graph:
        """The graph with everything found in it, but for the edges of tests."""
        return with_tests(extend(apply(self.graph, self.found), self.found.nodes, self.found.edges))


def look(
    code: str | dict[str, str],
    language: str = "python",
    chosen: Rules | None = None,
    declares: Sequence[str] = (),
) -> Shown:
    """What rules find in an example; all rules of the checkout unless some are chosen."""
    files = code if isinstance(code, dict) else files_of(code, language)
    chosen = chosen or rules()
    resolution = resolved(files, chosen.library)
    found = fingerprint(
        resolution.graph,
        chosen,
        registry=registry(),
        source_of=lambda path: files.get(path, "").encode(),
        code_of=code_of,
        declared={"": frozenset(declares)},
    )
    return Shown(resolution.graph, found)


def edges_of(code: str, language: str = "python", declares: Sequence[str] = ()) -> list[str]:
    """The edges ``tests`` of an example as ``source -> target (rule)``, names without package and file."""
    files = files_of(code, language)
    graph = look(files, language, declares=declares).whole()
    columns = exercised(graph, rules(), lambda path: files[path].encode())
    names = [fqn.removeprefix("p::").partition("::")[2] or fqn for fqn in graph.nodes["fqn"]]
    return sorted(
        f"{names[src]} -> {names[dst]} ({rule})"
        for src, dst, rule in zip(columns["src"], columns["dst"], columns["rule"], strict=True)
    )


def framework(
    text: str, head: str = 'framework = "mine"\nlanguage = "python"\necosystem = "pypi"\n'
) -> Framework:
    """Rules written in a test."""
    return read_framework(head + dedent(text), "mine.toml")
