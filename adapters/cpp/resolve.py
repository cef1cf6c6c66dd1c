"""C++ finds what it includes as C does."""

from ..c.resolve import candidates, external

__all__ = ["candidates", "external"]
