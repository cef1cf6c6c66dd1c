"""Finds symbols by name, by words and by meaning, and merges what the three find into one ranking."""

from codegraph.search.engine import search
from codegraph.search.filters import Filters
from codegraph.search.like import search_like
from codegraph.search.result import Hit, SearchResult
from codegraph.search.textual import search_text

__all__ = ["Filters", "Hit", "SearchResult", "search", "search_like", "search_text"]
