"""Load, change and score games, their rounds and their settings."""
