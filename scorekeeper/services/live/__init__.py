"""The streams of those who watch a game."""
