"""What rules say of prefixes before all routes of a package or a file."""

from __future__ import annotations

import msgspec

from codegraph.fingerprint.places import Argument


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call or decorator that sets a prefix before all routes of the package that it stands in.

    Args:
        path: the prefix.
        call: targets of calls.
        decorator: targets of decorators.
        leave: paths that a call's prefix does not stand before: strings, or object literals with a ``path``.
    """

    path: Argument
    call: list[str] = []
    decorator: list[str] = []
    leave: Argument | None = None


class Version(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that puts the version of an API before the paths of its package's routes, behind the prefix of all.

    Args:
        call: targets.
        kind: the argument that says where versions stand; one that is not given says the path.
        inside: targets of what it is where they stand in the path.
        mark: what stands before a version (``v``).
        default: the version of routes that say none.
        decorator: targets of decorators of methods that say their versions, ``at`` an argument.
        own: the argument of the decorator of a class (``prefix.class``) with the versions of its methods.
        neutral: targets of what stands for no version.
    """

    call: list[str]
    kind: Argument
    inside: list[str]
    mark: Argument
    default: Argument
    decorator: list[str]
    own: Argument
    neutral: list[str]
    at: Argument = Argument(position=0)


class FilePrefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands before the routes of files by the framework's convention.

    Args:
        file: globs on the path below the package.
        path: the prefix.
    """

    file: list[str]
    path: str


class Hyphens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that makes what stands for tokens ``two-words`` in its package, not ``TwoWords``.

    Args:
        call: targets.
        argument: a class of the project that does it.
        mark: what stands in the source of a class that does it so, and not in another way.
    """

    call: list[str]
    argument: Argument
    mark: str
