"""Check and score rounds; decide when the game ends."""
