"""The command line: a thin face over ``codegraph.api`` that parses, asks and prints."""

from codegraph.cli.program import main, process

__all__ = ["main", "process"]
