"""How well search finds what is asked for: questions with known answers over public projects, see docs/search.md."""
