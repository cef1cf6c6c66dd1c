"""Small gold sets for the scorer's tests, written as tables."""

from __future__ import annotations

from typing import Any

from benchmarks.accuracy.found import Found, FoundDefinition, FoundEdge
from benchmarks.accuracy.gold import Definition, GoldEdge, GoldSet, Meta

FILES = ("shop.py", "till.py", "api.py")

# kind, qualified name, file, line of the first decorator : line of the name - last line
TABLE = """
class     Shop               shop.py   1:2-30
method    Shop.__init__      shop.py   3:3-5
method    Shop.sell          shop.py   7:9-20
function  Shop.sell.pack     shop.py   11:11-14
function  Shop.sell.pack.tie shop.py   12:12-13
class     Shop.Shelf         shop.py   22:22-28
method    Shop.Shelf.fill    shop.py   24:24-26
function  open_shop          shop.py   32:32-40
class     open_shop.Sign     shop.py   33:33-38
method    open_shop.Sign.lit shop.py   34:34-36
class     Till               till.py   1:1-12
method    Till.add           till.py   2:3-3
method    Till.add           till.py   4:5-5
method    Till.add           till.py   6:6-8
method    Till.total         till.py   10:10-12
function  count              till.py   15:15-16
"""


def definitions() -> list[Definition]:
    """The definitions of ``TABLE``; a parent is the last one before that is called like it."""
    rows: list[Definition] = []
    for line in TABLE.split("\n")[1:-1]:
        kind, qual, file, span = line.split()
        start, _, rest = span.partition(":")
        named, _, end = rest.partition("-")
        outer = qual.rpartition(".")[0]
        parent = next((one.line for one in reversed(rows) if one.file == file and one.qual == outer), 0)
        name = qual.rpartition(".")[2]
        rows.append(Definition(kind, name, qual, file, int(named), int(start), int(end), parent))
    return rows


def gold_set(*edges: GoldEdge, **meta: Any) -> GoldSet:
    """The definitions of ``TABLE`` with some edges."""
    return GoldSet("small", Meta("python", "written by hand", FILES, **meta), definitions(), list(edges))


def wanted(kind: str, source: str, target: str, *, site: int = 0, **more: Any) -> GoldEdge:
    """A gold edge; the ends are written ``file:line name``, or just ``file`` for a module."""
    src_file, src_line, src_def = _end(source)
    dst_file, dst_line, dst_name = _end(target)
    return GoldEdge(
        kind,
        src_file,
        site or src_line,
        src_def,
        src_line,
        dst_file=dst_file,
        dst_line=dst_line,
        dst_name=dst_name,
        **more,
    )


def unknown(source: str, name: str, status: str = "dynamic") -> GoldEdge:
    """A call for which the reference knows no target."""
    file, line, qual = _end(source)
    return GoldEdge("calls", file, line, qual, line, status=status, name=name)


def edge(kind: str, source: str, target: str, *, site: int = 0) -> FoundEdge:
    """A found edge, its ends written as in ``wanted``; a source of ``file:?`` does not say its definition."""
    dst_file, dst_line, dst_name = _end(target)
    if source.endswith(":?"):
        return FoundEdge(kind, source[:-2], site, "", None, dst_file, dst_line, dst_name)
    src_file, src_line, src_def = _end(source)
    return FoundEdge(kind, src_file, site or src_line, src_def, src_line, dst_file, dst_line, dst_name)


def found(*edges: FoundEdge, definitions: list[FoundDefinition] | None = None) -> Found:
    """What a tool found."""
    return Found(list(edges), definitions or [])


def as_found(gold: GoldSet) -> Found:
    """A set's own edges and definitions as if a tool had found them."""
    edges = [
        FoundEdge(
            one.kind, one.src_file, one.src_line, one.src_def, one.src_def_line,
            one.dst_file, one.dst_line, one.dst_name,
        )
        for one in gold.edges
        if not one.status
    ]  # fmt: skip
    return Found(edges, [FoundDefinition(one.file, one.line, one.name, one.kind) for one in gold.definitions])


def _end(text: str) -> tuple[str, int, str]:
    place, _, name = text.partition(" ")
    file, _, line = place.partition(":")
    return file, int(line or 0), name
