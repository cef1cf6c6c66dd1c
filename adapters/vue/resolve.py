"""Vue components import modules as TypeScript does."""

from ..typescript.resolve import candidates, external

__all__ = ["candidates", "external"]
