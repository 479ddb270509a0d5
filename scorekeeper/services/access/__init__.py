"""Who may read or write a game, and how others are let in."""
