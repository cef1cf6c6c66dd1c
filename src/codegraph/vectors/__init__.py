"""Stores of vectors behind one protocol: here, in a database, or at a service."""

from codegraph.vectors.protocol import EVERYTHING, Conditions, Match, Point, State, VectorStore

__all__ = ["EVERYTHING", "Conditions", "Match", "Point", "State", "VectorStore"]
