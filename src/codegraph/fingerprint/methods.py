"""HTTP methods as source writes them: strings, constants, names of functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.fingerprint.arguments import UNKNOWN, dotted

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.trees import Expr

METHODS = frozenset({"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT", "ANY"})
_VERB = re.compile(r"(get|post|put|delete|del|patch|options|head|trace)(?![a-z])")


def method_names(reader: Reader, given: Expr) -> list[str] | None:
    """HTTP methods as strings, or as constants that are called like them; None where they are not known."""
    listed = reader.elements(given)
    found: list[str] = []
    for item in listed if listed is not None else [given]:
        value = reader.value(item)
        if value is UNKNOWN or not isinstance(value, str):
            value = dotted(item.file, item.node).rpartition(".")[2].upper().removeprefix("METHOD").strip("_")
        method = "ANY" if value.upper() == "ALL" else value.upper()
        if method not in METHODS:
            return None
        found.append(method)
    return found or None


def method_of(name: str) -> str:
    """The method that a function's name begins with, "" for none: ``getForObject``, ``PostAsJsonAsync``.

    >>> method_of("getForObject"), method_of("post_json"), method_of("fetch"), method_of("getter")
    ('GET', 'POST', '', '')
    """
    if name.upper() in METHODS:
        return name.upper()
    found = _VERB.match(name[:1].lower() + name[1:])
    if found is None:
        return ""
    return "DELETE" if found.group(1) == "del" else found.group(1).upper()
