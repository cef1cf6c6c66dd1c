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
        blocks: what the blocks that functions are called with are run on; of a module what the files are run on that
            load it, or are loaded by such files.
        files: the same for files by their paths: patterns of ``PurePath.match``.
        names: names that modules and namespaces are known to have, where several are taken in as a whole; of what
            files are run on all names that are sent to it.
        some: some more such names, of modules that may well have others.
        bases: the types that a type derives from or implements.
        given: decorators of functions whose results are given to the parameters of tests by name, with the names of the
            files whose functions all files in their folder and below see.
    """

    results: dict[str, str] = {}
    values: dict[str, str] = {}
    decorated: dict[str, str] = {}
    callbacks: dict[str, list[str]] = {}
    blocks: dict[str, str] = {}
    files: dict[str, str] = {}
    names: dict[str, list[str]] = {}
    some: dict[str, list[str]] = {}
    bases: dict[str, list[str]] = {}
    given: dict[str, list[str]] = {}


NOTHING_KNOWN = KnownLibraries()
