"""What a round brings, whether it can be right, and when the game is over."""
