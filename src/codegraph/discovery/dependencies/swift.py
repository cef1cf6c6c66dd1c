"""Swift: the packages that a Package.swift depends on, and the products of theirs that it uses; it is never run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codegraph.discovery.dependencies.reading import Context, Reading, text_of
from codegraph.discovery.documents import parse_text
from codegraph.discovery.paths import base_name, inside, parent
from codegraph.model import Dependency, Group

ECOSYSTEM = "swift"
_COMMENT = re.compile(r"(?<!:)//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_PACKAGE = re.compile(r"\.package\(([^()]*(?:\([^()]*\)[^()]*)*+)\)")
_PRODUCT = re.compile(r'\.product\(\s*name:\s*"([^"\n]+)"\s*,\s*package:\s*"([^"\n]+)"')
_PLAIN = re.compile(r'[\[,]\s*"([\w-]+)"')
_ARGUMENT = re.compile(r'(?:\b(\w+)\s*:\s*)?"([^"\n]*)"')
_SPAN = re.compile(r'"([^"\n]+)"\s*(\.\.[.<])\s*"([^"\n]+)"')


def package_swift(context: Context, path: str) -> Reading | None:
    """The dependencies of a package; code imports the products that its targets name."""
    text = context.documents.load(path, parse_text)
    if text is None:
        return None
    bare = _COMMENT.sub(lambda match: " " + "\n" * match[0].count("\n"), text)
    return Reading(list(_dependencies(bare, path)))


def _dependencies(text: str, path: str) -> Iterator[Dependency]:
    products: dict[str, list[str]] = {}
    for name, package in _PRODUCT.findall(text):
        products.setdefault(package.lower(), []).append(name)
    plain = set(_PLAIN.findall(text))
    for match in _PACKAGE.finditer(text):
        given = dict(reversed([(label or "url", value) for label, value in _ARGUMENT.findall(match[1])]))
        place = given.get("path", "")
        source = given.get("url") or given.get("id") or place
        name = base_name(source.rstrip("/")).removesuffix(".git")
        if not name:
            continue
        used = {
            *products.get(name.lower(), ()),
            *products.get(given.get("name", "").lower(), ()),
            *(plain & {name}),
        }
        yield Dependency(
            text_of(name),
            text_of(_range(match[1], given)),
            Group.RUNTIME,
            ECOSYSTEM,
            path,
            text.count("\n", 0, match.start()) + 1,
            names=tuple(sorted(used)),
            place=inside(parent(path), place) if place else None,
        )


def _range(written: str, given: dict[str, str]) -> str:
    if span := _SPAN.search(written):
        return f"{span[1]}{span[2]}{span[3]}"
    if "from" in given:
        kind = "upToNextMinor from" if "upToNextMinor" in written else "from"
        return f"{kind} {given['from']}"
    return next((f"{key} {given[key]}" for key in ("exact", "branch", "revision") if key in given), "")
