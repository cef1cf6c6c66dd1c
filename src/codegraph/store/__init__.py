"""Phase 6: publishes a graph and its vectors as whole generations, and reads them back.

``Store`` is the way in, and gives a ``Writer``. What readers of the graph need (``container``, ``layout``,
``strings``) uses the standard library alone; LanceDB, pyarrow and numpy are imported when something is
written.
"""

from __future__ import annotations

from codegraph.store.files import FileState
from codegraph.store.index import Store
from codegraph.store.layout import INDEX_DIR, Generation

__all__ = ["INDEX_DIR", "FileState", "Generation", "Store"]
