"""OpenAPI and Swagger documents of a repository, and how they agree with the endpoints of its code."""

from codegraph.openapi.compare import Comparison, Scoped, compare
from codegraph.openapi.reading import Operation, Specification, read_specifications

__all__ = ["Comparison", "Operation", "Scoped", "Specification", "compare", "read_specifications"]
