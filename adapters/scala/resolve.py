"""Scala names packages, classes and objects as Java does packages and classes."""

from ..java.resolve import candidates, external

__all__ = ["candidates", "external"]
