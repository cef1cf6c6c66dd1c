"""Brings an index up to date before it answers, or as files change: one refresh at a time, within a budget of time."""
