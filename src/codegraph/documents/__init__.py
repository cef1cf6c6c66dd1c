"""Documents: Markdown, reStructuredText, AsciiDoc, text and notebooks' cells: read into sections, cut, and linked."""

from codegraph.documents.model import Document, Section
from codegraph.documents.reading import read_document

__all__ = ["Document", "Section", "read_document"]
