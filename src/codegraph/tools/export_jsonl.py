"""``export_jsonl``: the whole index as JSON Lines for other programs."""

from pathlib import Path

import msgspec

from codegraph.render import jsonl
from codegraph.tools.index import Index


class ExportJsonlRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``output`` is the folder for the three files."""

    output: str


class Exported(msgspec.Struct):
    """Where the files are, and how many lines each has (``nodes``, ``edges``, ``unresolved``)."""

    output: str
    counts: dict[str, int]


def run(index: Index, request: ExportJsonlRequest) -> Exported:
    """Write the current generation.

    Raises:
        StorageError: the folder can't be written.
    """
    folder = Path(request.output)
    return Exported(str(folder), jsonl.export_jsonl(index.view, folder))
