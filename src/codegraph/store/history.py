"""The ``generations`` table: one row for each step of publishing, naming the versions of all tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

    from codegraph.store.lance import LanceDatabase

TABLE = "generations"
VERSIONED = ("nodes", "edges", "unresolved", "chunks", "vectors")
MAX_ROWS = 64
ROWS_AFTER_TRIMMING = 16


def record(database: LanceDatabase, manifest: Mapping[str, Any], step: str) -> None:
    """Append what ``manifest`` says of its generation after ``graph``, ``chunks`` or ``embeddings``."""
    versions = manifest["tables"]
    row = {
        "generation": manifest["generation"],
        "step": step,
        "command": manifest["command"],
        "created_at": manifest["created_at"],
        "schema_version": manifest["schema_version"],
        "fingerprints": json.dumps(manifest["fingerprints"], sort_keys=True),
        **{f"{name}_version": versions.get(name) for name in VERSIONED},
    }
    import pyarrow as pa

    database.append(TABLE, pa.Table.from_pylist([row], schema=_schema()))


def trim(database: LanceDatabase) -> None:
    """Leave only the newest rows once there are many."""
    table = database.open(TABLE)
    if table is None:
        return
    with database.errors():
        rows = table.to_arrow() if table.count_rows() > MAX_ROWS else None
    if rows is not None:
        database.write(TABLE, rows.slice(len(rows) - ROWS_AFTER_TRIMMING))


def _schema() -> pa.Schema:
    import pyarrow as pa

    return pa.schema(
        [
            pa.field("generation", pa.int64()),
            pa.field("step", pa.string()),
            pa.field("command", pa.string()),
            pa.field("created_at", pa.float64()),
            pa.field("schema_version", pa.int64()),
            pa.field("fingerprints", pa.string()),
            *(pa.field(f"{name}_version", pa.int64()) for name in VERSIONED),
        ]
    )
