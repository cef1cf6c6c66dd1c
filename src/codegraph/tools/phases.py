"""What the phases of a build are called when their progress is told."""

LABELS = {
    "discovery": "finding files",
    "parse": "parsing",
    "resolve": "resolving names",
    "fingerprint": "recognising frameworks",
    "documents": "reading documents",
    "store": "writing the index",
    "embed": "embedding",
    "mirror": "sending vectors to the store",
}
"""By the phase's name as ``codegraph.builder.Progress`` is told it."""
