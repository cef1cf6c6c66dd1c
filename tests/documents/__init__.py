"""Tests of documents: reading, cutting, linking."""
