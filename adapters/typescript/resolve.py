"""TypeScript finds modules as JavaScript does; the rules know both."""

from ..javascript.resolve import candidates, external

__all__ = ["candidates", "external"]
