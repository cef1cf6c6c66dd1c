"""The version of codegraph, for whoever needs it without the package's face."""

__version__ = "0.1.0"
