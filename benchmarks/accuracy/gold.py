"""A gold set: the definitions and edges that a compiler or type checker sees in a project."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

TYPE_KINDS = frozenset(
    "annotation class enum interface object protocol record struct trait type union".split()  # noqa: SIM905
)
CALL_KINDS = frozenset("constructor func function macro_function method procedure".split())  # noqa: SIM905
JUDGED_KINDS = TYPE_KINDS | CALL_KINDS


class Definition(msgspec.Struct):
    """A definition; ``line`` is that of its name, ``parent`` the name's line of the definition around it."""

    kind: str
    name: str
    qual: str
    file: str
    line: int
    start: int = 0
    end: int = 0
    parent: int = 0
    opt: bool = False
    conditional: bool = False

    def __post_init__(self) -> None:
        self.start = self.start or self.line
        self.end = self.end or self.line


class GoldEdge(msgspec.Struct, frozen=True):
    """An edge, or with a ``status`` a call for which the reference knows no target.

    ``alt`` lists equally right targets as (file, line), ``src_alt_line`` is an equally right source; an edge
    with ``opt`` is right when found and not missed when not.
    """

    kind: str
    src_file: str
    src_line: int = 0
    src_def: str = ""
    src_def_line: int = 0
    src_alt_line: int = 0
    dst_file: str = ""
    dst_line: int = 0
    dst_name: str = ""
    alt: tuple[tuple[str, int], ...] = ()
    opt: bool = False
    status: str = ""
    name: str = ""
    sub: str = ""
    shape: str = ""


class Archive(msgspec.Struct, frozen=True):
    """The package that the set was made from.

    ``registry`` is ``pypi`` (a source distribution), ``npm``, ``go`` (a module), ``maven`` (a sources archive;
    the package is ``group:artifact``) or ``cargo`` (a crate).
    """

    registry: str
    package: str
    version: str
    sha256: str


class Meta(msgspec.Struct, frozen=True):
    """What the set covers. ``config`` holds files the archive lacks and the reference was given, by path."""

    language: str
    reference: str
    files: tuple[str, ...]
    archive: Archive | None = None
    config: dict[str, Any] = {}
    conditional_code: bool = False


class GoldSet(msgspec.Struct, frozen=True):
    """A whole set."""

    name: str
    meta: Meta
    definitions: list[Definition]
    edges: list[GoldEdge]

    def of_kind(self, *kinds: str) -> list[GoldEdge]:
        """The edges of some kinds that have a target."""
        return [edge for edge in self.edges if edge.kind in kinds and not edge.status]


def load(prefix: Path) -> GoldSet:
    """The set whose files begin with ``prefix``: ``.meta.json``, ``.jsonl`` and ``.defs.jsonl``, plain or gzipped.

    Raises:
        SystemExit: a file is missing or has another shape.
    """
    try:
        meta = msgspec.json.decode(prefix.with_name(prefix.name + ".meta.json").read_bytes(), type=Meta)
        edges = msgspec.json.Decoder(GoldEdge).decode_lines(_text(prefix, ".jsonl"))
        definitions = msgspec.json.Decoder(Definition).decode_lines(_text(prefix, ".defs.jsonl"))
    except (OSError, msgspec.MsgspecError) as error:
        raise SystemExit(f"{prefix} is no gold set: {error}") from None
    return GoldSet(prefix.name, meta, definitions, edges)


def _text(prefix: Path, ending: str) -> bytes:
    packed = prefix.with_name(f"{prefix.name}{ending}.gz")
    if packed.is_file():
        return gzip.decompress(packed.read_bytes())
    return prefix.with_name(prefix.name + ending).read_bytes()
