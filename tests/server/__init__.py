"""The server: its guards against one client that stops it for everybody."""
