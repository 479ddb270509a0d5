"""Sharing games between devices: links, codes, the list of who has access."""
