"""How right the endpoints are: lists made by reading the source of public projects, and their scorer."""
