"""Parses both texts of changed files, with the product's own parse phase, into definitions that can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.changes.definitions import Text, definitions_of
from codegraph.discovery import check_content
from codegraph.model import Skipped
from codegraph.parse import InputFile, parse_files
from codegraph.parse.extract import load_grammar
from codegraph.parse.shape import shape_of

if TYPE_CHECKING:
    from codegraph.changes.gathering import Pair
    from codegraph.config import Settings
    from codegraph.languages.registry import Registry
    from codegraph.parse.extract import Grammar
    from codegraph.parse.shape import Shape


class ReadPair(NamedTuple):
    """Both sides of a file as definitions; None where there is no file."""

    pair: Pair
    old: Text | None
    new: Text | None


def read_pairs(
    root: Path, pairs: Sequence[Pair], registry: Registry, settings: Settings
) -> tuple[list[ReadPair], list[Skipped]]:
    """The definitions of all texts; files of which a side can't be parsed come by themselves, with the reason."""
    texts: dict[str, bytes] = {}
    files: list[InputFile] = []
    for number, pair in enumerate(pairs):
        for side, path, text in (("old", pair.old_path, pair.old), ("new", pair.new_path, pair.new)):
            if text is not None:
                name = f"{number}/{side}/{path}"
                texts[name] = text
                files.append(InputFile(name, len(text), pair.language))
    outcome = parse_files(
        root,
        files,
        registry,
        reader=partial(_text_of, texts),
        check=check_content,
        timeout=settings.parse_timeout,
        workers=0 if len(files) > 20 else 1,
    )
    shapes = _Shapes(registry)
    read: dict[str, Text] = {}
    reasons: dict[str, str] = {}
    for file, parsed in zip(files, outcome.files, strict=True):
        facts = parsed.unpacked()
        if facts is None:
            reasons[file.path] = parsed.reason
        else:
            shape = shapes.of(file.path, file.language, texts[file.path])
            read[file.path] = definitions_of(facts, shape, texts[file.path])
    return _joined(pairs, read, reasons)


def _joined(
    pairs: Sequence[Pair], read: Mapping[str, Text], reasons: Mapping[str, str]
) -> tuple[list[ReadPair], list[Skipped]]:
    done, failed = [], []
    for number, pair in enumerate(pairs):
        names = (f"{number}/old/{pair.old_path}", f"{number}/new/{pair.new_path}")
        reason = next((reasons[name] for name in names if name in reasons), "")
        if reason:
            failed.append(Skipped(pair.new_path or pair.old_path, reason))
        else:
            done.append(ReadPair(pair, read.get(names[0]), read.get(names[1])))
    return done, failed


def _text_of(texts: Mapping[str, bytes], root: Path, path: str) -> bytes:  # noqa: ARG001 (a reader of the parse phase)
    return texts[path]


class _Shapes:
    """Makes shapes, each grammar loaded once."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._grammars: dict[tuple[str, str], Grammar] = {}

    def of(self, path: str, language: str, source: bytes) -> Shape:
        name = self._registry.grammar_for(language, path)
        grammar = self._grammars.get((language, name))
        if grammar is None:
            grammar = load_grammar(self._registry.adapters[language], name, statements=False)
            self._grammars[language, name] = grammar
        return shape_of(source, grammar)
