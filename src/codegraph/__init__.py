"""A codebase as a knowledge graph: index it once, then ask instead of grepping.

>>> import codegraph
>>> g = codegraph.index("path/to/project")          # doctest: +SKIP
>>> g.impact("QuerySet.filter").callers             # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path

__version__ = "0.1.0"

# The wheel carries adapters/ and fingerprints/ inside this package; in a checkout they lie at its root.
_checkout = Path(__file__).resolve().parents[2]
if (_checkout / "pyproject.toml").is_file() and (_checkout / "adapters").is_dir():
    __path__.append(str(_checkout))
