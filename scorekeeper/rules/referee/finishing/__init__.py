"""Find a way to go out in one turn."""
