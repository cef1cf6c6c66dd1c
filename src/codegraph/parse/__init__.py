"""Phase 2, parse: reads files in watched worker processes and extracts what each says by itself."""

from codegraph.parse.cache import FactsCache, content_id
from codegraph.parse.messages import Check, Reader, Status
from codegraph.parse.phase import (
    DEFAULT_TIMEOUT,
    InputFile,
    ParsedFile,
    ParseOutcome,
    available_workers,
    parse_files,
)
from codegraph.parse.processes import StartMethod

__all__ = [
    "DEFAULT_TIMEOUT",
    "Check",
    "FactsCache",
    "InputFile",
    "ParseOutcome",
    "ParsedFile",
    "Reader",
    "StartMethod",
    "Status",
    "available_workers",
    "content_id",
    "parse_files",
]
