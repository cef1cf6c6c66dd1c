"""Languages as data: the adapter's format, the query compiler, the registry, and the facts that parse extracts."""
