"""Static files, bundled scripts and styles, and what works without network."""
