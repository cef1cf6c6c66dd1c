"""Writers: a picture of the graph as Mermaid or DOT text, and the whole index as JSON Lines."""
