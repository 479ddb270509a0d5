"""Paper from the pages."""
