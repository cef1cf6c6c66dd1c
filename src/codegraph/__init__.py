"""A codebase as a knowledge graph: index it once, then ask instead of grepping.

>>> import codegraph
>>> g = codegraph.index("path/to/project")          # doctest: +SKIP
>>> g.impact("QuerySet.filter").callers             # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.version import __version__

if TYPE_CHECKING:
    from codegraph.api import Codegraph, doctor, index, is_path_indexed, open, reindex  # noqa: A004
    from codegraph.errors import (
        AdapterError,
        AmbiguousError,
        BusyError,
        CodegraphError,
        IndexFormatError,
        MissingPartError,
        NotFoundError,
        NotIndexedError,
        SettingsError,
        StorageError,
        UsageError,
    )

__all__ = [
    "AdapterError",
    "AmbiguousError",
    "BusyError",
    "Codegraph",
    "CodegraphError",
    "IndexFormatError",
    "MissingPartError",
    "NotFoundError",
    "NotIndexedError",
    "ServiceError",
    "SettingsError",
    "StorageError",
    "UsageError",
    "__version__",
    "doctor",
    "index",
    "is_path_indexed",
    "open",
    "reindex",
]

# The wheel carries adapters/ and fingerprints/ inside this package; in a checkout they lie at its root.
_checkout = Path(__file__).resolve().parents[2]
if (_checkout / "pyproject.toml").is_file() and (_checkout / "adapters").is_dir():
    __path__.append(str(_checkout))


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for: importing the package costs next to nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = "errors" if name.endswith("Error") else "api"
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
