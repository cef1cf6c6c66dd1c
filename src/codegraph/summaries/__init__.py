"""Summaries by a language model: asked only where the user has set one up, kept, and checked against the index."""

from codegraph.summaries.summarizer import Prompt, Reply, Summarizer, open_summarizer

__all__ = ["Prompt", "Reply", "Summarizer", "open_summarizer"]
