"""What the games of a circle add up to."""
