"""Manifests and settings of the project at hand: each read once, what is wrong in it noted, not raised."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from codegraph.discovery.content import Undecodable, decode, read_bytes

MAX_MANIFEST = 1_000_000
"""A manifest of more bytes than this is not read."""

MAX_YAML = 100_000
"""The YAML reader is slow, and pnpm's workspace file is small."""

if TYPE_CHECKING:
    from configparser import RawConfigParser

Document = TypeVar("Document")
Json = dict[str, Any]


class MalformedError(ValueError):
    """A document can't be understood; the message says why, in a few words."""


class Documents:
    """Reads the documents below a root; each is read and parsed once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.broken: dict[str, str] = {}
        """Path and reason for each document that could not be read or understood."""
        self._parsed: dict[tuple[str, object], Any] = {}

    @property
    def asked(self) -> set[str]:
        """The paths of all documents that were asked for, those that are not there among them."""
        return {path for path, _ in self._parsed}

    def load(self, path: str, parse: Callable[[str], Document], limit: int = MAX_MANIFEST) -> Document | None:
        """The document at a path (relative to the root) as ``parse`` makes it from its text.

        None when there is no such file, and when it is broken or has more than ``limit`` bytes, which
        ``broken`` then tells.
        """
        key = (path, parse)
        if key not in self._parsed:
            self._parsed[key] = self._read(path, parse, limit)
        found: Document | None = self._parsed[key]
        return found

    def _read(self, path: str, parse: Callable[[str], Document], limit: int) -> Document | None:
        try:
            data = read_bytes(self.root, path, limit + 1)
            if len(data) > limit:
                raise MalformedError(f"larger than {limit} bytes")
            return parse(decode(data).decode(errors="replace"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.broken[path] = f"unreadable: {error.strerror}"
        except (MalformedError, Undecodable) as error:
            self.broken[path] = str(error)
        except RecursionError:
            self.broken[path] = "nested too deeply"
        return None


def parse_text(text: str) -> str:
    """The text itself, for formats in which a regular expression finds what is needed."""
    return text


def parse_json(text: str) -> Json:
    """A JSON object."""
    try:
        found = msgspec.json.decode(text.encode(errors="replace"))
    except msgspec.DecodeError as error:
        raise MalformedError(f"not valid JSON: {error}") from None
    if not isinstance(found, dict):
        raise MalformedError("not a JSON object")
    return found


_COMMENTS = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*(?:.*?\*/|.*\Z)', re.DOTALL)
_LAST_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)


def parse_jsonc(text: str) -> Json:
    """A JSON object with comments and commas after the last item, as in ``tsconfig.json``."""
    bare = _COMMENTS.sub(lambda match: match[1] or " ", text)
    return parse_json(_LAST_COMMA.sub(lambda match: match[1] or "", bare) if bare.strip() else "{}")


def parse_toml(text: str) -> Json:
    """A TOML document."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedError(f"not valid TOML: {error}") from None


def parse_ini(text: str) -> RawConfigParser:
    """An INI document such as ``setup.cfg``; of a key that stands twice the last one counts."""
    import configparser

    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise MalformedError(f"not a valid INI file: {error.message.splitlines()[0]}") from None
    return parser


def parse_yaml(text: str) -> Json:
    """A YAML mapping, all of its scalars as texts."""
    import yaml  # type: ignore[import-untyped]

    if len(text) > MAX_YAML:
        raise MalformedError(f"larger than {MAX_YAML} characters")
    try:
        found = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 (this loader makes texts, lists, dicts only)
    except (yaml.YAMLError, ValueError) as error:
        raise MalformedError(f"not valid YAML: {str(error).splitlines()[0]}") from None
    if not isinstance(found, dict):
        raise MalformedError("not a YAML mapping")
    return found


class XmlElement(NamedTuple):
    """One element of an XML document."""

    path: str
    """The names of the elements down to it, without namespaces: ``project/artifactId``."""
    attributes: dict[str, str]
    text: str
    """Its own text, without that of the elements in it, stripped."""
    line: int
    """Where it begins, from 1."""


def parse_elements(text: str) -> list[XmlElement]:
    """The elements of an XML document, in order of their beginnings.

    A document type declaration, the seat of entities, is refused.
    """
    from xml.parsers import expat

    elements: list[tuple[str, dict[str, str], list[str], int]] = []
    open_elements: list[int] = []
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise MalformedError("has a document type declaration, which is not read")

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > MAX_XML_DEPTH:
            raise MalformedError("nested too deeply")
        above = f"{elements[open_elements[-1]][0]}/" if open_elements else ""
        open_elements.append(len(elements))
        elements.append((above + name.rpartition(":")[2], attributes, [], parser.CurrentLineNumber))

    def characters(data: str) -> None:
        elements[open_elements[-1]][2].append(data)

    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.CharacterDataHandler = characters
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise MalformedError(f"not valid XML: {error}") from None
    return [
        XmlElement(path, attributes, "".join(parts).strip(), at) for path, attributes, parts, at in elements
    ]


def parse_xml(text: str) -> dict[str, list[str]]:
    """The text of each element of an XML document, by its path."""
    texts: dict[str, list[str]] = {}
    for element in parse_elements(text):
        texts.setdefault(element.path, []).append(element.text)
    return texts


MAX_XML_DEPTH = 50


def text_in(table: object, *keys: str) -> str:
    """The text at a path of keys in nested tables; "" where there is none or it is no text."""
    found = value_in(table, *keys)
    return found if isinstance(found, str) else ""


def texts_in(table: object, *keys: str) -> list[str]:
    """The texts of a list at a path of keys; a single text counts as a list of one."""
    found = value_in(table, *keys)
    if isinstance(found, str):
        return [found]
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else []


def table_in(table: object, *keys: str) -> Json:
    """The table at a path of keys; an empty one where there is none."""
    found = value_in(table, *keys)
    return found if isinstance(found, dict) else {}


def value_in(table: object, *keys: str) -> object:
    """Whatever lies at a path of keys in nested tables; None where the path ends early."""
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table
