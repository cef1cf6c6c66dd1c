"""What the hotel answers."""
