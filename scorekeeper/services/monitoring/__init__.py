"""What programs that monitor the server read: its health and its metrics."""
