"""What a change of files means for symbols: two texts of each file, their definitions matched, and how each differs."""
