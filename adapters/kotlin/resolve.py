"""Kotlin names packages and classes as Java does."""

from ..java.resolve import candidates, external

__all__ = ["candidates", "external"]
