"""The scoreboard, live on every phone, and the history."""
