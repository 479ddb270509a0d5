"""Check and score rounds, and find out when the game ends."""
