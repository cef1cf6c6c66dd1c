"""How right the graph's edges are, measured against type checkers; see docs/accuracy.md."""
