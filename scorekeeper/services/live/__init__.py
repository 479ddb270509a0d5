"""Live updates of pages by server-sent events."""
