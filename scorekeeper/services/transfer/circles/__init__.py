"""A circle as a file."""
