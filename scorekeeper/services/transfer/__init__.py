"""Export games to files, and import them."""
