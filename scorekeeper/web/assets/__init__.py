"""Static files, bundled scripts and styles, and offline support."""
