"""Scripts of ours outside a browser."""
