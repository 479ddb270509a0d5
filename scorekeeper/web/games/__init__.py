"""The first page, new games, settings, files."""
