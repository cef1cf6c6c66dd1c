"""What is known of libraries beyond those that come with a language: types of what their functions and fields give."""

from __future__ import annotations

import msgspec


class KnownLibraries(msgspec.Struct, frozen=True):
    """Tables by FQN (``ext::<ecosystem>::...``), with types written as in ``results`` of an adapter.

    Args:
        results: what calls of functions give.
        values: what fields and constants are.
        decorated: what a function is that has a decorator, where that makes it something else.
        callbacks: what functions give to the parameters of a function that they are called with, in order.
        names: names that modules and namespaces are known to have, where several are taken in as a whole.
        some: some more such names, of modules that may well have others.
        bases: the types that a type derives from or implements.
    """

    results: dict[str, str] = {}
    values: dict[str, str] = {}
    decorated: dict[str, str] = {}
    callbacks: dict[str, list[str]] = {}
    names: dict[str, list[str]] = {}
    some: dict[str, list[str]] = {}
    bases: dict[str, list[str]] = {}


NOTHING_KNOWN = KnownLibraries()
