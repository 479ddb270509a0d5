"""The server and its limits: no client stops it for others."""
