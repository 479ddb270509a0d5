"""`./run shots`: pictures of every page and state, on a phone and a desktop, light and dark, in each language."""
