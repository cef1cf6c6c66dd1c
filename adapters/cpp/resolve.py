"""C++ finds what it includes as C does; it also names namespaces."""

from ..c.resolve import candidates
from ..c.resolve import external as header

__all__ = ["candidates", "external"]


def external(specifier: str) -> str:
    """The FQN of a header or namespace outside of the project, "" for what can only be in it."""
    if specifier.partition("::")[0] == "std":
        return f"ext::cpp::{specifier}"
    return header(specifier)
